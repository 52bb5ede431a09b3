"""The games in a tournament file, each of which is in the lines of both players."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext_noop as noted

from ratings.files.spellings import NO_RATING
from ratings.files.wording import FileMessage
from ratings.imports.formats.trf.players import CELL, FIRST_CELL, RESULTS, Cell
from ratings.imports.formats.trf.reading import ReadTournament

SAME_FOR_BOTH = ("-", "0", "L", "+")
"""Results that may be in both lines of a game: lost by both, without play or as a
penalty, or a point for both by decision."""
_OPPOSITE = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D"}
_OPPOSITE |= {"+": "-", "-": "+"}


@dataclass(frozen=True, slots=True)
class TrfGame:
    """A game: starting numbers, White's half points, and its day if it is given."""

    line: int
    round: int
    day: date | None
    white: int
    black: int
    score: int
    played: bool


def games_of(tournament: ReadTournament) -> Iterator[TrfGame | tuple[int, FileMessage]]:
    """Yield the games that were played or forfeited by one player, each once; or a line
    and why a game in it cannot be read.

    A game is left out if one of the two players is not in the file, if both have the same
    result of `SAME_FOR_BOTH`, or if the two lines contradict each other.
    """
    for rank, player in sorted(tournament.players.items()):
        for round_number, cell in enumerate(player.cells, start=1):
            opponent, _colour, result = cell
            if not opponent:
                continue
            other = _cell(tournament, opponent, round_number)
            if result == other[2] and result in SAME_FOR_BOTH:
                continue
            why = _disagreement(tournament, round_number, rank, cell)
            if why is None:
                if rank < opponent:
                    yield _game(tournament, round_number, rank, cell)
            elif rank <= opponent or other[0] != rank:
                yield player.line, why


def _cell(tournament: ReadTournament, rank: int, round_number: int) -> Cell:
    player = tournament.players.get(rank)
    if player is None or round_number > len(player.cells):
        return 0, " ", " "
    return player.cells[round_number - 1]


def _disagreement(
    tournament: ReadTournament, round_number: int, rank: int, mine: Cell
) -> FileMessage | None:
    """Return why a game is invalid; None if the lines of both players agree."""
    opponent, colour, result = mine
    other = _cell(tournament, opponent, round_number)
    text = ""
    facts: dict[str, Any] = {}
    if opponent == rank:
        text = noted("round %(round)d, column %(at)d: number %(rank)d meets itself")
    elif opponent not in tournament.players:
        text = _NOBODY
    elif other[0] != rank:
        text = _ONE_SIDED
    elif other[2] != _OPPOSITE[result]:
        text, facts = _RESULTS_DIFFER, {"one": result, "other": other[2]}
    elif {colour, other[1]} != {"w", "b"} and result not in "+-":
        text, facts = _COLOURS_DIFFER, {"one": colour, "other": other[1]}
    if not text:
        return None
    column = FIRST_CELL + CELL * (round_number - 1) + 1
    facts |= {"round": round_number, "at": column, "rank": rank}
    return FileMessage(text, opponent=opponent, **facts)


_NOBODY = noted("round %(round)d, column %(at)d: there is no number %(opponent)d")
_ONE_SIDED = noted(
    "round %(round)d, column %(at)d: the line of number %(opponent)d has no game with "
    "number %(rank)d"
)
_RESULTS_DIFFER = noted(
    "round %(round)d, column %(at)d: the results of numbers %(rank)d and %(opponent)d "
    "do not match: ‘%(one)s’ and ‘%(other)s’"
)
_COLOURS_DIFFER = noted(
    "round %(round)d, column %(at)d: the colours of numbers %(rank)d and %(opponent)d "
    "do not match: ‘%(one)s’ and ‘%(other)s’"
)


def _game(
    tournament: ReadTournament, round_number: int, rank: int, cell: Cell
) -> TrfGame:
    opponent, colour, result = cell
    score, played = RESULTS[result]
    # Without colours, as in a forfeit, the lower number counts as White.
    is_black = colour == "b"
    return TrfGame(
        line=tournament.players[rank].line,
        round=round_number,
        day=tournament.days.get(round_number),
        white=opponent if is_black else rank,
        black=rank if is_black else opponent,
        score=2 - score if is_black else score,
        played=played,
    )


def ratings_from_outside(tournament: ReadTournament, home: str) -> Mapping[int, int]:
    """Return the FIDE ratings of players of other federations, by starting number."""
    return {
        rank: player.rating
        for rank, player in tournament.players.items()
        if player.rating != NO_RATING and player.federation not in ("", home)
    }
