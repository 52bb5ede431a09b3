"""Parse days, scores and other fields of files from elsewhere.

Every function takes one field and returns its value, or raises InvalidField with a message.
"""

import re
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext_noop as noted

from federation.rules.birth_years import FIRST_BIRTH_YEAR
from federation.rules.names import in_one_form, unsuitable_character
from ratings.files.wording import InvalidField
from ratings.rules.calendar import day_number
from ratings.rules.protocol import HasLevels
from ratings.rules.reading import LONGEST_MATCH

NO_RATING = -1
"""The value of an empty rating field."""
LONGEST_CLUB = 80

_DAY = re.compile(r"(\d{4})([-./])(\d{1,2})\2(\d{1,2})")
_WHOLE = re.compile(r"\d{1,9}")
_CONTROL = re.compile(r"(\d{1,4})(?:\s*\+\s*(\d{1,3}))?")
_MOVES = 60

_SCORES = {
    2: ("1", "1.0", "1-0", "1:0", "1.0-0.0"),
    1: ("0.5", ".5", "½", "=", "1/2", "1/2-1/2", "½-½", "½:½", "0.5-0.5", "=-="),
    0: ("0", "0.0", "0-1", "0:1", "0.0-1.0"),
}
_SCORE = {spelled: score for score, those in _SCORES.items() for spelled in those}
_UNPLAYED = dict.fromkeys(("+", "+-", "+--", "+:-", "+/-"), 2)
_UNPLAYED |= dict.fromkeys(("-", "-+", "--+", "-:+", "-/+"), 0)
"""Results of games that were not played, with White's half points."""
LONGEST_RESULT = 60
"""Letters of a result without spaces, at most."""
_DASHES = str.maketrans("−–—‑", "----")
_UNSEEN = str.maketrans("", "", "\u200b\u200e\u200f\ufeff\u2060")
_NOTED = re.compile(r"(.+?)[\s(]*(w[./]?\s?o\.?|walkover|ff|adj\.?)\)?", re.IGNORECASE)
_WALKOVER = re.compile(
    r"\(?(?:w\s?[./]?\s?o\.?|walk[ -]?over|forfeit)\)?", re.IGNORECASE
)
_ADJUDICATED = "adj"
_FORFEIT = dict.fromkeys(
    ("1", "yes", "y", "true", "x", "f", "ff", "wo", "w.o", "w.o.", "w/o", "forfeit",
     "walkover", "ja", "j", "sant"),
    True,
)  # fmt: skip
_FORFEIT |= dict.fromkeys(("", "0", "no", "n", "false", "nej", "nei", "falskt"), False)
_GENDERS = {
    "": "", "f": "f", "female": "f", "w": "f", "woman": "f", "k": "f", "kvinna": "f",
    "kvinne": "f", "m": "m", "male": "m", "man": "m", "mann": "m",
}  # fmt: skip


def refuse_walkover(name: str) -> None:
    """Raise InvalidField for the word for a forfeit in place of a name."""
    if _WALKOVER.fullmatch(name):
        raise InvalidField(
            noted(
                "‘%(said)s’ is no player: name the opponent, and write the result as 1-0 "
                "w.o. or 0-1 w.o."
            ),
            said=name,
        )


def result_of(field: str) -> tuple[int, bool]:
    """Return White's half points, 0, 1 or 2, and whether the game was played: 1, ½ - ½,
    0–1, + for a forfeit, 1 - 0 w.o, ½ - ½ adj (adjudicated, and so played). Spaces of
    every kind are ignored, but a lone hyphen between spaces means that the game has no
    result yet.
    """
    value = field.strip()
    bare = "".join(field.translate(_UNSEEN).translate(_DASHES).split())
    if bare == "-" and field[:1].isspace() and field[-1:].isspace():
        raise InvalidField(noted("the game has no result yet"))
    # Searching a longer field would take quadratic time.
    match = _NOTED.fullmatch(bare) if len(bare) <= LONGEST_RESULT else None
    if match:
        bare = match[1]
    bare = bare.replace(",", ".")
    if bare in _UNPLAYED:
        return _UNPLAYED[bare], False
    if bare not in _SCORE:
        raise InvalidField(
            noted("score ‘%(said)s’ is not one of 1, 0.5 (½, =), 0"), said=value
        )
    is_forfeit = match is not None and not match[2].lower().startswith(_ADJUDICATED)
    return _SCORE[bare], not is_forfeit


def day_of(field: str) -> int:
    """Return a day as days from 1970-01-01; the year comes first: 1987-03-14, 1987.3.14,
    1987/03/14.
    """
    found = _DAY.fullmatch(field.strip())
    if found is None:
        raise InvalidField(
            noted("date ‘%(said)s’ is not written as 1987-03-14"), said=field.strip()
        )
    try:
        return day_number(date(int(found[1]), int(found[3]), int(found[4])))
    except ValueError:
        raise InvalidField(
            noted("date ‘%(said)s’ does not exist"), said=field.strip()
        ) from None


def forfeit_of(field: str) -> bool:
    """Return whether the game was lost by forfeit, and so not played."""
    value = _FORFEIT.get(field.strip().lower())
    if value is None:
        raise InvalidField(
            noted("forfeit ‘%(said)s’ is neither yes nor no"), said=field.strip()
        )
    return value


def round_of(field: str, usual: int = 1) -> int:
    """Parse the round's number; `usual` for an empty cell."""
    return _whole(_NO_ROUND, field, 1, 9999, missing=usual)


def minutes_of(field: str, usual: int | None) -> int:
    """Parse the thinking time for 60 moves a player: `120`, or `90+30` for 90 minutes
    and 30 seconds a move. An empty cell gives `usual`, or raises InvalidField if that is None.
    """
    if not field.strip():
        if usual is None:
            raise InvalidField(noted("no time control is given"))
        return usual
    found = _CONTROL.fullmatch(field.strip())
    if found is None:
        raise InvalidField(
            noted("time control ‘%(said)s’ is not written as 120 or 90+30"),
            said=field.strip(),
        )
    minutes = int(found[1]) + int(found[2] or 0) * _MOVES // 60
    if not 1 <= minutes <= 1440:  # noqa: PLR2004 (a day)
        raise InvalidField(
            noted("time control ‘%(said)s’ is not between 1 and 1440"),
            said=field.strip(),
        )
    return minutes


def length_of(field: str) -> int:
    """Parse the length of a match, in points or games; 0 for an empty cell."""
    return _whole(_NO_LENGTH, field, 1, LONGEST_MATCH, missing=0)


def rating_of(field: str) -> int:
    """Parse a whole rating from outside; NO_RATING for an empty cell."""
    return _whole(_NO_RATING, field, 1, 4000, missing=NO_RATING)


def start_rating_of(field: str) -> int | None:
    """Parse a whole start rating; None for an empty cell."""
    value = _whole(_NO_START, field, 0, 9999, missing=NO_RATING)
    return None if value == NO_RATING else value


@dataclass(frozen=True, slots=True)
class RatingSpellings:
    """How ratings are spelled for a pool: as whole numbers or, if it has `levels`, as a
    level by its name, a short form of it or its number. `numbers`: the pool was rated by
    numbers at another time, so that numbers are valid too.
    """

    levels: HasLevels | None = None
    numbers: bool = True

    def rating(self, field: str) -> int:
        """Parse a rating like `rating_of`, or a level."""
        level = self._level(field, _NO_LEVEL)
        return rating_of(field) if level is None else level

    def start_rating(self, field: str) -> int | None:
        """Parse a start rating like `start_rating_of`, or a level."""
        level = self._level(field, _NO_START_LEVEL)
        return start_rating_of(field) if level is None else level

    def _level(self, field: str, wrong: str) -> int | None:
        """Return a level; None if the field is empty or has to be read as a number."""
        text = field.strip()
        if self.levels is None or not text:
            return None
        try:
            return self.levels.parse_level(text)
        except ValueError:
            if self.numbers:
                return None
            lowest, highest = (
                self.levels.level_text(self.levels.levels[end]) for end in (0, -1)
            )
            raise InvalidField(
                wrong, said=text, lowest=lowest, highest=highest
            ) from None


NUMBERS = RatingSpellings()
"""Ratings are whole numbers."""


def birth_year_of(field: str, this_year: int) -> int | None:
    """Parse a year of birth up to this year; None for an empty cell."""
    value = _whole(_NO_YEAR, field, FIRST_BIRTH_YEAR, this_year, missing=0)
    return value or None


def gender_of(field: str) -> str:
    """Return `f`, `m` or an empty text."""
    value = _GENDERS.get(field.strip().lower())
    if value is None:
        raise InvalidField(
            noted("gender ‘%(said)s’ is neither f nor m"), said=field.strip()
        )
    return value


def name_of(field: str) -> tuple[str, str]:
    """Return first and last name. With a comma the last name comes first; without one the
    last word is the last name.
    """
    if "," in field:
        last, first = map(in_one_form, field.split(",", 1))
    else:
        *firsts, last = in_one_form(field).split() or [""]
        first = " ".join(firsts)
    if not last:
        raise InvalidField(noted("the name is missing"))
    if max(len(first), len(last)) > 60:  # noqa: PLR2004 (the register's columns)
        raise InvalidField(noted("first or last name is longer than 60 letters"))
    refuse_unsuitable(field)
    return first, last


def club_of(field: str) -> str:
    """Return a club's name, with single spaces; empty if the field is."""
    club = in_one_form(field)
    if len(club) > LONGEST_CLUB:
        raise InvalidField(
            noted("the club is longer than %(most)d letters"), most=LONGEST_CLUB
        )
    refuse_unsuitable(club)
    return club


def country_code(field: str) -> str:
    """Parse FIDE's three letters for a country; any other text gives an empty one."""
    code = field.strip().upper()[:3]
    return code if code.isascii() and code.isalpha() else ""


def refuse_unsuitable(name: str) -> None:
    """Raise InvalidField for a name with markup or invisible characters."""
    character = unsuitable_character(name)
    if character:
        raise InvalidField(
            noted("a name cannot contain the character %(character)s"),
            character=character,
        )


def fide_id_of(field: str) -> int | None:
    """Parse a FIDE number; None for an empty cell or 0."""
    return _whole(_NO_FIDE_ID, field, 0, 999_999_999, missing=0) or None


_NO_LEVEL = noted("rating ‘%(said)s’ is not a level from %(lowest)s to %(highest)s")
_NO_START_LEVEL = noted(
    "start rating ‘%(said)s’ is not a level from %(lowest)s to %(highest)s"
)
_NO_ROUND = noted("round ‘%(said)s’ is not a whole number from %(least)d to %(most)d")
_NO_RATING = noted("rating ‘%(said)s’ is not a whole number from %(least)d to %(most)d")
_NO_START = noted(
    "start rating ‘%(said)s’ is not a whole number from %(least)d to %(most)d"
)
_NO_YEAR = noted(
    "birth year ‘%(said)s’ is not a whole number from %(least)d to %(most)d"
)
_NO_FIDE_ID = noted(
    "FIDE number ‘%(said)s’ is not a whole number from %(least)d to %(most)d"
)
_NO_LENGTH = noted("length ‘%(said)s’ is not a whole number from %(least)d to %(most)d")


def _whole(wrong: str, field: str, least: int, most: int, *, missing: int) -> int:
    text = field.strip()
    if not text:
        return missing
    if not _WHOLE.fullmatch(text) or not least <= int(text) <= most:
        raise InvalidField(wrong, said=text, least=least, most=most)
    return int(text)
