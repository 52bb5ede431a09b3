"""Example questions that are not of a single system, used by the documentation."""

from collections.abc import Mapping
from typing import Any

DAY_EXAMPLE = (17, "2026-06-01")
DAY_ANSWER: Mapping[str, Any] = {
    "player": {"id": 17, "name": "Adam Ek", "number": "900017"},
    "pool": "chess-long",
    "day": "2026-06-01",
    "list_held": 2,
    "lists": [
        {
            "number": 2,
            "revision": 1,
            "valid_from": "2026-05-01",
            "rating": 1944.0,
            "level": None,
            "rank": 2,
        },
        {
            "number": 1,
            "revision": 0,
            "valid_from": "2026-05-01",
            "rating": 1976.0,
            "level": None,
            "rank": 2,
        },
    ],
    "computed": 1944.0,
    "computed_level": None,
}
"""A corrected period, as `tests/ratings/calculators/api/test_ratings_on_a_day.py` computes it."""

OF_A_SYSTEM: Mapping[str, Any] = {
    "own": 1500,
    "games": [{"opponent": 1600, "score": 1}],
}
"""The example for a system that has no calculator of its own."""
