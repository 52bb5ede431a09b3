"""Write games without their moves in PGN's export format (PGN standard 8.1, 8.2)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

UNKNOWN = "?"
NO_DATE = "????.??.??"
NOT_OVER = "*"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f]+")


@dataclass(frozen=True, slots=True)
class PgnPlayer:
    """A player; `name` is the last name, a comma and the first name."""

    name: str
    title: str = ""
    rating: int | None = None
    fide_id: int | None = None


@dataclass(frozen=True, slots=True)
class PgnGame:
    """A game; `result` is 1-0, 0-1, 1/2-1/2 or an asterisk. `termination` is a word of
    the standard.
    """

    event: str
    site: str
    day: date | None
    round: int
    board: int
    white: PgnPlayer
    black: PgnPlayer
    result: str = NOT_OVER
    termination: str = ""


def write_pgn(games: Iterable[PgnGame]) -> Iterator[str]:
    """Yield each game with the seven required tags in their order, the others in
    alphabetical order, and its result in place of moves.
    """
    for game in games:
        tags = [*_roster(game), *sorted(_others(game))]
        lines = [f'[{name} "{_escaped(said)}"]' for name, said in tags if said]
        yield "\n".join([*lines, "", game.result, "", ""])


def _roster(game: PgnGame) -> Iterator[tuple[str, str]]:
    yield "Event", game.event or UNKNOWN
    yield "Site", game.site or UNKNOWN
    yield "Date", f"{game.day:%Y.%m.%d}" if game.day else NO_DATE
    yield "Round", str(game.round)
    yield "White", game.white.name or UNKNOWN
    yield "Black", game.black.name or UNKNOWN
    yield "Result", game.result


def _others(game: PgnGame) -> Iterator[tuple[str, str]]:
    yield "Board", str(game.board)
    yield "Termination", game.termination
    for colour, player in (("White", game.white), ("Black", game.black)):
        yield f"{colour}Elo", str(player.rating or "")
        yield f"{colour}FideId", str(player.fide_id or "")
        yield f"{colour}Title", player.title


def _escaped(text: str) -> str:
    """Return a string on one line, with a backslash before quotation marks and
    backslashes.
    """
    plain = _UNPRINTABLE.sub(" ", text).strip()
    return plain.replace("\\", "\\\\").replace('"', '\\"')
