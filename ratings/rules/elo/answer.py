"""The answers of the calculator, as dataclasses and as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from fractions import Fraction

from ratings.rules.elo.calculator import (
    Calculation,
    ScoreNeeded,
    calculate,
    score_needed,
)
from ratings.rules.elo.first import FirstRating, first_rating
from ratings.rules.elo.parameters import EloParameters, edition
from ratings.rules.elo.performance import Performance, performance
from ratings.rules.elo.request import EloRequest, FieldScore, Goal


@dataclass(frozen=True, slots=True)
class EloCalculations:
    """The answer to each part of a request; None for parts that were not requested."""

    edition: str
    calculation: Calculation | None
    first_rating: FirstRating | None
    performance: Performance | None
    goal: ScoreNeeded | None


def answer(request: EloRequest) -> EloCalculations:
    """Answer every part of the request by the rules of its edition.

    A request returned by `read_request` is never refused.
    """
    rules = edition(request.edition)
    return EloCalculations(
        edition=request.edition,
        calculation=calculate(request.games, rules) if request.games else None,
        first_rating=_first_rating(request.first_rating, rules),
        performance=_performance(request.performance),
        goal=_goal(request.goal, rules),
    )


def _first_rating(
    requested: FieldScore | None, rules: EloParameters
) -> FirstRating | None:
    if requested is None:
        return None
    return first_rating(requested.opponents, requested.score, rules)


def _performance(requested: FieldScore | None) -> Performance | None:
    return (
        None if requested is None else performance(requested.opponents, requested.score)
    )


def _goal(requested: Goal | None, rules: EloParameters) -> ScoreNeeded | None:
    if requested is None:
        return None
    return score_needed(
        requested.own,
        requested.opponents,
        requested.k,
        requested.rating,
        rules,
        length=requested.length,
    )


def to_json(answer: EloCalculations) -> dict[str, object]:
    """Return the answer's fields as JSON, leaving out those that were not requested.

    Scores are points, also where the dataclass has half points; p is from 0 to 1;
    numbers that are not whole are rounded to two decimals if they have more.
    """
    return {
        part.name: _plain(getattr(answer, part.name))
        for part in fields(answer)
        if getattr(answer, part.name) is not None
    }


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, Decimal | Fraction):
        return round(float(value), 2)
    if is_dataclass(value):
        return {name: _plain(part) for name, part in _parts(value).items()}
    return value


def _parts(value: object) -> Mapping[str, object]:
    parts = {part.name: getattr(value, part.name) for part in fields(value)}  # type: ignore[arg-type]
    if isinstance(value, FirstRating | Performance):
        parts["score"] = Fraction(value.score, 2)
        parts["p"] = Fraction(value.p, 100)
    if isinstance(value, FirstRating):
        parts["published"] = value.published
    return parts
