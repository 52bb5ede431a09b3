"""The table of a section: order by points, then by the announced tie-breaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from tournaments.rules.scores import CountedSection
from tournaments.rules.tiebreak_values import TieBreak, TieBreakValue
from tournaments.rules.tiebreaks import find_tie_breaks


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table.

    `first_place` to `last_place` is the placing; they differ where it is
    shared, and are None for a player whose results are annulled (§11.1a).
    `tie_breaks` has one value for each announced tie-break, None where a
    relative one was not needed. `separated_by` is the code of the tie-break
    that put this row below the one above it at equal points, if one did.
    """

    entry: int
    first_place: int | None
    last_place: int | None
    half_points: int
    games: int
    wins: int
    tie_breaks: tuple[TieBreakValue | None, ...]
    separated_by: str | None

    @property
    def is_shared(self) -> bool:
        """Whether somebody else has the same placing."""
        return self.first_place != self.last_place


@dataclass(frozen=True, slots=True)
class _Group:
    entries: tuple[int, ...]
    separated_by: str | None = None


def rank_section(
    counted: CountedSection, tie_breaks: Sequence[str], lots: Sequence[int] = ()
) -> tuple[Standing, ...]:
    """The rows of the table, best first; annulled players last, without a place.

    `tie_breaks` are codes in the announced order, `lots` the recorded drawing
    (entry ids, first drawn first). Players who stay level share their places
    and stand by pairing number. The order of entries and boards in the input
    does not matter. Raises UnknownTieBreakError.
    """
    announced = find_tie_breaks(tie_breaks)
    groups = _by_points(counted)
    columns = []
    for tie_break in announced:
        column = _column(counted, tie_break, groups, tuple(lots))
        groups = [part for group in groups for part in _split(group, tie_break, column)]
        columns.append(column)
    return (*_placed(counted, groups, columns), *_unplaced(counted, len(columns)))


def _by_points(counted: CountedSection) -> list[_Group]:
    def points(entry: int) -> int:
        return -counted.scores[entry].half_points

    by_points = groupby(sorted(counted.ranked, key=points), key=points)
    return [_Group(tuple(entries)) for _, entries in by_points]


def _column(
    counted: CountedSection,
    tie_break: TieBreak,
    groups: list[_Group],
    lots: tuple[int, ...],
) -> dict[int, TieBreakValue]:
    if not tie_break.relative:
        return tie_break.compute(counted, counted.ranked, lots)
    column: dict[int, TieBreakValue] = {}
    for group in groups:
        if len(group.entries) > 1:
            column |= tie_break.compute(counted, group.entries, lots)
    return column


def _split(
    group: _Group, tie_break: TieBreak, column: dict[int, TieBreakValue]
) -> list[_Group]:
    if len(group.entries) == 1:
        return [group]
    keys = sorted({column[entry].key for entry in group.entries}, reverse=True)
    parts = [
        tuple(entry for entry in group.entries if column[entry].key == key)
        for key in keys
    ]
    rest = [_Group(part, tie_break.code) for part in parts[1:]]
    return [_Group(parts[0], group.separated_by), *rest]


def _placed(
    counted: CountedSection,
    groups: list[_Group],
    columns: list[dict[int, TieBreakValue]],
) -> list[Standing]:
    rows: list[Standing] = []
    for group in groups:
        places = (len(rows) + 1, len(rows) + len(group.entries))
        for index, entry in enumerate(group.entries):
            values = tuple(column.get(entry) for column in columns)
            separated_by = group.separated_by if index == 0 else None
            rows.append(_row(counted, entry, places, values, separated_by))
    return rows


def _unplaced(counted: CountedSection, width: int) -> list[Standing]:
    entries = sorted(counted.section.entries, key=attrgetter("number", "id"))
    return [
        _row(counted, entry.id, None, (None,) * width, None)
        for entry in entries
        if entry.id in counted.annulled
    ]


def _row(
    counted: CountedSection,
    entry: int,
    places: tuple[int, int] | None,
    tie_breaks: tuple[TieBreakValue | None, ...],
    separated_by: str | None,
) -> Standing:
    score = counted.scores[entry]
    first, last = places or (None, None)
    return Standing(
        entry=entry,
        first_place=first,
        last_place=last,
        half_points=score.half_points,
        games=score.games,
        wins=score.wins,
        tie_breaks=tie_breaks,
        separated_by=separated_by,
    )
