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
"""The edition of the text."""


def answer_json(data: object) -> Json:
    """Answer a request of `lask.calculator`; raises BadParameters with every invalid
    part.

    Scores are points, changes whole rating points.
    """
    faults = find_faults(data, TEXT)
    if faults:
        raise BadParameters(faults)
    found = calculate(data, TEXT)
    return (_games(found.games) if found.games else {}) | _others(found)


def _games(found: GamesAnswer) -> Json:
    bases = {game.own for game in found.games}
    base = bases.pop() if len(bases) == 1 else None
    return {
        "games": _each_game(found.games, base),
        "change": float(found.total),
        "new_rating": None if base is None else base + found.total,
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


def _others(found: LaskCalculations) -> Json:
    parts = {
        "concentrated": found.concentrated and _tournament(found.concentrated),
        "monrad": found.monrad and _monrad(found.monrad),
        "initial": found.initial and _initial(found.initial),
        "goal": found.goal and _goal(found.goal),
    }
    return {name: part for name, part in parts.items() if part is not None}


def _tournament(found: TournamentWorth) -> Json:
    return {
        "rating": found.rating,
        "mean": found.mean,
        "score": points(found.half_points),
        "games": found.games,
        "difference": found.difference,
        "table_row": table_row(found.row),
        "k": found.compensation,
        "by_score": found.by_score,
        "by_strength": found.by_strength,
        "change": float(found.change),
        "new_rating": found.after,
        "paragraphs": [found.paragraph],
    }


def _monrad(found: MonradWorth) -> Json:
    return {"opponents": _opponents(found.opponents), **_tournament(found.tournament)}


def _opponents(found: OpponentsMean) -> Json:
    return {
        "section_mean": found.section_mean,
        "quality_points": points(found.quality),
        "rounds": found.rounds,
        "games": found.games,
        "by_2a": decimal(found.by_2a),
        "by_2b": decimal(found.by_2b),
        "mean": found.rating,
        "paragraphs": [found.paragraph],
    }


def _initial(found: ClassRating | InterpolatedRating) -> Json:
    if isinstance(found, ClassRating):
        method: Json = {
            "class_average": found.class_average,
            "percent": found.percent,
            "difference": found.difference,
        }
    else:
        method = {
            "stronger": found.stronger,
            "weaker": found.weaker,
            "share": decimal(found.share),
        }
    return {**method, "rating": found.rating, "paragraphs": [found.paragraph]}


def _goal(found: NeededScore) -> Json:
    return {
        "own": found.own,
        "goal": found.goal,
        "games": found.games,
        "score": points(found.half_points),
        "new_rating": found.reached,
        "paragraphs": [found.paragraph],
    }
