"""Search the whole register for cards that may belong to one person."""

from typing import Any

from django.db import connection, transaction
from django.db.models import TextField
from django.db.models.functions import Cast

from federation.domain.authorship import ActionContext, written_by
from federation.models import NotDuplicates, Player
from federation.models.sorting import folded
from federation.queries.namesakes import NEARLY_THE_SAME

LEAST_SCORE = 0.7
LEAST_IN_A_CLUB = NEARLY_THE_SAME
"""The least score for two who are or were members of one club."""
MOST_KEPT = 5000
REGISTER_SEARCH = 7_120_367
"""Key of the advisory lock held while the register is searched."""

# Cards are compared with those with which they share all words of the name, or the year
# of birth and the beginning of the name, or a longer beginning and a year that is
# adjacent or missing: comparing each with each would take hours.
_FIND = """
WITH card AS MATERIALIZED (
  SELECT id, birth_year, gender, fide_id, plain, last, first,
    array_to_string(array(SELECT unnest(string_to_array(plain, ' ')) ORDER BY 1), ' ')
      AS words
  FROM ({cards}) AS unmerged
), pair AS (
  SELECT a.id AS one, b.id AS other FROM card AS a JOIN card AS b
    ON a.words = b.words AND a.id < b.id
  UNION
  SELECT a.id, b.id FROM card AS a JOIN card AS b
    ON a.birth_year = b.birth_year AND left(a.last, 2) = left(b.last, 2)
    AND left(a.first, 1) = left(b.first, 1) AND a.id < b.id
  UNION
  SELECT least(a.id, b.id), greatest(a.id, b.id) FROM card AS a JOIN card AS b
    ON left(a.last, 4) = left(b.last, 4) AND left(a.first, 3) = left(b.first, 3)
    AND b.birth_year = a.birth_year + 1
  UNION
  SELECT least(a.id, b.id), greatest(a.id, b.id) FROM card AS a JOIN card AS b
    ON left(a.last, 6) = left(b.last, 6) AND left(a.first, 4) = left(b.first, 4)
    AND a.id <> b.id
  WHERE a.birth_year IS NULL
), scored AS (
  SELECT one, other, round((
      CASE WHEN a.words = b.words THEN 1 ELSE similarity(a.plain, b.plain) END
      * CASE WHEN a.birth_year IS NULL OR b.birth_year IS NULL THEN 0.9
        WHEN a.birth_year = b.birth_year THEN 1
        WHEN abs(a.birth_year - b.birth_year) = 1 THEN 0.85 ELSE 0.6 END
      * CASE WHEN a.gender <> b.gender AND a.gender <> '' AND b.gender <> ''
        THEN 0.8 ELSE 1 END
      * CASE WHEN a.fide_id <> b.fide_id THEN 0.5 ELSE 1 END)::numeric, 3) AS score
  FROM pair JOIN card AS a ON a.id = one JOIN card AS b ON b.id = other
)
INSERT INTO federation_resemblance (first_id, second_id, score)
SELECT one, other, score FROM scored WHERE score >= %s OR score >= %s AND EXISTS (
  SELECT FROM federation_membership AS own JOIN federation_membership AS their
    ON their.club_id = own.club_id
  WHERE own.player_id = one AND their.player_id = other)
ORDER BY score DESC, one, other LIMIT %s
"""


@transaction.atomic
def find_duplicates() -> int:
    """Recompute which cards look alike: store the likeliest `MOST_KEPT` pairs of those
    with a score of `LEAST_SCORE` and more, or of `LEAST_IN_A_CLUB` where both are or
    were members of one club, and return how many.

    The score is the likeness of the names without accents (1 in any order of their
    words) times factors for the years of birth (1 the same, 0.9 unknown, 0.85 adjacent,
    0.6 different), genders (0.8 if different) and FIDE numbers (0.5 if both have one).
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [REGISTER_SEARCH])
        cursor.execute("DELETE FROM federation_resemblance")
        cards, parameters = _cards()
        cursor.execute(
            _FIND.format(cards=cards),
            [*parameters, LEAST_SCORE, LEAST_IN_A_CLUB, MOST_KEPT],
        )
        return int(cursor.rowcount)


def _cards() -> tuple[str, tuple[Any, ...]]:
    cards = Player.objects.unmerged().annotate(
        plain=Cast(folded("first_name", "last_name"), TextField()),
        last=folded("last_name"),
        first=folded("first_name"),
    )
    columns = ("id", "birth_year", "gender", "fide_id", "plain", "last", "first")
    sql, parameters = cards.values(*columns).query.sql_with_params()
    return sql, tuple(parameters)


@transaction.atomic
def mark_as_two_people(
    one_id: int, other_id: int, *, acting: ActionContext
) -> NotDuplicates:
    """Store that two cards belong to two people; a second call changes nothing."""
    first, second = sorted((one_id, other_id))
    with written_by(acting.person_id):
        note, _is_new = NotDuplicates.objects.get_or_create(
            first_id=first,
            second_id=second,
            defaults={"decided_by_id": acting.person_id, "decided_at": acting.at},
        )
    return note
