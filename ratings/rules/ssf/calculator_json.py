"""The SSF calculator with requests and answers in JSON."""

from ratings.rules.plain_json import Json, points, table_row
from ratings.rules.ssf.calculator import (
    CalculatedGame,
    NewRating,
    ScoreNeeded,
    SsfCalculation,
    answer,
)
from ratings.rules.ssf.explained import HALVING, LOW, RESULT
from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.ssf.request import read_request

TEXT = SsfParameters()
"""The parameters of the text."""


def answer_json(data: object) -> Json:
    """Answer a request of `ssf.request`; raises BadParameters with every invalid part.

    Points and changes are decimal numbers with at most one decimal, which is exact.
    """
    result = answer(read_request(data), TEXT)
    calculated = _calculation(result.calculation) if result.calculation else {}
    goal = {"goal": _goal(result.goal)} if result.goal else {}
    return calculated | goal


def _calculation(result: SsfCalculation) -> Json:
    return {
        "games": [_game(game) for game in result.games],
        "change": result.change,
        "bonus": result.bonus,
        **_new_rating(result.new),
    }


def _game(game: CalculatedGame) -> Json:
    return {
        "own": game.own,
        "opponent": game.opponent,
        "score": points(game.score),
        "difference": game.difference,
        "table_row": table_row(game.row),
        "k": game.row.compensation,
        "unhalved": game.unhalved,
        "halved": game.halved,
        "change": game.change,
        "bonus": game.bonus,
        "running": game.running,
        "paragraphs": list(game.paragraphs),
    }


def _new_rating(new: NewRating | None) -> Json:
    if new is None:
        return {
            "before_rounding": None,
            "floored": False,
            "new_rating": None,
            "paragraphs": [],
        }
    cited = {
        RESULT: True,
        HALVING: new.raw != new.rounded,
        LOW: new.floored,
    }
    return {
        "before_rounding": new.raw,
        "floored": new.floored,
        "new_rating": new.rating,
        "paragraphs": [paragraph for paragraph, holds in cited.items() if holds],
    }


def _goal(result: ScoreNeeded) -> Json:
    return {
        "own": result.own,
        "goal": result.goal,
        "games": result.games,
        "score": points(result.score),
        "new_rating": result.after,
    }
