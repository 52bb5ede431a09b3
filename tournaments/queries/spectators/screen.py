"""The pages of the big screen in the hall, which are shown in turn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TypeVar

from tournaments.models import Section
from tournaments.queries.rounds.not_paired import NotPaired, not_paired
from tournaments.queries.section_shown import BoardShown, RoundShown, SectionShown
from tournaments.queries.standings.table import RowShown
from tournaments.queries.teams.league_table import LeagueShown, RoundOfMatches, TeamRow
from tournaments.queries.teams.matches_shown import MatchShown
from tournaments.queries.wording import Words
from tournaments.rules.results import Result

ROWS = 12
"""How many lines fill a screen."""
TIE_BREAKS = 3
"""How many tie-breaks fit on the screen, from the first."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Slide:
    """A page: boards or matches of a round, or lines of the standings of players or
    teams.

    `number` is of `pages` that belong together.
    """

    section: Section
    number: int
    pages: int
    round: RoundShown | RoundOfMatches | None = None
    boards: tuple[BoardShown, ...] = ()
    without_board: tuple[NotPaired, ...] = ()
    rows: tuple[RowShown, ...] = ()
    tie_breaks: tuple[Words, ...] = ()
    matches: tuple[MatchShown, ...] = ()
    teams: tuple[TeamRow, ...] = ()


def slides_of(
    sections: Iterable[SectionShown], leagues: Mapping[int, LeagueShown]
) -> list[Slide]:
    """Return the slides of all sections that have started: for each its current round,
    then its standings.

    `leagues` is by section.
    """
    return [slide for shown in sections for slide in _of_section(shown, leagues)]


def _of_section(
    shown: SectionShown, leagues: Mapping[int, LeagueShown]
) -> Iterator[Slide]:
    league = leagues.get(shown.section.pk)
    if league and league.section.started_at:
        yield from _matches(league)
        yield from _teams(league)
    elif shown.rows:
        yield from _round(shown)
        yield from _standings(shown)


def _matches(league: LeagueShown) -> Iterator[Slide]:
    current = league.current_round
    pages = _pages(current.matches) if current else []
    for number, matches in enumerate(pages, start=1):
        yield Slide(league.section, number, len(pages), round=current, matches=matches)


def _teams(league: LeagueShown) -> Iterator[Slide]:
    pages = _pages(league.rows)
    for number, teams in enumerate(pages, start=1):
        yield Slide(league.section, number, len(pages), teams=teams)


def _round(shown: SectionShown) -> Iterator[Slide]:
    current = _current_round(shown)
    if current is None:
        return
    pages = _pages([*current.boards, *_without_board(shown, current)])
    for number, lines in enumerate(pages, start=1):
        yield Slide(
            shown.section,
            number,
            len(pages),
            round=current,
            boards=tuple(each for each in lines if isinstance(each, BoardShown)),
            without_board=tuple(each for each in lines if isinstance(each, NotPaired)),
        )


def _without_board(shown: SectionShown, current: RoundShown) -> Iterator[NotPaired]:
    """Yield the players who said beforehand that they miss the round; not those who
    have left.
    """
    for bye in current.granted:
        yield NotPaired(bye.white, bye.text)
    for each in not_paired(shown, current):
        if not each.player.entry.has_left(current.number):
            yield each


def _standings(shown: SectionShown) -> Iterator[Slide]:
    pages = _pages(shown.rows)
    names = shown.tie_breaks[:TIE_BREAKS]
    for number, rows in enumerate(pages, start=1):
        yield Slide(shown.section, number, len(pages), rows=rows, tie_breaks=names)


def _current_round(shown: SectionShown) -> RoundShown | None:
    """Return the last round that is paired; if all are paired beforehand the first that
    lacks a result.
    """
    if not shown.is_round_robin:
        return shown.latest_round
    paired = [each for each in shown.rounds if each.boards]
    being_played = [each for each in paired if _is_open(each)]
    return next(iter(being_played or paired[-1:]), None)


def _is_open(shown: RoundShown) -> bool:
    awaited = (board for board in shown.boards if board.counted.is_awaited)
    return any(board.result is Result.NOT_PLAYED for board in awaited)


def _pages(lines: Sequence[T]) -> list[tuple[T, ...]]:
    """Return as few pages as possible, of nearly the same length."""
    size = ceil(len(lines) / max(1, ceil(len(lines) / ROWS)))
    starts = range(0, len(lines), size or 1)
    return [tuple(lines[start : start + size]) for start in starts]
