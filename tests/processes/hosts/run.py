"""Run an office on two machines: people work at both, and the cable between them is cut
in the middle of acts of the second one, which has a wrong clock and by mistake a beat
of its own. At the end all results are compared.

    python -m tests.processes.hosts.run CUTS SEED

prints what happened, and ends with status 1 if something was lost or duplicated.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random

from script.checkout import ROOT
from script.office import PYTHON
from tests.processes.chaos.comparison import faults_of
from tests.processes.chaos.people import Approver, Person, Reviewer, Secretary
from tests.processes.chaos.run import Outcome, drawn, send_home
from tests.processes.hosts.acts import ACTS, Act
from tests.processes.hosts.cutting import cut_in_the_middle_of
from tests.processes.hosts.names import faults_of_names
from tests.processes.hosts.network import ONE, TWO, Cable, apart, second_machine
from tests.processes.hosts.office import Host, clock_ahead
from tests.processes.hosts.servers import servers

CLUBS, TOURNAMENTS_OF_EACH = 3, 4
CLOCK_AHEAD = 120
RESTS = 10.0
"""The most seconds between two acts of a secretary: a list is not approved while
reports of its period arrive.
"""
LONGEST_WAIT = 300.0


def command(cuts: int, seed: int) -> list[str]:
    """Return the command that runs this in a network of its own."""
    module = "tests.processes.hosts.run"
    return [*apart([sys.executable, "-m", module, str(cuts), str(seed)])]


def main(cuts: int, seed: int) -> int:
    outcome = two_hosts(cuts, seed)
    acts = ", ".join(f"{n} × {act}" for act, n in sorted(outcome.acknowledged.items()))
    say(f"acknowledged: {acts}; tried again {outcome.tried_again} times")
    say(f"{outcome.rows} rows of ratings")
    for fault in outcome.faults:
        say(f"FAULT: {fault}")
    return bool(outcome.faults)


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def two_hosts(cuts: int, seed: int) -> Outcome:
    """Run the cuts. Raises AssertionError when the first machine does not continue by
    itself, or the second one does not recover.
    """
    chance, outcome = Random(seed), Outcome()  # noqa: S311
    with two_machines() as (one, two, cable):
        season = one.ask("chaos.season", str(CLUBS), str(TOURNAMENTS_OF_EACH))
        secretaries = [
            Secretary((one, two)[at % 2].url, drawn(chance), each)
            for at, each in enumerate(season["secretaries"])
        ]
        reviewer = Reviewer(two.url, drawn(chance), season["reviewer"])
        approver = Approver(one.url, drawn(chance), season["approver"])
        people: list[Person] = [*secretaries, reviewer, approver]
        for secretary in secretaries:
            secretary.rests = RESTS
        for person in people:
            person.thread.start()
        for number in range(cuts):
            act = act_of(number)
            seconds = cut_in_the_middle_of(act, one, cable)
            what = f"{number + 1}: cut in the middle of {act.name}"
            say(f"{what}, done elsewhere after {seconds:.1f} s")
            cable.mend()
            two.wait_for(two.is_whole, LONGEST_WAIT)
        send_home(people, outcome)
        for condition in (one.is_whole, one.is_computed, one.has_built_lists):
            one.wait_for(condition, LONGEST_WAIT)
        seen = one.ask("chaos.audit")
        outcome.faults += [fault for act in ACTS[:cuts] for fault in act.faults(one)]
        outcome.faults += faults_of_names(one, two)
    outcome.rows = seen["rows"]
    outcome.faults += faults_of(seen, secretaries, reviewer, approver)
    return outcome


def act_of(number: int) -> Act:
    """Return each act once, and then in turn those that can be repeated: not the
    import.
    """
    return ACTS[number] if number < len(ACTS) else ACTS[number % (len(ACTS) - 1)]


@contextmanager
def two_machines() -> Iterator[tuple[Host, Host, Cable]]:
    """Start both machines; the first has the servers and migrates the tables."""
    with (
        place_for_all() as place,
        second_machine() as cable,
        servers(place / "servers") as (urls, _),
    ):
        del urls["DATABASE_ADMIN_URL"]
        key = {"SECRET_KEY": "of both machines"}
        host_settings = {
            name: url.replace("127.0.0.1", ONE)
            for name, url in urls.items()
            if name != "DATABASE_OWNER_URL"
        }
        clock = clock_ahead(CLOCK_AHEAD, place)
        if not clock:
            say("All clocks agree: there is no C compiler (cc).")
        one = Host(place / "one", ONE, (), "--empty", **urls, **key)
        two = Host(
            place / "two", TWO, cable.inside, "--join", **host_settings, **key, **clock
        )
        try:
            one.open()
            two.open()
            with beat_by_mistake(two, clock):
                yield one, two, cable
        finally:
            cable.mend()
            two.clear_away()
            one.clear_away()


@contextmanager
def place_for_all() -> Iterator[Path]:
    """Yield a directory that the database's account can reach."""
    with tempfile.TemporaryDirectory(prefix="hosts ") as place:
        Path(place).chmod(0o755)
        yield Path(place)


@contextmanager
def beat_by_mistake(office: Host, clock: Mapping[str, str]) -> Iterator[None]:
    """Run a second beat, where there should be one."""
    schedule = ["--schedule", str(office.var / "beat-schedule"), "--pidfile="]
    celery = [PYTHON, "-m", "celery", "-A", "federation", "beat", *schedule]
    with (office.var / "log" / "beat.log").open("w") as log:
        beat = subprocess.Popen(  # noqa: S603
            [*office.inside, *celery],
            env=office.env | clock,
            cwd=ROOT,
            stdout=log,
            stderr=log,
        )
    try:
        yield
    finally:
        beat.kill()
        beat.wait()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
