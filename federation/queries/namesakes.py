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

# In this order whatever the planner knows of the tables: names are compared last, and
# only those of a club's few members who were born in the same year.
_NEAR = """
WITH asked AS MATERIALIZED (
  SELECT one.id, one.birth_year, one.fide_id, one.gender, one.search_text, own.club_id
  FROM federation_player AS one
  JOIN federation_membership AS own ON own.player_id = one.id
  WHERE one.id = ANY(%s) AND one.merged_into_id IS NULL
), mates AS MATERIALIZED (
  SELECT asked.*, their.player_id AS other_id
  FROM asked
  JOIN federation_membership AS their
    ON their.club_id = asked.club_id AND their.player_id <> asked.id
), born_together AS MATERIALIZED (
  SELECT one.*, other.search_text AS other_text
  FROM mates AS one
  JOIN federation_player AS other
    ON other.id = one.other_id AND other.birth_year = one.birth_year
  WHERE other.merged_into_id IS NULL AND other.visibility = %s
    AND coalesce(one.fide_id = other.fide_id, true)
    AND (one.gender = other.gender OR one.gender = '' OR other.gender = '')
)
SELECT DISTINCT ON (one.id, one.other_id) one.id, one.other_id, club.name
FROM born_together AS one
JOIN federation_club AS club ON club.id = one.club_id
WHERE similarity(one.search_text, one.other_text) >= %s
  AND NOT EXISTS (SELECT FROM federation_apart AS apart
    WHERE apart.first_id = least(one.id, one.other_id)
      AND apart.second_id = greatest(one.id, one.other_id))
ORDER BY one.id, one.other_id, club.name
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
