"""The product's central test: after any acts, in any order and with any crashes, the
incremental result equals a full replay, row for row."""

import itertools
import os
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from math import inf
from typing import ClassVar

import pytest
from django.db import connection, transaction
from django.db.models import F
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from federation.domain.authorship import ActionContext
from ratings.board.domain.board import BoardDraft, decide_level, lowest_of
from ratings.board.queries.board import waiting_for_board
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    revoke_decision,
)
from ratings.engine.domain import computation, replay
from ratings.engine.domain.computation import compute_pool, replay_whole_pool
from ratings.engine.domain.explaining import explain_listed, explain_live
from ratings.engine.domain.incremental import ReplayIsCheaper, recompute_step
from ratings.engine.domain.late_adjustments import late_adjustments_of
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.enums import ACTIVITY_DECISIONS, DecisionKind, PostingType
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.posting import NothingPlayed
from ratings.ledger.domain.reports import (
    ReportNotPossible,
    accept_report,
    hold_report,
    release_report,
    return_report,
    withdraw_report,
)
from ratings.ledger.domain.slots import CHANGES, empty_spare
from ratings.lists.domain.publishing import (
    ApprovalNotPossible,
    approve_list,
    publish_list,
)
from ratings.lists.domain.revisions import cancel_unchanged_revisions
from ratings.lists.queries.listing import proposal_seen
from ratings.merges.domain.merges import (
    MergeDraft,
    MergeNotPossible,
    confirm_merge,
    propose_merge,
    undo_merge,
)
from ratings.models import (
    Change,
    Computation,
    CurrentRating,
    Decision,
    Edition,
    ListEntry,
    ListStep,
    Merge,
    Period,
    Pool,
    Posting,
    RatingList,
    Report,
    Run,
)
from ratings.players.queries.explanations import (
    disagreements,
    stored_change,
    stored_step,
)
from ratings.rules.conversion import FIDE_2024
from ratings.rules.elo.bonus_rules import BonusRule
from ratings.rules.elo.k_rules import KRule
from ratings.rules.elo.parameters import edition
from tests.factories import (
    NOON,
    PlayerFactory,
    UserFactory,
    chess_pool,
    line,
    member,
    posted,
    side,
)

FIRST, LAST = date(2024, 1, 1), date(2026, 4, 30)
DAYS = st.dates(FIRST, LAST)
FIRST_EVENT = date(2026, 1, 10)
IN_THE_OPEN_PERIOD = date(2026, 4, 5), date(2026, 4, 12)
PLAYERS = 9


FOR_EVERY_SYSTEM = (
    DecisionKind.START,
    DecisionKind.ADJUSTMENT,
    DecisionKind.ASSESSED,
    DecisionKind.WITHHOLD_BONUS,
)

DECIDED = {
    "kind": st.sampled_from(FOR_EVERY_SYSTEM),
    "number": st.integers(0, PLAYERS - 2),
    "day": DAYS,
    "points": st.integers(900, 2300),
    "whole_pool": st.booleans(),
}
OPENING_DAYS = st.dates(date(2026, 1, 1), date(2028, 12, 31))

REVOCABLE = (*FOR_EVERY_SYSTEM, *sorted(ACTIVITY_DECISIONS))


class Crash(Exception):
    """Simulates the death of the process."""


class crash_at:  # noqa: N801 - reads as prose where it is used
    """Raise `Crash` at the n-th SQL statement inside the block."""

    def __init__(self, statement: int) -> None:
        self.left = statement

    def __enter__(self) -> None:
        self.wrapper = connection.execute_wrapper(self._count)
        self.wrapper.__enter__()

    def __exit__(self, kind, error, trace) -> bool:
        self.wrapper.__exit__(kind, error, trace)
        return kind is Crash

    def _count(self, execute, sql, params, many, context):
        # A dead connection rolls back by itself: not counted as the act's statements.
        if not sql.startswith(("ROLLBACK TO", "RELEASE")):
            self.left -= self.left >= 0
        if self.left == -1:
            self.left = -2
            raise Crash
        return execute(sql, params, many, context)


@st.composite
def games(draw):
    """Draw the games of one report as (white, black, score, day, minutes, played)."""
    size = draw(st.integers(1, 5))
    pair = st.lists(st.integers(0, PLAYERS - 1), min_size=2, max_size=2, unique=True)
    start = draw(DAYS)
    return [
        (
            *draw(pair),
            draw(st.integers(0, 2)),
            min(LAST, start + timedelta(days=draw(st.integers(0, 40)))),
            draw(st.sampled_from([120, 120, 120, 60, 15])),
            draw(st.sampled_from([True, True, True, True, False])),
        )
        for _ in range(size)
    ]


class Office(RuleBasedStateMachine):
    system = "ssf_2008"
    started = 0
    """Number of players with a start rating from the beginning."""
    pace = 1
    events = FIRST_EVENT, date(2026, 3, 10), date(2026, 4, 5)
    """The days of the events with which each example begins."""
    guest = 1700
    """The rating of the player from outside."""
    seen: ClassVar[Counter[str]] = Counter()
    """Number of examples in which each thing happened."""

    def rating(self, points):
        """Return a rating of this system for one from 900 to 2300."""
        return points

    def adjustment(self, points):
        return points - 1500

    def open_editions(self):
        Edition.objects.filter(pool=self.pool).update(system=self.system)

    @initialize(
        adopting=st.lists(st.booleans(), min_size=PLAYERS, max_size=PLAYERS),
        acts=st.permutations(["hold_one", "turn_one", "merge_one", "start_one"]),
        data=st.data(),
    )
    def open(self, adopting, acts, data):
        self.block = transaction.atomic()
        self.block.__enter__()
        self.pool = chess_pool()
        self.open_editions()
        self.officers = [UserFactory(), UserFactory()]
        self.board = UserFactory()
        self.players = [
            member(birth_year=1950 + 8 * number) for number in range(PLAYERS - 1)
        ]
        self.players.append(PlayerFactory())
        self.adopting = adopting
        self.sources = 0
        self.printed = {}
        self.checked = None
        self.happened = set()
        for number in range(self.started):
            self.start(self.players[number], self.rating(1500 + 60 * number))
        self.begin(acts, data)

    def begin(self, acts, data):
        """Post three events, of which one is accepted, then do these acts with drawn
        data, each followed separately.
        """
        for source, day in enumerate(self.events, 1):
            self.post([(0, 1, 2, day, 120, True), (2, 3, 1, day, 120, True)], source)
        self.sources = len(self.events)
        self.compute()
        accept_report(self.reports("submitted")[0].pk, acting=self.acting(1))
        for act in acts:
            getattr(self, act)(data)
            self.follow()

    def later_report(self, data):
        """Draw a report that counts and is not the first: what precedes it stays."""
        return data.draw(st.sampled_from(self.reports("submitted", "accepted")[1:]))

    def hold_one(self, data):
        hold_report(self.later_report(data).pk, "look", acting=self.acting(1))

    def turn_one(self, data):
        self.turn(self.later_report(data), data)

    def merge_one(self, data):
        """Merge a player who has played with one who has not."""
        others = data.draw(st.permutations(range(4, PLAYERS)))
        self.merge([data.draw(st.integers(2, 3)), *others])

    def start_one(self, data):
        """Decide a start rating for a player without one: the pool is replayed."""
        number, day = data.draw(st.integers(self.started, PLAYERS - 2)), data.draw(DAYS)
        self.decide(DecisionKind.START, number, day, 1500, whole_pool=False)

    def start(self, player, points):
        draft = DecisionDraft(
            self.pool.pk, DecisionKind.START, player.pk, FIRST, points, "the old books"
        )
        decision = make_decision(draft, acting=self.acting(0))
        confirm_decision(decision.pk, acting=self.acting(1))

    def teardown(self):
        if hasattr(self, "block"):
            self.seen.update(self.happened)
            transaction.set_rollback(True)
            self.block.__exit__(None, None, None)

    def acting(self, who=0):
        return ActionContext(self.officers[who].pk, NOON)

    def side(self, number):
        last = number == PLAYERS - 1
        return side(
            self.players[number],
            is_member=not last,
            adopts=self.adopting[number],
            outside=self.guest if last else None,
            outside_kind="fide" if last else "",
        )

    def lines(self, games):
        return [
            line(
                self.side(white),
                self.side(black),
                score,
                day,
                key=key,
                round=key,
                minutes=minutes * self.pace,
                played=played,
            )
            for key, (white, black, score, day, minutes, played) in enumerate(games, 1)
        ]

    def post(self, games, source):
        posted(
            *self.lines(games),
            source_number=source,
            by=self.officers[0],
            **self.facts(games),
        )

    def facts(self, games):
        """Return the facts of a report's event, by its size."""
        return {}

    def reports(self, *states):
        return list(Report.objects.filter(state__in=states).order_by("pk"))

    @rule(games=games())
    def submit(self, games):
        self.sources += 1
        self.post(games, self.sources)

    @precondition(lambda self: self.sources)
    @rule(games=games(), data=st.data())
    def correct(self, games, data):
        source = data.draw(st.integers(1, self.sources))
        self.post(games, source)

    @precondition(lambda self: self.sources)
    @rule(data=st.data())
    def flip_one_result(self, data):
        report = data.draw(
            st.sampled_from(self.reports("submitted", "accepted") or [None])
        )
        if report is not None:
            self.turn(report, data)

    def turn(self, report, data):
        """Post the report again with another result of one game."""
        rows = list(report.lines.order_by("key"))
        turned = data.draw(st.integers(0, len(rows) - 1))
        by = data.draw(st.integers(1, 2))
        number = {player.pk: place for place, player in enumerate(self.players)}
        games = [
            (
                number[row.white_id],
                number[row.black_id],
                (row.score + by) % 3 if place == turned else row.score,
                row.played_date,
                row.minutes // self.pace,
                row.played,
            )
            for place, row in enumerate(rows)
        ]
        self.post(games, report.source_number)

    @rule(
        data=st.data(),
        act=st.sampled_from(["accept", "hold", "release", "return", "withdraw"]),
    )
    def judge(self, data, act):
        report = data.draw(
            st.sampled_from(list(Report.objects.order_by("pk")) or [None])
        )
        if report is None:
            return
        acting = self.acting(1)
        acts = {
            "accept": lambda: accept_report(report.pk, acting=acting),
            "hold": lambda: hold_report(report.pk, "look", acting=acting),
            "release": lambda: release_report(report.pk, acting=acting),
            "return": lambda: return_report(report.pk, "mend", acting=acting),
            "withdraw": lambda: withdraw_report(report.pk, "gone", acting=acting),
        }
        try:
            acts[act]()
        except ReportNotPossible:
            return

    @rule(**DECIDED)
    def decide(self, kind, number, day, points, whole_pool):
        withheld = kind == DecisionKind.WITHHOLD_BONUS
        draft = DecisionDraft(
            pool_id=self.pool.pk,
            kind=kind,
            player_id=None if withheld and whole_pool else self.players[number].pk,
            on_date=day,
            points=None
            if withheld
            else self.adjustment(points)
            if kind == DecisionKind.ADJUSTMENT
            else self.rating(points),
            reason="known strength",
        )
        decision = make_decision(draft, acting=self.acting(0))
        confirm_decision(decision.pk, acting=self.acting(1))

    @rule(data=st.data())
    def revoke(self, data):
        in_force = Decision.objects.filter(
            span__endswith=None, span__isnull=False, kind__in=REVOCABLE
        )
        decision = data.draw(st.sampled_from(list(in_force.order_by("pk")) or [None]))
        if decision:
            revoke_decision(decision.pk, acting=self.acting(1))

    @rule(pair=st.permutations(range(PLAYERS)))
    def merge(self, pair):
        """Merge the first two players who may be merged."""
        for merged_card, remaining_card in itertools.combinations(pair, 2):
            ids = self.players[merged_card].pk, self.players[remaining_card].pk
            try:
                merge = propose_merge(
                    MergeDraft(*ids, "one man"), acting=self.acting(0)
                )
            except MergeNotPossible:
                continue
            confirm_merge(merge.pk, acting=self.acting(1))
            return

    @rule(data=st.data())
    def undo_a_merge(self, data):
        in_force = Merge.objects.in_force().filter(stays__merged_into=None)
        merge = data.draw(st.sampled_from(list(in_force.order_by("pk")) or [None]))
        if merge:
            undo_merge(merge.pk, reason="two men", acting=self.acting(1))

    @rule(day=OPENING_DAYS)
    def a_new_period_begins(self, day):
        open_period_of_today(self.pool, today=day, acting=ActionContext(None, NOON))

    @rule(data=st.data())
    def approve(self, data):
        period = data.draw(
            st.sampled_from(list(Period.objects.order_by("end_date")) or [None])
        )
        if period is not None:
            self.approve_period(period)

    def approve_period(self, period):
        cancel_unchanged_revisions(period.pool_id)
        try:
            approval = approve_list(
                period.pk,
                seen=proposal_seen(period),
                comment="",
                today=date(2029, 1, 1),
                # An officer who has stopped no results.
                acting=ActionContext(self.board.pk, NOON),
            )
        except ApprovalNotPossible:
            return
        published = publish_list(approval.pk, at=NOON)
        assert published is not None
        self.printed[published.pk] = entries(published.pk)

    @rule(data=st.data())
    def explain(self, data):
        self.compute()
        changes = Change.objects.order_by("player_id", "ended_on", "report_id")
        row = data.draw(st.sampled_from(list(changes) or [None]))
        if row is None or row.started_on > row.ended_on:
            return
        number = Computation.objects.get(pool=self.pool).computed
        key = (self.pool.pk, row.player_id, row.ended_on)
        explained = explain_live(*key, number, row.report_id)
        stored = stored_change(*key, row.report_id)
        assert disagreements(explained.step, stored) == ()

    @precondition(lambda self: self.printed)
    @rule(data=st.data())
    def explain_a_list(self, data):
        rating_list = RatingList.objects.get(
            pk=data.draw(st.sampled_from(sorted(self.printed)))
        )
        list_steps = ListStep.objects.filter(
            list_id=rating_list.pk, started_on__lte=F("ended_on")
        ).order_by("player_id")
        steps = [(row.player_id, row.report_id) for row in list_steps]
        if not steps:
            return
        player, report = data.draw(st.sampled_from(steps))
        explained = explain_listed(rating_list, player, report)
        stored = stored_step(rating_list.pool_id, rating_list.pk, player, report)
        assert disagreements(explained.step, stored) == ()

    @rule()
    def compute(self):
        compute_pool(self.pool.pk, at=NOON, cause="test")

    @rule(statement=st.integers(0, 40))
    def compute_and_crash(self, statement):
        with crash_at(statement), transaction.atomic():
            compute_pool(self.pool.pk, at=NOON, cause="test")

    @rule(games=games(), statement=st.integers(0, 25))
    def submit_and_crash(self, games, statement):
        before = self.sources
        with crash_at(statement), transaction.atomic():
            self.submit(games)
        if not Report.objects.filter(source_number=self.sources).exists():
            self.sources = before

    @rule(
        act=st.sampled_from(["flip_one_result", "revoke", "undo_a_merge", "approve"]),
        data=st.data(),
        statement=st.integers(0, 60),
    )
    def act_and_crash(self, act, data, statement):
        with crash_at(statement), transaction.atomic():
            getattr(self, act)(data)
        existing = set(RatingList.objects.values_list("pk", flat=True))
        self.printed = {pk: rows for pk, rows in self.printed.items() if pk in existing}

    @rule(
        act=st.sampled_from(["accept", "hold", "release", "return", "withdraw"]),
        data=st.data(),
        statement=st.integers(0, 25),
    )
    def judge_and_crash(self, act, data, statement):
        with crash_at(statement), transaction.atomic():
            self.judge(data, act)

    @rule(pair=st.permutations(range(PLAYERS)), statement=st.integers(0, 40))
    def merge_and_crash(self, pair, statement):
        with crash_at(statement), transaction.atomic():
            self.merge(pair)

    @rule(games=games(), data=st.data(), statement=st.integers(0, 25))
    def correct_and_crash(self, games, data, statement):
        with crash_at(statement), transaction.atomic():
            self.correct(games, data)

    @rule(statement=st.integers(0, 25), **DECIDED)
    def decide_and_crash(self, statement, **decided):
        with crash_at(statement), transaction.atomic():
            self.decide(**decided)

    @rule(day=OPENING_DAYS, statement=st.integers(0, 15))
    def a_new_period_begins_and_crash(self, day, statement):
        with crash_at(statement), transaction.atomic():
            self.a_new_period_begins(day)

    @invariant()
    def incremental_equals_replay(self):
        if not hasattr(self, "pool") or self.ledger() == self.checked:
            return
        with transaction.atomic():
            self.follow()
            transaction.set_rollback(True)

    def follow(self):
        """Compute what is out of date; a replay must give the same rows."""
        self.checked = self.ledger()
        before = Before(self.computed(), derived(), converted())
        self.compute()
        incremental = derived()
        if incremental != before.derived:
            self.note(before)
        with transaction.atomic():
            replay_whole_pool(self.pool.pk, at=NOON)
            assert differing(incremental, derived()) == ([], [])
            transaction.set_rollback(True)

    def ledger(self):
        """Return a value that changes whenever something must be recomputed."""
        lists = RatingList.objects.order_by("-pk").values_list("pk", flat=True)
        return self.posted(), lists.first()

    def posted(self):
        return Pool.objects.get(pk=self.pool.pk).posted

    def computed(self):
        return Computation.objects.get(pool=self.pool).computed

    def last_run(self):
        return Run.objects.filter(pool=self.pool, error="").latest("pk")

    def note(self, before):
        """Count what was brought up to date, and how."""
        run = self.last_run()
        acts = Posting.objects.filter(pool=self.pool, number__gt=before.computed)
        self.happened.add("replayed" if run.is_replay else "walked")
        for act, what in ((PostingType.HOLD, "held"), (PostingType.MERGE, "merged")):
            if acts.filter(act=act).exists():
                self.happened.add(what)
        if not run.is_replay and converted() != before.converted:
            self.happened.add("converted")

    @invariant()
    def a_published_list_never_changes(self):
        for number, printed in getattr(self, "printed", {}).items():
            assert entries(number) == printed


@dataclass(frozen=True, slots=True)
class Before:
    """The stored state before a computation."""

    computed: int
    derived: tuple[list, list]
    converted: list


def converted():
    """Return the rows of converted players."""
    rows = Change.objects.filter(started_on__gt=F("ended_on"))
    return list(rows.order_by("player_id", "ended_on").values_list())


def derived():
    facts = [each.attname for each in Change._meta.fields if each.name != "slot"]  # noqa: SLF001
    changes = Change.objects.order_by(
        "player_id", "ended_on", "started_on", "report_id"
    ).values_list(*facts)
    current = CurrentRating.objects.order_by("player_id").values_list(
        "player_id", "rating", "base", "games", "ended_on", "last_played"
    )
    return list(changes), list(current)


def differing(incremental, replayed):
    """Return the rows that only one of both has."""
    return tuple(
        [
            row
            for mine, others in zip(one, other, strict=True)
            for row in mine
            if row not in others
        ]
        for one, other in ((incremental, replayed), (replayed, incremental))
    )


def entries(number):
    return list(
        ListEntry.objects.filter(list_id=number).order_by("player_id").values_list()
    )


EXAMPLES = int(os.environ.get("EXAMPLES", "0"))
"""Number of examples tried of each office, in place of the usual one; 0: the usual."""

# Shrinking would replay a failure for minutes against the database: the steps as
# they were found say enough.
QUICK = settings(
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    max_examples=EXAMPLES or 12,
    stateful_step_count=17,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


# The same engine: of other systems fewer examples say enough.
FEW = settings(QUICK, max_examples=EXAMPLES or 4)


def try_out(office, examples=FEW, *, also=()):
    """Run the office; fail also if what is to be tried did not happen in three of four
    examples, or a replay of stored rows in none.
    """
    office.seen = Counter()
    run_state_machine_as_test(office, settings=examples)
    most = examples.max_examples * 3 // 4
    least = dict.fromkeys(("walked", "held", "merged", *also), most) | {"replayed": 1}
    too_seldom = {what for what in least if office.seen[what] < least[what]}
    assert too_seldom == set(), dict(office.seen)


@pytest.mark.django_db
def test_incremental_equals_replay_after_anything_that_can_happen():
    try_out(Office, QUICK)


class GlickoOffice(Office):
    system = "glicko2"


@pytest.mark.django_db
def test_incremental_equals_replay_under_glicko_2():
    try_out(GlickoOffice)


class LaskOffice(Office):
    """Events of two and five games are rated as a whole; those of three are large."""

    system = "lask_1970"
    started = PLAYERS - 2
    pace = 2

    def post(self, games, source):
        # Refused if an event that is rated on its mean has no game that counts.
        with suppress(NothingPlayed):
            super().post(games, source)

    def facts(self, games):
        methods = {2: "concentrated", 5: "monrad"}
        return {
            "method": methods.get(len(games), "games"),
            "is_large": len(games) == 3,
        }

    def lines(self, games):
        found = super().lines(games)
        if len(games) != 5:
            return found
        return [replace(line, white_mean=1710, black_mean=1640) for line in found]


@pytest.mark.django_db
def test_incremental_equals_replay_under_lask():
    try_out(LaskOffice)


class EloOffice(Office):
    system = "elo"
    started = PLAYERS - 4


@pytest.mark.django_db
def test_incremental_equals_replay_under_the_rules_of_fide():
    try_out(EloOffice)


class ElsewhereOffice(EloOffice):
    """All options of an Elo edition beyond FIDE's rules; matches of three lengths."""

    parameters = replace(
        edition("ireland"),
        decimals=2,
        match_length=True,
        provisional_games=4,
        k_rules=(
            KRule(40, under_games=6),
            KRule(32, under_years=1),
            KRule(24, below_rating=2100),
            KRule(16),
        ),
        bonus_rules=(BonusRule(125, threshold=5, over_change=2, per_game=1),),
    )
    LENGTHS: ClassVar[dict[int, int | None]] = {120: None, 60: 7, 15: 3}

    def open_editions(self):
        Edition.objects.filter(pool=self.pool).update(
            system=self.system, parameters=self.parameters.to_json()
        )

    def lines(self, games):
        return [
            replace(line, length=self.LENGTHS[line.minutes])
            for line in super().lines(games)
        ]


@pytest.mark.django_db
def test_incremental_equals_replay_under_elo_of_federations_elsewhere():
    try_out(ElsewhereOffice)


class ScrabbleOffice(Office):
    """Only events that ended in the open period are computed without the whole pool."""

    system = "scrabble"
    events = FIRST_EVENT, *IN_THE_OPEN_PERIOD


@pytest.mark.django_db
def test_incremental_equals_replay_under_scrabble():
    try_out(ScrabbleOffice)


class RenjuOffice(Office):
    """Tournaments last for weeks, and five years pass quickly."""

    system = "renju"
    events = FIRST_EVENT, *IN_THE_OPEN_PERIOD
    started = PLAYERS - 3
    guest = 12

    def rating(self, points):
        return 1 + (points - 900) // 75

    def adjustment(self, points):
        return (points - 1500) // 300

    @rule(
        kind=st.sampled_from(sorted(ACTIVITY_DECISIONS)),
        number=st.integers(0, PLAYERS - 2),
        day=st.dates(date(2020, 1, 1), date(2030, 12, 31)),
    )
    def decide_about_activity(self, kind, number, day):
        player = self.players[number].pk
        draft = DecisionDraft(
            self.pool.pk, DecisionKind(kind), player, day, None, "plays every week"
        )
        decision = make_decision(draft, acting=self.acting(0))
        confirm_decision(decision.pk, acting=self.acting(1))

    @rule(day=st.dates(date(2029, 1, 1), date(2031, 12, 31)))
    def years_go_by(self, day):
        open_period_of_today(self.pool, today=day, acting=ActionContext(None, NOON))


@pytest.mark.django_db
def test_incremental_equals_replay_under_renju():
    try_out(RenjuOffice)


class BoardOffice(RenjuOffice):
    """Round-robin cups, so that levels are reached that the board decides."""

    @rule(
        scores=st.lists(st.integers(0, 2), min_size=28, max_size=28),
        start=st.dates(FIRST, date(2025, 12, 31)),
        data=st.data(),
    )
    def play_a_cup(self, scores, start, data):
        """Post a round robin, so that norms are met: a new cup, or a new version of
        one.
        """
        pairs = itertools.combinations(range(PLAYERS - 1), 2)
        last = start + timedelta(days=40)
        games = [
            (*pair, score, last if pair == (0, 1) else start, 120, True)
            for pair, score in zip(pairs, scores, strict=True)
        ]
        source = data.draw(st.integers(1, self.sources + 1))
        self.sources = max(source, self.sources)
        self.post(games, source)

    @rule(data=st.data())
    def the_board_decides(self, data):
        self.compute()
        waiting = waiting_for_board([self.pool.pk])
        each = data.draw(st.sampled_from(waiting or [None]))
        if each is None:
            return
        level = data.draw(st.integers(lowest_of(each), int(each.level)))
        draft = BoardDraft(
            each.player_id, each.report_id, int(each.level), level, "seen by the board"
        )
        decide_level(draft, acting=ActionContext(self.board.pk, NOON))

    @rule(data=st.data(), statement=st.integers(0, 40))
    def the_board_decides_and_crash(self, data, statement):
        with crash_at(statement), transaction.atomic():
            self.the_board_decides(data)


@pytest.mark.django_db
def test_incremental_equals_replay_where_the_board_decides():
    try_out(BoardOffice)


class SwitchingOffice(Office):
    """By period, by tournament, under a system that keeps fractions, and back again."""

    def open_editions(self):
        for system, day in (
            ("glicko2", (2024, 5, 1)),
            ("scrabble", (2025, 1, 1)),
            ("ssf_2008", (2025, 5, 1)),
            ("glicko2", (2025, 9, 1)),
        ):
            Edition.objects.create(pool=self.pool, system=system, from_date=date(*day))


@pytest.mark.django_db
def test_incremental_equals_replay_where_systems_follow_one_another():
    try_out(SwitchingOffice)


class ConvertingOffice(Office):
    """Ratings are stretched to another scale, and a year later adjusted once."""

    def open_editions(self):
        stretched = {"pieces": [{"times": 2.0, "plus": -500.0}]}
        for system, day, conversion in (
            ("glicko2", (2025, 1, 1), stretched),
            ("glicko2", (2026, 1, 1), FIDE_2024.to_json()),
        ):
            Edition.objects.create(
                pool=self.pool,
                system=system,
                conversion=conversion,
                from_date=date(*day),
            )

    def begin(self, acts, data):
        """Give a player a rating before the second conversion, and another after it."""
        super().begin(acts, data)
        self.sources += 1
        self.post([(0, 1, 2, date(2025, 12, 1), 120, True)], self.sources)
        self.compute()
        self.turn(Report.objects.latest("pk"), data)


@pytest.mark.django_db
def test_incremental_equals_replay_where_ratings_are_converted():
    try_out(ConvertingOffice, also=["converted"])


class CarryingOffice(Office):
    """Late changes to an approved period are booked in the open one."""

    def open_editions(self):
        super().open_editions()
        Pool.objects.filter(pk=self.pool.pk).update(carries_from=0)
        self.shut = {}

    def approve_period(self, period):
        self.compute()
        known = set(self.printed)
        super().approve_period(period)
        for number in self.printed.keys() - known:
            end = RatingList.objects.get(pk=number).period.end_date
            self.shut.setdefault(end, self.rows_until(end))

    def rows_until(self, day):
        rows = Change.objects.filter(pool_id=self.pool.pk, ended_on__lte=day)
        return list(rows.order_by("player_id", "ended_on", "report_id").values_list())

    def begin(self, acts, data):
        """Correct a result of an approved period; another officer accepts it."""
        super().begin(acts, data)
        for report in self.reports("held"):
            release_report(report.pk, acting=self.acting(1))
        for report in self.reports("submitted"):
            accept_report(report.pk, acting=self.acting(1))
        today = date(2026, 6, 1)
        open_period_of_today(self.pool, today=today, acting=ActionContext(None, NOON))
        self.approve_period(
            Period.objects.get(start_date__lte=FIRST_EVENT, end_date__gte=FIRST_EVENT)
        )
        self.post(self.turned(), 1)
        [report] = self.reports("submitted")
        accept_report(report.pk, acting=self.acting(1))

    def turned(self):
        """Return the first event's games with other results than were posted."""
        day = FIRST_EVENT
        return [(0, 1, 0, day, 120, True), (2, 3, 2, day, 120, True)]

    def note(self, before):
        super().note(before)
        if "carried" in self.happened or not self.followed():
            return
        if self.booked(before.computed) != self.booked(self.posted()):
            self.happened.add("carried")

    def followed(self):
        """Return whether the last run computed upon rows that it left unchanged."""
        return not self.last_run().is_replay

    def booked(self, number):
        """Return what is booked for the approved periods as of a posting number."""
        snapshot = LedgerSnapshot.of(self.pool.pk, number)
        return [late_adjustments_of(snapshot, step).booked for step in snapshot.steps()]

    @invariant()
    def an_approved_period_stays_as_it_is(self):
        for end, rows in getattr(self, "shut", {}).items():
            assert self.rows_until(end) == rows


def try_out_carrying(office):
    try_out(office, also=["carried"])


@pytest.mark.django_db
def test_incremental_equals_replay_where_corrections_are_carried():
    try_out_carrying(CarryingOffice)


class CarryingGlickoOffice(CarryingOffice, GlickoOffice):
    pass


@pytest.mark.django_db
def test_incremental_equals_replay_where_corrections_are_carried_under_glicko_2():
    try_out_carrying(CarryingGlickoOffice)


class CarryingLaskOffice(CarryingOffice, LaskOffice):
    pass


@pytest.mark.django_db
def test_incremental_equals_replay_where_corrections_are_carried_under_lask():
    try_out_carrying(CarryingLaskOffice)


class CarryingEloOffice(CarryingOffice, EloOffice):
    pass


@pytest.mark.django_db
def test_incremental_equals_replay_where_corrections_are_carried_under_elo():
    try_out_carrying(CarryingEloOffice)


class CarryingEventsOffice(CarryingOffice):
    """Where events are rated as a whole, a carried correction recomputes all that ended
    since, upon the rows of approved periods, which stay.
    """

    def followed(self):
        return self.last_run().from_date > Change.objects.earliest("ended_on").ended_on


class CarryingScrabbleOffice(CarryingEventsOffice, ScrabbleOffice):
    pass


@pytest.mark.django_db
def test_incremental_equals_replay_where_corrections_of_events_are_carried():
    try_out_carrying(CarryingScrabbleOffice)


class CarryingRenjuOffice(CarryingEventsOffice, BoardOffice):
    def begin(self, acts, data):
        """Begin as usual and adjust a level: one result alone changes no level."""
        super().begin(acts, data)
        draft = DecisionDraft(
            self.pool.pk,
            DecisionKind.ADJUSTMENT,
            self.players[0].pk,
            FIRST_EVENT,
            1,
            "known strength",
        )
        decision = make_decision(draft, acting=self.acting(0))
        confirm_decision(decision.pk, acting=self.acting(1))


@pytest.mark.django_db
def test_incremental_equals_replay_where_corrections_of_levels_are_carried():
    try_out_carrying(CarryingRenjuOffice)


class TurningOffice(Office):
    """A run turns into a replay after the first step that it followed."""

    started = 4
    events = date(2024, 10, 10), date(2025, 3, 10), date(2026, 1, 10)
    followed = 0
    """The number of steps that the last run had followed when it turned."""

    def begin(self, acts, data):
        """Add an event after all others: only its own step must be followed."""
        super().begin(acts, data)
        self.sources += 1
        self.post([(0, 1, 2, LAST, 120, True)], self.sources)
        self.follow()

    def compute(self):
        type(self).followed = 0
        super().compute()

    def note(self, before):
        super().note(before)
        if self.last_run().is_replay and self.followed:
            self.happened.add("turned")


def try_out_turning(office, monkeypatch, *also):
    def follow_once(run, step, players):
        office.followed = run.steps
        if run.steps:
            raise ReplayIsCheaper
        recompute_step(run, step, players)

    monkeypatch.setattr(computation, "recompute_step", follow_once)
    try_out(office, QUICK, also=["turned", *also])


@pytest.mark.django_db
def test_incremental_equals_replay_where_it_turns_into_a_replay_on_the_way(
    monkeypatch,
):
    try_out_turning(TurningOffice, monkeypatch)


class TurningBesideOffice(TurningOffice):
    """The spare slot is empty, and computing everything into it is always cheaper than
    replacing the last steps.
    """

    def compute(self):
        those = Computation.objects.filter(pool=self.pool)
        those.exclude(spare_since=None).update(spare_since=LONG_AGO)
        empty_spare(CHANGES, self.pool.pk)
        super().compute()

    def note(self, before):
        super().note(before)
        spare_since = Computation.objects.get(pool=self.pool).spare_since
        if self.last_run().is_replay and self.followed and spare_since is not None:
            self.happened.add("all anew")


LONG_AGO = 1
"""A transaction id that all later transactions see as finished."""


@pytest.mark.django_db
def test_incremental_equals_replay_where_it_turns_into_one_of_everything(monkeypatch):
    monkeypatch.setattr(replay, "GAME_IN_PLACE", inf)
    try_out_turning(TurningBesideOffice, monkeypatch, "all anew")
