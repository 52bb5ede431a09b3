"""What each key means on the sheet where results are typed."""

import json
from typing import Any

from tournaments.queries.entry_sheet import DECIDED
from tournaments.rules.points import PointSystem
from tournaments.rules.results import KEYS, Colour, Result, cell_text, half_points

EXTRA_KEYS = {
    "r": Result.DRAW,
    "½": Result.DRAW,
    ".": Result.DRAW,
    ",": Result.DRAW,
    "−": Result.FORFEIT_BLACK,
    "Delete": Result.NOT_PLAYED,
    "Backspace": Result.NOT_PLAYED,
}
"""Keys in addition to the rules' own; the point of the numeric keypad is a draw."""


def keys_to_type(points: PointSystem) -> str:
    """Return what each key means, as JSON for the script on the page.

    For each key: text and half points in the player's own box and in the opponent's,
    the result if the player has White or Black, and whether it ends the game. A result
    without a key has its own name as key, which is never typed.
    """
    keys = KEYS | EXTRA_KEYS | {each.value: each for each in DECIDED}
    return json.dumps([_key(key, result, points) for key, result in keys.items()])


def _key(key: str, result: Result, points: PointSystem) -> dict[str, Any]:
    return {
        "key": key,
        "own": cell_text(result, Colour.WHITE),
        "other": cell_text(result, Colour.BLACK),
        "ownHalves": half_points(result, Colour.WHITE, points),
        "otherHalves": half_points(result, Colour.BLACK, points),
        "finished": result.is_finished,
        "white": result.value,
        "black": result.turned.value,
    }
