"""The table of a section: order by points, then by the announced tie-breaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from tournaments.rules.scores import CountedSection, Score
from tournaments.rules.tiebreaks.counted import record_of
from tournaments.rules.tiebreaks.record import Record
from tournaments.rules.tiebreaks.registry import find_tie_breaks
from tournaments.rules.tiebreaks.values import TieBreak, TieBreakValue


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table.

    `first_place` to `last_place` is the placing; they differ if it is shared, and are
    None for a player whose results are annulled (§11.1a). `tie_breaks` has one value
    for each announced tie-break, None if a relative one was not needed. `separated_by`
    is the code of the tie-break that put this row below the one above it at equal
    points, if one did.
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
        """Whether another player has the same placing."""
        return self.first_place != self.last_place


@dataclass(frozen=True, slots=True)
class _Group:
    entries: tuple[int, ...]
    separated_by: str | None = None


def rank_section(
    counted: CountedSection, tie_breaks: Sequence[str], record: Record | None = None
) -> tuple[Standing, ...]:
    """Return the rows of the table, best first; annulled players last, without a place.

    `tie_breaks` are codes in the announced order; `record` is the section's own, with
    ratings and lots if there are any. Raises UnknownTieBreakError.
    """
    ranked = rank_record(record or record_of(counted), tie_breaks)
    return (*ranked, *_unplaced(counted, len(tie_breaks)))


def rank_record(record: Record, tie_breaks: Sequence[str]) -> tuple[Standing, ...]:
    """Return the rows of all players in the record, best first.

    Players who stay level share their places and are ordered by pairing number. The
    order of entries and boards in the input does not matter. Raises
    UnknownTieBreakError.
    """
    groups = _by_points(record)
    columns = []
    for tie_break in find_tie_breaks(tie_breaks):
        column = _column(record, tie_break, groups)
        groups = [part for group in groups for part in _split(group, tie_break, column)]
        columns.append(column)
    return tuple(_placed(record, groups, columns))


def _by_points(record: Record) -> list[_Group]:
    def points(entry: int) -> int:
        return -record.scores[entry]

    by_points = groupby(sorted(record.entries, key=points), key=points)
    return [_Group(tuple(entries)) for _, entries in by_points]


def _column(
    record: Record, tie_break: TieBreak, groups: list[_Group]
) -> dict[int, TieBreakValue]:
    if not tie_break.relative:
        return tie_break.compute(record, record.entries)
    column: dict[int, TieBreakValue] = {}
    for group in groups:
        if len(group.entries) > 1:
            column |= tie_break.compute(record, group.entries)
    return column


def _split(
    group: _Group, tie_break: TieBreak, column: dict[int, TieBreakValue]
) -> list[_Group]:
    if len(group.entries) == 1:
        return [group]
    by_key: dict[tuple[int, ...], list[int]] = {}
    for entry in group.entries:
        by_key.setdefault(column[entry].key, []).append(entry)
    parts = [tuple(by_key[key]) for key in sorted(by_key, reverse=True)]
    rest = [_Group(part, tie_break.code) for part in parts[1:]]
    return [_Group(parts[0], group.separated_by), *rest]


def _placed(
    record: Record,
    groups: list[_Group],
    columns: list[dict[int, TieBreakValue]],
) -> list[Standing]:
    rows: list[Standing] = []
    for group in groups:
        places = (len(rows) + 1, len(rows) + len(group.entries))
        for index, entry in enumerate(group.entries):
            played = [own for own in record.rounds[entry] if own.is_played]
            rows.append(
                Standing(
                    entry=entry,
                    first_place=places[0],
                    last_place=places[1],
                    half_points=record.scores[entry],
                    games=len(played),
                    wins=sum(own.half_points == record.points.win for own in played),
                    tie_breaks=tuple(column.get(entry) for column in columns),
                    separated_by=group.separated_by if index == 0 else None,
                )
            )
    return rows


def _unplaced(counted: CountedSection, width: int) -> list[Standing]:
    entries = sorted(counted.section.entries, key=attrgetter("number", "id"))
    return [
        _row_without_place(counted.scores[entry.id], width)
        for entry in entries
        if entry.id in counted.annulled
    ]


def _row_without_place(score: Score, width: int) -> Standing:
    return Standing(
        entry=score.entry,
        first_place=None,
        last_place=None,
        half_points=score.half_points,
        games=score.games,
        wins=score.wins,
        tie_breaks=(None,) * width,
        separated_by=None,
    )
