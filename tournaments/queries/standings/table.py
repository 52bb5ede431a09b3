"""The table of a section: a line for each player, in order of the standings."""

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.people.queries.names import Person
from tournaments.models import Entry
from tournaments.queries.section_results import SectionResults
from tournaments.queries.standings.cells import CellShown, cells_of
from tournaments.queries.wording import tie_break_text
from tournaments.rules.crosstable import Row, cross_by_opponent, cross_by_round
from tournaments.rules.standings import Standing
from tournaments.rules.tiebreaks.registry import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """An entry with what the reader may see of the player."""

    entry: Entry
    person: Person

    @property
    def number(self) -> int:
        return self.entry.pairing_number


@dataclass(frozen=True, slots=True)
class TieBreakShown:
    code: str
    text: str
    separated: bool


@dataclass(frozen=True, slots=True)
class RowShown:
    """A player's line of the table."""

    place: str
    player: ShownPlayer
    cells: tuple[CellShown, ...]
    half_points: int
    tie_breaks: tuple[TieBreakShown, ...]
    is_annulled: bool


def columns_of(results: SectionResults) -> tuple[tuple[int, str], ...]:
    """Return the announced tie-breaks that have a value for some player, each with its
    index in the list.
    """
    codes = enumerate(results.section.tie_breaks)
    return tuple(
        (place, code)
        for place, code in codes
        if code in TIE_BREAKS
        and any(
            tie_break_text(code, row.tie_breaks[place]) for row in results.standings
        )
    )


def rows_of(
    results: SectionResults,
    players: Mapping[int, ShownPlayer],
    codes: tuple[tuple[int, str], ...],
) -> list[RowShown]:
    order = [standing.entry for standing in results.standings]
    crossed = (cross_by_opponent if results.is_round_robin else cross_by_round)(
        results.counted, order
    )
    return [
        _row(results, standing, row, players[standing.entry], codes)
        for standing, row in zip(results.standings, crossed, strict=True)
    ]


def _row(
    results: SectionResults,
    standing: Standing,
    row: Row,
    player: ShownPlayer,
    codes: tuple[tuple[int, str], ...],
) -> RowShown:
    return RowShown(
        place=_place(standing),
        player=player,
        cells=cells_of(results, row),
        half_points=standing.half_points,
        tie_breaks=tuple(
            TieBreakShown(
                code,
                tie_break_text(code, standing.tie_breaks[place]),
                standing.separated_by == code,
            )
            for place, code in codes
        ),
        is_annulled=standing.first_place is None,
    )


def _place(standing: Standing) -> str:
    if standing.first_place is None:
        return ""
    if standing.is_shared:
        return f"{standing.first_place}–{standing.last_place}"
    return str(standing.first_place)
