"""A section as its tournament file contains it, with what the reader may see."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from federation.models import Player
from tournaments.formats.trf.announced import kind_lines
from tournaments.formats.trf.writing import (
    CellWritten,
    PlayerWritten,
    PointsAhead,
    PointsTaken,
    TournamentWritten,
)
from tournaments.models import Entry, Section
from tournaments.queries.player_lists.section_facts import SectionFacts
from tournaments.queries.section_results import SectionResults, points_of
from tournaments.rules.results import Colour, Result
from tournaments.rules.sections import Board
from tournaments.rules.withdrawals import CountedBoard

FEDERATION: str = Player._meta.get_field("country").default  # noqa: SLF001 (documented)
_COLOURS = {Colour.WHITE: "w", Colour.BLACK: "b"}
_NOTHING = CellWritten(0, "-", "Z")


def section_file(
    facts: SectionFacts, *, is_for_organiser: bool = False
) -> TournamentWritten:
    """Return the section with its boards; for an organiser also with the pairs who may
    never meet.
    """
    section, tournament = facts.section, facts.section.tournament
    first = section.first_colour
    in_words, kind = kind_lines(section.format, section.pairing_system)
    return TournamentWritten(
        name=f"{tournament.name}, {section.name}",
        city=tournament.place,
        federation=FEDERATION,
        first_date=tournament.start_date,
        last_date=tournament.end_date,
        kind=kind,
        in_words=in_words,
        rounds=section.rounds,
        minutes=tournament.minutes,
        players=tuple(_players(facts)),
        round_dates=tuple(facts.days.get(n) for n in range(1, section.rounds + 1)),
        first_colour=_COLOURS[Colour(first)].upper() if first else "",
        points=points_of(section),
        kept_apart=_kept_apart(facts) if is_for_organiser else (),
        points_ahead=tuple(_points_ahead(section)),
        tie_breaks=tuple(section.tie_breaks),
        withdrawn={
            entry.pairing_number: entry.withdrawn_after
            for entry in facts.results.entries
            if entry.withdrawn_after is not None
        },
        planned=_planned(section),
        points_taken=tuple(_points_taken(facts.results)),
    )


def _planned(section: Section) -> tuple[int, str] | None:
    """Return the rounds announced and why the number differs, if it does."""
    planned = section.planned_rounds
    if planned is None or planned == section.rounds:
        return None
    return planned, section.rounds_reason


def _points_taken(results: SectionResults) -> Iterator[PointsTaken]:
    """Yield points taken for annulled boards, those of a round with the same points
    together.
    """
    taken: dict[tuple[int, int], list[int]] = {}
    for entry in results.entries:
        for game in results.counted.games[entry.pk]:
            if game.annulled and game.half_points:
                key = (game.round, game.half_points)
                taken.setdefault(key, []).append(entry.pairing_number)
    for (number, half_points), players in sorted(taken.items()):
        yield PointsTaken(half_points, number, players)


def _points_ahead(section: Section) -> Iterator[PointsAhead]:
    """Yield points of the accelerated rounds, those with the same points together."""
    last = section.last_accelerated
    if last is None:
        return
    rounds = range(1, section.rounds + 1)
    for points, some in groupby(
        rounds, lambda number: section.virtual_half_points(1, number)
    ):
        first_round, *later = some
        if points:
            yield PointsAhead(
                points, first_round, (later or [first_round])[-1], 1, last
            )


def _kept_apart(facts: SectionFacts) -> tuple[tuple[int, int], ...]:
    """Return pairs of starting numbers; the format cannot express pairs who may meet if
    necessary.
    """
    never = facts.section.kept_apart.filter(is_strict=True).order_by("pk")
    number = {entry.pk: entry.pairing_number for entry in facts.results.entries}
    return tuple(
        (number[one], number[other])
        for one, other in never.values_list("one_id", "other_id")
    )


def _players(facts: SectionFacts) -> Iterator[PlayerWritten]:
    results = facts.results
    numbers = {entry.pk: entry.pairing_number for entry in results.entries}
    ranks = {row.entry: at for at, row in enumerate(results.standings, start=1)}
    boards = [_as_written(counted) for counted in results.counted.boards]
    last = max((board.round for board in boards), default=0)
    cells: dict[int, list[CellWritten]] = {
        entry.pk: [_NOTHING] * last for entry in results.entries
    }
    for board in boards:
        for colour, entry_id in zip(Colour, board.players, strict=False):
            cells[entry_id][board.round - 1] = _cell(board, colour, numbers)
    for entry in results.entries:
        yield _player(
            entry,
            facts,
            cells[entry.pk],
            half_points=results.counted.scores[entry.pk].half_points,
            rank=ranks[entry.pk],
        )


def _as_written(counted: CountedBoard) -> Board:
    """Return the result that counts. An annulled board that was played is rated; one
    that was not played never will be.
    """
    board = counted.board
    if counted.annulled and not board.result.is_finished:
        return replace(board, result=Result.DOUBLE_FORFEIT)
    return board


def _cell(board: Board, colour: Colour, numbers: Mapping[int, int]) -> CellWritten:
    letter = board.result.letter(colour)
    if board.black is None:
        return CellWritten(0, "-", letter)
    opponent = board.black if colour is Colour.WHITE else board.white
    return CellWritten(numbers[opponent], _COLOURS[colour], letter)


def _player(
    entry: Entry,
    facts: SectionFacts,
    cells: list[CellWritten],
    *,
    half_points: int,
    rank: int,
) -> PlayerWritten:
    player, person = entry.player, facts.person(entry)
    last_name, first_name = facts.names(entry)
    is_shown = person.is_open
    rating = facts.rating(entry) if is_shown and not facts.levels else None
    return PlayerWritten(
        number=entry.pairing_number,
        last_name=last_name,
        first_name=first_name,
        cells=cells,
        half_points=half_points,
        rank=rank,
        gender={"f": "w"}.get(player.gender, player.gender) if is_shown else "",
        title=player.title if is_shown else "",
        birth_year=person.birth_year,
        federation=player.country if is_shown else "",
        fide_id=facts.fide_id(entry),
        fide_rating=facts.fide_rating(entry),
        national_id=person.national_id if is_shown else "",
        national_rating=rating,
    )
