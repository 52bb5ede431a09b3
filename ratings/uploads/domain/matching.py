"""Who the players of a file are: by number, by FIDE number, by name and year of birth.

Nothing is guessed: what is not beyond doubt is proposed with a score and left to
somebody to decide.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import F

from federation.models import Player
from federation.queries.duplicates import (
    LEAST_SCORE,
    SAME_YEAR,
    YEAR_UNKNOWN,
    Alike,
    Sought,
    all_likeliest,
)
from federation.queries.likely_names import RegisterNames
from ratings.enums import ImportState, MatchChoice, MatchedBy
from ratings.models import ImportFile, ImportPlayer
from ratings.uploads.domain.clubs import match_clubs

MANY = 100
"""Names that are like no other's: as many take as long in the database as it takes to
have the whole register in memory.
"""
AT_ONCE = 2000
"""Players of a file that are looked for in one transaction."""
_SAME_NAME = """
SELECT imported.id, player.id, player.birth_year, player.fide_id
FROM ratings_importplayer AS imported
JOIN federation_player AS player ON player.sort_key = imported.sort_key
WHERE imported.id = ANY(%s) AND player.merged_into_id IS NULL
ORDER BY player.id
"""
_WRITE = """
UPDATE ratings_importplayer SET matched_by = found.matched_by,
  player_id = found.player, score = found.score, choice = found.choice
FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::float8[], %s::text[])
  AS found (id, matched_by, player, score, choice)
WHERE ratings_importplayer.id = found.id
"""


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
    alike: tuple[Alike, ...] = ()
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
    """The match of a player. A number decides, unless another number or the year of
    birth of the same line speaks against it; the name alone decides only with the
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
    """The first of those who have the very name, and whose year does not speak against
    it.
    """
    score = round(score / len(namesakes), 3)
    return Match(MatchedBy.SAME_NAME, namesakes[0].player_id, score)


def _one_of(player_id: int, score: float, equals: int) -> Match:
    """Whoever is one of several for whom as much speaks is proposed the less."""
    return Match(MatchedBy.ALIKE, player_id, round(score / equals, 3))


def _same_name_and_year(said: ImportPlayer, who: Namesake) -> Match:
    """A number on the line that the register gives to nobody, or a FIDE number other
    than this one's, leaves a doubt.
    """
    other_fide = said.fide_id and who.fide_id and said.fide_id != who.fide_id
    if said.number or other_fide:
        return Match(MatchedBy.SAME_NAME, who.player_id, SAME_YEAR)
    return Match(MatchedBy.NAME, who.player_id, SAME_YEAR, MatchChoice.PLAYER)


@dataclass(slots=True)
class Looker:
    """Searches for similar names: in the database, and from MANY names on in memory, in
    a copy of the register.
    """

    asked: int = 0
    names: RegisterNames | None = None

    def likeliest(self, sought: Sequence[Sought]) -> list[tuple[Alike, ...]]:
        """The likeliest two for each."""
        self.asked += len(sought)
        if self.names is None and self.asked <= MANY:
            return all_likeliest(sought)
        if self.names is None:
            self.names = RegisterNames.read()
        return self.names.likeliest(sought)


def match_players(file_id: int) -> None:
    """Search the register for the clubs of a file, and for all its players who have not
    been searched for, some at a time.
    """
    match_clubs(ImportFile.objects.get(pk=file_id))
    looker = Looker()
    while _match_some(file_id, looker):
        pass


@transaction.atomic
def _match_some(file_id: int, looker: "Looker") -> bool:
    """Whether there may be more."""
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.MATCHING:
        return False
    waiting = ImportPlayer.objects.filter(file=file, matched_by=MatchedBy.NOT_YET)
    some = list(waiting.order_by("place")[:AT_ONCE])
    if not some:
        file.state = ImportState.REVIEW
        file.save(update_fields=["state"])
        return False
    judged = [judge(each, found) for each, found in find_all(some, looker)]
    if file.listed:
        judged = [
            UNLISTED if each.line is None and match == NOBODY else match
            for each, match in zip(some, judged, strict=True)
        ]
    _write(some, judged)
    file.done = file.matched = F("matched") + len(some)
    file.save(update_fields=["matched", "done"])
    return True


def find_all(
    some: Sequence[ImportPlayer], looker: Looker
) -> list[tuple[ImportPlayer, Found]]:
    """Search the register for each of them; similar names are searched for only where
    no number and no name with its year has decided.
    """
    by_number, by_fide_id = _by_numbers(some), _by_fide_ids(some)
    same_name = _same_name(some)
    found = [
        Found(
            by_number.get(each.number),
            by_fide_id.get(each.fide_id) if each.fide_id else None,
            same_name.get(each.pk, ()),
        )
        for each in some
    ]
    pairs = list(zip(some, found, strict=True))
    open_ones = [
        place
        for place, (each, what) in enumerate(pairs)
        if each.last_name and judge(each, what).matched_by == MatchedBy.NOBODY
    ]
    sought = [Sought(some[at].folded_name, some[at].birth_year) for at in open_ones]
    for place, alike in zip(open_ones, looker.likeliest(sought), strict=True):
        pairs[place] = (
            some[place],
            Found(same_name=found[place].same_name, alike=alike),
        )
    return pairs


def _by_numbers(some: Sequence[ImportPlayer]) -> Mapping[str, Registered]:
    numbers = [each.number for each in some if each.number]
    players = Player.objects.filter(national_id__in=numbers)
    return {
        number: Registered(*facts)
        for number, *facts in players.values_list("national_id", *_FACTS)
    }


def _by_fide_ids(some: Sequence[ImportPlayer]) -> Mapping[int | None, Registered]:
    numbers = [each.fide_id for each in some if each.fide_id]
    players = Player.objects.filter(fide_id__in=numbers)
    return {
        number: Registered(*facts)
        for number, *facts in players.values_list("fide_id", *_FACTS)
    }


_FACTS = ("pk", "search_text", "birth_year")


def _same_name(some: Sequence[ImportPlayer]) -> dict[int, tuple[Namesake, ...]]:
    same: dict[int, tuple[Namesake, ...]] = {}
    named = [each.pk for each in some if each.last_name]
    with connection.cursor() as cursor:
        cursor.execute(_SAME_NAME, [named])
        for imported, *facts in cursor.fetchall():
            same[imported] = (*same.get(imported, ()), Namesake(*facts))
    return same


def _write(some: Sequence[ImportPlayer], matches: Sequence[Match]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            _WRITE,
            [
                [each.pk for each in some],
                [match.matched_by.value for match in matches],
                [match.player_id for match in matches],
                [match.score for match in matches],
                [match.choice.value for match in matches],
            ],
        )
