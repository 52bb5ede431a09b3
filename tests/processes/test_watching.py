"""Monitoring of a whole office: figures, numbered log lines, heartbeats."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import redis

from script.checkout import ROOT
from script.office import QUEUES
from tests.processes.sender import Sender
from tests.processes.whole_office import WholeOffice
from tests.script.conftest import place, servers_at_hand  # noqa: F401 - fixtures

pytestmark = pytest.mark.processes
TOKEN = "of-whoever-watches"
ASKED = 60
SENT = "0123456789abcdef0123456789abcdef"
COUNT = (
    'rankbok_request_duration_seconds_count{method="GET",status="2xx",view="%s"} %s.0'
)


@pytest.fixture(scope="module")
def whole_office(place) -> Iterator[WholeOffice]:  # noqa: F811
    office = WholeOffice(place / "var", METRICS_TOKEN=TOKEN)
    office.open()
    yield office
    office.clear_away()


def got(office: WholeOffice, path: str, **headers: str) -> tuple[int, str, str]:
    """Return status, number and text of an answer, on a connection of its own."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(f"{office.url}{path}", headers=names)  # noqa: S310
    try:
        answer = urllib.request.urlopen(request, timeout=20)  # noqa: S310
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        number = answer.headers["X-Request-ID"]
        return answer.status, number, answer.read().decode()


def figures(office: WholeOffice) -> str:
    status, _, metrics = got(office, "/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200
    return metrics


def well(office: WholeOffice, *part: str) -> tuple[int, str]:
    """Return the exit status and output of a container's health check."""
    env = office.env | {"PORT": str(office.port)}
    command = [sys.executable, "-m", "script.healthcheck", *part]
    done = subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.strip()


def lines(office: WholeOffice, *, part: str, holding: str) -> list[str]:
    text = (office.var / "log" / f"{part}.log").read_text()
    return [line for line in text.splitlines() if holding in line]


def test_stranger_is_refused_at_metrics(whole_office):
    status, _, body = got(whole_office, "/metrics")
    assert (status, "rankbok_" in body) == (401, False)


def test_requests_are_counted_whichever_process_answered(whole_office):
    view = "account_login"
    with ThreadPoolExecutor(6) as many:
        statuses = many.map(
            lambda _: got(whole_office, "/account/login/")[0], range(ASKED)
        )
        assert set(statuses) == {200}
    seen = {COUNT % (view, ASKED) in figures(whole_office) for _ in range(12)}
    assert seen == {True}
    written = {each.name for each in (whole_office.var / "metrics").iterdir()}
    assert len({name.partition("_")[2] for name in written}) == 2


def test_stored_pages_are_counted_and_numbered_too(whole_office):
    answers = [got(whole_office, "/tournaments/", X_Request_ID=SENT) for _ in range(20)]
    assert {(status, number) for status, number, _ in answers} == {(200, SENT)}
    metrics = figures(whole_office)
    assert COUNT % ("tournaments:calendar", 20) in metrics
    hits, misses = (
        float(re.search(rf'shared_pages_total{{result="{kind}"}} (\S+)', metrics)[1])
        for kind in ("hit", "miss")
    )
    assert (hits + misses, hits >= 16) == (20, True)


def pages_made(office: WholeOffice) -> float:
    found = re.findall(
        r"^rankbok_pages_made_total\{[^}]*\} (\S+)", figures(office), re.MULTILINE
    )
    return sum(map(float, found))


def test_page_requested_concurrently_is_made_once_by_all_processes(whole_office):
    before = pages_made(whole_office)
    with ThreadPoolExecutor(12) as many:
        answers = list(many.map(lambda _: got(whole_office, "/records/"), range(36)))
    assert {status for status, _, _ in answers} == {200}
    assert len({text for _, _, text in answers}) == 1
    assert pages_made(whole_office) - before == 1


def test_malformed_request_number_is_replaced(whole_office):
    _, number, _ = got(whole_office, "/healthz", X_Request_ID="anna=berg x")
    assert re.fullmatch("[0-9a-f]{32}", number)


def test_number_of_an_act_appears_in_the_workers_logs(whole_office):
    season = whole_office.ask("commands.season_to_submit", "1")
    sender = Sender(whole_office.url, season["email"], season["password"])
    sender.opener.addheaders = [("X-Request-ID", SENT)]
    sender.send_all(season["tournaments"])
    whole_office.wait_for(whole_office.is_computed, 90)

    mine = f"request_number={SENT}"
    answered = lines(whole_office, part="web", holding="view=tournaments:submit")
    assert [mine in line for line in answered] == [True]

    def of_recompute() -> list[str]:
        return lines(whole_office, part="worker-recompute", holding=mine)

    whole_office.wait_for(lambda: any("succeeded" in line for line in of_recompute()))
    whole_office.wait_for(
        lambda: any("pool computed" in line for line in of_recompute())
    )
    # The task sent by the first task.
    whole_office.wait_for(
        lambda: lines(whole_office, part="worker-office", holding=mine)
    )
    every = "".join(
        path.read_text()
        for path in whole_office.logs
        if path.name.startswith(("web", "worker", "beat"))
    )
    assert season["email"] not in every
    metrics = figures(whole_office)
    assert re.search(r'computations_total{pool="\S+",state="done"} [1-9]', metrics)
    assert re.search(r'pool_postings_behind{pool="\S+"} 0.0', metrics)


def test_every_part_gives_signs_of_life(whole_office):
    assert well(whole_office) == (0, "well")
    for queue in QUEUES:
        whole_office.wait_for(
            lambda queue=queue: well(whole_office, "worker", queue) == (0, "well")
        )
    whole_office.wait_for(lambda: well(whole_office, "beat") == (0, "well"))
    metrics = figures(whole_office)
    assert [f'rankbok_workers{{queue="{q}"}} 1.0' in metrics for q in QUEUES] == [
        True
    ] * 4


@pytest.mark.parametrize(
    ("part", "words", "process", "name"),
    [
        (["worker", "mail"], "mail@", "-Q mail", "mail@"),
        (["beat"], "beat", "celery -A federation beat", "beat"),
    ],
)
def test_stopped_part_is_reported_until_it_continues(
    whole_office, part, words, process, name
):
    valkey = redis.Redis.from_url(whole_office.env["REDIS_URL"])
    pid = whole_office.pid_of(process)
    os.kill(pid, signal.SIGSTOP)
    try:
        # As if it had been stopped for long enough.
        for each in valkey.zrange("rankbok:alive", 0, -1):
            if each.decode().startswith(name):
                valkey.zadd("rankbok:alive", {each: time.time() - 61})
        status, message = well(whole_office, *part)
        assert (status, message.startswith(words), "said nothing for 6" in message) == (
            1,
            True,
            True,
        )
    finally:
        os.kill(pid, signal.SIGCONT)
    whole_office.wait_for(lambda: well(whole_office, *part) == (0, "well"), 30)


@pytest.mark.expected_in_logs(
    r"ConnectionError|Connection(Refused|Reset|Closed)|Broken pipe|kombu|redis",
    r"consumer: Cannot connect|Connection to broker lost|Error 111 connecting",
    reason="the broker is killed",
)
def test_worker_that_lost_valkey_gives_signs_of_life_again(whole_office):
    valkey = redis.Redis.from_url(whole_office.env["REDIS_URL"])
    os.kill(whole_office.parts["Valkey"](), signal.SIGKILL)

    def is_back() -> bool:
        try:
            valkey.delete("rankbok:alive")
        except redis.RedisError:
            return False
        return True

    whole_office.wait_for(is_back)
    whole_office.wait_for(lambda: well(whole_office, "worker", "long")[0] == 0, 60)
    whole_office.wait_for(lambda: well(whole_office, "beat")[0] == 0, 60)
