"""The LASK calculator with requests and answers in JSON."""

from collections.abc import Sequence

from ratings.rules.lask.calculator import GamesAnswer, LaskCalculations, calculate
from ratings.rules.lask.faults import find_faults
from ratings.rules.lask.games import GameWorth
from ratings.rules.lask.goal import NeededScore
from ratings.rules.lask.initial import ClassRating, InterpolatedRating
from ratings.rules.lask.monrad import MonradWorth, OpponentsMean
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.tournament import TournamentWorth
from ratings.rules.parameters import BadParameters
from ratings.rules.plain_json import Json, decimal, points, table_row

TEXT = LaskParameters()
"""The parameters of the text."""


def answer_json(data: object) -> Json:
    """Answer a request of `lask.calculator`; raises BadParameters with every invalid
    part.

    Scores are points, changes whole rating points.
    """
    faults = find_faults(data, TEXT)
    if faults:
        raise BadParameters(faults)
    result = calculate(data, TEXT)
    return (_games(result.games) if result.games else {}) | _others(result)


def _games(result: GamesAnswer) -> Json:
    bases = {game.own for game in result.games}
    base = bases.pop() if len(bases) == 1 else None
    return {
        "games": _each_game(result.games, base),
        "change": float(result.total),
        "new_rating": None if base is None else base + result.total,
    }


def _each_game(games: Sequence[GameWorth], base: int | None) -> list[Json]:
    running, lines = base, []
    for game in games:
        running = None if running is None else running + game.change
        lines.append(_game(game, running))
    return lines


def _game(game: GameWorth, running: int | None) -> Json:
    return {
        "own": game.own,
        "opponent": game.opponent,
        "score": points(game.half_points),
        "difference": game.difference,
        "table_row": table_row(game.row),
        "k": game.row.compensation,
        "change": float(game.change),
        "running": running,
        "paragraphs": [game.paragraph],
    }


def _others(result: LaskCalculations) -> Json:
    parts = {
        "concentrated": result.concentrated and _tournament(result.concentrated),
        "monrad": result.monrad and _monrad(result.monrad),
        "initial": result.initial and _initial(result.initial),
        "goal": result.goal and _goal(result.goal),
    }
    return {name: part for name, part in parts.items() if part is not None}


def _tournament(result: TournamentWorth) -> Json:
    return {
        "rating": result.rating,
        "mean": result.mean,
        "score": points(result.half_points),
        "games": result.games,
        "difference": result.difference,
        "table_row": table_row(result.row),
        "k": result.compensation,
        "by_score": result.by_score,
        "by_strength": result.by_strength,
        "change": float(result.change),
        "new_rating": result.after,
        "paragraphs": [result.paragraph],
    }


def _monrad(result: MonradWorth) -> Json:
    return {"opponents": _opponents(result.opponents), **_tournament(result.tournament)}


def _opponents(result: OpponentsMean) -> Json:
    return {
        "section_mean": result.section_mean,
        "quality_points": points(result.quality),
        "rounds": result.rounds,
        "games": result.games,
        "by_2a": decimal(result.by_2a),
        "by_2b": decimal(result.by_2b),
        "mean": result.rating,
        "paragraphs": [result.paragraph],
    }


def _initial(result: ClassRating | InterpolatedRating) -> Json:
    if isinstance(result, ClassRating):
        method: Json = {
            "class_average": result.class_average,
            "percent": result.percent,
            "difference": result.difference,
        }
    else:
        method = {
            "stronger": result.stronger,
            "weaker": result.weaker,
            "share": decimal(result.share),
        }
    return {**method, "rating": result.rating, "paragraphs": [result.paragraph]}


def _goal(result: NeededScore) -> Json:
    return {
        "own": result.own,
        "goal": result.goal,
        "games": result.games,
        "score": points(result.half_points),
        "new_rating": result.reached,
        "paragraphs": [result.paragraph],
    }
