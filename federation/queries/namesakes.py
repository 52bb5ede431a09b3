"""Members of one club, born in one year, whose names are nearly the same."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection

from federation.enums import Visibility
from federation.models import Player

NEARLY_THE_SAME = 0.6
"""The least likeness of two names (`similarity` of pg_trgm, as in `duplicates`).

One different letter in a long name scores higher: Berglind and Berglund with the same
first name have 0.68. Two members of a family have about 0.5. Since club and year are
the same, the limit is stricter than for a search of the whole register.
"""

# This order of evaluation is forced whatever the planner's statistics are: names are
# compared last, and only those of a club's few members who were born in the same year.
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
  AND NOT EXISTS (SELECT FROM federation_notduplicates AS apart
    WHERE apart.first_id = least(one.id, one.other_id)
      AND apart.second_id = greatest(one.id, one.other_id))
ORDER BY one.id, one.other_id, club.name
"""


@dataclass(frozen=True, slots=True)
class NearNamesake:
    """A player whom another member of a club resembles."""

    player_id: int
    other: Player
    club: str


def near_namesakes(players: Collection[int]) -> list[NearNamesake]:
    """Return the players that these resemble, with one query for all.

    The other is or was a member of the same club, was born in the same year and has a
    nearly identical name that is public. Pairs with different FIDE numbers or genders,
    or with a note that they are not duplicates (`mark_as_two_people`), are two people.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NEAR, [sorted(players), Visibility.PUBLIC, NEARLY_THE_SAME])
        rows = cursor.fetchall()
    others = Player.objects.in_bulk({row[1] for row in rows})
    return [NearNamesake(one, others[other], club) for one, other, club in rows]
