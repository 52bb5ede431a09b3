"""The LASK calculator: from plain data, as from JSON, to numbers with their working.

    {"games": [{"own": 1950, "opponent": 2220, "score": 1}]}
    {"concentrated": {"rating": 1900, "score": 5.5, "games": 9, "mean": 1950}}
    {"monrad": {"rating": 1900, "score": 5, "rounds": 8, "quality_points": 36,
                "mean": 1800}}
    {"initial": {"class": "II", "score": 6.5, "games": 9}}
    {"initial": {"stronger": 1800, "weaker": 1760, "share": 0.5}}
    {"goal": {"own": 1900, "opponents": [1850, 1970], "goal": 1920}}

A request may contain several of these. The mean of a section is a number as above; or
`"class": "I"` for the average of a class; or `"ratings": [1900, null, …]`: all of them
known, or with a class, or with a mean, `by` a person and for a `reason`.
"""

from dataclasses import dataclass

from ratings.rules.lask.games import GameWorth, worth_of_game
from ratings.rules.lask.goal import NeededScore, find_needed_score
from ratings.rules.lask.initial import (
    ClassRating,
    Estimate,
    InterpolatedRating,
    interpolate,
    rate_by_class,
)
from ratings.rules.lask.monrad import MonradWorth, find_opponents_mean, worth_of_monrad
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.request import RequestObject, read_list, within
from ratings.rules.lask.tournament import (
    SectionMean,
    TournamentWorth,
    mean_by_class,
    mean_by_estimate,
    mean_of_ratings,
    worth_of_tournament,
)
from ratings.rules.lask.whole_numbers import BadEntry

_MEAN = frozenset({"mean", "class", "ratings", "by", "reason"})
_PARTS = frozenset({"games", "concentrated", "monrad", "initial", "goal"})
_GAME = frozenset({"own", "opponent", "score"})
_CONCENTRATED = frozenset({"rating", "score", "games"}) | _MEAN
_MONRAD = _CONCENTRATED | {"rounds", "quality_points"}
_BY_CLASS = frozenset({"class", "class_average", "score", "games"})
_BETWEEN = frozenset({"stronger", "weaker", "share"})
_GOAL = frozenset({"own", "opponents", "goal"})


@dataclass(frozen=True, slots=True)
class GamesAnswer:
    """Games one by one, and their sum."""

    games: tuple[GameWorth, ...]
    total: int


@dataclass(frozen=True, slots=True)
class LaskCalculations:
    """The answers to the parts of a request; None for all others."""

    games: GamesAnswer | None = None
    concentrated: TournamentWorth | None = None
    monrad: MonradWorth | None = None
    initial: ClassRating | InterpolatedRating | None = None
    goal: NeededScore | None = None


def calculate(request: object, parameters: LaskParameters) -> LaskCalculations:
    """Answer a request; BadEntry with the path to whatever is invalid in it.

    An empty request is refused as well (request: missing).
    """
    parts = RequestObject.read("request", request, _PARTS)
    if not parts.data:
        raise BadEntry("request", "missing")
    return LaskCalculations(
        games=_games(parts, parameters) if "games" in parts else None,
        concentrated=_concentrated(parts, parameters),
        monrad=_monrad(parts, parameters),
        initial=_initial(parts, parameters),
        goal=_goal(parts, parameters),
    )


def _games(parts: RequestObject, parameters: LaskParameters) -> GamesAnswer:
    rows = read_list("games", parts.value("games"))
    worths = tuple(_game(row, value, parameters) for row, value in enumerate(rows))
    return GamesAnswer(worths, sum(worth.change for worth in worths))


def _game(row: int, value: object, parameters: LaskParameters) -> GameWorth:
    place = f"games[{row}]"
    game = RequestObject.read(place, value, _GAME)
    with within(place):
        return worth_of_game(
            game.rating("own"), game.rating("opponent"), game.score("score"), parameters
        )


def _concentrated(
    parts: RequestObject, parameters: LaskParameters
) -> TournamentWorth | None:
    if "concentrated" not in parts:
        return None
    entry = _entry(parts, "concentrated", _CONCENTRATED)
    with within("concentrated"):
        return worth_of_tournament(
            entry.rating("rating"),
            _mean(entry, parameters),
            entry.score("score"),
            entry.count("games"),
            parameters,
        )


def _monrad(parts: RequestObject, parameters: LaskParameters) -> MonradWorth | None:
    if "monrad" not in parts:
        return None
    entry = _entry(parts, "monrad", _MONRAD)
    with within("monrad"):
        opponents = find_opponents_mean(
            _mean(entry, parameters),
            entry.score("quality_points"),
            entry.count("rounds"),
            entry.count("games") if "games" in entry else None,
        )
        return worth_of_monrad(
            entry.rating("rating"), entry.score("score"), opponents, parameters
        )


def _mean(entry: RequestObject, parameters: LaskParameters) -> int:
    if "ratings" in entry:
        return _mean_of_section(entry, parameters).rating
    if "class" in entry:
        _only_one(entry, "mean")
        return parameters.tables.class_average(entry.text("class"))
    return entry.rating("mean")


def _mean_of_section(entry: RequestObject, parameters: LaskParameters) -> SectionMean:
    ratings = entry.ratings_or_none("ratings")
    if "class" in entry:
        _only_one(entry, "mean")
        return mean_by_class(ratings, entry.text("class"), parameters)
    if "mean" in entry:
        by, reason = entry.text("by"), entry.text("reason")
        return mean_by_estimate(ratings, Estimate(entry.rating("mean"), by, reason))
    return mean_of_ratings(ratings)


def _only_one(entry: RequestObject, other: str) -> None:
    if other in entry:
        raise BadEntry(other, "unknown_field")


def _initial(
    parts: RequestObject, parameters: LaskParameters
) -> ClassRating | InterpolatedRating | None:
    if "initial" not in parts:
        return None
    entry = _entry(parts, "initial", _BY_CLASS | _BETWEEN)
    between = not _BETWEEN.isdisjoint(entry.data)
    entry = _entry(parts, "initial", _BETWEEN if between else _BY_CLASS)
    with within("initial"):
        if between:
            return interpolate(
                entry.rating("stronger"), entry.rating("weaker"), entry.number("share")
            )
        average = _class_average(entry, parameters)
        return rate_by_class(
            average, entry.score("score"), entry.count("games"), parameters
        )


def _class_average(entry: RequestObject, parameters: LaskParameters) -> int:
    if "class" in entry:
        _only_one(entry, "class_average")
        return parameters.tables.class_average(entry.text("class"))
    return entry.rating("class_average")


def _goal(parts: RequestObject, parameters: LaskParameters) -> NeededScore | None:
    if "goal" not in parts:
        return None
    entry = _entry(parts, "goal", _GOAL)
    with within("goal"):
        return find_needed_score(
            entry.rating("own"),
            entry.ratings("opponents"),
            entry.rating("goal"),
            parameters,
        )


def _entry(parts: RequestObject, name: str, names: frozenset[str]) -> RequestObject:
    return RequestObject.read(name, parts.value(name), names)
