"""Players with more than one game in a round of an event.

Only rounds that the file says count: without them every game of an event stands in
round 1.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as _
from numpy.typing import NDArray

from ratings.files.wording import Said
from ratings.imports.formats.game_columns import COLOURS, Games
from ratings.imports.formats.sources import NOT_SAID

USUAL_ROUND = 1
"""Of a game whose round the file does not say."""
_TWICE = _("round %(round)d: a player has %(games)d games (lines %(lines)s)")

Place = tuple[int, int, int]
"""Event, round and player."""
Played = dict[str, int]
"""A game's line, round, players' places in the file and score."""
Players = tuple[NDArray[Any], NDArray[Any]]
"""White's and Black's numbers in the register."""
Part = tuple[Games, Players]


def twice_in_round(parts: Callable[[], Iterable[Part]]) -> dict[Place, list[Played]]:
    """Return the games of each player who has several in a round. `parts` gives the
    games of whole events with their players, each time that it is asked. A game that
    stands twice, with the same day, players and score, is one.
    """
    keys = [np.empty(0, np.uint64)]
    for _some, _players, of_colour in _with_keys(parts()):
        keys += of_colour
    ordered = np.sort(np.concatenate(keys))
    twice = np.unique(ordered[1:][ordered[1:] == ordered[:-1]])
    if not len(twice):
        return {}
    places: dict[Place, dict[tuple[int, ...], Played]] = defaultdict(dict)
    for some, players, of_colour in _with_keys(parts()):
        for at, its_keys in enumerate(of_colour):
            for row in np.flatnonzero(np.isin(its_keys, twice)).tolist():
                white, black = int(players[0][row]), int(players[1][row])
                who = (white, black)[at]
                _note(places, some[row], who, (white, black))
    return {
        place: list(games.values()) for place, games in places.items() if len(games) > 1
    }


def said_of(number: int, games: Iterable[Played]) -> Said:
    """Return that a player has these games in a round."""
    lines = [game["line"] for game in games]
    return Said(
        _TWICE, round=number, games=len(lines), lines=", ".join(map(str, lines))
    )


def _note(
    places: dict[Place, dict[tuple[int, ...], Played]],
    game: Any,
    who: int,
    players: tuple[int, int],
) -> None:
    place = int(game["event"]), int(game["round"]), who
    same = int(game["day"]), *players, int(game["score"])
    names = ("line", "round", "white", "black", "score")
    places[place].setdefault(same, {name: int(game[name]) for name in names})


def _with_keys(
    parts: Iterable[Part],
) -> Iterator[tuple[Games, Players, list[NDArray[np.uint64]]]]:
    """Yield the games of rounds that are said, with a number for each player's round;
    two of these may have the same number by chance.
    """
    for games, (white, black) in parts:
        chosen = games["round"] != NOT_SAID
        some, players = games[chosen], (white[chosen], black[chosen])
        place = some["event"].astype(np.uint64) << np.uint64(14)
        place = (place | some["round"].astype(np.uint64)) << np.uint64(31)
        yield some, players, [place + each.astype(np.uint64) for each in players]


def of_batch(games: Games) -> Callable[[], Iterable[Part]]:
    """Return games whose players are those of the register, as `twice_in_round` asks
    them.
    """
    white, black = (games[colour] for colour in COLOURS)
    return lambda: [(games, (white, black))]


def with_rounds(games: Games) -> Games:
    """Return the same games, in the usual round where the file says none."""
    games["round"] = np.where(games["round"] == NOT_SAID, USUAL_ROUND, games["round"])
    return games
