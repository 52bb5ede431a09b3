"""What was posted too late for a period that stays as it is, booked in the open one.

It is the direct effect and no more: what the players concerned would have got in that
period on the ratings with which it was computed, less what they got.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date

import numpy as np

from ratings.domain.at_fault import computed_or_at_fault
from ratings.domain.books import Books
from ratings.domain.counting import CountingReports
from ratings.domain.damage import changed_between
from ratings.domain.decided import (
    Booked,
    DecisionLine,
    decisions_as_of,
    decisions_of_step,
)
from ratings.domain.step_facts import state_of_players, state_of_step
from ratings.domain.step_lines import Ids, read_lines, read_whole_lines
from ratings.domain.time_line import Step, periods_of, steps_of
from ratings.enums import DecisionKind
from ratings.models import Game, MergeSpan
from ratings.queries.merged import Merged


@dataclass(frozen=True, slots=True)
class Carried:
    """What is booked in a period for earlier ones, by player: `points`, and for whoever
    had no rating then, the one that he would have got (`starts`). `parts`: the points
    by the step that they come from. It is worked out for each card as it was counted
    then, and booked for whoever counts for it now (`merged`).
    """

    merged: Merged
    points: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    starts: dict[int, float] = field(default_factory=dict)
    parts: dict[int, list[tuple[Step, float]]] = field(
        default_factory=lambda: defaultdict(list)
    )

    @property
    def booked(self) -> Booked:
        """As the engine adds it to what was decided."""
        return Booked(self.points, self.starts)

    def book(self, step: Step, player: int, before: float, after: float) -> None:
        """A result that was to be `before` and would be `after`; NaN is none."""
        if np.isnan(before) and not np.isnan(after):
            self.starts[player] = after
        elif not np.isnan(before + after) and after != before:
            self.points[player] += after - before
            self.parts[player].append((step, after - before))


def carried_into(books: Books, step: Step) -> Carried:
    """What is booked in this period for those before it that are shut: all that was
    posted after the period before this one was computed for the last time. Their
    derived rows have to stand. Raises ReportAtFault.
    """
    carried = Carried(books.reports(step.end_date).merged)
    if not books.shut or step.report_id or step.carries_over:
        return carried
    last = books.period_before(step.start_date)
    if last is None:
        return carried
    old, new = books.number(last.end_date), books.number(step.end_date)
    if old >= new:
        return carried
    changed = changed_between(books.pool_id, old, new, before=step.start_date)
    # What changes in several periods is booked for each on its own.
    for earlier in periods_of(books.pool_id):
        if earlier.end_date > last.end_date or earlier.posted > new:
            continue
        players = changed.players_in(earlier)
        if changed.concerns_all(earlier):
            players |= _players_of(earlier, _reports_at(books, new, earlier))
        if players:
            _book_period(carried, books, earlier, players, (old, new))
    _book_events(carried, books, changed.events, last.end_date, (old, new))
    return carried


def _players_of(step: Step, reports: CountingReports) -> set[int]:
    return set(read_whole_lines(step.games(reports)).players().tolist())


def _book_period(
    carried: Carried,
    books: Books,
    step: Step,
    players: Iterable[int],
    numbers: tuple[int, int],
) -> None:
    cards = sorted(players)
    then = _merged_then(books, step)
    owners = _owners(cards, then, carried.merged)
    asked = np.unique(then.resolved(np.array(cards, np.int64)))
    old, new = (
        _results(
            books,
            step,
            asked,
            _reports_at(books, number, step),
            _decisions_at(books, number, step),
        )
        for number in numbers
    )
    for player, before, after in zip(asked.tolist(), old, new, strict=True):
        carried.book(step, owners[player], before, after)


def _merged_then(books: Books, step: Step) -> Merged:
    """Whose games counted as whose when the period of the step was shut."""
    return books.reports(step.end_date).merged


def _owners(cards: Iterable[int], then: Merged, now: Merged) -> dict[int, int]:
    """For everybody who counted for some of these cards then, who counts now: for the
    own card where it is among them, else for the first of the others.
    """
    owners: dict[int, int] = {}
    for card in sorted(cards):
        player = then.person(card)
        if player == card or player not in owners:
            owners[player] = now.person(card)
    return owners


def booked_for(players: Iterable[int], pool_id: int) -> set[int]:
    """Everybody for whom a late result of these players may be booked: they, and
    whoever was one person with them at any time.
    """
    beside: dict[int, set[int]] = defaultdict(set)
    spans = MergeSpan.objects.filter(pool_id=pool_id)
    for gone, stays in spans.values_list("merge__gone", "merge__stays"):
        beside[gone].add(stays)
        beside[stays].add(gone)
    found, asked = set(players), set(players)
    while asked:
        asked = {other for card in asked for other in beside[card]} - found
        found |= asked
    return found


def _reports_at(books: Books, number: int, step: Step) -> CountingReports:
    """What counts as of a number, each card for whom it counted in the step."""
    reports, merged = books.reports_at(number), _merged_then(books, step)
    if reports.merged.leads == merged.leads:
        return reports
    return replace(reports, merged=merged)


def _decisions_at(books: Books, number: int, step: Step) -> list[DecisionLine]:
    """What is decided as of a number, each card for whom it counted in the step. The
    start ratings with which the step was computed hold also where they were taken
    back: nobody is without the rating that they began with then.
    """
    then = [line for line in books.decisions(step.end_date) if _is_start(line)]
    decided = _decided_at(books, number, step)
    others = [line for line in decided if not _is_start(line)]
    return then + others + _starts_since(then, decided)


def _decided_at(books: Books, number: int, step: Step) -> list[DecisionLine]:
    merged = _merged_then(books, step)
    if books.reports_at(number).merged.leads == merged.leads:
        return books.decisions_at(number)
    return decisions_as_of(books.pool_id, number, merged)


def _starts_since(
    then: Iterable[DecisionLine], decided: Iterable[DecisionLine]
) -> list[DecisionLine]:
    """The start ratings among what is decided, of those who had none then."""
    begun = {line.player_id for line in then if _is_start(line)}
    return [line for line in decided if _is_start(line) and line.player_id not in begun]


def _is_start(line: DecisionLine) -> bool:
    return line.kind == DecisionKind.START


def _results(
    books: Books,
    step: Step,
    players: Ids,
    reports: CountingReports,
    decisions: list[DecisionLine],
) -> list[float]:
    """What the period gives these players (ids, ascending) on what counts, NaN for
    whoever has no rating after it.
    """
    origin = read_lines(step.games(reports), players)
    known = np.union1d(players, origin.players()).astype(np.int64)
    row_of = {player: row for row, player in enumerate(known.tolist())}
    outcome = computed_or_at_fault(
        step,
        origin,
        origin.placed(
            np.searchsorted(known, origin.lines.white),
            np.searchsorted(known, origin.lines.black),
        ),
        state_of_players(books.pool_id, known, step),
        decisions_of_step(decisions, step, row_of.get, len(known)),
    )
    rows = np.searchsorted(known, players)
    result: list[float] = outcome.after[rows].astype(np.float64).tolist()
    return result


def _book_events(
    carried: Carried,
    books: Books,
    events: Iterable[int],
    until: date,
    numbers: tuple[int, int],
) -> None:
    """Events that are rated as a whole and ended by this day: what each is worth to
    whom, less what those were worth that count no more.
    """
    asked = set(events)
    cards = _cards_in(asked)

    def worth(number: int) -> dict[int, _Worth]:
        return _worth_of_events(books, asked, until, number, cards, carried.merged)

    old, new = worth(numbers[0]), worth(numbers[1])
    for player in sorted(old.keys() | new.keys()):
        gone, come = old.get(player), new.get(player)
        if come is not None and come.is_start and gone is None:
            carried.starts[player] = come.base + come.points
            continue
        points = (come.points if come else 0.0) - (gone.points if gone else 0.0)
        named = come or gone
        if named is not None and points:
            carried.book(named.step, player, 0.0, points)


def _cards_in(events: Iterable[int]) -> set[int]:
    games = Game.objects.filter(report__in=events).values_list("white_id", "black_id")
    return {card for both in games for card in both}


@dataclass(frozen=True, slots=True)
class _Worth:
    """What events give a player, the last of them named: `points` on `base`, which is
    what stood, or the start rating where nothing stood.
    """

    step: Step
    points: float
    base: float
    is_start: bool


def _worth_of_events(
    books: Books,
    events: set[int],
    until: date,
    number: int,
    cards: set[int],
    now: Merged,
) -> dict[int, _Worth]:
    """By whoever counts now for the players of these events."""
    found: dict[int, _Worth] = {}
    for step in steps_of(books.pool_id, books.reports_at(number)):
        if step.report_id not in events or step.end_date > until:
            continue
        owners = _owners(cards, _merged_then(books, step), now)
        for player, worth in _worth_of_event(books, step, number).items():
            owner = owners[player]
            before = found.get(owner)
            points = worth.points + (before.points if before else 0.0)
            found[owner] = replace(worth, points=points)
    return found


def _worth_of_event(books: Books, step: Step, number: int) -> dict[int, _Worth]:
    origin = read_whole_lines(step.games(_reports_at(books, number, step)))
    then = books.decisions(step.end_date)
    players = origin.players()
    state = state_of_step(books.pool_id, players, step)
    row_of = {player: row for row, player in enumerate(players.tolist())}
    outcome = computed_or_at_fault(
        step,
        origin,
        origin.placed(
            np.searchsorted(players, origin.lines.white),
            np.searchsorted(players, origin.lines.black),
        ),
        state,
        decisions_of_step(
            then + _starts_since(then, _decided_at(books, number, step)),
            step,
            row_of.get,
            len(players),
        ),
    )
    found = {}
    for row, player in enumerate(players.tolist()):
        stood, after = float(state.now[row]), float(outcome.after[row])
        if not np.isnan(after):
            is_start = bool(np.isnan(stood))
            base = float(outcome.before[row]) if is_start else stood
            found[player] = _Worth(step, after - base, base, is_start)
    return found
