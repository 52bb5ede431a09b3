"""Accelerated rounds by the Baku method (FIDE C.04.5.1): players of the upper half are
paired in the first rounds with points that they have not scored.
"""

WHOLE, HALF = 2, 1
"""Half points."""


def last_accelerated(players: int) -> int:
    """Return the pairing number of the last player of the upper group: half of the
    players, rounded up to an even number.
    """
    return 2 * -(-players // 4)


def virtual_half_points(number: int, rounds: int) -> int:
    """Return what a player of the upper group has for the pairing of a round: one point
    in the first half of the accelerated rounds, half a point in the rest of them, both
    halves rounded up, and nothing in the second half of the tournament.
    """
    accelerated = -(-rounds // 2)
    if number > accelerated:
        return 0
    return WHOLE if number <= -(-accelerated // 2) else HALF
