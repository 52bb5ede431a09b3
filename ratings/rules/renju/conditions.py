"""When norms hold: the conditions of article 3, and of 2 §§1-2."""

from typing import Final

from ratings.rules.renju.steps import RuleStep

PARTICIPANTS: Final = 5
"""A tournament has at least so many (3 §1)."""
GAMES: Final = 7
"""A norm needs so many finished games (3 §2)."""
NEAR_GAMES: Final = 5
"""So many of them against players at most three units below (3 §2)."""


def tournament_hindrances(
    participants: int, unfinished: int, *, sanctioned: bool, finished: bool = True
) -> tuple[RuleStep, ...]:
    """Return why a tournament changes no ranking; empty where it may.

    `unfinished` is how many games are known to have no result yet; there may be more
    as long as the tournament is not `finished`.
    """
    steps = []
    if not sanctioned:
        steps.append(RuleStep("not_sanctioned"))
    if participants < PARTICIPANTS:
        steps.append(RuleStep("too_few_participants", count=participants))
    if unfinished or not finished:
        steps.append(RuleStep("unfinished_games", count=unfinished))
    return tuple(steps)


def player_hindrances(games: int, near: int) -> tuple[RuleStep, ...]:
    """Return why a ranked player's norms do not hold; nothing where they do.

    `games` are finished ones, `near` those against players at most three units
    below.
    """
    steps = []
    if games < GAMES:
        steps.append(RuleStep("too_few_games", count=games))
    if near < NEAR_GAMES:
        steps.append(RuleStep("too_few_near_games", count=near))
    return tuple(steps)
