"""script/server itself, with the whole product in it."""

import os
import shlex
import signal
import stat
import subprocess
from collections.abc import Iterator

import psycopg
import pytest

from script.checkout import ROOT
from script.demo_note import demo_note
from script.office import QUEUES, answers
from tests.script.offices import SmallOffice

pytestmark = pytest.mark.processes
STEPS = ["Python", "PostgreSQL", "Valkey", "Tables", "Web", "Workers"]
WORKERS = [f"-Q {queue}" for queue in QUEUES]
PARTS = ["granian", *WORKERS, "celery -A federation beat"]


@pytest.fixture(scope="module")
def whole_office(place) -> Iterator:
    """An office started by the command that a person types, with servers of its own,
    where there once was a demo.
    """
    office = SmallOffice(place / "var")
    office.var.mkdir()
    demo_note(office.var, {}).finish()
    inherited = {
        name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ
    }
    own = {"RANKBOK_VAR": str(office.var), "PORT": str(office.port), "LANG": "C"}
    office.process = subprocess.Popen(  # noqa: S603
        [ROOT / "script" / "server", "--empty"],
        env=inherited | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield office
    office.clear_away()


def celery_is_ready(office, queue: str) -> bool:
    log = office.var / "log" / f"worker-{queue}.log"
    return (
        log.exists() and f"{queue}@" in log.read_text() and "ready" in log.read_text()
    )


def test_server_starts_web_workers_and_clock(whole_office):
    whole_office.wait_for(
        lambda: answers("127.0.0.1", whole_office.port, "localhost"), 120
    )
    for queue in QUEUES:
        whole_office.wait_for(lambda queue=queue: celery_is_ready(whole_office, queue))
    missing = [part for part in PARTS if not whole_office.pid_of(part)]
    assert missing == []


def test_demo_note_is_ignored_when_its_database_is_gone(whole_office):
    noted = (whole_office.var / "environment").read_text()
    assert ("RANKBOK_DEMO" in noted, (whole_office.var / "demo").exists()) == (
        False,
        False,
    )


LETTER = """
INSERT INTO federation_outboxmail
    ("to", subject, body, written_at, next_attempt_at, attempts, error)
VALUES ('eva@example.org', 'A new password', 'The link', now(), now(), 0, '')
"""


def database_of(office) -> str:
    lines = shlex.split((office.var / "environment").read_text())
    return dict(line.split("=", 1) for line in lines if "=" in line)["DATABASE_URL"]


def open_to_others(office) -> list[str]:
    """Return the files of var/ that group or others may read or write. They may pass
    through the outermost directory if another account runs the database in it.
    """
    found = [office.var, *office.var.rglob("*")]
    return [
        f"{path.relative_to(office.var)} {stat.filemode(mode)}"
        for path in found
        if not path.is_symlink()
        and (mode := path.stat().st_mode) & (0o066 if path == office.var else 0o077)
    ]


def test_var_and_its_letters_are_not_readable_by_others(whole_office):
    with psycopg.connect(database_of(whole_office)) as connection:
        connection.execute(LETTER)
    whole_office.wait_for(lambda: [*whole_office.var.glob("mail/*")])
    assert open_to_others(whole_office) == []


@pytest.mark.parametrize("part", PARTS)
def test_killed_part_is_restarted(whole_office, part):
    dead = whole_office.pid_of(part)
    os.kill(dead, signal.SIGKILL)
    whole_office.wait_for(lambda: whole_office.pid_of(part) not in {0, dead})
    whole_office.wait_for(lambda: answers("127.0.0.1", whole_office.port, "localhost"))


def test_server_prints_a_line_per_step_and_stops_without_a_traceback(whole_office):
    output = whole_office.stop().splitlines()
    steps = [line.split()[0] for line in output if line.endswith(" s")]
    assert steps == STEPS
    assert f"Rankbok is open at http://localhost:{whole_office.port}/" in "\n".join(
        output
    )
    assert output[-1] == "Stopped. The data stays where it is."
    assert whole_office.processes() == {}
