"""The Elo calculator with requests and answers in JSON."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from ratings.rules.elo.answer import answer, to_json
from ratings.rules.elo.calculator import CalculatedGame, Calculation, ScoreNeeded
from ratings.rules.elo.citing import BONUS, DECIMALS, PERFORMANCE, ROUNDING
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

    A `change` is in rating points, K times score minus expected, not rounded; `rounded`
    is their sum rounded once (8.3.4). Everything else is as in `elo.answer.to_json`.
    """
    result = answer(read_request(data))
    others: Json = {"edition": result.edition}
    if result.calculation:
        others |= _calculation(result.calculation, edition(result.edition))
    if result.goal:
        others["goal"] = _goal(result.goal, edition(result.edition))
    return others | _about_a_field(to_json(result), edition(result.edition))


def _about_a_field(parts: Mapping[str, Any], rules: EloParameters) -> Json:
    cited = dict(CITED)
    if rules.performance_points is not None:
        cited["first_rating"] = (PERFORMANCE,)
    return {
        name: {**parts[name], "paragraphs": list(paragraphs)}
        for name, paragraphs in cited.items()
        if name in parts
    }


def _calculation(result: Calculation, rules: EloParameters) -> Json:
    return {
        "games": [_game(game) for game in result.games],
        "score": float(result.score),
        "expected": float(result.expected),
        "surplus": float(result.change),
        "change": float(result.points),
        "rounded": _number(result.rounded),
        **({"bonus": result.bonus} if result.bonus else {}),
        "new_rating": None if result.after is None else _number(result.after),
        "paragraphs": _totals(rules, result.bonus),
    }


def _totals(rules: EloParameters, bonus: int) -> list[str]:
    """Return the paragraphs of the rounding and of a bonus."""
    rounding = DECIMALS if rules.decimals else ROUNDING
    return [rounding, BONUS] if bonus else [rounding]


def _number(value: int | Decimal) -> float:
    """Return whole points as an int, and a rating with decimals as a float."""
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


def _goal(result: ScoreNeeded, rules: EloParameters) -> Json:
    return {
        "goal": result.goal,
        "games": result.games,
        "expected": float(result.expected),
        "score": None if result.score is None else float(result.score),
        "new_rating": _number(result.after),
        **({"bonus": result.bonus} if result.bonus else {}),
        "paragraphs": [
            *(_named(paragraph) for paragraph in result.paragraphs),
            *_totals(rules, result.bonus),
        ],
    }
