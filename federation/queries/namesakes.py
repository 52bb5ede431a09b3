"""Members of one club, born in one year, whose names are nearly the same."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection

from federation.enums import Visibility
from federation.models import Player

NEARLY_THE_SAME = 0.6
"""The least likeness of two names (`similarity` of pg_trgm, as in `duplicates`).

One letter in a long name is less: Berglind and Berglund with one first name are 0.68.
Two of a family have about 0.5. Club and year being the same, this is nearer than the
whole register is searched.
"""

_NEAR = """
SELECT DISTINCT ON (one.id, other.id) one.id, other.id, club.name
FROM federation_player AS one
JOIN federation_membership AS own ON own.player_id = one.id
JOIN federation_membership AS their
  ON their.club_id = own.club_id AND their.player_id <> one.id
JOIN federation_player AS other
  ON other.id = their.player_id AND other.birth_year = one.birth_year
JOIN federation_club AS club ON club.id = own.club_id
WHERE one.id = ANY(%s) AND one.merged_into_id IS NULL
  AND other.merged_into_id IS NULL AND other.visibility = %s
  AND coalesce(one.fide_id = other.fide_id, true)
  AND (one.gender = other.gender OR one.gender = '' OR other.gender = '')
  AND similarity(one.search_text, other.search_text) >= %s
  AND NOT EXISTS (SELECT FROM federation_apart AS apart
    WHERE apart.first_id = least(one.id, other.id)
      AND apart.second_id = greatest(one.id, other.id))
ORDER BY one.id, other.id, club.name
"""


@dataclass(frozen=True, slots=True)
class NearNamesake:
    """Somebody whom another member of a club resembles."""

    player_id: int
    other: Player
    club: str


def near_namesakes(players: Collection[int]) -> list[NearNamesake]:
    """Return whom these players resemble, in one look at all of them.

    The other is or was a member of the same club, was born in the same year and has a
    name nearly the same that everybody may see. Those that FIDE numbers, genders or a
    note (`tell_apart`) keep apart are two people.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NEAR, [sorted(players), Visibility.PUBLIC, NEARLY_THE_SAME])
        rows = cursor.fetchall()
    others = Player.objects.in_bulk({row[1] for row in rows})
    return [NearNamesake(one, others[other], club) for one, other, club in rows]
