"""Events that are rated as a whole and not game by game (LASK text, points 11, 12).

The formula for a tournament, (points won - points lost) * 16 ± k * games, is the sum of
its games with one rating for every opponent: the mean of the section, or the mean
strength of a Monrad player's opponents. So a whole event is rated line by line as
usual, with that mean instead of the opponent's own rating.
"""

from dataclasses import dataclass

import numpy as np

from ratings.rules.played import Method
from ratings.rules.rounding import round_half_up
from ratings.rules.step import FloatArray, IntArray, Lines
from ratings.rules.step_ratings import StepRatings


@dataclass(frozen=True, slots=True)
class OpponentRatings:
    """The rating used for the opponent on every line, columns of length n; NaN if
    unknown.
    """

    white: FloatArray
    """For White."""
    black: FloatArray

    def take(self, rows: IntArray) -> "OpponentRatings":
        """Return the ratings on some of the lines."""
        return OpponentRatings(self.white.take(rows), self.black.take(rows))


def opponent_ratings(
    lines: Lines, ratings: StepRatings, means: OpponentRatings | None
) -> OpponentRatings:
    """Return the opponent's own rating, or the mean if the line's event has one.

    The mean on the line is used unchanged. A concentrated tournament whose lines have
    none uses `means`, those of `section_means`; None if no event is rated as a whole.
    """
    white, black = ratings.black.counts_as, ratings.white.counts_as
    if means is None or lines.method is None:
        return OpponentRatings(white, black)
    return OpponentRatings(
        _in_place(white, lines.method, lines.white_mean, means.white),
        _in_place(black, lines.method, lines.black_mean, means.black),
    )


def _in_place(
    own: FloatArray, method: IntArray, given: FloatArray | None, computed: FloatArray
) -> FloatArray:
    mean = np.full(len(method), np.nan) if given is None else given
    computes = np.isnan(mean) & (method == Method.CONCENTRATED)
    mean = np.where(computes, computed, mean)
    return np.where(method == Method.GAMES, own, mean).astype(own.dtype)


def section_means(lines: Lines, ratings: StepRatings) -> OpponentRatings:
    """Return the mean of each player's section on the lines of concentrated
    tournaments, NaN on the others.

    The mean of a section in which all have ratings is that of the player and all
    opponents whom the player was to meet in it, each once, a half rounded up (point 11;
    all players meet each other, so that a player's own lines contain the section). A
    player who missed a game still belongs to the section: each of `pairs_without_game`
    has a line that was not played.
    """
    means = np.full((2, len(lines)), np.nan)
    # Two cards in the section may have been merged since.
    is_pair = lines.white != lines.black
    at = np.flatnonzero((lines.method == Method.CONCENTRATED) & is_pair)
    if len(at) and lines.event is not None:
        white, black = lines.white.take(at), lines.black.take(at)
        event = np.tile(lines.event.take(at), 2)
        by_seat = _means(
            np.stack((event, np.concatenate((white, black))), axis=1),
            np.concatenate((black, white)),
            np.concatenate(
                (ratings.white.counts_as.take(at), ratings.black.counts_as.take(at))
            ),
            np.concatenate(
                (ratings.black.counts_as.take(at), ratings.white.counts_as.take(at))
            ),
        )
        means[0, at], means[1, at] = np.split(by_seat, 2)
    return OpponentRatings(means[0], means[1])


def _means(
    seat: IntArray, opponent: IntArray, own: FloatArray, other: FloatArray
) -> FloatArray:
    """Compute the mean for each row of a seat (m, 2: event and player); a player
    without a number of their own is left out of it.
    """
    met = np.column_stack((seat, opponent))
    _pairs, first = np.unique(met, axis=0, return_index=True)
    seats, place = np.unique(seat, axis=0, return_inverse=True)
    place = place.ravel()
    once = place.take(first)
    total = np.bincount(once, weights=other.take(first))
    count = np.bincount(once).astype(np.float64)
    own_rating = np.full(len(seats), np.nan)
    own_rating[place] = own
    total += np.nan_to_num(own_rating)
    count += ~np.isnan(own_rating)
    return round_half_up(total / count).take(place)
