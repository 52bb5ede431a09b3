"""A season of tournaments that are paired, submitted and rated automatically, with
players who withdraw, come late, miss rounds and lose by forfeit.

    SEASON=300 script/test tests/tournaments/test_season.py

plays a whole one; by default it is short.
"""

import os
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest

from federation.models import Player
from ratings.engine.domain.computation import compute_pool
from ratings.models import CurrentRating, Game, Report
from tests.factories import NOON, ClubFactory, acting, member
from tests.tournaments.tournaments_made import entered, section, tournament
from tournaments.domain.entering import enter_player
from tournaments.domain.results import ResultWish, enter_results, withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import (
    HowPaired,
    ProposalSeen,
    record_absences,
    seats_of,
)
from tournaments.domain.starting import start_section
from tournaments.domain.submitting import submit_results
from tournaments.enums import Bye, FindingKind
from tournaments.queries.rounds.round_pairing import pair, round_to_pair
from tournaments.queries.section_results import read_section_results
from tournaments.rules.results import Result

pytestmark = pytest.mark.django_db
LENGTH = int(os.environ.get("SEASON", "6"))
KINDS = ("monrad", "nordic", "dutch_2026", "berger")
ROUNDS, SMALLEST, LARGEST, PLAYERS = 5, 12, 21, 80
RESULTS = (
    [Result.WHITE_WIN] * 8 + [Result.DRAW] * 6 + [Result.BLACK_WIN] * 7
    + [Result.FORFEIT_WHITE, Result.FORFEIT_BLACK, Result.DOUBLE_FORFEIT]
)  # fmt: skip
ANSWERED = dict.fromkeys(FindingKind.values, "So it was.")


class Event:
    """A tournament from its entries to its report."""

    def __init__(self, number, kind, players):
        self.chance = Random(f"season {number}")  # noqa: S311 (no secret)
        self.kind = kind
        first = date(2026, 1, 5) + timedelta(days=number % 90)
        club = ClubFactory()
        event = tournament(
            club, name=f"Cup {number}", start_date=first, end_date=first + 28 * DAY
        )
        facts = {} if kind == "berger" else {
            "format": "boards", "rounds": ROUNDS, "pairing_system": kind,
        }  # fmt: skip
        self.group = section(event, **facts)
        size = self.chance.randint(5, 9) if kind == "berger" else 0
        size = size or self.chance.randint(SMALLEST, LARGEST)
        *taken, self.late = self.chance.sample(players, size + 1)
        entered(self.group, *taken)
        start_section(self.group.pk, acting=acting())
        self.group.refresh_from_db()

    def play(self):
        for number in range(1, self.group.rounds + 1):
            self._before(number)
            if self.kind != "berger":
                self._pair(number)
            boards = self.group.pairings.filter(round=number, result="")
            if self.kind == "berger":
                # The rules settle the games of a player who has left.
                left = self.group.entries.exclude(withdrawn_after=None)
                boards = boards.exclude(white__in=left).exclude(black__in=left)
            wishes = [
                ResultWish(each.pk, self.chance.choice(RESULTS).value, each.version)
                for each in boards.exclude(black=None)
            ]
            enter_results(self.group.pk, wishes, acting=acting())

    def _before(self, number):
        """Let a player withdraw, come late, or miss the round."""
        entries = list(self.group.entries.filter(withdrawn_after=None))
        if number > 1 and self.chance.random() < 0.2:
            withdraw_entry(self.chance.choice(entries).pk, number - 1, acting=acting())
        if self.kind == "berger":
            return
        if number == 2 and self.chance.random() < 0.4:
            enter_player(self.group.pk, self.late.pk, acting=acting())
        missing = {}
        if self.chance.random() < 0.3:
            missing[self.chance.choice(entries).pk] = self.chance.choice(Bye.values)
        record_absences(self.group.pk, number, missing, acting=acting())

    def _pair(self, number):
        proposal = round_to_pair(read_section_results(self.group), number, self.kind)
        seats = seats_of(pair(proposal))
        numbers = dict(self.group.entries.values_list("pk", "pairing_number"))
        pairs = [(numbers[white], numbers.get(black)) for white, black in seats]
        how = HowPaired(ProposalSeen(self.kind, seats))
        set_boards(self.group.pk, number, pairs, acting=acting(), paired=how)
        self._assert_colours(proposal)

    def _assert_colours(self, proposal):
        """Assert that the player who had White least gets it; a bye counts as White
        only in Monrad.
        """
        before = {player.id: player for player in proposal.field.players}
        if self.kind == "dutch_2026":
            return
        for board in self.group.pairings.filter(round=proposal.number).exclude(
            black=None
        ):
            white, black = (
                before[each].whites
                + (len(before[each].byes) if self.kind == "monrad" else 0)
                for each in (board.white_id, board.black_id)
            )
            assert white <= black

    def submit(self):
        return submit_results(
            self.group.tournament_id, answers=ANSWERED, is_final=True, acting=acting()
        )

    def assert_invariants(self):
        boards = list(self.group.pairings.in_order())
        played = Counter(
            frozenset((each.white_id, each.black_id))
            for each in boards
            if Result(each.result).is_played
        )
        assert set(played.values()) <= {1}, "nobody meets twice"
        byes = Counter(each.white_id for each in boards if each.result == Result.BYE)
        assert set(byes.values()) <= {1}, "nobody has two byes"
        for number in range(1, self.group.rounds + 1):
            seated = [
                each
                for board in boards
                if board.round == number
                for each in (board.white_id, board.black_id)
                if each
            ]
            assert len(seated) == len(set(seated)), "one board a round"
        if self.kind == "dutch_2026":
            self._assert_dutch_colours(boards)

    def _assert_dutch_colours(self, boards):
        """Assert that no player has a colour difference of three or one colour three
        times running; in the last round the top scorers may (C.04.3).
        """
        colours = {entry.pk: [] for entry in self.group.entries.all()}
        for each in boards:
            is_last = each.round == self.group.rounds
            if each.black_id and Result(each.result).is_played and not is_last:
                colours[each.white_id].append(1)
                colours[each.black_id].append(-1)
        for history in colours.values():
            assert abs(sum(history)) <= 2
            assert not any(
                first == second == third
                for (first, second), (_, third) in pairwise(pairwise(history))
            )


DAY = timedelta(days=1)


def test_season_is_paired_submitted_and_rated_automatically():
    club = ClubFactory()
    players = [member(club, birth_year=1950 + number % 60) for number in range(PLAYERS)]
    games = 0
    for number in range(LENGTH):
        event = Event(number, KINDS[number % len(KINDS)], players)
        event.play()
        event.assert_invariants()
        report = event.submit()
        rated = [
            each for each in event.group.pairings.all() if Result(each.result).is_rated
        ]
        assert Game.objects.filter(report=report).count() == len(rated)
        games += len(rated)
    pool_id = event.group.tournament.pool_id
    while compute_pool(pool_id, at=NOON, cause="test"):
        pass

    assert games > 20 * LENGTH
    assert Report.objects.counting().count() == LENGTH
    rated_now = CurrentRating.objects.filter(pool_id=pool_id)
    assert rated_now.filter(rating__isnull=False).count() > PLAYERS / 2
    assert Player.objects.count() == PLAYERS
