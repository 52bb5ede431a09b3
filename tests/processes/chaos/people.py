"""The people who work in the office: each in a thread, with a session of their own,
relying only on what the office has acknowledged.
"""

import json
import threading
from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from random import Random

from tests.processes.visitor import NoGoodAnswerError, Visitor, expect

RESULTS = ("1-0", "1/2", "0-1")
MY_ANSWER = "It is as it should be."


@dataclass
class Board:
    """`results`: those that the office has acknowledged, in order."""

    number: int
    version: int
    results: list[str]


@dataclass
class Tournament:
    """A tournament: how often it was `sent` in and `opened` again; `is_open`: its
    results can be changed.
    """

    number: int
    boards: list[Board]
    sent: int = 0
    opened: int = 0
    is_open: bool = True


class Person(Visitor):
    """Acts repeatedly until stopped. `rests`: the most seconds between two acts;
    officers are quicker than secretaries, or no list could ever be approved.
    """

    rests = 0.2

    def __init__(self, url: str, chance: Random, *, cookie: str = "") -> None:
        super().__init__(url, cookie=cookie)
        self.chance = chance
        self.acknowledged: Counter[str] = Counter()
        self.may_stop = threading.Event()
        self.problem: Exception | None = None
        self.thread = threading.Thread(target=self._work, daemon=True)

    def begin(self) -> None:
        """Do what is needed before the first act."""

    def act(self) -> None:
        raise NotImplementedError

    def finish(self) -> None:
        """Do what is needed after the last act."""

    def _work(self) -> None:
        try:
            self.begin()
            while not self.may_stop.is_set():
                self.act()
                self.may_stop.wait(self.chance.uniform(0, self.rests))
            self.finish()
        except Exception as problem:
            self.problem = problem


class Secretary(Person):
    """Sends tournaments in, withdraws or reopens them, and changes results."""

    rests = 4.0

    def __init__(self, url: str, chance: Random, season_facts: dict) -> None:
        super().__init__(url, chance)
        self.email, self.password = season_facts["email"], season_facts["password"]
        self.tournaments = [
            Tournament(each["number"], [Board(**board) for board in each["boards"]])
            for each in season_facts["tournaments"]
        ]

    def begin(self) -> None:
        self.until_done(lambda: self.sign_in(self.email, self.password))

    def act(self) -> None:
        tournament = self.chance.choice(self.tournaments)
        if tournament.is_open:
            self._change_a_result(tournament)
            self._submit(tournament)
        else:
            self._open_again(tournament)

    def finish(self) -> None:
        for tournament in self.tournaments:
            if tournament.is_open:
                self._submit(tournament)

    def _change_a_result(self, tournament: Tournament) -> None:
        board = self.chance.choice(tournament.boards)
        others = [each for each in RESULTS if each != board.results[-1]]
        wanted = self.chance.choice(others)
        self.until_done(lambda: self._enter(board, wanted))
        board.results.append(wanted)
        self.acknowledged["result"] += 1

    def _enter(self, board: Board, wanted: str) -> None:
        """Enter a result. If the answer was lost on the way, the repeated request is
        answered with a conflict with the user's own earlier one.
        """
        wish = {"result": wanted, "version": str(board.version)}
        stored = json.loads(self.post(f"/boards/{board.number}/result/", wish).text)
        if stored.get("result") != wanted:
            raise NoGoodAnswerError(stored)
        board.version = stored["version"]

    def _submit(self, tournament: Tournament) -> None:
        self.until_done(lambda: self._send(tournament.number))
        tournament.sent += 1
        tournament.is_open = False
        self.acknowledged["submission"] += 1

    def _send(self, tournament: int) -> None:
        """Send it in, with an answer to every question of the page."""
        path = f"/tournaments/{tournament}/submit/"
        answers = dict.fromkeys(self.get(path).questions, MY_ANSWER)
        expect(self.post(path, answers), f"/tournaments/{tournament}/changes/")

    def _open_again(self, tournament: Tournament) -> None:
        """Withdraw it as long as no one has accepted it, otherwise reopen it for a
        correction.
        """
        way = self.until_done(lambda: self._opened(tournament))
        tournament.opened += 1
        tournament.is_open = True
        self.acknowledged[way] += 1

    def _opened(self, tournament: Tournament) -> str:
        for way in ("recall", "correct"):
            self.post(f"/tournaments/{tournament.number}/{way}/", {})
            path = f"/tournaments/{tournament.number}/submit/"
            if self.get(path).path == path:
                return way
        raise NoGoodAnswerError(tournament.number)


class Reviewer(Person):
    """Accepts the reports in the inbox."""

    def __init__(self, url: str, chance: Random, cookie: str) -> None:
        super().__init__(url, chance, cookie=cookie)
        self.accepted: set[int] = set()

    def act(self) -> None:
        reports = self.until_done(lambda: self.get("/inbox/")).numbers_in(
            "/reports/%d/"
        )
        if reports:
            self.until_done(lambda: self._accept(self.chance.choice(reports)))

    def _accept(self, report: int) -> None:
        answer = self.post(f"/reports/{report}/judge/", {"act": "accept"})
        if answer.path == f"/reports/{report}/":
            self.accepted.add(report)
            self.acknowledged["acceptance"] += 1


class Approver(Person):
    """Approves lists that wait for approval."""

    def __init__(self, url: str, chance: Random, cookie: str) -> None:
        super().__init__(url, chance, cookie=cookie)
        self.approved: set[tuple[int, int]] = set()

    def act(self) -> None:
        waiting = self.until_done(lambda: self.get("/approval/"))
        periods = waiting.numbers_in("/approval/%d/")
        if periods:
            self._approve(self.chance.choice(periods))

    def _approve(self, period: int) -> None:
        """Send the seen proposal again until there is an answer: the second time the
        office may say that it is approved already. For a period that no longer waits
        the answer is another page.
        """
        path = f"/approval/{period}/"
        page = self.until_done(lambda: self.get(path))
        seen = page.value_of("seen")
        if not seen:
            return
        ticks = ("looked_at", "left_out_seen", "earlier_seen")
        form = {"seen": seen} | {each: "on" for each in ticks if each in page.text}
        answer = self.until_done(lambda: self.post(path, form))
        if (answer.status, answer.path) == (HTTPStatus.OK, path):
            self.approved.add((period, int(seen.partition("-")[0])))
            self.acknowledged["approval"] += 1
