"""What differs between two published lists of one period."""

from dataclasses import dataclass

from django.db import connection

from ratings.people.queries.names import Person
from ratings.pools.queries.publications import Publication

_DIFFERENCE = """
SELECT player_id, old.rating, new.rating, old.rank, new.rank, old.games, new.games
FROM (SELECT player_id, rating, rank, games FROM ratings_listentry
  WHERE pool_id = %(pool)s AND list_id = %(old)s) AS old
FULL JOIN (SELECT player_id, rating, rank, games FROM ratings_listentry
  WHERE pool_id = %(pool)s AND list_id = %(new)s) AS new USING (player_id)
WHERE old.rating IS DISTINCT FROM new.rating
  OR old.games IS DISTINCT FROM new.games
  OR (old.rank IS NULL) <> (new.rank IS NULL)
ORDER BY abs(coalesce(new.rating, 0) - coalesce(old.rating, 0)) DESC, player_id
"""


@dataclass(frozen=True, slots=True)
class PublishedDifference:
    """A player with different ratings; None on the list where they are missing."""

    player_id: int
    old_rating: float | None
    new_rating: float | None
    old_rank: int | None
    new_rank: int | None
    old_games: int | None
    new_games: int | None
    person: Person | None = None

    @property
    def change(self) -> float | None:
        if self.old_rating is None or self.new_rating is None:
            return None
        return self.new_rating - self.old_rating

    @property
    def name(self) -> str:
        return self.person.name if self.person else ""


def published_differences(
    old: Publication, new: Publication
) -> list[PublishedDifference]:
    """Return the players whose rating, games or presence differs, the largest difference
    first. Ranks alone do not count: one rating can move them all.
    """
    parameters = {"pool": old.pool_id, "old": old.pk, "new": new.pk}
    with connection.cursor() as cursor:
        cursor.execute(_DIFFERENCE, parameters)
        return [PublishedDifference(*row) for row in cursor.fetchall()]
