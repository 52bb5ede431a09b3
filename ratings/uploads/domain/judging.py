"""Match the players of a file with the register: by number, by FIDE number, by name and
year of birth.

Nothing is guessed: a match that is not certain is proposed with a score, and a person
decides.
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
    """A player in the register, with the data that matching needs."""

    player_id: int
    folded_name: str
    birth_year: int | None


@dataclass(frozen=True, slots=True)
class Namesake:
    """A player in the register with exactly the same name."""

    player_id: int
    birth_year: int | None
    fide_id: int | None


@dataclass(frozen=True, slots=True)
class PlayersFound:
    """The players of the register that were found for a player of a file."""

    by_number: Registered | None = None
    by_fide_id: Registered | None = None
    same_name: tuple[Namesake, ...] = ()
    alike: tuple[SimilarPlayer, ...] = ()
    """Players with similar names, the likeliest first."""


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """The player of the register whom a player of a file is taken for, why, with which
    score (1: certain), and what is done without asking.
    """

    matched_by: MatchedBy
    player_id: int | None = None
    score: float | None = None
    choice: MatchChoice = MatchChoice.UNDECIDED


NOBODY = PlayerMatch(MatchedBy.NOBODY)
UNLISTED = PlayerMatch(MatchedBy.UNLISTED)
"""For a player in a game of a file with a player list, whose name is not on the list: to
register all unknown players would also register misspelt names of listed ones.
"""


def judge(player: ImportPlayer, found: PlayersFound) -> PlayerMatch:
    """Return the match of a player. A number decides, unless another number, the year
    of birth or the name in the same line contradicts it. A name decides only with the
    same year of birth, and if no other player has both.
    """
    numbered = [each for each in (found.by_number, found.by_fide_id) if each]
    if numbered:
        return _by_number(player, found, numbered[0])
    if not player.last_name:
        return NOBODY
    return _by_name(player, found)


def _by_number(
    player: ImportPlayer, found: PlayersFound, who: Registered
) -> PlayerMatch:
    both = found.by_number, found.by_fide_id
    if None not in both and both[0] != both[1]:
        return PlayerMatch(MatchedBy.CONFLICT, who.player_id, 0.5)
    likeness = _agreement(player, who)
    if likeness < LEAST_SCORE:
        return PlayerMatch(MatchedBy.CONFLICT, who.player_id, round(likeness, 3))
    how = MatchedBy.NUMBER if found.by_number else MatchedBy.FIDE_ID
    return PlayerMatch(how, who.player_id, 1.0, MatchChoice.PLAYER)


def _agreement(player: ImportPlayer, who: Registered) -> float:
    """Return how well name and year fit a player who was found by number, 0 to 1."""
    if player.birth_year and who.birth_year and player.birth_year != who.birth_year:
        return 0.4
    if not player.last_name:
        return 1.0
    said_words, known_words = (
        {word[:3] for word in name.split()}
        for name in (player.folded_name, who.folded_name)
    )
    # Names change by marriage and are abbreviated: with a number, one common word is
    # enough.
    return 1.0 if said_words & known_words else 0.3


def _by_name(player: ImportPlayer, found: PlayersFound) -> PlayerMatch:
    same_year = [
        each
        for each in found.same_name
        if each.birth_year and each.birth_year == player.birth_year
    ]
    if len(same_year) == 1:
        return _same_name_and_year(player, same_year[0])
    if same_year:
        return _namesake(same_year, SAME_YEAR)
    unknown = [
        each for each in found.same_name if not (player.birth_year and each.birth_year)
    ]
    if unknown:
        return _namesake(unknown, YEAR_UNKNOWN)
    if found.alike:
        best = found.alike[0]
        equals = sum(each.score == best.score for each in found.alike)
        return _one_of(best.player_id, best.score, equals)
    return NOBODY


def _namesake(namesakes: Sequence[Namesake], score: float) -> PlayerMatch:
    """Return the first of several namesakes whose year of birth does not contradict; the
    score is divided by their number.
    """
    score = round(score / len(namesakes), 3)
    return PlayerMatch(MatchedBy.SAME_NAME, namesakes[0].player_id, score)


def _one_of(player_id: int, score: float, equals: int) -> PlayerMatch:
    """Return the match of a similar name; the score is divided among equal candidates."""
    return PlayerMatch(MatchedBy.ALIKE, player_id, round(score / equals, 3))


def _same_name_and_year(player: ImportPlayer, who: Namesake) -> PlayerMatch:
    """Return the match of a player with the same name and year. It is only proposed if
    the line has a number that is not in the register, or another FIDE number.
    """
    other_fide = player.fide_id and who.fide_id and player.fide_id != who.fide_id
    if player.number or other_fide:
        return PlayerMatch(MatchedBy.SAME_NAME, who.player_id, SAME_YEAR)
    return PlayerMatch(MatchedBy.NAME, who.player_id, SAME_YEAR, MatchChoice.PLAYER)
