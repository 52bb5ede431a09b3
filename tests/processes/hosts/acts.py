"""The acts of the second machine during which the cable is cut."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.processes.hosts.history import EVENTS, ROWS
from tests.processes.hosts.office import Host

LONGEST_WAIT = 120.0


@dataclass(frozen=True)
class Act:
    """`worker`: the worker that does it. `table`: the table in which it writes when it
    is half done. `left`: the statement that lists what is not done yet. `sign`: the
    condition on the process `pid` that distinguishes it from others that write in the
    table.
    """

    name: str
    worker: str
    table: str
    left: str
    sign: str = "true"

    def prepare(self, office: Host) -> str:
        """Return what no one who works in the office requests otherwise, if anything."""
        return ""

    def ask(self, office: Host, prepared: str) -> None:
        """Request it."""

    def faults(self, office: Host) -> Iterator[str]:
        """Yield the faults that the audit does not find."""
        yield from ()


class Import(Act):
    def prepare(self, office: Host) -> str:
        file = office.ask("hosts.history", "read")
        waits = (
            "SELECT 1 FROM ratings_importfile"
            " WHERE id = %s AND state = 'review' AND checked = chosen"
        )
        office.wait_for(lambda: office.sql(waits, file), LONGEST_WAIT)
        return str(file)

    def ask(self, office: Host, prepared: str) -> None:
        office.ask("hosts.history", "post", prepared)

    def faults(self, office: Host) -> Iterator[str]:
        states = office.sql(
            "SELECT state, posted_events, posted_games FROM ratings_importfile"
        )
        if set(states) != {("posted", EVENTS, ROWS)}:
            yield f"files of history: {states}"
        [(games,)] = office.sql(
            "SELECT count(*) FROM ratings_game WHERE booked_on < '2022-01-01'"
        )
        if games != ROWS * len(states):
            yield f"games of history: {games}, and not {ROWS * len(states)}"


ACTS = (
    Act(
        "a computation",
        "recompute worker",
        "ratings_currentrating",
        "SELECT pool_id, computed FROM ratings_computation"
        " JOIN ratings_pool ON id = pool_id WHERE computed < posted",
    ),
    Act(
        "a publication",
        "office worker",
        "ratings_listentry",
        "SELECT id FROM ratings_approval WHERE state = 'requested'",
    ),
    Import(
        "an import",
        "long worker",
        "ratings_game",
        "SELECT id FROM ratings_importfile WHERE state = 'posting'",
        # The claim of a file: ratings/uploads/domain/file_lock.py.
        "EXISTS (SELECT FROM pg_locks AS claim WHERE claim.pid = waiting.pid"
        " AND claim.locktype = 'advisory' AND claim.classid = 7120367)",
    ),
)
