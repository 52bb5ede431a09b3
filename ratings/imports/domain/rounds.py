"""Players with more than one game in a round of an event.

Only rounds that the file gives are looked at: without them every game of an event has
round 1.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from django.utils.translation import gettext_noop as noted
from numpy.typing import NDArray

from ratings.files.wording import FileMessage
from ratings.imports.formats.game_columns import COLOURS, Games
from ratings.imports.formats.sources import NOT_SAID

USUAL_ROUND = 1
"""The round of a game for which the file gives none."""
_TWICE = noted("round %(round)d: a player has %(games)d games (lines %(lines)s)")

Place = tuple[int, int, int]
"""Event, round and player."""
Played = dict[str, int]
"""A game's line, round, players (as in the games examined) and score."""
Players = tuple[NDArray[Any], NDArray[Any]]
"""White's and Black's numbers in the register."""
Part = tuple[Games, Players]


def twice_in_round(parts: Callable[[], Iterable[Part]]) -> dict[Place, list[Played]]:
    """Return the games of each player who has several in a round. `parts` returns the
    games of whole events with their players, each time that it is called. A game that
    occurs twice, with the same day, players and score, counts once.
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


def games_in_round_reason(number: int, games: Iterable[Played]) -> FileMessage:
    """Return a sentence that says that a player has these games in a round."""
    lines = [game["line"] for game in games]
    return FileMessage(
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
    """Yield the games with a round, with a number for each player and round; different
    ones may get the same number by chance.
    """
    for games, (white, black) in parts:
        chosen = games["round"] != NOT_SAID
        some, players = games[chosen], (white[chosen], black[chosen])
        place = some["event"].astype(np.uint64) << np.uint64(14)
        place = (place | some["round"].astype(np.uint64)) << np.uint64(31)
        yield some, players, [place + each.astype(np.uint64) for each in players]


def of_batch(games: Games) -> Callable[[], Iterable[Part]]:
    """Return a function for `twice_in_round` that returns these games, whose players are
    ids of the register.
    """
    white, black = (games[colour] for colour in COLOURS)
    return lambda: [(games, (white, black))]


def with_rounds(games: Games) -> Games:
    """Return the same games, with the usual round if the file gives none."""
    games["round"] = np.where(games["round"] == NOT_SAID, USUAL_ROUND, games["round"])
    return games
