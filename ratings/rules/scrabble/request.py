"""A request to the Scrabble calculator: one player and a tournament."""

from collections.abc import Mapping
from dataclasses import dataclass

from ratings.rules.parameters import BadParameters, Reader, read_whole
from ratings.rules.scrabble.parameters import HIGHEST, ScrabbleParameters
from ratings.rules.scrabble.tournament import WIN

MOST_GAMES = 1000
"""No request has more games than this."""
FIELDS = ("rating", "opponents", "wins", "goal")


@dataclass(frozen=True, slots=True)
class ScrabbleRequest:
    """A player, the opponents of one tournament, and the half points scored."""

    rating: int
    opponents: tuple[int, ...]
    score: int
    """Half points: twice the wins."""
    goal: int | None = None
    """A rating that the player wants to reach."""


def read_rating(value: object) -> int:
    """Return a whole rating, not below 0.

    ValueError with the code not_whole, too_low or too_high.
    """
    return read_whole(value, 0, HIGHEST)


def read_score(value: object, games: int) -> int:
    """Return wins as half points, at most as many wins as there are games.

    ValueError with the code not_a_score, too_low or too_high.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("not_a_score")  # noqa: TRY004 - one kind of error for forms
    if not 0 <= value <= games:
        raise ValueError(_beyond(value))
    if value * WIN % 1:
        raise ValueError("not_a_score")
    return int(value * WIN)


def _beyond(value: float) -> str:
    if value < 0:
        return "too_low"
    return "too_high" if value > 0 else "not_a_score"


def read_request(
    data: Mapping[str, object], parameters: ScrabbleParameters
) -> ScrabbleRequest:
    """Read {"rating": 1000, "opponents": [1009, …], "wins": 4, "goal": 1100}.

    Without a rating the player is new; the goal may be left out. Raises BadParameters,
    which names every invalid field, an opponent as "opponents[0]". Codes: missing,
    not_a_list, too_many, not_a_score, not_whole, too_low, too_high, unknown_field.
    """
    errors = {name: "unknown_field" for name in data if name not in FIELDS}
    opponents = _opponents(data, errors)
    # If the opponents cannot be read, the wins are not compared with their number.
    games = MOST_GAMES if "opponents" in errors else len(opponents)
    rating = data.get("rating", parameters.start)
    request = ScrabbleRequest(
        rating=_read(read_rating, rating, "rating", errors),
        opponents=opponents,
        score=_score(data, games, errors),
        goal=_goal(data, errors),
    )
    if errors:
        raise BadParameters(errors)
    return request


def _opponents(data: Mapping[str, object], errors: dict[str, str]) -> tuple[int, ...]:
    opponents = data.get("opponents")
    if not isinstance(opponents, list) or len(opponents) > MOST_GAMES:
        what = "too_many" if isinstance(opponents, list) else "not_a_list"
        errors["opponents"] = what if "opponents" in data else "missing"
        return ()
    return tuple(
        _read(read_rating, opponent, f"opponents[{place}]", errors)
        for place, opponent in enumerate(opponents)
    )


def _score(data: Mapping[str, object], games: int, errors: dict[str, str]) -> int:
    if "wins" not in data:
        errors["wins"] = "missing"
        return 0
    return _read(lambda wins: read_score(wins, games), data["wins"], "wins", errors)


def _goal(data: Mapping[str, object], errors: dict[str, str]) -> int | None:
    goal = data.get("goal")
    return None if goal is None else _read(read_rating, goal, "goal", errors)


def _read(read: Reader, value: object, name: str, errors: dict[str, str]) -> int:
    """Return the value, or 0 if it cannot be read, with the reason in `errors`."""
    try:
        number: int = read(value)
    except ValueError as error:
        errors[name] = str(error)
        return 0
    return number
