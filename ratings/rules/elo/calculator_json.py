"""The Elo calculator with requests and answers in JSON."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from ratings.rules.elo.answer import answer, to_json
from ratings.rules.elo.calculator import CalculatedGame, Calculation, ScoreNeeded
from ratings.rules.elo.citing import BONUS, DECIMALS, PERFORMANCE
from ratings.rules.elo.parameters import EloParameters, edition
from ratings.rules.elo.request import read_request
from ratings.rules.plain_json import Json

CHAPTER: Final = "FIDE B.02, "
CITED: Final[Mapping[str, tuple[str, ...]]] = {
    "first_rating": (f"{CHAPTER}8.2.2", f"{CHAPTER}8.2.3", f"{CHAPTER}7.1.4"),
    "performance": ("FIDE B.01, 1.4.8",),
}


def answer_json(data: object) -> Json:
    """Answer a request of `elo.request`; raises BadParameters with every invalid part.

    A `change` is in rating points, K times score minus expected, with two decimals
    and exact; `rounded` is their sum rounded once (8.3.4). Everything else is as in
    `elo.answer.to_json`.
    """
    found = answer(read_request(data))
    others: Json = {"edition": found.edition}
    if found.calculation:
        others |= _calculation(found.calculation, edition(found.edition))
    if found.goal:
        others["goal"] = _goal(found.goal)
    return others | _about_a_field(to_json(found), edition(found.edition))


def _about_a_field(parts: Mapping[str, Any], rules: EloParameters) -> Json:
    cited = dict(CITED)
    if rules.performance_points is not None:
        cited["first_rating"] = (PERFORMANCE,)
    return {
        name: {**parts[name], "paragraphs": list(paragraphs)}
        for name, paragraphs in cited.items()
        if name in parts
    }


def _calculation(found: Calculation, rules: EloParameters) -> Json:
    rounding = DECIMALS if rules.decimals else f"{CHAPTER}8.3.4"
    return {
        "games": [_game(game) for game in found.games],
        "score": float(found.score),
        "expected": float(found.expected),
        "surplus": float(found.change),
        "change": float(found.points),
        "rounded": _number(found.rounded),
        **({"bonus": found.bonus} if found.bonus else {}),
        "new_rating": None if found.after is None else _number(found.after),
        "paragraphs": [rounding, BONUS] if found.bonus else [rounding],
    }


def _number(value: int | Decimal) -> float:
    """Return whole points unchanged, and decimals if the edition uses any."""
    return value if isinstance(value, int) else float(value)


def _named(paragraph: str) -> str:
    """Return the paragraph, with FIDE's chapter if it is one of its numbers."""
    return f"{CHAPTER}{paragraph}" if paragraph[0].isdigit() else paragraph


def _game(game: CalculatedGame) -> Json:
    return {
        "own": game.own,
        "opponent": game.opponent,
        "score": float(game.score),
        "k": game.k,
        "difference": abs(game.difference),
        "counted": abs(game.counted),
        "expected": float(game.expected),
        "surplus": float(game.change),
        "change": float(game.points),
        "paragraphs": [_named(paragraph) for paragraph in game.paragraphs],
    }


def _goal(found: ScoreNeeded) -> Json:
    return {
        "goal": found.goal,
        "games": found.games,
        "expected": float(found.expected),
        "score": None if found.score is None else float(found.score),
        "new_rating": _number(found.after),
        "paragraphs": [f"{CHAPTER}8.3.2", f"{CHAPTER}8.3.4"],
    }
