"""Open an office, let people work in it, cause mishaps, and compare the results."""

import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.processes.chaos.comparison import faults_of
from tests.processes.chaos.mishaps import (
    draw_mishaps,
    file_system,
    seconds_until_pages_answer,
)
from tests.processes.chaos.people import Approver, Person, Reviewer, Secretary
from tests.processes.whole_office import WholeOffice

CLUBS, TOURNAMENTS_OF_EACH = 3, 4
MEGABYTES = 1024
LONGEST_PAUSE = 3.0
LONGEST_WAIT = 300.0
Say = Callable[[str], None]


@dataclass
class Outcome:
    """What was acknowledged and what is stored; `faults` in words. `away`: for how many
    seconds no page answered after each mishap.
    """

    acknowledged: Counter[str] = field(default_factory=Counter)
    tried_again: int = 0
    away: list[float] = field(default_factory=list)
    rows: int = 0
    faults: list[str] = field(default_factory=list)


def chaos(mishaps: int, seed: int, say: Say) -> Outcome:
    """Run the mishaps. Raises AssertionError when an office does not recover."""
    chance, outcome = Random(seed), Outcome()  # noqa: S311
    with open_office(say) as (office, has_own_disk):
        season = office.ask("chaos.season", str(CLUBS), str(TOURNAMENTS_OF_EACH))
        secretaries = [
            Secretary(office.url, drawn(chance), each) for each in season["secretaries"]
        ]
        reviewer = Reviewer(office.url, drawn(chance), season["reviewer"])
        approver = Approver(office.url, drawn(chance), season["approver"])
        people: list[Person] = [*secretaries, reviewer, approver]
        for person in people:
            person.thread.start()
        drawn_ones = draw_mishaps(mishaps, chance, has_own_disk=has_own_disk)
        for number, mishap in enumerate(drawn_ones, start=1):
            happened = mishap(office, chance)
            outcome.away.append(seconds_until_pages_answer(office, LONGEST_WAIT))
            say(f"{number}: {happened}; pages after {outcome.away[-1]:.1f} s")
            office.wait_for(office.is_whole, LONGEST_WAIT)
            time.sleep(chance.uniform(0, LONGEST_PAUSE))
            if any(each.problem for each in people):
                break
        send_home(people, outcome)
        for condition in (office.is_whole, office.is_computed, office.has_built_lists):
            office.wait_for(condition, LONGEST_WAIT)
        seen = office.ask("chaos.audit")
    outcome.rows = seen["rows"]
    outcome.faults += faults_of(seen, secretaries, reviewer, approver)
    return outcome


def drawn(chance: Random) -> Random:
    return Random(chance.random())  # noqa: S311


@contextmanager
def open_office(say: Say) -> Iterator[tuple[WholeOffice, bool]]:
    """Open an office in a directory of its own; yield it and whether it has a disk of
    its own.
    """
    with tempfile.TemporaryDirectory(prefix="chaos ") as place:
        Path(place).chmod(0o755)
        with file_system(Path(place), MEGABYTES) as has_own_disk:
            if not has_own_disk:
                say("The disk is not filled: only root may mount one of its own.")
            office = WholeOffice(Path(place) / "var")
            try:
                office.open()
                with occupied(office.port):
                    yield office, has_own_disk
            finally:
                office.clear_away()


@contextmanager
def occupied(port: int) -> Iterator[None]:
    """Keep the port occupied for others while the web server, which shares it, is dead."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        holder.bind(("127.0.0.1", port))
        yield


def send_home(people: list[Person], outcome: Outcome) -> None:
    for person in people:
        person.may_stop.set()
    for person in people:
        person.thread.join(LONGEST_WAIT)
        who = type(person).__name__
        if person.problem or person.thread.is_alive():
            outcome.faults.append(f"{who} did not come to an end: {person.problem!r}")
        broken = Counter(person.broken)
        outcome.faults += [f"{who}: {n} × broken: {at}" for at, n in broken.items()]
        outcome.acknowledged += person.acknowledged
        outcome.tried_again += person.tried_again
