"""A ledger of any size for the benchmarks, written directly into the tables.

Run with DATABASE_URL naming an empty database of its own:

    python -m bench.ledger_data --games 10000000 --players 1000000 --periods 60
"""

import argparse
import os
import sys
from datetime import UTC, date, datetime

import django
import numpy as np

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789")
django.setup()

from django.core.management import call_command
from django.db import connection, transaction

from ratings.ledger.domain.binary_columns import copy_in
from ratings.models import Pool
from ratings.pools.domain.pools import create_pool
from ratings.rules.calendar import THREE_PERIODS, day_number, periods_between

POOL = "bench"
GAMES_A_REPORT = 1000
TO_2000 = day_number(date(2000, 1, 1))


def build(games: int, players: int, periods: int) -> Pool:
    """Fill an empty database; the same arguments give the same ledger."""
    call_command("migrate", verbosity=0)
    first = date(2026 - (periods + 2) // 3, 1, 1)
    spans = periods_between(first, date(2026, 12, 31), THREE_PERIODS)[:periods]
    with transaction.atomic(), connection.cursor() as cursor:
        # Skips all triggers: those of the audit log, and the checks of foreign keys.
        cursor.execute("SET LOCAL session_replication_role = replica")
        pool = create_pool(
            code=POOL, name="Bench", system="ssf_2008", parameters={}, from_date=first
        )
        _players(cursor, players)
        _periods(cursor, pool, spans)
        _games(pool, games, players, spans)
        for table in ("federation_player", "ratings_report"):
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id))"
                f" FROM {table}"
            )
        cursor.execute("UPDATE ratings_pool SET posted = 1 WHERE id = %s", [pool.pk])
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return pool


def _players(cursor, players: int) -> None:
    cursor.execute(
        "INSERT INTO federation_player (id, national_id, first_name, last_name,"
        " birth_year, gender, title, country, status, visibility)"
        " SELECT n, n::text, 'First' || n %% 5003, 'Last' || n %% 70001,"
        " 1940 + n %% 70, '', '', 'SWE', 'active', 'public'"
        " FROM generate_series(1, %s) AS n",
        [players],
    )


def _periods(cursor, pool: Pool, spans) -> None:
    cursor.executemany(
        "INSERT INTO ratings_period (pool_id, start_date, end_date, reconstructed,"
        " posted, moved) VALUES (%s, %s, %s, true, 1, 0)",
        [(pool.pk, span.first_date, span.last_date) for span in spans],
    )


def _games(pool: Pool, games: int, players: int, spans) -> None:
    random = np.random.default_rng(1970)
    strength = random.normal(1500, 250, players + 1)
    each = games // len(spans)
    report = 0
    for span in spans:
        white, black = _pairs(random, players, each)
        rows = _columns(pool, span, random, strength, white, black)
        rows["report_id"] += report + 1
        report += _reports(pool, span, report, each)
        copy_in("ratings_game", rows)
        print(f"{span.label}: {each} games", file=sys.stderr, flush=True)


def _pairs(random, players: int, size: int):
    """Return pairs of players: a third of the players are active in a period, and meet
    their neighbours by number.
    """
    active = np.sort(random.choice(players, max(2, players // 3), replace=False)) + 1
    place = random.integers(0, len(active), size)
    step = random.integers(1, max(2, min(60, len(active))), size)
    return active[place], active[(place + step) % len(active)]


def _reports(pool: Pool, span, before: int, size: int) -> int:
    count = -(-size // GAMES_A_REPORT)
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO ratings_report (id, pool_id, source_kind, source_number,"
            " version, name, start_date, end_date, first_booked_date,"
            " last_booked_date, is_final, state, reason, sent_at, accepted_at, games,"
            " players, digest) VALUES (%s, %s, 'bench', %s, 1, 'Bench', %s, %s, %s,"
            " %s, true, 'accepted', '', %s, %s, %s, 2, '')",
            [
                (number, pool.pk, number, *(span.first_date, span.last_date) * 2,
                 moment, moment, GAMES_A_REPORT)
                for number in range(before + 1, before + count + 1)
            ],
        )  # fmt: skip
        cursor.execute(
            "INSERT INTO ratings_counting (pool_id, report_id, span)"
            " SELECT %s, n, int8range(1, NULL) FROM generate_series(%s, %s) AS n",
            [pool.pk, before + 1, before + count],
        )
    return count


def _columns(pool: Pool, span, random, strength, white, black):
    size = len(white)
    difference = strength[white] - strength[black]
    expected = 1 / (1 + 10 ** (-difference / 400))
    luck = random.random(size)
    score = np.where(luck < expected - 0.15, 2, np.where(luck < expected + 0.15, 1, 0))
    days = span.span.first_day + np.sort(
        random.integers(0, span.span.last_day - span.span.first_day + 1, size)
    )
    day = (days - TO_2000).astype(np.int32)
    number = np.arange(size)
    yes, no = np.ones(size, np.bool_), np.zeros(size, np.bool_)
    missing = np.ma.masked_all(size, np.int16)
    return {
        "pool_id": np.full(size, pool.pk, np.int64),
        "report_id": (number // GAMES_A_REPORT).astype(np.int64),
        "key": number.astype(np.int64) + 1,
        "played_date": day, "base_on": day, "booked_on": day,
        "event_start_date": np.full(size, span.span.first_day - TO_2000, np.int32),
        "round": np.ones(size, np.int16), "board": (number % 1000).astype(np.int16),
        "white_id": white.astype(np.int64), "black_id": black.astype(np.int64),
        "score": score.astype(np.int16), "played": yes,
        "minutes": np.full(size, 120, np.int16),
        "white_member": yes, "black_member": yes,
        "white_outside": missing, "black_outside": missing,
        "white_adopts": no, "black_adopts": no,
        "white_birth_year": (1940 + white % 70).astype(np.int16),
        "black_birth_year": (1940 + black % 70).astype(np.int16),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--players", type=int, default=1_000_000)
    parser.add_argument("--periods", type=int, default=60)
    options = parser.parse_args()
    build(options.games, options.players, options.periods)


if __name__ == "__main__":
    main()
