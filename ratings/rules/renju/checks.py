"""Refuse tournaments with invalid or contradictory data."""

from collections.abc import Iterator, Sequence, Set
from typing import TypeAlias

from ratings.rules.parameters import BadFields
from ratings.rules.renju.levels import HIGHEST, LOWEST
from ratings.rules.renju.records import Id, InputGame, InputPlayer

Fault: TypeAlias = tuple[str, str]
"""A place such as `games[3].score`, and a code."""

WIN = 2
"""Half points for a won game."""


class BadTournament(BadFields):
    """Some fields are invalid, each given as a place such as `games[3].score`:
    duplicate_id, unknown_level, already_ranked, unknown_id, plays_self, bad_score,
    duplicate_key, or a code of `renju.calculator`.
    """


def check_tournament(
    players: Sequence[InputPlayer], games: Sequence[InputGame]
) -> None:
    """Raise BadTournament with the errors that `find_faults` finds."""
    errors = dict(find_faults(players, games))
    if errors:
        raise BadTournament(errors)


def find_faults(
    players: Sequence[InputPlayer], games: Sequence[InputGame]
) -> Iterator[Fault]:
    """Yield the errors of each player, then of each game, with their places."""
    ids: set[Id] = set()
    for place, player in enumerate(players):
        for name, code in _player_faults(player, ids):
            yield f"players[{place}].{name}", code
        ids.add(player.id)
    keys: set[Id] = set()
    for place, game in enumerate(games):
        for name, code in _game_faults(game, ids, keys):
            yield f"games[{place}].{name}", code
        if game.key is not None:
            keys.add(game.key)


def _player_faults(player: InputPlayer, ids: Set[Id]) -> Iterator[Fault]:
    if player.id in ids:
        yield "id", "duplicate_id"
    for name in ("level", "at_three_months", "at_end", "decided"):
        if not _is_level(getattr(player, name)):
            yield name, "unknown_level"
    if player.decided is not None and player.level is not None:
        yield "decided", "already_ranked"


def _game_faults(game: InputGame, ids: Set[Id], keys: Set[Id]) -> Iterator[Fault]:
    if game.a not in ids:
        yield "a", "unknown_id"
    if game.b not in ids:
        yield "b", "unknown_id"
    elif game.a == game.b:
        yield "b", "plays_self"
    if not _is_whole(game.score, 0, WIN):
        yield "score", "bad_score"
    if game.key in keys:
        yield "key", "duplicate_key"


def _is_level(value: object) -> bool:
    return _is_whole(value, LOWEST, HIGHEST)


def _is_whole(value: object, low: int, high: int) -> bool:
    """Return whether it is None or a whole number from low to high; True is no
    number.
    """
    return value is None or (type(value) is int and low <= value <= high)
