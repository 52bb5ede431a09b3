"""A Monrad tournament of which only some players are rated (LASK text, point 12).

The strength of the opponents is computed from their scores, the quality points, and is
then used for every opponent as the section's mean is in formula 1.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.tournament import TournamentWorth, worth_of_tournament
from ratings.rules.lask.whole_numbers import (
    MOST_GAMES,
    check_rating,
    check_whole,
    half_up,
)

MONRAD: Final = "LASK text, point 12, formula 2a"
MONRAD_EIGHT: Final = "LASK text, point 12, formula 2b"

SLOPE = 360
"""Rating points between an even score and a full one (2a)."""
EIGHT = 8
EIGHT_SLOPE = 11
"""Rating points for a quality point in eight rounds (2b); by 2a it is 11¼."""
EIGHT_EVEN = 32
"""Quality points of average opponents in eight rounds."""


@dataclass(frozen=True, slots=True)
class OpponentsMean:
    """The mean strength of a player's opponents, with its working."""

    section_mean: int
    """G."""
    quality: int
    """Twice the quality points Kv."""
    rounds: int
    games: int
    by_2a: Fraction
    """M of the general formula, before rounding."""
    by_2b: Fraction | None
    """M of the formula printed for eight rounds; None for other numbers."""
    rating: int
    """M, rounded to a whole number, a half up."""
    paragraph: str


@dataclass(frozen=True, slots=True)
class MonradWorth:
    """A Monrad tournament from the side of one of its players."""

    opponents: OpponentsMean
    tournament: TournamentWorth


def mean_by_2a(section_mean: int, quality: int, rounds: int, games: int) -> Fraction:
    """Return M = G + 360 · (2 · Kv - N²) / N², not rounded; `quality` is 2 · Kv.

    A player who met fewer opponents than there were rounds is compared with the average
    score of as many: N² becomes `games` · N.
    """
    even = rounds * games
    return section_mean + Fraction(SLOPE * (quality - even), even)


def mean_by_2b(section_mean: int, quality: int) -> Fraction:
    """Return M = G + 11 · (Kv - 32) for eight rounds, not rounded; `quality` is 2 ·
    Kv.
    """
    return section_mean + Fraction(EIGHT_SLOPE * (quality - 2 * EIGHT_EVEN), 2)


def find_opponents_mean(
    section_mean: int, quality: int, rounds: int, games: int | None = None
) -> OpponentsMean:
    """Return the mean strength of a player's opponents.

    `section_mean` is the section's G (`lask.tournament`), `quality` the sum of the
    opponents' scores in half points, `games` the games played if these are fewer than
    the rounds. Eight games in eight rounds use the formula printed for them, all other
    cases the general one. BadEntry for impossible numbers, and if the result is not a
    valid rating.
    """
    check_rating("section_mean", section_mean)
    check_whole("rounds", rounds, 1, MOST_GAMES)
    played = check_whole("games", rounds if games is None else games, 1, rounds)
    check_whole("quality_points", quality, 0, 2 * rounds * played)
    by_2a = mean_by_2a(section_mean, quality, rounds, played)
    eight = rounds == played == EIGHT
    by_2b = mean_by_2b(section_mean, quality) if eight else None
    return OpponentsMean(
        section_mean=section_mean,
        quality=quality,
        rounds=rounds,
        games=played,
        by_2a=by_2a,
        by_2b=by_2b,
        rating=check_rating(
            "opponents_mean", half_up(by_2a if by_2b is None else by_2b)
        ),
        paragraph=MONRAD_EIGHT if eight else MONRAD,
    )


def worth_of_monrad(
    rating: int, half_points: int, opponents: OpponentsMean, parameters: LaskParameters
) -> MonradWorth:
    """Return the result of formula 1 against the opponents' mean.

    BadEntry for an impossible rating or score.
    """
    tournament = worth_of_tournament(
        rating,
        opponents.rating,
        half_points,
        opponents.games,
        parameters,
        opponents.paragraph,
    )
    return MonradWorth(opponents, tournament)
