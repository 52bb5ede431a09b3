"""The games of a section for files of games."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tournaments.formats.pgn import NOT_OVER, PgnGame, PgnPlayer
from tournaments.models import Entry, Pairing
from tournaments.queries.player_lists.section_facts import SectionFacts
from tournaments.rules.points import Gain
from tournaments.rules.results import Colour, Result

_RESULTS: Mapping[tuple[Gain, Gain], str] = MappingProxyType(
    {
        (Gain.WIN, Gain.LOSS): "1-0",
        (Gain.DRAW, Gain.DRAW): "1/2-1/2",
        (Gain.LOSS, Gain.WIN): "0-1",
    }
)
_TERMINATIONS: Mapping[Result, str] = MappingProxyType(
    {
        Result.ADJUDICATED_WHITE: "adjudication",
        Result.ADJUDICATED_DRAW: "adjudication",
        Result.ADJUDICATED_BLACK: "adjudication",
        Result.DOUBLE_LOSS: "rules infraction",
        Result.ADJOURNED: "unterminated",
    }
)


def games_in(facts: SectionFacts) -> Iterator[PgnGame]:
    """Yield the games that were played, or are to be; forfeits, byes and boards that a
    withdrawal has settled are left out.
    """
    for board in facts.results.pairings:
        result = Result(board.result)
        if not board.black_id:
            continue
        if result.is_played or facts.results.what_counts[board.pk].is_awaited:
            yield _game(facts, board, result)


def _game(facts: SectionFacts, board: Pairing, result: Result) -> PgnGame:
    section = facts.section
    entry = facts.results.entry
    assert board.black_id is not None  # noqa: S101
    gains = (result.gain(Colour.WHITE), result.gain(Colour.BLACK))
    return PgnGame(
        event=f"{section.tournament.name}, {section.name}",
        site=section.tournament.place,
        day=board.finished_date or facts.days.get(board.round),
        round=board.round,
        board=board.board,
        white=_player(facts, entry[board.white_id]),
        black=_player(facts, entry[board.black_id]),
        result=_RESULTS.get(gains, NOT_OVER) if result.is_finished else NOT_OVER,
        termination=_TERMINATIONS.get(result, ""),
    )


def _player(facts: SectionFacts, entry: Entry) -> PgnPlayer:
    """Return the player with FIDE's rating, which the tag Elo means, or else the rating
    at the start; a level is no Elo.
    """
    is_open = facts.person(entry).is_open
    rating = facts.fide_rating(entry)
    if rating is None and is_open and entry.rating is not None and not facts.levels:
        rating = round(entry.rating)
    title = entry.player.title if is_open else ""
    return PgnPlayer(facts.name(entry), title, rating, facts.fide_id(entry))
