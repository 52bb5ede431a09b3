"""A playing hall: phones enter results at once while spectators keep the standings
open.

Creates a section of 400 boards in a running office, gives out phone codes by the acts
of the office, sends `bench.hall_users` through locust (requirements-bench.txt) to the
web server, and checks in the database whether any result was lost or written twice. The
factories of the tests create the players (requirements-dev.txt). Beside an office with
its demo (`. var/environment`):

    python -m bench.hall --at http://localhost:8000
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
django.setup()

from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.models import Player, User
from tests.factories import ClubFactory, DistrictFactory, PlayerFactory, member
from tests.tournaments.tournaments_made import draft
from tournaments.domain.entering import enter_player
from tournaments.domain.phone.codes import PhoneCodeDraft, give_phone_code
from tournaments.domain.planning.sections import SectionDraft, add_section
from tournaments.domain.planning.tournaments import create_tournament
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired
from tournaments.domain.starting import start_section
from tournaments.models import Pairing, ResultChange, Section

MOST_CODES = 100
"""Maximum number of valid codes of a section; several helpers may share one."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--at", default="http://localhost:8000")
    parser.add_argument("--boards", type=int, default=400)
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--spectators", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=240)
    options = parser.parse_args()
    section = playing_section(options.boards)
    with tempfile.TemporaryDirectory() as folder:
        hall = Path(folder)
        facts = {
            "tournament": section.tournament_id,
            "phones": phones_of(section, options.phones),
            "spectators": options.spectators,
        }
        (hall / "hall.json").write_text(json.dumps(facts))
        acknowledged = sent_by_locust(hall, options)
        report(hall, section, acknowledged)


def playing_section(boards: int) -> Section:
    """Return a section whose first round waits for its results."""
    acting = ActionContext(User.objects.order_by("pk")[0].pk, timezone.now())
    for each in (DistrictFactory, ClubFactory, PlayerFactory):
        each.reset_sequence(Player.objects.count())
    club = ClubFactory()
    today = timezone.localdate()
    planned = draft(
        club, name="Hall", start_date=today, end_date=today + timedelta(days=20)
    )
    found = create_tournament(planned, acting=acting)
    named = SectionDraft(name="A", format="boards", rounds=11)
    section = add_section(found.pk, named, acting=acting)
    for _ in range(2 * boards):
        enter_player(section.pk, member(club).pk, acting=acting)
    start_section(section.pk, acting=acting)
    pairs = [(number, number + boards) for number in range(1, boards + 1)]
    set_boards(section.pk, 1, pairs, acting=acting, paired=HowPaired())
    return Section.objects.get(pk=section.pk)


def phones_of(section: Section, phones: int) -> list[dict[str, object]]:
    """Return for each phone its code and the boards that it enters: helpers who share a
    code take its boards in turn.
    """
    boards = dict(section.pairings.values_list("board", "pk"))
    codes = min(MOST_CODES, phones)
    found: list[dict[str, object]] = []
    for place in range(codes):
        first, last = (
            at * len(boards) // codes + add for at, add in ((place, 1), (place + 1, 0))
        )
        code = give_code(section, first, last)
        helpers = len(range(place, phones, codes))
        found += [
            {
                "code": code,
                "boards": [boards[at] for at in range(first + turn, last + 1, helpers)],
            }
            for turn in range(helpers)
        ]
    return found


def give_code(section: Section, first: int, last: int) -> str:
    """Return a code for the boards from the first to the last."""
    acting = ActionContext(User.objects.order_by("pk")[0].pk, timezone.now())
    until = acting.at + timedelta(hours=2)
    draft = PhoneCodeDraft(f"Boards {first}–{last}", until, first, last)
    return give_phone_code(section.pk, draft, acting=acting).plain


def sent_by_locust(
    hall: Path, options: argparse.Namespace
) -> dict[int, tuple[str, int]]:
    """Return the result and version of every board, as acknowledged to the phones."""
    users = options.phones + options.spectators
    command = [sys.executable, "-m", "locust", "--headless", "--only-summary"]
    command += ["-f", str(Path(__file__).with_name("hall_users.py"))]
    command += ["--host", options.at, "--users", str(users), "--spawn-rate", "10"]
    command += ["--run-time", f"{options.seconds}s", "--csv", str(hall / "times")]
    subprocess.run(command, check=False, env=os.environ | {"HALL": str(hall)})
    lines = (hall / "acknowledged.jsonl").read_text().splitlines()
    return {
        each["pairing"]: (each["result"], each["version"])
        for each in map(json.loads, lines)
    }


def report(
    hall: Path, section: Section, acknowledged: dict[int, tuple[str, int]]
) -> None:
    kept = {
        pk: (result, version)
        for pk, result, version in Pairing.objects.filter(section=section).values_list(
            "pk", "result", "version"
        )
    }
    lost = [pk for pk, answer in acknowledged.items() if kept[pk] != answer]
    changes = ResultChange.objects.of_section(section.pk).count()
    entered = sum(bool(result) for result, _ in kept.values())
    print(
        f"{len(acknowledged)} results acknowledged, {entered} kept, {len(lost)} lost,"
        f" {changes - entered} written twice"
    )
    with (hall / "times_stats.csv").open() as file:
        for row in csv.DictReader(file):
            print(
                f"{row['Name'] or 'all':<28} {row['Request Count']:>6} requests"
                f" {row['Failure Count']:>4} failed"
                f" median {row['50%']} ms, p95 {row['95%']} ms, p99 {row['99%']} ms"
            )


if __name__ == "__main__":
    main()
