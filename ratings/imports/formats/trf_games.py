"""The games in a tournament file of FIDE, each of which two lines tell."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_noop as _

from ratings.files.spellings import NO_RATING
from ratings.files.wording import Said
from ratings.imports.formats.trf import RESULTS, Tournament

_OPPOSITE = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D"}
_OPPOSITE |= {"+": "-", "-": "+"}


@dataclass(frozen=True, slots=True)
class TrfGame:
    """A game: starting numbers, White's half points, and its day where it is given."""

    line: int
    round: int
    day: date | None
    white: int
    black: int
    score: int
    played: bool


def games_of(tournament: Tournament) -> Iterator[TrfGame | tuple[int, Said]]:
    """The games that two players played or that one forfeited, by round, each once;
    or a line and why a game in it cannot be read.

    A game is left out where either of the two is not there, where both lost it, or
    where the lines of the two do not agree.
    """
    for rank, player in sorted(tournament.players.items()):
        for round_number, cell in enumerate(player.cells, start=1):
            opponent, _colour, result = cell
            if not opponent or (
                result == "-" and _cell(tournament, opponent, round_number)[2] == "-"
            ):
                continue
            other = _cell(tournament, opponent, round_number)
            if not _agree(cell, other, rank):
                if rank < opponent or other[0] != rank:
                    yield player.line, _disagreement(round_number, rank, opponent)
            elif rank < opponent:
                yield _game(tournament, round_number, rank, cell)


def _cell(tournament: Tournament, rank: int, round_number: int) -> tuple[int, str, str]:
    player = tournament.players.get(rank)
    if player is None or round_number > len(player.cells):
        return 0, " ", " "
    return player.cells[round_number - 1]


def _agree(mine: tuple[int, str, str], other: tuple[int, str, str], rank: int) -> bool:
    colours = {mine[1], other[1]}
    return (
        other[0] == rank
        and mine[0] != rank
        and other[2] == _OPPOSITE[mine[2]]
        and (colours == {"w", "b"} or mine[2] in "+-")
    )


def _disagreement(round_number: int, rank: int, opponent: int) -> Said:
    return Said(
        _("round %(round)d: the lines of numbers %(rank)d and %(opponent)d disagree"),
        round=round_number,
        rank=rank,
        opponent=opponent,
    )


def _game(
    tournament: Tournament, round_number: int, rank: int, cell: tuple[int, str, str]
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


def ratings_from_outside(tournament: Tournament, home: str) -> Mapping[int, int]:
    """FIDE's ratings of those who play for another federation, by starting number."""
    return {
        rank: player.rating
        for rank, player in tournament.players.items()
        if player.rating != NO_RATING and player.federation not in ("", home)
    }
