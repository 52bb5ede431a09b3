"""Import a history without player numbers, from an uploaded CSV to the ledger.

Needs DATABASE_URL naming an empty database of its own:

    python -m bench.import_matching --games 1000000 --players 100000 --register 200000

The file identifies players by name and year of birth; one in fifty is misspelt, and one
in a hundred has no year. The work is that of a worker, in its own process: reading,
matching and checking, then posting after every sure proposal was accepted. Three rows
are wrong.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import django
import numpy as np

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
os.environ.setdefault("SECRET_KEY", "only-for-measuring-0123456789")
django.setup()

from django.core.management import call_command
from django.db import connection

from federation.domain.authorship import ActionContext
from federation.models import Player, User
from ratings.models import Game, ImportFile, ImportPlayer, Pool
from ratings.uploads.domain.choices import accept_proposals, set_minutes
from ratings.uploads.domain.newcomers import register_the_rest
from ratings.uploads.domain.posting import agree_to_post, ask_to_post, request_digest
from ratings.uploads.domain.uploading import Upload, store_upload
from ratings.uploads.domain.work import process_import

FIRST = date(1985, 1, 1)
TODAY = date(2026, 6, 15)
DAYS = 14_000
GAMES_AN_EVENT = 300
NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
VOWELS, CONSONANTS = "aeiouyåäö", "bdfghjklmnprstvk"


def name_of(number: int) -> tuple[str, str]:
    """Return a pronounceable name: one of 2,003 first and one of 49,999 last names."""
    return _word(number * 7919 % 2003, 2), _word(number * 104_729 % 49_999, 3)


def _word(number: int, syllables: int) -> str:
    letters = []
    for _ in range(syllables):
        number, consonant = divmod(number, len(CONSONANTS))
        number, vowel = divmod(number, len(VOWELS))
        letters += [CONSONANTS[consonant], VOWELS[vowel]]
    return "".join(letters).capitalize() + "son"[: 3 * (syllables > 2)]


def fill_register(players: int) -> None:
    with (
        connection.cursor() as cursor,
        cursor.cursor.copy(
            "COPY federation_player (national_id, first_name, last_name, birth_year,"
            " gender, title, country, status, visibility) FROM STDIN"
        ) as stream,
    ):
        for number in range(players):
            first, last = name_of(number)
            born = 1930 + number % 80
            stream.write_row(
                (f"P{number}", first, last, born, "", "", "SWE", "active", "public")
            )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE federation_player")


def name_and_year(number: int) -> str:
    first, last = name_of(number)
    if number % 50 == 0:
        last = last[:2] + last[3:]
    born = "" if number % 100 == 1 else 1930 + number % 80
    return f"{first} {last},{born}"


def write_games(path: Path, games: int, players: int) -> None:
    random = np.random.default_rng(1970)
    white = random.integers(0, players, games)
    black = (white + random.integers(1, 60, games)) % players
    score = random.integers(0, 3, games)
    people = [name_and_year(number) for number in range(players)]
    wrong = {games // 7: "7", games // 3: "x", games // 2: ""}
    with path.open("w") as file:
        file.write(
            "date,white_name,white_birth_year,black_name,black_birth_year,score,"
            "event,round\n"
        )
        for n in range(games):
            event = n // GAMES_AN_EVENT
            day = FIRST + timedelta(days=event * GAMES_AN_EVENT * DAYS // games)
            result = wrong.get(n, ("0", "0.5", "1")[score[n]])
            file.write(
                f"{day},{people[white[n]]},{people[black[n]]},{result},"
                f"Event {event},{n % 9 + 1}\n"
            )


def upload(path: Path) -> Upload:
    def chunks():
        with path.open("rb") as file:
            while block := file.read(1 << 16):
                yield block

    return Upload(path.name, path.stat().st_size, chunks)


def seconds_of_work(file_id: int) -> float:
    """Return the seconds of a worker's process, including the start of Python."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "bench.import_matching", "--work", str(file_id)]
    subprocess.run(command, check=True)
    return time.perf_counter() - started


def work(file_id: int) -> None:
    started = time.perf_counter()
    from ratings.uploads.domain import work as upload_work  # noqa: PLC0415

    plain = upload_work._try  # noqa: SLF001

    def timed(file, act):
        state = ImportFile.objects.get(pk=file).state
        begun = time.perf_counter()
        plain(file, act)
        print(f"  {state}: {time.perf_counter() - begun:.1f} s")

    upload_work._try = timed  # noqa: SLF001
    process_import(file_id, today=TODAY)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"  in all {time.perf_counter() - started:.1f} s, {peak} MB at most")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--register", type=int, default=200_000)
    parser.add_argument("--work", type=int)
    options = parser.parse_args()
    if options.work:
        work(options.work)
        return
    call_command("migrate", verbosity=0)
    if not Pool.objects.filter(code="bench").exists():
        call_command("create_pool", "bench", system="ssf_2008", from_date=FIRST)
    if not Player.objects.exists():
        fill_register(options.register)
    user = User.objects.create(email=f"{time.time()}@example.org")
    acting = ActionContext(user.pk, NOW)
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "history.csv"
        write_games(path, options.games, options.players)
        measure(path, acting)


def measure(path: Path, acting: ActionContext) -> None:
    started = time.perf_counter()
    pool = Pool.objects.get(code="bench")
    received = store_upload(pool.pk, upload(path), acting=acting)
    print(f"{path.stat().st_size / 1e6:.0f} MB taken in {_since(started):.1f} s")
    read = seconds_of_work(received.file.pk)
    sure = accept_proposals(received.file.pk, acting=acting)
    new = register_the_rest(received.file.pk, acting=acting)
    set_minutes(received.file.pk, 120, acting=acting)
    checked = seconds_of_work(received.file.pk)
    file = ImportFile.objects.get(pk=received.file.pk)
    print(f"{sure} proposals accepted, {new} new players")
    ask_to_post(file.pk, seen=file.chosen, replaces=False, acting=acting)
    file.refresh_from_db()
    second = User.objects.create(email=f"{time.time()}@example.org")
    agree_to_post(
        file.pk, seen=request_digest(file), acting=ActionContext(second.pk, NOW)
    )
    posted = seconds_of_work(file.pk)
    file.refresh_from_db()
    found = ImportPlayer.objects.filter(file=file, choice="player").count()
    print(
        f"{file.games} games read, {file.refused} rows refused, {found} players of"
        f" {file.people}; {file.posted_games} posted, {Game.objects.count()} in the"
        " ledger"
    )
    review, everything = read, read + checked + posted
    print(
        f"upload to review: {review:.1f} s, {file.games / review:,.0f} games a second"
    )
    print(f"everything: {everything:.1f} s, {file.games / everything:,.0f} a second")


def _since(started: float) -> float:
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
