"""History import from CSV to the ledger, compared with a plain COPY of the same file.

Needs DATABASE_URL naming an empty database of its own, with DATABASE_OWNER_URL if two
roles share it, and DATABASE_ADMIN_URL if the role of DATABASE_URL is no superuser:

    python -m bench.import_games --games 1000000 --players 100000 --runs 3

The import is the command itself in its own process, including the start of Python: it
reads, checks, groups by event and posts with every index and constraint of the ledger.
The peer sends the same bytes into an unlogged table of six text columns, without
checks and indexes: no reader of CSV can be faster than that.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

import django
import numpy as np
import psycopg

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789")
django.setup()

from django.core.management import call_command

from ratings.models import Game, Pool, Report

FIRST = date(1985, 1, 1)
DAYS = 14_000
GAMES_AN_EVENT = 300
EMPTIED = (
    "ratings_game, ratings_reportwarning, ratings_counting, ratings_posting,"
    " ratings_decision, ratings_period, ratings_report"
)


def write_players(path: Path, players: int) -> None:
    with path.open("w") as file:
        file.write("id,name,birth_year,gender,club\n")
        file.writelines(
            f"P{n},First{n % 5003} Last{n % 70001},{1940 + n % 70},{'fm'[n % 2]},"
            f"Club {n % 300}\n"
            for n in range(players)
        )


def write_games(path: Path, games: int, players: int) -> None:
    """Write games between neighbours; three rows are wrong, each in a different way."""
    random = np.random.default_rng(1970)
    white = random.integers(0, players, games)
    black = (white + random.integers(1, 60, games)) % players
    score = random.integers(0, 3, games)
    wrong = {games // 7: "nobody", games // 3: "itself", games // 2: "score"}
    with path.open("w") as file:
        file.write("date,white,black,score,event,round\n")
        for n in range(games):
            event = n // GAMES_AN_EVENT
            day = FIRST + timedelta(days=event * GAMES_AN_EVENT * DAYS // games)
            row = [f"P{white[n]}", f"P{black[n]}", ("0", "0.5", "1")[score[n]]]
            match wrong.get(n):
                case "nobody":
                    row[0] = "nobody"
                case "itself":
                    row[0] = row[1]
                case "score":
                    row[2] = "7"
            file.write(f"{day},{','.join(row)},Event {event},{n % 9 + 1}\n")


def admin() -> psycopg.Connection:
    """Connect as a superuser: only one can delete history, past the triggers that guard
    it.
    """
    url = os.environ.get("DATABASE_ADMIN_URL") or os.environ["DATABASE_URL"]
    return psycopg.connect(
        url, autocommit=True, options="-c session_replication_role=replica"
    )


def empty() -> None:
    with admin() as cursor:
        cursor.execute(f"TRUNCATE {EMPTIED} CASCADE")
        cursor.execute("UPDATE ratings_pool SET posted = 0")
        cursor.execute("UPDATE ratings_computation SET computed = 0")
        cursor.execute("CHECKPOINT")


def imported(path: Path) -> tuple[float, int]:
    """Return the seconds and the exit status of the command, run as a user types it."""
    command = [
        sys.executable,
        "manage.py",
        "import_games",
        str(path),
        "--pool",
        "bench",
        "--minutes",
        "120",
    ]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    return time.perf_counter() - started, done.returncode


def copied(path: Path) -> float:
    with admin() as connection, connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS bench_import")
        cursor.execute(
            "CREATE UNLOGGED TABLE bench_import"
            " (date text, white text, black text, score text, event text, round text)"
        )
        started = time.perf_counter()
        with (
            path.open("rb") as file,
            cursor.copy("COPY bench_import FROM STDIN (FORMAT csv, HEADER)") as stream,
        ):
            while block := file.read(1 << 16):
                stream.write(block)
        spent = time.perf_counter() - started
        cursor.execute("DROP TABLE bench_import")
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    if not Pool.objects.filter(code="bench").exists():
        call_command("create_pool", "bench", system="ssf_2008", from_date=FIRST)
    with tempfile.TemporaryDirectory() as directory:
        players, games = Path(directory) / "players.csv", Path(directory) / "games.csv"
        write_players(players, options.players)
        write_games(games, options.games, options.players)
        call_command("import_players", str(players), pool="bench")
        measure(options, games)


def measure(options: argparse.Namespace, games: Path) -> None:
    imports, again, copies = [], [], []
    for _ in range(options.runs):
        empty()
        copies.append(copied(games))
        spent, status = imported(games)
        assert status == 2, status
        imports.append(spent)
        assert Game.objects.count() == options.games - 3 - _twice(games)
        again.append(imported(games)[0])
        print(
            f"import {spent:.1f} s, the same file again {again[-1]:.1f},"
            f" plain COPY {copies[-1]:.1f}"
        )
    spent, peer = statistics.median(imports), statistics.median(copies)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    size = games.stat().st_size / 1e6
    print(f"{options.games} games, {size:.0f} MB, {Report.objects.count()} reports")
    print(f"median: {options.games / spent:,.0f} games a second ({spent:.1f} s)")
    print(f"plain COPY: {options.games / peer:,.0f} rows a second ({peer:.1f} s)")
    print(f"ratio import / plain COPY: {spent / peer:.1f}")
    print(f"peak memory of the command: {peak} MB")


def _twice(path: Path) -> int:
    """Return the number of rows that repeat an earlier one: the generator makes a few."""
    seen: set[str] = set()
    count = 0
    with path.open() as file:
        for line in file:
            count += line in seen
            seen.add(line)
    return count


if __name__ == "__main__":
    main()
