"""A section as the public may see it: entries, table, rounds, movements."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from federation.permissions import Actor
from ratings.people.queries.names import Person, read_people
from tournaments.models import Entry, OpenEntries, Pairing, Round, Section, Tournament
from tournaments.queries.movements.rows import MovementShown, movements_by_section
from tournaments.queries.section_results import (
    SectionResults,
    needs_lots,
    read_results_of,
)
from tournaments.queries.standings.cells import heads_of
from tournaments.queries.standings.table import (
    RowShown,
    ShownPlayer,
    columns_of,
    rows_of,
)
from tournaments.queries.standings.words import RULE_SET_NAMES, tie_break_name
from tournaments.queries.wording import BOARD_TEXTS, Words, settled_words
from tournaments.rules.results import Result
from tournaments.rules.sections import Board
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.rule_sets import name_of_list
from tournaments.rules.withdrawals import CountedBoard

MANY_BOARDS = 300


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A board with what it counts (`tournaments.rules.withdrawals`); the pairing has
    what was recorded.
    """

    pairing: Pairing
    white: ShownPlayer
    black: ShownPlayer | None
    counted: CountedBoard

    @property
    def result(self) -> Result:
        return self.counted.board.result

    @property
    def text(self) -> Words:
        return BOARD_TEXTS[self.result]

    @property
    def settled(self) -> Words:
        """How a withdrawal has settled it; empty for most boards."""
        return settled_words(self.counted)


@dataclass(frozen=True, slots=True)
class RoundShown:
    number: int
    day: date | None
    boards: tuple[BoardShown, ...]
    granted: tuple[BoardShown, ...] = ()
    """The byes of players who said beforehand that they miss the round."""

    @property
    def is_being_played(self) -> bool:
        """Whether a board still waits for its result."""
        return any(board.counted.is_awaited for board in self.boards)

    @property
    def byes(self) -> tuple[BoardShown, ...]:
        """All players who get points without an opponent."""
        return (*(b for b in self.boards if b.black is None), *self.granted)


@dataclass(frozen=True, slots=True)
class SectionShown:
    """Everything that a page shows of a section."""

    section: Section
    is_round_robin: bool
    players: tuple[ShownPlayer, ...]
    heads: tuple[str, ...]
    tie_breaks: tuple[Words, ...]
    rows: tuple[RowShown, ...]
    rounds: tuple[RoundShown, ...]
    movements: tuple[MovementShown, ...]
    is_complete: bool
    rules: Words
    needs_lots: bool
    today: date

    @property
    def takes_entries(self) -> bool:
        """Whether players may enter themselves today."""
        opened: OpenEntries | None = getattr(self.section, "open_entries", None)
        has_started = self.section.started_at is not None
        return not has_started and bool(opened and opened.takes_entries_on(self.today))

    @property
    def accelerated_round(self) -> int | None:
        """The round to be paired next, if the upper group has virtual points for it."""
        paired = [each.number for each in self.rounds if each.boards]
        number = max(paired, default=0) + 1
        has_points = self.section.virtual_half_points(1, number)
        return number if has_points and number <= self.section.rounds else None

    @property
    def has_boards(self) -> bool:
        return any(each.boards for each in self.rounds)

    @property
    def rounds_with_results(self) -> tuple[int, ...]:
        """The rounds after which there are standings."""
        return tuple(
            each.number
            for each in self.rounds
            if any(b.pairing.result for b in each.boards)
        )

    @property
    def last_with_results(self) -> RoundShown | None:
        """The round of the table: the last with results."""
        numbers = self.rounds_with_results
        return self.rounds[numbers[-1] - 1] if numbers else None

    @property
    def has_many_boards(self) -> bool:
        """Whether its rounds are shown on their own pages only, since together they are
        long.
        """
        boards = sum(len(each.boards) for each in self.rounds)
        return not self.is_round_robin and boards > MANY_BOARDS

    @property
    def latest_round(self) -> "RoundShown | None":
        """The last round that has boards, if rounds are paired one at a time."""
        if self.is_round_robin:
            return None
        return next((each for each in reversed(self.rounds) if each.boards), None)

    @property
    def has_results(self) -> bool:
        """Whether there are results to submit; a player who rests has none."""
        boards = (board for each in self.rounds for board in each.boards)
        return any(
            board.black and Result(board.pairing.result).is_finished for board in boards
        )

    @property
    def is_judging(self) -> bool:
        return self.section.judged < self.section.posted


def shown_sections(
    tournament: Tournament,
    actor: Actor,
    today: date,
    published_at: datetime | None = None,
) -> list[SectionShown]:
    """Return all sections in order; the seven queries do not depend on their number.

    With `published_at` the rounds that are a draft at that moment are left out.
    """
    sections = list(
        tournament.sections.in_order().select_related("league", "open_entries")
    )
    all_results = read_results_of(sections, published_at)
    ids = {entry.player_id for results in all_results for entry in results.entries}
    persons = read_people(ids, actor, today)
    days = {
        (row.section_id, row.number): row.date
        for row in Round.objects.filter(section__in=sections)
    }
    movements = movements_by_section(sections, actor, today)
    return [
        _shown(results, persons, days, movements.get(results.section.pk, ()), today)
        for results in all_results
    ]


def shown_section(
    section: Section,
    actor: Actor,
    today: date,
    published_at: datetime | None = None,
    until: int | None = None,
    days: Mapping[int, date] | None = None,
) -> SectionShown:
    """Return one section, without its movements; rounds as in `shown_sections`.

    With `until` as it was after that round. `days` of its rounds, if they are read
    already.
    """
    (results,) = read_results_of([section], published_at, until)
    persons = read_people((e.player_id for e in results.entries), actor, today)
    if days is None:
        days = dict(section.round_days.values_list("number", "date"))
    of_section = {(section.pk, number): day for number, day in days.items()}
    return _shown(results, persons, of_section, (), today)


def _shown(
    results: SectionResults,
    persons: Mapping[int, Person],
    days: Mapping[tuple[int, int], date],
    movements: tuple[MovementShown, ...],
    today: date,
) -> SectionShown:
    players = {
        entry.pk: ShownPlayer(entry, persons[entry.player_id])
        for entry in results.entries
    }
    started = results.section.started_at is not None
    codes = columns_of(results) if started else ()
    return SectionShown(
        section=results.section,
        is_round_robin=results.is_round_robin,
        players=tuple(players.values()),
        heads=heads_of(results) if started else (),
        tie_breaks=tuple(tie_break_name(TIE_BREAKS[code].acronym) for _, code in codes),
        rows=tuple(rows_of(results, players, codes)) if started else (),
        rounds=tuple(_rounds(results, players, days)) if started else (),
        movements=movements,
        is_complete=started and results.counted.is_complete,
        rules=RULE_SET_NAMES[
            name_of_list(results.section.tie_breaks, results.in_rules.kind)
        ],
        needs_lots=started and needs_lots(results),
        today=today,
    )


def _rounds(
    results: SectionResults,
    players: Mapping[int, ShownPlayer],
    days: Mapping[tuple[int, int], date],
) -> list[RoundShown]:
    boards: dict[int, list[BoardShown]] = {}
    for pairing in results.pairings:
        black = players[pairing.black_id] if pairing.black_id else None
        counted = results.what_counts.get(pairing.pk) or _as_recorded(pairing)
        shown = BoardShown(pairing, players[pairing.white_id], black, counted)
        boards.setdefault(pairing.round, []).append(shown)
    granted: dict[int, list[BoardShown]] = {}
    for each in results.granted:
        bye = Pairing(round=each.round, white_id=each.entry_id, result=each.bye)
        shown = BoardShown(bye, players[each.entry_id], None, _as_recorded(bye))
        granted.setdefault(each.round, []).append(shown)
    return [
        RoundShown(
            number,
            days.get((results.section.pk, number)),
            tuple(boards.get(number, ())),
            tuple(granted.get(number, ())),
        )
        for number in range(1, results.section.rounds + 1)
    ]


def _as_recorded(bye: Pairing) -> CountedBoard:
    result = Result(bye.result)
    return CountedBoard(Board(bye.round, bye.white_id, None, result))


def rating_of(entry: Entry) -> float | None:
    """Return the rating noted at the start, otherwise the outside rating."""
    return entry.rating if entry.rating is not None else entry.outside_rating
