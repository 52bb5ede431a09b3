"""Locust users that simulate phones and spectators of a hall; `bench.hall` starts them."""

import json
import os
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from secrets import token_hex

from gevent import sleep
from locust import FastHttpUser, constant, constant_pacing, task
from locust.contrib.fasthttp import FastResponse
from locust.exception import StopUser

HALL = Path(os.environ["HALL"])
FACTS = json.loads((HALL / "hall.json").read_text())
ACKNOWLEDGED = (HALL / "acknowledged.jsonl").open("a", buffering=1)
JSON = {"Accept": "application/json"}
NUMBERS = count()
CHANCE = Random("hall")  # noqa: S311
BEGINS_AFTER = 75
"""Seconds until everyone is in the hall and the first game ends."""


class Phone(FastHttpUser):
    """A helper who opens a code and enters one board after the other; every tenth
    answer is lost on the way, and the phone sends again.
    """

    fixed_count = len(FACTS["phones"])
    wait_time = constant(0)

    def on_start(self) -> None:
        self.mine = FACTS["phones"][next(NUMBERS) % len(FACTS["phones"])]
        page = again_while_busy(
            lambda: self.client.get("/r/", name="phone: code asked")
        )
        typed = {"code": self.mine["code"], "csrfmiddlewaretoken": token_in(page.text)}
        opened = again_while_busy(
            lambda: self.client.post("/r/", typed, name="phone: code opened")
        )
        self.token = token_in(opened.text)

    @task
    def enter_boards(self) -> None:
        sleep(CHANCE.uniform(BEGINS_AFTER, BEGINS_AFTER + 5))
        for pairing in self.mine["boards"]:
            body = {
                "result": CHANCE.choice(["1-0", "1/2", "0-1"]),
                "version": "0",
                "key": token_hex(16),
                "csrfmiddlewaretoken": self.token,
            }
            answer = self._send(pairing, body)
            if CHANCE.random() < 0.1:
                answer = self._send(pairing, body)
            if answer.status_code == 200:
                ACKNOWLEDGED.write(json.dumps(answer.json()) + "\n")
            sleep(CHANCE.uniform(5, 30))
        raise StopUser

    def _send(self, pairing: int, body: dict[str, str]):
        to, name = f"/r/boards/{pairing}/", "phone: result entered"
        return again_while_busy(
            lambda: self.client.post(to, body, headers=JSON, name=name)
        )


class Spectator(FastHttpUser):
    """A spectator who keeps the standings open: the page once, then the requests of its
    script.
    """

    fixed_count = FACTS["spectators"]
    wait_time = constant_pacing(10)

    def on_start(self) -> None:
        here = f"/tournaments/{FACTS['tournament']}/"
        page = again_while_busy(
            lambda: self.client.get(here, name="spectator: page")
        ).text
        self.live = re.search(r'data-live="([^"]+)"', page)[1]
        self.mark = re.search(r'data-mark="([^"]*)"', page)[1].replace("&quot;", '"')

    @task
    def look(self) -> None:
        answer = self.client.get(
            self.live, headers={"If-None-Match": self.mark}, name="spectator: live"
        )
        self.mark = answer.headers.get("ETag", self.mark)


def again_while_busy(ask: Callable[[], FastResponse]) -> FastResponse:
    """Repeat a request until the office is no longer too busy, and return the answer."""
    while (answer := ask()).status_code in (0, 503):
        sleep(CHANCE.uniform(1, 5))
    return answer


def token_in(page: str) -> str:
    return re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]
