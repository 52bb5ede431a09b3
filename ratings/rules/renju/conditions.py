"""The conditions for norms: article 3, and 2 §§1-2."""

from typing import Final

from ratings.rules.renju.steps import RuleStep

PARTICIPANTS: Final = 5
"""The least number of participants in a tournament (3 §1)."""
GAMES: Final = 7
"""The number of finished games required for a norm (3 §2)."""
NEAR_GAMES: Final = 5
"""How many of them must be against players at most three units below (3 §2)."""


def tournament_obstacles(
    participants: int, unfinished: int, *, sanctioned: bool, finished: bool = True
) -> tuple[RuleStep, ...]:
    """Return why a tournament changes no ranking; empty if it may.

    `unfinished` is the number of games that are known to have no result yet; there may
    be more while the tournament is not `finished`.
    """
    steps = []
    if not sanctioned:
        steps.append(RuleStep("not_sanctioned"))
    if participants < PARTICIPANTS:
        steps.append(RuleStep("too_few_participants", count=participants))
    if unfinished or not finished:
        steps.append(RuleStep("unfinished_games", count=unfinished))
    return tuple(steps)


def player_obstacles(games: int, near: int) -> tuple[RuleStep, ...]:
    """Return why a ranked player's norms do not apply; empty if they do.

    `games` is the number of finished games, `near` of those against players at most
    three units below.
    """
    steps = []
    if games < GAMES:
        steps.append(RuleStep("too_few_games", count=games))
    if near < NEAR_GAMES:
        steps.append(RuleStep("too_few_near_games", count=near))
    return tuple(steps)
