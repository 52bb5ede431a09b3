"""Search the register for the players of a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import F

from federation.models import Player
from federation.queries.duplicates import (
    SimilarPlayer,
    SoughtPerson,
    two_likeliest_of_each,
)
from federation.queries.name_trigrams import RegisterNames
from ratings.enums import ImportState, MatchChoice, MatchedBy
from ratings.models import ImportFile, ImportPlayer
from ratings.uploads.domain.clubs import match_clubs
from ratings.uploads.domain.judging import (
    NOBODY,
    UNLISTED,
    Namesake,
    PlayerMatch,
    PlayersFound,
    Registered,
    judge,
)

MANY = 100
"""Number of searches for similar names that take as long in the database as reading the
whole register into memory.
"""
AT_ONCE = 2000
"""Players of a file that are searched for in one transaction."""
_SAME_NAME = """
SELECT imported.id, player.id, player.birth_year, player.fide_id
FROM ratings_importplayer AS imported
JOIN federation_player AS player ON player.sort_key = imported.sort_key
WHERE imported.id = ANY(%s) AND player.merged_into_id IS NULL
ORDER BY player.id
"""
_DECIDED_BEFORE = """
SELECT imported.id, earlier.player_id
FROM ratings_importplayer AS imported
CROSS JOIN LATERAL (
  SELECT before.player_id
  FROM ratings_importplayer AS before
  JOIN ratings_importfile AS file ON file.id = before.file_id
  JOIN federation_player AS player ON player.id = before.player_id
  WHERE before.sort_key = imported.sort_key
    AND before.birth_year IS NOT DISTINCT FROM imported.birth_year
    AND before.number = imported.number
    AND before.chosen_by_id IS NOT NULL AND before.choice = 'player'
    AND before.file_id < imported.file_id AND file.pool_id = %s
    AND player.merged_into_id IS NULL
  ORDER BY before.file_id DESC, before.place LIMIT 1
) AS earlier
WHERE imported.id = ANY(%s)
"""
_WRITE = """
UPDATE ratings_importplayer SET matched_by = found.matched_by,
  player_id = found.player, score = found.score, choice = found.choice
FROM unnest(%s::bigint[], %s::text[], %s::bigint[], %s::float8[], %s::text[])
  AS found (id, matched_by, player, score, choice)
WHERE ratings_importplayer.id = found.id
"""


@dataclass(slots=True)
class NameSearch:
    """Searches for similar names: in the database or, from MANY names on, in a copy of
    the register in memory.
    """

    searched: int = 0
    names: RegisterNames | None = None

    def likeliest(
        self, sought: Sequence[SoughtPerson]
    ) -> list[tuple[SimilarPlayer, ...]]:
        """Return the two most similar players for each person."""
        self.searched += len(sought)
        if self.names is None and self.searched <= MANY:
            return two_likeliest_of_each(sought)
        if self.names is None:
            self.names = RegisterNames.read()
        return self.names.likeliest(sought)


def match_players(file_id: int) -> None:
    """Search the register for the clubs of a file, and for those of its players who have
    not been searched for yet, some at a time.
    """
    match_clubs(ImportFile.objects.get(pk=file_id))
    search = NameSearch()
    while _match_some(file_id, search):
        pass


@transaction.atomic
def _match_some(file_id: int, search: "NameSearch") -> bool:
    """Match some players of the file; return whether there may be more."""
    file = ImportFile.objects.select_for_update().get(pk=file_id)
    if file.state != ImportState.MATCHING:
        return False
    waiting = ImportPlayer.objects.filter(file=file, matched_by=MatchedBy.NOT_YET)
    some = list(waiting.order_by("place")[:AT_ONCE])
    if not some:
        file.state = ImportState.REVIEW
        file.save(update_fields=["state"])
        return False
    judged = [judge(each, found) for each, found in find_all(some, search)]
    judged = _with_decided_before(file, some, judged)
    if file.listed:
        judged = [
            UNLISTED if each.line is None and match == NOBODY else match
            for each, match in zip(some, judged, strict=True)
        ]
    _write(some, judged)
    file.done = file.matched = F("matched") + len(some)
    file.save(update_fields=["matched", "done"])
    return True


def search_again(some: Sequence[ImportPlayer]) -> None:
    """Search the register again for players who were similar to nobody in it, and store
    the matches that are found now.
    """
    judged = [
        (each, judge(each, found)) for each, found in find_all(some, NameSearch())
    ]
    found = [(each, match) for each, match in judged if match != NOBODY]
    _write([each for each, _ in found], [match for _, match in found])


def _with_decided_before(
    file: ImportFile, some: Sequence[ImportPlayer], judged: Sequence[PlayerMatch]
) -> list[PlayerMatch]:
    """Propose the player who was chosen for the same name, year and number in an earlier
    file of the pool, if nothing else decides.
    """
    open_ones = [
        each.pk
        for each, match in zip(some, judged, strict=True)
        if match.choice == MatchChoice.UNDECIDED
        and match.matched_by != MatchedBy.CONFLICT
    ]
    with connection.cursor() as cursor:
        cursor.execute(_DECIDED_BEFORE, [file.pool_id, open_ones])
        before = dict(cursor.fetchall())
    return [
        PlayerMatch(MatchedBy.BEFORE, before[each.pk], 1.0)
        if each.pk in before
        else match
        for each, match in zip(some, judged, strict=True)
    ]


def find_all(
    some: Sequence[ImportPlayer], search: NameSearch
) -> list[tuple[ImportPlayer, PlayersFound]]:
    """Search the register for each player; similar names are searched for only if
    neither a number nor the exact name has given a match.
    """
    by_number, by_fide_id = _by_numbers(some), _by_fide_ids(some)
    same_name = _same_name(some)
    found = [
        PlayersFound(
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
    sought = [
        SoughtPerson(some[at].folded_name, some[at].birth_year) for at in open_ones
    ]
    for place, alike in zip(open_ones, search.likeliest(sought), strict=True):
        pairs[place] = (
            some[place],
            PlayersFound(same_name=found[place].same_name, alike=alike),
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


def _write(some: Sequence[ImportPlayer], matches: Sequence[PlayerMatch]) -> None:
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
