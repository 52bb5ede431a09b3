"""What was posted too late for a period that stays as it is, booked in the open one.

It is the direct effect and no more: what the players concerned would have got in that
period on the ratings with which it was computed, less what they got.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from ratings.domain.at_fault import computed_or_at_fault
from ratings.domain.books import Books
from ratings.domain.counting import CountingReports
from ratings.domain.damage import changed_between
from ratings.domain.decided import Booked, decisions_of_step
from ratings.domain.step_facts import state_of_players, state_of_step
from ratings.domain.step_lines import Ids, read_lines, read_whole_lines
from ratings.domain.time_line import Step, steps_of


@dataclass(frozen=True, slots=True)
class Carried:
    """What is booked in a period for earlier ones, by player: `points`, and for whoever
    had no rating then, the one that he would have got (`starts`). `parts`: the points
    by the step that they come from.
    """

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
    """What is booked in this period for those before it that are shut. Their derived
    rows have to stand. Raises ReportAtFault.
    """
    carried = Carried()
    old, new = books.number_before(step.start_date), books.number(step.end_date)
    if step.report_id or step.carries_over or old >= new:
        return carried
    changed = changed_between(books.pool_id, old, new, before=step.start_date)
    # What changes in several periods is booked for each on its own.
    for earlier in steps_of(books.pool_id, books.reports_at(old)):
        if earlier.report_id or earlier.end_date >= step.start_date:
            continue
        players = changed.players_in(earlier)
        if changed.concerns_all(earlier):
            players |= _players_of(earlier, books.reports_at(new))
        if players:
            _book_period(carried, books, earlier, players, (old, new))
    _book_events(carried, books, changed.events, (old, new))
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
    asked = np.array(sorted(players), np.int64)
    old, new = (_results(books, step, asked, number) for number in numbers)
    for player, before, after in zip(asked.tolist(), old, new, strict=True):
        carried.book(step, player, before, after)


def _results(books: Books, step: Step, players: Ids, number: int) -> list[float]:
    """What the period gives these players (ids, ascending) on what counts as of a
    number, NaN for whoever has no rating after it.
    """
    origin = read_lines(step.games(books.reports_at(number)), players)
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
        decisions_of_step(books.decisions_at(number), step, row_of.get, len(known)),
    )
    rows = np.searchsorted(known, players)
    result: list[float] = outcome.after[rows].astype(np.float64).tolist()
    return result


def _book_events(
    carried: Carried, books: Books, events: Iterable[int], numbers: tuple[int, int]
) -> None:
    """Events that are rated as a whole: what each is worth to whom, less what those
    were worth that count no more.
    """
    asked = set(events)
    old, new = (
        _worth_of_events(books, asked, books.reports_at(number)) for number in numbers
    )
    for player in sorted(old.keys() | new.keys()):
        gone, come = old.get(player), new.get(player)
        if come is not None and come.is_start and gone is None:
            carried.starts[player] = come.after
            continue
        points = (come.points if come else 0.0) - (gone.points if gone else 0.0)
        named = come or gone
        if named is not None and points:
            carried.book(named.step, player, 0.0, points)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What events give a player, the last of them named: `points` on what stood, and
    where nothing stood on the start rating.
    """

    step: Step
    points: float
    after: float
    is_start: bool


def _worth_of_events(
    books: Books, events: set[int], reports: CountingReports
) -> dict[int, _Worth]:
    found: dict[int, _Worth] = {}
    for step in steps_of(books.pool_id, reports):
        if step.report_id not in events or step.end_date > books.shut_until:
            continue
        for player, worth in _worth_of_event(books, step, reports).items():
            before = found.get(player)
            points = worth.points + (before.points if before else 0.0)
            found[player] = replace(worth, points=points)
    return found


def _worth_of_event(
    books: Books, step: Step, reports: CountingReports
) -> dict[int, _Worth]:
    origin = read_whole_lines(step.games(reports))
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
            books.decisions(step.end_date), step, row_of.get, len(players)
        ),
    )
    found = {}
    for row, player in enumerate(players.tolist()):
        stood, after = float(state.now[row]), float(outcome.after[row])
        if not np.isnan(after):
            is_start = bool(np.isnan(stood))
            base = float(outcome.before[row]) if is_start else stood
            found[player] = _Worth(step, after - base, after, is_start)
    return found
