"""Processes are killed one after another while results arrive: nothing is lost, and
nothing has to be repaired by hand.
"""

import threading

import psycopg
import pytest

from tests.processes.sender import Sender

pytestmark = pytest.mark.processes
BETWEEN_TWO_KILLS = 3
SESSIONS = "all sessions of the database"
END_ALL_SESSIONS = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE usename = current_user AND pid <> pg_backend_pid()
"""


def end_sessions(office) -> int:
    """End the office's sessions, in its own role, which may do so."""
    url = office.env["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as session:
        return session.execute(END_ALL_SESSIONS).fetchone()[0]


@pytest.mark.expected_in_logs(
    r"OperationalError|InterfaceError|AdminShutdown",
    r"ConnectionError|Connection(Refused|Reset|Closed)|Broken pipe|kombu|redis",
    r"FATAL:\s+(the database system|terminating connection|connection to client lost)",
    r"consumer: Cannot connect|Connection to broker lost|Error 111 connecting",
    r"\[ERROR\] Unexpected exit from worker",
    reason="the database, the broker and whoever speaks with them are killed",
)
def test_nothing_is_lost_when_parts_and_sessions_are_killed_while_results_arrive(
    whole_office, chance
):
    happenings = [*whole_office.parts, SESSIONS, SESSIONS]
    chance.shuffle(happenings)
    season = whole_office.ask(
        "commands.season_to_submit", str(BETWEEN_TWO_KILLS * (len(happenings) + 1))
    )
    sender = Sender(whole_office.url, season["email"], season["password"])
    sending = threading.Thread(target=sender.send_all, args=[season["tournaments"]])
    sending.start()
    for number, what in enumerate(happenings, start=1):
        wait_for_more(whole_office, sending, sender, number * BETWEEN_TWO_KILLS)
        if what == SESSIONS:
            assert end_sessions(whole_office) > 0
        else:
            whole_office.kill_part(what)
        print("killed", what)  # noqa: T201 - says the order when something fails
    sending.join()

    assert sender.sent == season["tournaments"]
    whole_office.wait_for(whole_office.is_whole, 90)
    whole_office.wait_for(whole_office.is_computed, 90)
    seen = whole_office.ask("commands.audit")
    assert seen["counted"] == sorted(season["tournaments"])
    assert seen["reports"] == len(season["tournaments"])
    assert seen["rows"] > 0
    assert (seen["replayed"], seen["differences"]) == (True, [])


def wait_for_more(office, sending, sender, sent) -> None:
    office.wait_for(lambda: len(sender.sent) >= sent or not sending.is_alive(), 180)
    assert sending.is_alive() or len(sender.sent) >= sent, "the sender gave up"
