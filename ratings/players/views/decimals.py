"""How many decimals an explanation shows."""

from ratings.rules.explained import ExplainedStep

_NOISE = 1e-6
"""Floating-point error of an expected score."""


def expected_places(step: ExplainedStep) -> int:
    """Return the number of decimals of expected scores: four unless two are exact."""
    return 2 if _are_whole(step, 10**2) else 4


def change_places(step: ExplainedStep) -> int:
    """Return the number of decimals of changes: as many as the expected scores have, if
    these are exact, so that everybody can compute the changes from them.
    """
    return expected_places(step) if _are_whole(step, 10**4) else 2


def _are_whole(step: ExplainedStep, parts: int) -> bool:
    """Return whether all expected scores are whole numbers of these parts of a point."""
    numbers = [
        parts * game.expected for game in step.games if game.expected is not None
    ]
    return all(abs(number - round(number)) < _NOISE for number in numbers)
