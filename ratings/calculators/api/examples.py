"""An example question for each calculator, used by the documentation."""

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
EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "ssf": {"games": [{"own": 1950, "opponent": 2220, "score": 1}]},
    "lask": {
        "games": [
            {"own": 1900, "opponent": 1850, "score": 1},
            {"own": 1900, "opponent": 1970, "score": 0.5},
        ]
    },
    "scrabble": {
        "rating": 1000,
        "opponents": [1009, 1097, 1000, 1000, 1000, 1000, 1000],
        "wins": 4,
    },
    "elo": {
        "edition": "2025-10",
        "games": [{"own": 2000, "opponent": 2100, "score": 0.5, "k": 20}],
    },
    "glicko2": {
        "rating": 1500,
        "rd": 200,
        "volatility": 0.06,
        "tau": 0.5,
        "games": [
            {"rating": 1400, "rd": 30, "score": 1},
            {"rating": 1550, "rd": 100, "score": 0},
            {"rating": 1700, "rd": 300, "score": 0},
        ],
    },
    "renju": {"needs": {"level": "1 kyu", "opponents": ["1 kyu"] * 8}},
}
"""Where the regulations have examples, these are used."""
