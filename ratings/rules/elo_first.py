"""The first rating of somebody new to the list (7.1.4 and 8.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from ratings.rules.elo_parameters import EloParameters
from ratings.rules.elo_performance import (
    check_field,
    nearest,
    percentage,
    score_difference,
)

NotPublished: TypeAlias = Literal["too_few_games", "below_floor"]


@dataclass(frozen=True, slots=True)
class UnratedEvent:
    """What an unrated player did in one event against rated opponents."""

    period: int
    """The rating period in which it is rated, as months counted from any month."""
    opponents: tuple[int, ...]
    """Their ratings; a game against an unrated opponent is not among them."""
    score: int
    """Half points in those games."""

    def __post_init__(self) -> None:
        """Refuse what `elo_performance.check_field` refuses."""
        check_field(self.opponents, self.score)


@dataclass(frozen=True, slots=True)
class FirstRating:
    """A first rating and its parts."""

    games: int
    """Games against rated opponents, hypothetical ones not among them."""
    score: int
    """Half points in them."""
    average: Fraction
    """Ra, with the hypothetical opponents where the edition has them (8.2.2)."""
    p: int
    """In hundredths, rounded, with the hypothetical draws."""
    difference: int
    """What is added to Ra: dp, or the points for half points above 50 % (8.2.3)."""
    exact: Fraction
    """Ru before rounding and before any limit."""
    rating: int
    """Ru, rounded and not above the highest first rating."""
    reason: NotPublished | None
    """Why it is not published; None when it is."""

    @property
    def published(self) -> int | None:
        """The rating that the list shows, None for none (7.1.4)."""
        return self.rating if self.reason is None else None


def pooled_events(
    events: Sequence[UnratedEvent], period: int, parameters: EloParameters
) -> tuple[UnratedEvent, ...]:
    """The events from which a first rating in a period is calculated (7.1.4, 8.2.1).

    `events` are all of the player's, in order of play. The first counts for nothing if
    the score in it is zero; those of too long ago do not count any more. Raises
    ValueError for an event of a later period.
    """
    if any(event.period > period for event in events):
        raise ValueError(f"period: an event is later than {period}.")
    counting = events[1:] if events and events[0].score == 0 else events
    oldest = period - parameters.first_periods + 1
    return tuple(event for event in counting if event.period >= oldest)


def pooled_first_rating(
    events: Sequence[UnratedEvent], period: int, parameters: EloParameters
) -> FirstRating | None:
    """The first rating from all of a player's events, None where none counts.

    Takes and refuses what `pooled_events` does.
    """
    pool = pooled_events(events, period, parameters)
    if not pool:
        return None
    opponents = [rating for event in pool for rating in event.opponents]
    return first_rating(opponents, sum(event.score for event in pool), parameters)


def first_rating(
    opponents: Sequence[int], score: int, parameters: EloParameters
) -> FirstRating:
    """The first rating from half points against rated opponents (8.2.2, 8.2.3).

    All the games that count are given together: 8.2.1 has been applied. Raises
    ValueError as `elo_performance.check_field` does.
    """
    check_field(opponents, score)
    draws = parameters.first_draws
    games = len(opponents) + draws
    total = sum(opponents) + draws * parameters.first_draws_rating
    average = Fraction(total, games)
    difference = _difference(score + draws, games, parameters)
    exact = average + difference
    rating = _rating(exact, parameters)
    return FirstRating(
        games=len(opponents),
        score=score,
        average=average,
        p=percentage(score + draws, games),
        difference=difference,
        exact=exact,
        rating=rating,
        reason=_reason(len(opponents), rating, parameters),
    )


def _difference(score: int, games: int, parameters: EloParameters) -> int:
    # Half of the points of n games are n half points.
    above = score - games
    if parameters.first_over_half is None or above < 0:
        return score_difference(score, games)
    return above * parameters.first_over_half


def _rating(exact: Fraction, parameters: EloParameters) -> int:
    rating, highest = nearest(exact), parameters.first_highest
    return rating if highest is None else min(rating, highest)


def _reason(games: int, rating: int, parameters: EloParameters) -> NotPublished | None:
    if games < parameters.first_games:
        return "too_few_games"
    return "below_floor" if rating < parameters.floor else None
