"""Who the players of a file are: by number, by FIDE number, by name and year of birth.

Nothing is guessed: what is not beyond doubt is proposed with a score and left to
somebody to decide.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from federation.queries.duplicates import (
    LEAST_SCORE,
    SAME_YEAR,
    YEAR_UNKNOWN,
    SimilarPlayer,
)
from ratings.enums import MatchChoice, MatchedBy
from ratings.models import ImportPlayer


@dataclass(frozen=True, slots=True)
class Registered:
    """Somebody in the register, as far as matching goes."""

    player_id: int
    folded_name: str
    birth_year: int | None


@dataclass(frozen=True, slots=True)
class Namesake:
    """Somebody in the register with the very name."""

    player_id: int
    birth_year: int | None
    fide_id: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """What the register has for a player of a file."""

    by_number: Registered | None = None
    by_fide_id: Registered | None = None
    same_name: tuple[Namesake, ...] = ()
    alike: tuple[SimilarPlayer, ...] = ()
    """The likeliest one first."""


@dataclass(frozen=True, slots=True)
class Match:
    """Whom a player of a file is held to be, why, how surely (1: beyond doubt), and
    what is done without asking.
    """

    matched_by: MatchedBy
    player_id: int | None = None
    score: float | None = None
    choice: MatchChoice = MatchChoice.UNDECIDED


NOBODY = Match(MatchedBy.NOBODY)
UNLISTED = Match(MatchedBy.UNLISTED)
"""Of whoever plays in a file with a list of players and is not in it under that name:
entering everybody who is unknown would enter misspelt names of the list too.
"""


def judge(said: ImportPlayer, found: Found) -> Match:
    """Return the match of a player. A number decides, unless another number or the year
    of birth of the same line speaks against it; the name alone decides only with the
    same year of birth and when nobody else has both.
    """
    numbered = [each for each in (found.by_number, found.by_fide_id) if each]
    if numbered:
        return _by_number(said, found, numbered[0])
    if not said.last_name:
        return NOBODY
    return _by_name(said, found)


def _by_number(said: ImportPlayer, found: Found, who: Registered) -> Match:
    both = found.by_number, found.by_fide_id
    if None not in both and both[0] != both[1]:
        return Match(MatchedBy.CONFLICT, who.player_id, 0.5)
    likeness = _agreement(said, who)
    if likeness < LEAST_SCORE:
        return Match(MatchedBy.CONFLICT, who.player_id, round(likeness, 3))
    how = MatchedBy.NUMBER if found.by_number else MatchedBy.FIDE_ID
    return Match(how, who.player_id, 1.0, MatchChoice.PLAYER)


def _agreement(said: ImportPlayer, who: Registered) -> float:
    """Measure how well name and year fit a player who was found by number."""
    if said.birth_year and who.birth_year and said.birth_year != who.birth_year:
        return 0.4
    if not said.last_name:
        return 1.0
    said_words, known_words = (
        {word[:3] for word in name.split()}
        for name in (said.folded_name, who.folded_name)
    )
    # Women marry, clerks shorten: one word in common is enough beside a number.
    return 1.0 if said_words & known_words else 0.3


def _by_name(said: ImportPlayer, found: Found) -> Match:
    same_year = [
        each
        for each in found.same_name
        if each.birth_year and each.birth_year == said.birth_year
    ]
    if len(same_year) == 1:
        return _same_name_and_year(said, same_year[0])
    if same_year:
        return _namesake(same_year, SAME_YEAR)
    unknown = [
        each for each in found.same_name if not (said.birth_year and each.birth_year)
    ]
    if unknown:
        return _namesake(unknown, YEAR_UNKNOWN)
    if found.alike:
        best = found.alike[0]
        equals = sum(each.score == best.score for each in found.alike)
        return _one_of(best.player_id, best.score, equals)
    return NOBODY


def _namesake(namesakes: Sequence[Namesake], score: float) -> Match:
    """Return the first of those who have the very name, and whose year does not speak
    against it.
    """
    score = round(score / len(namesakes), 3)
    return Match(MatchedBy.SAME_NAME, namesakes[0].player_id, score)


def _one_of(player_id: int, score: float, equals: int) -> Match:
    """Whoever is one of several for whom as much speaks is proposed the less."""
    return Match(MatchedBy.ALIKE, player_id, round(score / equals, 3))


def _same_name_and_year(said: ImportPlayer, who: Namesake) -> Match:
    """Return a number on the line that the register gives to nobody, or a FIDE number
    other than this one's, leaves a doubt.
    """
    other_fide = said.fide_id and who.fide_id and said.fide_id != who.fide_id
    if said.number or other_fide:
        return Match(MatchedBy.SAME_NAME, who.player_id, SAME_YEAR)
    return Match(MatchedBy.NAME, who.player_id, SAME_YEAR, MatchChoice.PLAYER)
