"""From the points scored to a level (Renju 2 §2g, §3, §4 and 3 §4)."""

from typing import Final, TypeAlias

from ratings.rules.renju.levels import LOWEST
from ratings.rules.renju.norms import highest_met, keep_norm
from ratings.rules.renju.steps import RuleStep
from ratings.rules.renju.table import NormTally

Ruled: TypeAlias = tuple[int, tuple[RuleStep, ...]]
"""A level and the steps that led to it."""

MOST_UP: Final = 2
"""Units up in one tournament, except in the player's first (3 §4)."""


def apply_norms(
    own: int, tally: NormTally, *, most_points: bool, first_tournament: bool
) -> Ruled:
    """Return P1: the level that the norms give a ranked player, regardless of
    conditions.

    It is the highest above `own` whose obtain-norm is met, at most two units up except
    in the player's first tournament; otherwise `own` if the keep-norm is met or no
    player scored more (`most_points`); otherwise a unit down. Needs at least one
    finished game.
    """
    met = highest_met(tally.score, tally.games, tally.total)
    if met > own:
        return _raise(own, met, first_tournament=first_tournament)
    if keep_norm(own, tally.games, tally.total) <= tally.score:
        return own, (RuleStep("kept", own),)
    if most_points:
        return own, (RuleStep("most_points", own),)
    return _lower(own)


def _raise(own: int, met: int, *, first_tournament: bool) -> Ruled:
    level = met if first_tournament else min(met, own + MOST_UP)
    steps = [RuleStep("raised", level)]
    if met > level:
        steps.append(RuleStep("limited", met))
    elif met > own + MOST_UP:
        steps.append(RuleStep("first_tournament", met))
    return level, tuple(steps)


def _lower(own: int) -> Ruled:
    if own == LOWEST:
        return own, (RuleStep("lowest", own),)
    return own - 1, (RuleStep("lowered", own - 1),)


def after_changes(p0: int, p1: int, p2: int) -> Ruled:
    """Return P of 2 §4, for a ranking that changed during the tournament.

    `p0` is the ranking three months after the start, `p1` what this tournament gives,
    `p2` the ranking when it ends. If all are between 10 kyu and 10 dan, so is the
    result.
    """
    if p1 >= p0:
        return (p1, ()) if p1 >= p2 else (p2, (RuleStep("later_ranking_higher", p2),))
    if p2 >= p0:
        return p2 - 1, (RuleStep("later_ranking_lowered", p2 - 1),)
    return p2, (RuleStep("later_ranking_stands", p2),)
