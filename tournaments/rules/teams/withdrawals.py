"""How the matches of a team that withdraws count.

SSF §11.1a settles it for players. For teams the organiser decides; the rule for players
is what the form suggests.
"""


def is_too_early(finished: int, scheduled: int) -> bool:
    """Return whether a team withdraws with less than half of its matches finished."""
    return 2 * finished < scheduled


def awarded_half_points(boards: int, *, has_withdrawn: bool) -> int:
    """Return the half points of a team in a match of so many boards that is not played
    because one of the two has withdrawn, or both have: then it is lost by both.
    """
    return 0 if has_withdrawn else 2 * boards
