"""The tables of a section for download: entries, boards, crosstable and standings.
Names are written with the last name first, and numbers as numbers.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from federation.formats.csv_files import Cell, CsvRow
from ratings.pages.level_words import level_words
from tournaments.formats.written_results import WRITTEN
from tournaments.models import Entry
from tournaments.queries.player_lists.section_facts import SectionFacts
from tournaments.queries.standings.cells import cells_of, heads_of
from tournaments.queries.standings.words import tie_break_name
from tournaments.queries.teams.league_table import LeagueShown
from tournaments.rules.crosstable import cross_by_opponent, cross_by_round
from tournaments.rules.results import Result
from tournaments.rules.sections import Board
from tournaments.rules.standings import Standing
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.values import TieBreakValue, Unit


@dataclass(frozen=True, slots=True)
class SectionTable:
    """A table by its name, with its header and the rows below it. `is_of_started`: it
    is available only once the section has started; `ranks_players`: it is in the order
    of the players' results.
    """

    name: str | Promise
    head: Callable[[SectionFacts], CsvRow]
    rows: Callable[[SectionFacts], Iterator[CsvRow]]
    is_of_started: bool = True
    ranks_players: bool = False


# --- entries ------------------------------------------------------------------------
def _entries_head(facts: SectionFacts) -> CsvRow:
    return (
        _("Start number"), _("Name"), _("Player number"), _("FIDE number"),
        _("Year of birth"), _("Club"), _("Class"), _("Starts in class"),
        _rating_head(facts),
    )  # fmt: skip


def _entry_rows(facts: SectionFacts) -> Iterator[CsvRow]:
    for entry in facts.results.entries:
        person = facts.person(entry)
        yield (
            entry.pairing_number,
            facts.name(entry),
            person.national_id if person.is_open else "",
            facts.fide_id(entry) or "",
            person.birth_year or "",
            person.club,
            entry.class_at_start or person.player_class,
            entry.starts_in,
            _rating(facts, entry),
        )


def _rating_head(facts: SectionFacts) -> str:
    return (
        _("Rating at the start") if facts.section.started_at else _("Rating at entry")
    )


def _rating(facts: SectionFacts, entry: Entry) -> Cell:
    rating = facts.rating(entry)
    if rating is None:
        return ""
    return level_words(facts.levels, rating) if facts.levels else rating


# --- boards -------------------------------------------------------------------------
def _boards_head(_facts: SectionFacts) -> CsvRow:
    return (
        _("Round"), _("Board"), _("Date"), _("Finished on"),
        _("White start number"), _("White"), _("White player number"),
        _("White FIDE number"), _("Result"), _("Black FIDE number"),
        _("Black player number"), _("Black"), _("Black start number"),
        _("Withdrew after round"),
    )  # fmt: skip


def _board_rows(facts: SectionFacts) -> Iterator[CsvRow]:
    """Yield every board and bye by round, a row for each round without boards, and then
    the players who have no board or have withdrawn.
    """
    entry, seated = facts.results.entry, set[int]()
    numbers = {(each.round, each.white_id): each for each in facts.results.pairings}
    for number, in_round in _by_round(facts):
        day = _iso(facts.days.get(number))
        if not in_round:
            yield (number, "", day, "", *_NO_PLAYER, "", *_NO_PLAYER, "")
        for board in in_round:
            seated |= {*board.players}
            pairing = numbers.get((number, board.white))
            yield (
                number,
                pairing.board if pairing else "",
                day,
                _iso(pairing.finished_date) if pairing else "",
                *_player(facts, entry[board.white]),
                WRITTEN[Result(board.result)],
                *reversed(
                    _player(facts, entry[board.black]) if board.black else _NO_PLAYER
                ),
                "",
            )
    for each in facts.results.entries:
        left = each.withdrawn_after
        if each.pk not in seated or left is not None:
            after = "" if left is None else left
            yield ("", "", "", "", *_player(facts, each), "", *_NO_PLAYER, after)


def _by_round(facts: SectionFacts) -> Iterator[tuple[int, list[Board]]]:
    """Yield the boards of each round that is planned or has boards."""
    found: dict[int, list[Board]] = {n: [] for n in range(1, facts.section.rounds + 1)}
    for board in facts.results.in_rules.boards:
        found.setdefault(board.round, []).append(board)
    return iter(sorted(found.items()))


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""


_NO_PLAYER: CsvRow = ("", "", "", "")


def _player(facts: SectionFacts, entry: Entry) -> CsvRow:
    person = facts.person(entry)
    return (
        entry.pairing_number,
        facts.name(entry),
        person.national_id if person.is_open else "",
        facts.fide_id(entry) or "",
    )


# --- crosstable and standings -------------------------------------------------------
def _crosstable_head(facts: SectionFacts) -> CsvRow:
    return (
        _("Place"), _("Start number"), _("Name"), _("Player number"),
        *heads_of(facts.results), _("Points"),
    )  # fmt: skip


def _crosstable_rows(facts: SectionFacts) -> Iterator[CsvRow]:
    results = facts.results
    order = [row.entry for row in results.standings]
    crossed = cross_by_opponent if results.is_round_robin else cross_by_round
    rows = crossed(results.counted, order)
    for standing, row in zip(results.standings, rows, strict=True):
        cells = (each.text for each in cells_of(results, row))
        yield (*_place_of(facts, standing), *cells, _half(standing.half_points))


def _standings_head(facts: SectionFacts) -> CsvRow:
    codes = facts.section.tie_breaks
    names = (str(tie_break_name(TIE_BREAKS[code].acronym)) for code in codes)
    return (
        _("Place"), _("Start number"), _("Name"), _("Player number"), _("Club"),
        _rating_head(facts), _("Points"), *names,
    )  # fmt: skip


def _standing_rows(facts: SectionFacts) -> Iterator[CsvRow]:
    codes = facts.section.tie_breaks
    for standing in facts.results.standings:
        entry = facts.results.entry[standing.entry]
        values = zip(codes, standing.tie_breaks, strict=True)
        yield (
            *_place_of(facts, standing),
            facts.person(entry).club,
            _rating(facts, entry),
            _half(standing.half_points),
            *(_tie_break(code, value) for code, value in values),
        )


def _place_of(facts: SectionFacts, standing: Standing) -> CsvRow:
    """Return the place (of shared places the first), the start number, the name and the
    player number.
    """
    number, name, national_id, _fide_id = _player(
        facts, facts.results.entry[standing.entry]
    )
    return (standing.first_place or "", number, name, national_id)


def _half(half_points: int) -> Cell:
    return half_points / 2 if half_points % 2 else half_points // 2


def _tie_break(code: str, value: TieBreakValue | None) -> Cell:
    """Return the value of the tie-break: a number, or its first three numbers as text
    if it has several; of a place only the first.
    """
    if value is None or not value.key:
        return ""
    unit = TIE_BREAKS[code].unit
    if unit is Unit.PLACE:
        return -value.key[0]
    if len(value.key) == 1:
        return _number(Decimal(value.key[0]) / unit.parts)
    return " ".join(f"{Decimal(each) / unit.parts:f}" for each in value.key[:3])


def _number(amount: Decimal) -> Cell:
    return int(amount) if amount == int(amount) else float(amount)


# --- the table of a league's teams --------------------------------------------------
def team_standings_head() -> CsvRow:
    """Return the header of `team_standing_rows`."""
    return (
        _("Place"), _("Team"), _("Club"), _("Matches"), _("Won"),
        pgettext("matches", "Drawn"), _("Lost"), _("Board points"), _("Match points"),
    )  # fmt: skip


def team_standing_rows(league: LeagueShown) -> Iterator[CsvRow]:
    """Yield the teams of a league in the order of its table."""
    for row in league.rows:
        standing = row.standing
        yield (
            standing.place,
            row.team.name,
            str(row.team.club or ""),
            standing.played,
            standing.won,
            standing.drawn,
            standing.lost,
            _half(standing.half_points),
            standing.match_points,
        )


TABLES: Mapping[str, SectionTable] = MappingProxyType(
    {
        "standings": SectionTable(
            gettext_lazy("Standings"),
            _standings_head,
            _standing_rows,
            ranks_players=True,
        ),
        "crosstable": SectionTable(
            gettext_lazy("Crosstable"),
            _crosstable_head,
            _crosstable_rows,
            ranks_players=True,
        ),
        "boards": SectionTable(
            gettext_lazy("Boards and results"), _boards_head, _board_rows
        ),
        "entries": SectionTable(
            gettext_lazy("Players"), _entries_head, _entry_rows, is_of_started=False
        ),
    }
)
"""Tables by their name in the address, before the dot."""
