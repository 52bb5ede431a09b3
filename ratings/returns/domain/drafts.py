"""A club's annual return as computed from the ledger and the register (LASK 7a to 7e)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from django.db.models import QuerySet

from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.seasons import SeasonOfPool
from ratings.engine.domain.step_decisions import DecisionLine, decisions_of_step
from ratings.engine.domain.step_lines import StepLines, read_lines
from ratings.engine.domain.step_state import state_of_step
from ratings.engine.domain.time_line import PoolStep
from ratings.enums import BaseOrigin, DecisionKind, ReportState
from ratings.ledger.queries.player_aliases import PlayerAliases
from ratings.models import Change, Decision, Report
from ratings.pools.queries.numbers import computed_number, posted_number
from ratings.returns.queries.main_clubs import MainClubs, main_members
from ratings.rules.calendar import date_of, day_number
from ratings.rules.lask.annual_return import (
    ClubPlayer,
    ClubReturn,
    Disagreement,
    OutsideGame,
    check_return,
    make_return,
)
from ratings.rules.lask.memory import GAMES, SEASON
from ratings.rules.lask.season import Season
from ratings.rules.lask.system import SideChanges, enter_games, side_changes
from ratings.rules.step import CannotCompute, IntArray


class ReturnProblem(StrEnum):
    """A reason why a return cannot be sent, or a warning to its sender."""

    NOT_OVER = "not_over"
    """The season's deductions are not booked yet."""
    NOT_COMPUTED = "not_computed"
    CANNOT_COMPUTE = "cannot_compute"
    NOBODY = "nobody"
    """The club has no player with a rating."""
    DISAGREES = "disagrees"
    """Numbers of the return that should be equal are not."""
    REPORTS_WAIT = "reports_wait"
    REPORTS_STOPPED = "reports_stopped"
    UNRATED = "unrated"


WARNINGS = frozenset(
    {ReturnProblem.REPORTS_WAIT, ReturnProblem.REPORTS_STOPPED, ReturnProblem.UNRATED}
)


@dataclass(frozen=True, slots=True)
class ReturnDraft:
    """The return as it would be sent now; its players are ids as text."""

    made: ClubReturn
    number: int
    """The posting up to which the ledger is computed."""
    lacks: tuple[ReturnProblem, ...]
    unrated: tuple[int, ...]
    """Members who have no rating here."""
    reports: tuple[Report, ...]
    """The club's reports of the season that are waiting or stopped."""
    disagreements: tuple[Disagreement, ...]

    @property
    def can_be_sent(self) -> bool:
        """Whether there are only warnings and no errors."""
        return set(self.lacks) <= WARNINGS


EMPTY = ClubReturn((), 0, 0, 0)
OF_TOTALS = ("more_outside_games_than_games", "points_beyond_games")
"""The disagreements between the games of the season and those against other clubs."""


def draft_return(pool_id: int, club_id: int, season: SeasonOfPool) -> ReturnDraft:
    """Return a club's return of the season: of its main members of 31 May who have a
    rating.

    N and S are computed from their games on days when they were in the club and their
    opponents were not. To be called within a snapshot.
    """
    number = computed_number(pool_id)
    snapshot = LedgerSnapshot.of(pool_id, number)
    wanted = _ReturnWanted(pool_id, club_id, season, snapshot)
    members = main_members(club_id, season.season.last_date, wanted.aliases)
    rated = _ledger_players(wanted, members)
    made, reports = _made(wanted, members, rated), _unsettled(wanted)
    disagreements = _disagreements(made or EMPTY, wanted)
    states = {report.state for report in reports}
    last = season.step_ending(season.season.last_date)
    lacks = {
        ReturnProblem.NOT_OVER: last is None or not last.closed,
        ReturnProblem.NOT_COMPUTED: number < posted_number(pool_id),
        ReturnProblem.CANNOT_COMPUTE: made is None,
        ReturnProblem.NOBODY: not rated,
        ReturnProblem.DISAGREES: bool(disagreements),
        ReturnProblem.REPORTS_WAIT: ReportState.SUBMITTED in states,
        ReturnProblem.REPORTS_STOPPED: bool(states - {ReportState.SUBMITTED}),
        ReturnProblem.UNRATED: members > rated.keys(),
    }
    return ReturnDraft(
        made=made or EMPTY,
        number=number,
        lacks=tuple(lack for lack, is_so in lacks.items() if is_so),
        unrated=tuple(sorted(members - rated.keys())),
        reports=reports,
        disagreements=disagreements,
    )


def _disagreements(
    made: ClubReturn, wanted: "_ReturnWanted"
) -> tuple[Disagreement, ...]:
    """Return the contradictions within the return. Where corrections are carried, late
    games of a period that stays as it is are not among its games but bring points: so
    there may be more games against other clubs than games of the season.
    """
    found = check_return(made, wanted.year.parameters)
    if not wanted.snapshot.shut:
        return found
    return tuple(each for each in found if each.code not in OF_TOTALS)


@dataclass(frozen=True, slots=True)
class _ReturnWanted:
    """The return to be computed: of which club and season, from which ledger."""

    pool_id: int
    club_id: int
    year: SeasonOfPool
    snapshot: LedgerSnapshot

    @property
    def aliases(self) -> PlayerAliases:
        return self.snapshot.aliases_at(self.snapshot.posted)

    @property
    def season(self) -> Season:
        return self.year.season


def _made(
    wanted: _ReturnWanted, members: set[int], rated: Mapping[int, ClubPlayer]
) -> ClubReturn | None:
    """Return the return; None if the rules cannot compute one of the games."""
    try:
        outside = [
            game
            for game in _outside_games(wanted, members)
            if int(game.player) in rated
        ]
    except CannotCompute:
        return None
    return make_return(list(rated.values()), outside, wanted.year.parameters)


def _unsettled(wanted: _ReturnWanted) -> tuple[Report, ...]:
    """Return the club's reports of the season that are waiting or stopped."""
    rows = Report.objects.filter(
        pool_id=wanted.pool_id,
        organiser_id=wanted.club_id,
    ).booked_between(wanted.season.first_date, wanted.season.last_date)
    return tuple(rows.pending().order_by("sent_at", "pk"))


# --- 7a, 7b and 7e ----------------------------------------------------------------
def _ledger_players(
    wanted: _ReturnWanted, members: Iterable[int]
) -> dict[int, ClubPlayer]:
    """Return the members who have a rating, highest first, as the ledger has them at
    the end of 31 May, before the deduction.
    """
    rows = Change.objects.of_pool(wanted.pool_id).filter(player_id__in=list(members))
    # A conversion of 1 June ends on 31 May too, and is not of the season.
    last = wanted.season.last_date
    of_season = rows.filter(ended_on__lte=last, started_on__lte=last)
    newest = of_season.newest_of_each()
    original = _originals(wanted, rows)
    players = [
        _ledger_player(row, wanted.season, original)
        for row in newest
        if row.after is not None
    ]
    players.sort(key=lambda player: (-player.rating, int(player.player)))
    return {int(player.player): player for player in players}


def _originals(wanted: _ReturnWanted, rows: QuerySet[Change]) -> dict[int, float]:
    """Return the initial ratings of those who are new in the season. A player with a
    start rating decided for an earlier day is not new.
    """
    first, last = wanted.season.first_date, wanted.season.last_date
    begun = rows.filter(ended_on__range=(first, last))
    decided = Decision.objects.filter(
        pool_id=wanted.pool_id, kind=DecisionKind.START, on_date__lt=first
    ).as_of(wanted.snapshot.posted)
    # A decision may name a card that was merged since.
    cards = decided.values_list("player_id", flat=True)
    known = set(wanted.aliases.persons(cards).values())
    new = begun.exclude(start_from=BaseOrigin.RATING).exclude(
        start_from=BaseOrigin.DECISION, player_id__in=known
    )
    return {
        player: before
        for player, before in new.values_list("player_id", "before")
        if before is not None
    }


def _ledger_player(
    row: Change, season: Season, original: Mapping[int, float]
) -> ClubPlayer:
    # For a player who has not played since, the rating includes an earlier deduction.
    is_last = row.ended_on == season.last_date
    deduction = row.deduction if is_last else 0
    begun = original.get(row.player_id)
    return ClubPlayer(
        player=str(row.player_id),
        rating=int((row.after or 0) - deduction),
        games=_season_games(row.memory, season),
        original=None if begun is None else int(begun),
    )


def _season_games(memory: list[float] | None, season: Season) -> int:
    if not memory or memory[SEASON] != day_number(season.first_date):
        return 0
    return int(memory[GAMES])


# --- 7c and 7d ------------------------------------------------------------------------
def _outside_games(wanted: _ReturnWanted, members: set[int]) -> Iterator[OutsideGame]:
    ids = np.array(sorted(members), np.int64)
    snapshot = wanted.snapshot
    counting = snapshot.reports_at(snapshot.posted)
    decided = snapshot.decisions_at(snapshot.posted)
    for step in wanted.year.steps:
        if step.end_date <= wanted.season.last_date:
            lines = read_lines(step.games(counting), ids)
            players = lines.players().tolist()
            clubs = MainClubs(players, step.start_date, wanted.aliases)
            for side, opponent in _changes(wanted.pool_id, step, lines, decided):
                yield from _outside(wanted.club_id, lines, side, opponent, clubs)


def _changes(
    pool_id: int, step: PoolStep, lines: StepLines, decided: list[DecisionLine]
) -> Iterator[tuple[SideChanges, IntArray]]:
    """Yield the value of the lines to White and to Black, with the opponents' ids."""
    players = lines.players()
    row_of = {int(player): row for row, player in enumerate(players)}
    placed = lines.placed(
        np.searchsorted(players, lines.lines.white),
        np.searchsorted(players, lines.lines.black),
    )
    state = state_of_step(pool_id, players, step)
    decisions = decisions_of_step(decided, step, row_of.get, len(players))
    ledger = enter_games(placed, state, decisions, step.parameters)
    white, black = side_changes(ledger, step.parameters)
    yield replace(white, line=ledger.rows[white.line]), lines.lines.black
    yield replace(black, line=ledger.rows[black.line]), lines.lines.white


def _outside(
    club_id: int,
    lines: StepLines,
    side: SideChanges,
    opponent: IntArray,
    clubs: MainClubs,
) -> Iterator[OutsideGame]:
    players = lines.players()
    for line, row, worth in zip(side.line, side.player, side.worth, strict=True):
        player, day = int(players[row]), date_of(int(lines.lines.day[line]))
        is_ours = clubs.club_of(player, day) == club_id
        if is_ours and clubs.club_of(int(opponent[line]), day) != club_id:
            yield OutsideGame(str(player), int(worth))
