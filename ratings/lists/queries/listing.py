"""SQL for the players on a list and their values: the same for the proposal that an
officer looks at and for the list that is built from it.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.conf import settings
from django.db import connection
from django.utils.timezone import make_aware

from ratings.ledger.queries.current_rows import CHANGES
from ratings.models import Edition, Period
from ratings.rules.systems import system

DAY = timedelta(days=1)
ListParameters = dict[str, int | date | str | None]

# Facets store a group by its place here: no code ever moves, and new ones are added at
# the end.
AGE_GROUPS = {"U13": (0, 13), "U16": (14, 16), "U20": (17, 20), "V60": (60, 200)}
"""Code → ages in the year of the list (minior, kadett, junior, veteran)."""


def age_group_case(values: Mapping[str, str], other: str) -> str:
    """Return SQL for the value of the group to which `age` belongs, or the other."""
    groups = " ".join(
        f"WHEN age BETWEEN {youngest} AND {oldest} THEN {values[code]}"
        for code, (youngest, oldest) in AGE_GROUPS.items()
    )
    return f"CASE {groups} ELSE {other} END"


# What the register says of a `player` on the day from which a list is valid, joined as a
# whole and not looked up for each player.
_MAIN = """
LEFT JOIN federation_membership AS main ON main.player_id = player.id
  AND main.is_main AND main.from_date <= %(valid_from)s
  AND (main.to_date IS NULL OR main.to_date >= %(valid_from)s)
"""
MAIN_CLUB = f"{_MAIN} LEFT JOIN federation_club AS club ON club.id = main.club_id"
# The clubs, on that day, of cards that were merged later. From the day of the merge on
# the card that stays has copies of these memberships, which may have ended since.
_OF_MERGED = """
  SELECT DISTINCT ON (leads.player_id) leads.player_id,
    CASE WHEN held.is_main THEN held.club_id END AS club_id
  FROM (
    WITH RECURSIVE led (card, player_id) AS (
      SELECT id, merged_into_id FROM federation_player WHERE merged_into_id IS NOT NULL
      UNION ALL SELECT led.card, next.merged_into_id FROM led
      JOIN federation_player AS next ON next.id = led.player_id
      WHERE next.merged_into_id IS NOT NULL
    ) SELECT card, player_id FROM led
  ) AS leads
  JOIN ratings_merge AS made ON made.gone_id = leads.card
    AND made.undone_at IS NULL AND made.confirmed_at >= %(next_day)s
  JOIN federation_membership AS held ON held.player_id = leads.card
    AND held.from_date <= %(valid_from)s
    AND (held.to_date IS NULL OR held.to_date >= %(valid_from)s)
  ORDER BY leads.player_id, held.is_main DESC, held.player_id, held.id
"""
_CLUB = f"""{_MAIN}
LEFT JOIN ({_OF_MERGED}) AS merged ON merged.player_id = player.id
LEFT JOIN federation_club AS club
  ON club.id = coalesce(main.club_id, merged.club_id)
"""
CLASS_HELD = """
LEFT JOIN (
  SELECT DISTINCT ON (player_id) player_id, player_class
  FROM federation_classmembership
  WHERE from_date <= %(valid_from)s AND taken_back_at IS NULL
  ORDER BY player_id, from_date DESC, id DESC
) AS register ON register.player_id = player.id
"""
AGE = """
CROSS JOIN LATERAL (
  SELECT extract(year FROM %(valid_from)s::date)::int - player.birth_year AS age
) AS years
"""

_SEEN_OF_STEP = "player_id, before, after, games, score, start_from, last_played"
# A player whose newest step is older is on the list as a member, or if that step has games
# played after its last day.
_NEWEST = f"""
  WITH recent AS MATERIALIZED (
    SELECT DISTINCT ON (player_id) {_SEEN_OF_STEP},
      ended_on >= %(started_on)s AS in_step
    FROM {CHANGES} AS change WHERE ended_on BETWEEN %(recent_from)s AND %(ended_on)s
    ORDER BY player_id, ended_on DESC, started_on DESC, report_id DESC
  ), resting AS (
    SELECT player_id FROM federation_membership
    WHERE from_date <= %(valid_from)s AND (to_date IS NULL OR to_date >= %(valid_from)s)
    UNION SELECT player_id FROM ({_OF_MERGED}) AS merged
    UNION SELECT player_id FROM ratings_listentry
    WHERE pool_id = %(pool)s AND list_id = %(besides)s
    UNION SELECT player_id FROM {CHANGES} AS late
    WHERE last_played > ended_on AND last_played >= %(since)s
    EXCEPT SELECT player_id FROM recent
  )
  SELECT * FROM recent
  UNION ALL
  SELECT older.*, false FROM resting CROSS JOIN LATERAL (
    SELECT {_SEEN_OF_STEP} FROM {CHANGES} AS change
    WHERE player_id = resting.player_id AND ended_on < %(recent_from)s
    ORDER BY ended_on DESC, started_on DESC, report_id DESC LIMIT 1
  ) AS older
"""

_AGE_GROUP = age_group_case({code: f"'{code}'" for code in AGE_GROUPS}, other="''")

PROPOSED = f"""
SELECT %(pool)s::int AS pool_id, newest.player_id, newest.after AS rating,
  CASE WHEN in_step THEN base ELSE newest.after END AS base,
  CASE WHEN in_step THEN newest.after - base ELSE 0 END AS change,
  CASE WHEN in_step THEN coalesce(step.games, newest.games) ELSE 0 END AS games,
  CASE WHEN in_step THEN coalesce(step.score, newest.score) ELSE 0 END AS score,
  in_step, CASE WHEN in_step THEN begun.start_from ELSE 0 END AS start_from,
  club.id AS club_id, club.district_id,
  coalesce(register.player_class, '') AS player_class,
  {_AGE_GROUP} AS age_group,
  player.gender, newest.last_played, player.sort_key, previous.last_played
    AS played_before,
  CASE WHEN previous.started_on >= %(system_from)s THEN previous.memory END
    AS memory,
  player.status <> 'deceased' AND player.merged_into_id IS NULL
    AND (club.id IS NOT NULL OR merged.player_id IS NOT NULL OR EXISTS (
      SELECT FROM federation_membership AS any_club
      WHERE any_club.player_id = player.id AND any_club.from_date <= %(valid_from)s
        AND (any_club.to_date IS NULL OR any_club.to_date >= %(valid_from)s))
    OR newest.last_played >= %(since)s) AS is_listed
FROM ({_NEWEST}) AS newest
JOIN federation_player AS player ON player.id = newest.player_id
LEFT JOIN LATERAL (
  SELECT after, last_played, started_on, memory FROM {CHANGES} AS earlier
  WHERE in_step AND earlier.player_id = newest.player_id AND earlier.ended_on < %(started_on)s
  ORDER BY ended_on DESC, started_on DESC, report_id DESC LIMIT 1
) AS previous ON true
LEFT JOIN LATERAL (
  SELECT sum(games) AS games, sum(score) AS score,
    (array_agg(before ORDER BY ended_on, started_on, report_id))[1] AS before,
    (array_agg(start_from ORDER BY ended_on, started_on, report_id))[1] AS start_from
  FROM {CHANGES} AS own
  WHERE in_step AND own.player_id = newest.player_id
    AND own.ended_on BETWEEN %(started_on)s AND %(ended_on)s
) AS step ON %(several)s
CROSS JOIN LATERAL (
  SELECT CASE WHEN %(several)s THEN coalesce(previous.after, step.before, newest.after)
      ELSE coalesce(newest.before, newest.after) END AS base,
    CASE WHEN NOT %(several)s THEN newest.start_from
      WHEN previous.after IS NULL THEN step.start_from ELSE 0 END AS start_from
) AS begun
{_CLUB} {CLASS_HELD} {AGE}
WHERE newest.after IS NOT NULL
"""

PLACED = f"""
SELECT proposed.*,
  CASE WHEN is_listed THEN row_number() OVER (PARTITION BY is_listed
    ORDER BY rating DESC, md5(%(ties)s || player_id)) END AS position,
  CASE WHEN is_listed THEN rank() OVER (PARTITION BY is_listed
    ORDER BY rating DESC) END AS rank
FROM ({PROPOSED} OFFSET 0) AS proposed WHERE is_listed OR in_step
"""

# The hash of a record is a sum over its columns; it is hashed once more, so that the sum
# changes if two lines exchange their places.
DIGEST = """
SELECT counted.games,
  encode(sha256(convert_to(concat_ws(' ', counted.games,
    sum(hashint8extended(line, 1)), sum(hashint8extended(line, 2))
  ), 'UTF8')), 'hex') AS digest
FROM (SELECT coalesce(sum(games), 0)::int FROM placed) AS counted (games) LEFT JOIN (
  SELECT hash_record_extended(ROW(player_id, position, rank, rating, base, change,
    games, score, start_from, club_id, district_id, player_class, age_group, gender,
    last_played), 0) AS line
  FROM placed
) AS lines ON true GROUP BY counted.games
"""
"""SQL for the sum of the players' rated games, which is shown above a list, and for the
digest of that sum and of the contents of each line. It reads `placed`, which the
statement that includes it has to define as `PLACED`.

Sums of hashes need no order: for half a million lines they take a fraction of the time
that hashing their text would. A player's memory is left out: it is not shown and changes
only with the numbers.
"""


@dataclass(frozen=True, slots=True)
class ListProposalSeen:
    """A proposal as an officer saw it: the posting that moved it last, and the digest of
    the whole contents of the list.
    """

    moved: int
    digest: str

    def __str__(self) -> str:
        """Return the text that a form sends back."""
        return f"{self.moved}-{self.digest}"


def proposal_seen(period: Period) -> ListProposalSeen:
    """Return the current proposal, in one statement."""
    parameters = placed_parameters(period) | {"period": period.pk}
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH placed AS MATERIALIZED ({PLACED}) SELECT moved, digest"
            f" FROM ratings_period, ({DIGEST}) AS said WHERE id = %(period)s",
            parameters,
        )
        return ListProposalSeen(*cursor.fetchone())


def salt_of_ties() -> str:
    """Return the secret by which players of equal ratings are ordered: stable, but
    unrelated to name or key, since the neighbours of a hidden player would otherwise
    reveal who it is.
    """
    return hashlib.sha256(f"order of ties {settings.SECRET_KEY}".encode()).hexdigest()


def months_before(day: date, months: int) -> date:
    """Return the same day some months earlier, or the last one of a shorter month."""
    count = day.year * 12 + day.month - 1 - months
    year, month = divmod(count, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, last)
        except ValueError:
            continue
    raise AssertionError("every month has 28 days")


def placed_parameters(
    period: Period, system_from: date = date.max, *, besides: int | None = None
) -> ListParameters:
    """Return the parameters of `PROPOSED` and `PLACED`. The memory with which players
    enter a step is only that of steps from `system_from` on. `PROPOSED` has the players
    who may be listed or have a step in the period, and those on the list `besides`.
    """
    valid_from = period.end_date + DAY
    since = months_before(valid_from, settings.LISTED_MONTHS)
    return {
        "system_from": system_from,
        "pool": period.pool_id,
        "ties": salt_of_ties(),
        "started_on": period.start_date,
        "ended_on": period.end_date,
        "several": _has_several_steps(period),
        "valid_from": valid_from,
        "next_day": make_aware(datetime.combine(valid_from + DAY, time.min)),
        "since": since,
        "recent_from": min(period.start_date, since),
        "besides": besides,
    }


def _has_several_steps(period: Period) -> bool:
    """Return whether a player can have several steps in the period: events that are
    rated as a whole, or a conversion after its last day.
    """
    editions = Edition.objects.filter(
        pool_id=period.pool_id, from_date__lte=period.end_date
    )
    names = set(editions.values_list("system", flat=True))
    return any(system(name).unit == "tournament" for name in names) or carries_over(
        period
    )


def carries_over(period: Period) -> bool:
    """Return whether ratings are converted after its last day for a new edition."""
    begins = Edition.objects.filter(
        pool_id=period.pool_id, from_date=period.end_date + DAY
    )
    return begins.filter(conversion__isnull=False).exists()
