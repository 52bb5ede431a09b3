"""A request to the Glicko-2 calculator: one player and some games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from ratings.rules import reading
from ratings.rules.glicko2.parameters import (
    MOST_RATING,
    MOST_RD,
    MOST_VOLATILITY,
    GlickoParameters,
    number,
)
from ratings.rules.parameters import BadParameters, ParametersBase, parameter

MOST_GAMES = 1000
"""No request has more games than this."""
REQUIRED = ("rating", "score")
"""Required fields of a game; the opponent's deviation may be unknown."""

P = TypeVar("P", bound=ParametersBase)


def read_score(value: object) -> float:
    """Return a score of 0, 0.5 or 1; ValueError with the codes of
    `reading.read_score`.
    """
    return reading.read_score(value) / 2


def _given(low: float, high: float) -> float:
    """Return a field for a number from low to high that `read_request` always fills
    in.
    """
    return number(low, low, high)


@dataclass(frozen=True, slots=True)
class GlickoResult(ParametersBase):
    """One game of the player."""

    rating: float = _given(0, MOST_RATING)
    """The opponent's rating."""
    rd: float = _given(1, MOST_RD)
    """The opponent's rating deviation."""
    score: float = parameter(0.0, read_score)
    """The player's score: 0, 0.5 or 1."""


@dataclass(frozen=True, slots=True)
class GlickoPlayer(ParametersBase):
    """The player, and the numbers of the system."""

    rating: float = _given(0, MOST_RATING)
    rd: float = _given(1, MOST_RD)
    volatility: float = _given(0.001, MOST_VOLATILITY)
    tau: float = _given(0.1, 2)
    most_rd: float = _given(1, MOST_RD)
    """No new rating deviation is above this."""
    most_volatility: float = _given(0.01, MOST_VOLATILITY)
    """No new volatility is above this."""


@dataclass(frozen=True, slots=True)
class GlickoRequest:
    """A player and the games of one period."""

    player: GlickoPlayer
    games: tuple[GlickoResult, ...]


def read_request(
    data: Mapping[str, object], parameters: GlickoParameters
) -> GlickoRequest:
    """Read {"rating": …, "rd": …, "volatility": …, "tau": …, "games": [{…}, …]}.

    Numbers of the player that are missing are taken from `parameters`, as for an
    unrated player, and so is the deviation of an opponent; an opponent's rating and the
    score are required. Raises BadParameters, which names every invalid field, those of
    a game as "games[0].rd". Codes: missing, not_a_list, not_an_object, too_many,
    not_a_score, and those of `GlickoParameters`.
    """
    own = {name: value for name, value in data.items() if name != "games"}
    errors: dict[str, str] = {}
    player = _read(GlickoPlayer, _unrated(parameters) | own, "", errors)
    games = tuple(
        _read_game(row, f"games[{place}]", parameters, errors)
        for place, row in enumerate(_rows(data, errors))
    )
    if errors:
        raise BadParameters(errors)
    return GlickoRequest(player, games)


def _unrated(parameters: GlickoParameters) -> dict[str, object]:
    return {
        "rating": parameters.start_rating,
        "rd": parameters.start_rd,
        "volatility": parameters.start_volatility,
        "tau": parameters.tau,
        "most_rd": parameters.most_rd,
        "most_volatility": parameters.most_volatility,
    }


def _rows(data: Mapping[str, object], errors: dict[str, str]) -> list[object]:
    games = data.get("games")
    if isinstance(games, list) and len(games) <= MOST_GAMES:
        return games
    what = "too_many" if isinstance(games, list) else "not_a_list"
    errors["games"] = what if "games" in data else "missing"
    return []


def _read_game(
    row: object, at: str, parameters: GlickoParameters, errors: dict[str, str]
) -> GlickoResult:
    if not isinstance(row, Mapping):
        errors[at] = "not_an_object"
        return GlickoResult()
    errors |= {f"{at}.{name}": "missing" for name in REQUIRED if name not in row}
    return _read(GlickoResult, {"rd": parameters.outside_rd, **row}, f"{at}.", errors)


def _read(
    kind: type[P], data: Mapping[str, object], prefix: str, errors: dict[str, str]
) -> P:
    try:
        return kind.from_json(data)
    except BadParameters as bad:
        errors |= {prefix + name: code for name, code in bad.errors.items()}
        return kind()
