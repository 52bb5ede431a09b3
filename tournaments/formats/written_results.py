"""Results as written in tables: in a form that no spreadsheet turns into a date or a
formula, the same in every language.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as noted

from ratings.files.spellings import result_of
from ratings.files.wording import InvalidField
from tournaments.rules.results import Result

WRITTEN: Mapping[Result, str] = MappingProxyType(
    {
        Result.NOT_PLAYED: "",
        Result.WHITE_WIN: "1-0",
        Result.DRAW: "½-½",
        Result.BLACK_WIN: "0-1",
        Result.DOUBLE_LOSS: "0-0",
        Result.FORFEIT_WHITE: "1-0 w.o.",
        Result.FORFEIT_BLACK: "0-1 w.o.",
        Result.DOUBLE_FORFEIT: "0-0 w.o.",
        Result.BOTH_ONE: "1-1",
        Result.BOTH_ZERO: "0-0 dec.",
        Result.ADJUDICATED_WHITE: "1-0 adj.",
        Result.ADJUDICATED_DRAW: "½-½ adj.",
        Result.ADJUDICATED_BLACK: "0-1 adj.",
        Result.UNRATED_WHITE: "(1-0)",
        Result.UNRATED_DRAW: "(½-½)",
        Result.UNRATED_BLACK: "(0-1)",
        Result.BYE: "bye",
        Result.FULL_BYE: "bye 1",
        Result.HALF_BYE: "bye ½",
        Result.ZERO_BYE: "bye 0",
        Result.ADJOURNED: "adjourned",
        Result.POSTPONED: "postponed",
    }
)
LONGEST = 60
"""Maximum number of characters of a result."""
_PLAIN = str.maketrans("−–—‑:", "-----", "'’. \u00a0\t()")
_WHOLE = re.compile(r"(?<=[01])[.,]0(?!\d)")
_HALF = re.compile(r"(?<!\d)0?[.,]5(?!\d)|1/2")
_UNRATED = {
    Result.WHITE_WIN: Result.UNRATED_WHITE,
    Result.DRAW: Result.UNRATED_DRAW,
    Result.BLACK_WIN: Result.UNRATED_BLACK,
}
_PLAYED = (Result.BLACK_WIN, Result.DRAW, Result.WHITE_WIN)
_FORFEITS = {0: Result.FORFEIT_BLACK, 2: Result.FORFEIT_WHITE}
_ADJUDICATED = (
    Result.ADJUDICATED_BLACK,
    Result.ADJUDICATED_DRAW,
    Result.ADJUDICATED_WHITE,
)
_BYES = MappingProxyType(
    {
        "bye": Result.BYE, "frirond": Result.BYE, "fri": Result.BYE, "1": Result.BYE,
        "frilott": Result.BYE,
        "+": Result.BYE, "1-0": Result.BYE, "bye1": Result.FULL_BYE,
        "½": Result.HALF_BYE, "=": Result.HALF_BYE, "bye½": Result.HALF_BYE,
        "0": Result.ZERO_BYE, "bye0": Result.ZERO_BYE, "-": Result.ZERO_BYE,
    }
)  # fmt: skip


_TURNED = {"1-0": "0-1", "0-1": "1-0"}


def _plain(field: str) -> str:
    """Return the shortest equivalent form: 0,5 and 1/2 become ½, 1.0 becomes 1, and a
    colon a hyphen.
    """
    plain = _WHOLE.sub("", _HALF.sub("½", field.strip().casefold()))
    return plain.translate(_PLAIN)


_OF_A_GAME: Mapping[str, Result] = MappingProxyType(
    {
        _plain(text): result
        for result, text in WRITTEN.items()
        if not result.is_bye and result not in _UNRATED.values()
    }
    | {
        "1": Result.WHITE_WIN, "½": Result.DRAW, "0": Result.BLACK_WIN,
        "remi": Result.DRAW, "remis": Result.DRAW, "draw": Result.DRAW,
        "+-": Result.FORFEIT_WHITE, "+--": Result.FORFEIT_WHITE,
        "-+": Result.FORFEIT_BLACK, "--+": Result.FORFEIT_BLACK,
        "--": Result.DOUBLE_FORFEIT, "---": Result.DOUBLE_FORFEIT,
        "1f-0f": Result.FORFEIT_WHITE, "1-0f": Result.FORFEIT_WHITE,
        "1f-0": Result.FORFEIT_WHITE, "0f-1f": Result.FORFEIT_BLACK,
        "0f-1": Result.FORFEIT_BLACK, "0-1f": Result.FORFEIT_BLACK,
        "0f-0f": Result.DOUBLE_FORFEIT,
        "*": Result.NOT_PLAYED, "-": Result.NOT_PLAYED,
        "hängparti": Result.ADJOURNED, "uppskjutet": Result.POSTPONED,
    }
)  # fmt: skip


def read_result(field: str) -> Result:
    """Return the result of a game. Raises InvalidField."""
    result = _result(field)
    is_in_brackets = field.strip().startswith("(")
    return _UNRATED.get(result, result) if is_in_brackets else result


def _result(field: str) -> Result:
    plain = _plain(field) if len(field) <= LONGEST else field
    if plain in _OF_A_GAME:
        return _OF_A_GAME[plain]
    try:
        half_points, is_played = result_of(field.strip().lstrip("'").strip("()"))
    except InvalidField:
        raise InvalidField(
            noted("‘%(said)s’ is not a result: write 1-0, ½-½ or 0-1, or 1-0 w.o."),
            said=field.strip(),
        ) from None
    if "adj" in plain:
        return _ADJUDICATED[half_points]
    return _PLAYED[half_points] if is_played else _without_play(half_points)


def _without_play(half_points: int) -> Result:
    if half_points in _FORFEITS:
        return _FORFEITS[half_points]
    raise InvalidField(noted("a draw by forfeit is not a result"))


def read_bye(field: str, *, is_black: bool = False) -> Result:
    """Return the bye of a round without an opponent, of a player listed as White or as
    Black; a win of that player is a bye too. Raises InvalidField if the field is empty
    or says anything else.
    """
    plain = _plain(field) if len(field) <= LONGEST else field
    if is_black:
        plain = _TURNED.get(plain, plain)
    if not plain:
        raise InvalidField(
            noted(
                "there is no opponent, and nothing says which bye it is: write bye, ½ "
                "or 0"
            )
        )
    if plain not in _BYES:
        raise InvalidField(
            noted("‘%(said)s’ against nobody is not a result: write bye, ½ or 0"),
            said=field.strip(),
        )
    return _BYES[plain]
