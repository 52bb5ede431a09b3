"""The ratings with which a step is computed: the order of sources is the same in every
system.

What a system's own text says about these ratings is described where the system calls
this module.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ratings.rules.rounding import round_half_up
from ratings.rules.step import (
    BoolArray,
    Decisions,
    FloatArray,
    IntArray,
    Lines,
    SideColumns,
    StartFrom,
    State,
)

Defaults: TypeAlias = Callable[[IntArray], FloatArray]
"""Start ratings (n) by birth years (n, 0 where unknown), NaN if there is none."""

UNKNOWN = np.float32(np.nan)


@dataclass(frozen=True, slots=True)
class SideRatings:
    """The ratings of one colour, columns of length n."""

    base: FloatArray
    """The player's base rating, NaN if there is none."""
    counts_as: FloatArray
    """What the player counts as for the opponent, NaN if unknown."""
    origin: IntArray | None
    """int8: the `StartFrom` of `counts_as`; None if all players had their own rating
    before the first line: then `counts_as` is `base`, and see `start_from`."""


@dataclass(frozen=True, slots=True)
class StepRatings:
    """The ratings of a step: of its players (p), and of both sides of its lines."""

    base: FloatArray
    """(p): base rating, start rating for a newcomer, NaN if there is none."""
    start_from: IntArray
    """int8 (p): a `StartFrom`."""
    newcomers: IntArray
    """intp: the players whose start rating comes from their first line."""
    white: SideRatings
    black: SideRatings

    @property
    def all_known(self) -> bool:
        """Whether all players on the lines had a rating before the first of them. Then
        neither colour has an origin; otherwise both have one.
        """
        return self.white.origin is None


@dataclass(frozen=True, slots=True)
class _Entries:
    """The lines on which one colour's player has no rating before the first line."""

    line: IntArray
    player: IntArray
    member: BoolArray
    rating: FloatArray
    origin: IntArray


def has_decision(column: FloatArray, nothing: float) -> bool:
    """Return whether a column of decisions contains anything other than `nothing`.

    A single value broadcast to all players (`Decisions.none`) is checked only once.
    """
    probe = column[:1] if column.strides == (0,) else column
    blank = np.isnan(probe) if np.isnan(nothing) else probe == nothing
    return not bool(blank.all())


def for_everybody(start: float | np.float32) -> Defaults:
    """Return a function that gives the same start rating for every birth year; with
    `UNKNOWN` no player has one.
    """
    return lambda birth_year: np.full(len(birth_year), start)


def find_step_ratings(
    lines: Lines, state: State, decisions: Decisions, defaults: Defaults
) -> StepRatings:
    """Return base ratings, and what each player counts as for the opponent.

    The order of sources is: a rating of the pool; a decided start rating; the FIDE
    rating or estimate on the line; then, for a member, the default. A newcomer's own
    base is taken from the first line. What the newcomer counts as for an opponent is
    taken from the line on which they meet, so that it never depends on games which the
    opponent's computation does not see.
    """
    known, start_from = _known_ratings(state, decisions)
    white, black = known.take(lines.white), known.take(lines.black)
    if np.isnan(white).any() or np.isnan(black).any():
        return _with_newcomers(known, start_from, lines, defaults)
    return StepRatings(
        base=known,
        start_from=start_from,
        newcomers=np.empty(0, np.intp),
        white=SideRatings(white, white, None),
        black=SideRatings(black, black, None),
    )


def meets_unknown(lines: Lines, ratings: StepRatings) -> BoolArray:
    """Return on which lines (n) a member meets an opponent without any known rating."""
    white = lines.white_member & np.isnan(ratings.black.counts_as)
    black = lines.black_member & np.isnan(ratings.white.counts_as)
    unknown: BoolArray = white | black
    return unknown


def _known_ratings(state: State, decisions: Decisions) -> tuple[FloatArray, IntArray]:
    start_from = np.zeros(len(state.rating), np.int8)
    if not has_decision(decisions.start, np.nan):
        return state.rating, start_from
    decided = np.isnan(state.rating) & ~np.isnan(decisions.start)
    start_from[decided] = StartFrom.DECISION
    return np.where(
        decided, round_half_up(decisions.start.copy()), state.rating
    ), start_from


def _with_newcomers(
    known: FloatArray,
    start_from: IntArray,
    lines: Lines,
    defaults: Defaults,
) -> StepRatings:
    white_side, black_side = lines.sides
    white = _entries(known, white_side, defaults)
    black = _entries(known, black_side, defaults)
    base, start_from, newcomers = _start(known, start_from, white, black)
    return StepRatings(
        base=base,
        start_from=start_from,
        newcomers=newcomers,
        white=_side_ratings(base, start_from, white_side, white),
        black=_side_ratings(base, start_from, black_side, black),
    )


def _entries(known: FloatArray, side: SideColumns, defaults: Defaults) -> _Entries:
    line = np.flatnonzero(np.isnan(known.take(side.player)))
    member, birth_year = side.member.take(line), side.birth_year.take(line)
    outside = round_half_up(side.outside.take(line))
    default = np.where(member, defaults(birth_year), UNKNOWN)
    has_outside = ~np.isnan(outside)
    origin = np.where(has_outside, StartFrom.OUTSIDE, StartFrom.DEFAULT)
    return _Entries(
        line,
        side.player.take(line),
        member,
        np.where(has_outside, outside, default),
        origin.astype(np.int8),
    )


def _start(
    known: FloatArray, start_from: IntArray, white: _Entries, black: _Entries
) -> tuple[FloatArray, IntArray, IntArray]:
    """Give every newcomer who is a member the rating of the player's first line."""
    member = np.concatenate((white.member, black.member))
    line, player, rating, origin = (
        np.concatenate((getattr(white, name), getattr(black, name)))[member]
        for name in ("line", "player", "rating", "origin")
    )
    first = np.full(len(known), np.iinfo(np.intp).max)
    np.minimum.at(first, player, line)
    is_first = line == first.take(player)
    newcomers = player[is_first]
    base, start_from = known.copy(), start_from.copy()
    base[newcomers] = rating[is_first]
    start_from[newcomers] = origin[is_first]
    return base, start_from, newcomers


def _side_ratings(
    base: FloatArray, start_from: IntArray, side: SideColumns, entries: _Entries
) -> SideRatings:
    own = base.take(side.player)
    counts_as, origin = own.copy(), start_from.take(side.player)
    counts_as[entries.line] = entries.rating
    origin[entries.line] = entries.origin
    return SideRatings(own, counts_as, origin)
