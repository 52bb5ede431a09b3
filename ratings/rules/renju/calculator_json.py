"""The renju calculator with requests and answers in JSON.

    {"players": [{"id": "a", "level": "3 kyu"}, …],
     "games": [{"a": "a", "b": "b", "score": 1}, …],
     "needs": {"level": "3 kyu", "opponents": ["2 kyu", …]}}

A tournament in the form of `renju.calculator.calculate`, or the norms before it in the
form of `calculate_needs`, or both.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ratings.rules.parameters import BadParameters
from ratings.rules.plain_json import Json
from ratings.rules.reading import REQUEST
from ratings.rules.renju.calculator import calculate, calculate_needs
from ratings.rules.renju.checks import BadTournament
from ratings.rules.renju.input import WHOLE
from ratings.rules.renju.steps import PARAGRAPHS

MOST_PLAYERS: Final = 200
"""No tournament in a request has more players than this."""
MOST_GAMES: Final = 10_000
"""No tournament in a request has more games than this."""
NEEDS: Final = "needs"
NORMS: Final = (
    "Renju 2 §2c",
    "Renju 2 §2d",
    "Renju 2 §2e-f",
    "Renju 3 §2",
    "Renju 3 §4",
)
"""The paragraphs from which norms are known in advance."""


def answer_json(data: object) -> Json:
    """Answer a request; raises BadParameters with every invalid part.

    Codes are those of `renju.calculator`, too_many and nothing_asked.
    """
    if not isinstance(data, Mapping) or not data:
        is_object = isinstance(data, Mapping)
        raise BadParameters(
            {REQUEST: "nothing_asked" if is_object else "not_an_object"}
        )
    faults = _too_many(data)
    if faults:
        raise BadParameters(faults)
    tournament = {name: part for name, part in data.items() if name != NEEDS}
    needs = (
        _answer_or_fault(NEEDS, calculate_needs, data, faults)
        if NEEDS in data
        else None
    )
    rated = (
        _answer_or_fault("", calculate, {"": tournament}, faults)
        if tournament
        else None
    )
    if faults:
        raise BadParameters(faults)
    return (_flat(rated) if rated else {}) | ({NEEDS: _needs(needs)} if needs else {})


def _needs(needs: Mapping[str, Any]) -> Json:
    return {
        **needs,
        "pmean": _number(needs["mean"]),
        "paragraphs": list(NORMS),
    }


def _too_many(data: Mapping[str, object]) -> dict[str, str]:
    most = {"players": MOST_PLAYERS, "games": MOST_GAMES}
    lists = {name: rows for name in most if isinstance(rows := data.get(name), list)}
    return {name: "too_many" for name, rows in lists.items() if len(rows) > most[name]}


def _answer_or_fault(
    name: str,
    ask: Callable[[object], Json],
    data: Mapping[str, object],
    faults: dict[str, str],
) -> Json | None:
    """Return the answer of `ask` to a part of the request; None if it refuses, with the
    reason in `faults`.
    """
    try:
        return ask(data[name])
    except BadTournament as error:
        faults.update(
            (_place(name, place), code) for place, code in error.errors.items()
        )
        return None


def _place(name: str, place: str) -> str:
    if place == WHOLE:
        return name or REQUEST
    return f"{name}.{place}" if name else place


def _flat(rated: Mapping[str, Any]) -> Json:
    """Return players with their norms by level; for a cycle the players, then its
    rounds.
    """
    cycle = rated["cycle"]
    return {
        "players": [_player(player) for player in rated["players"]],
        "cycle": cycle and cycle["players"],
        "rounds": cycle and cycle["rounds"],
        "paragraphs": [PARAGRAPHS["settled"]] if cycle else [],
    }


def _player(player: Mapping[str, Any]) -> Json:
    norms = {norm["level"]: norm["points"] for norm in player["obtain"]}
    return {
        **{name: part for name, part in player.items() if name != "obtain"},
        "pmean": _number(player["mean"]),
        "norms": norms,
    }


def _number(mean: Mapping[str, int] | None) -> float | None:
    return None if mean is None else mean["numerator"] / mean["denominator"]
