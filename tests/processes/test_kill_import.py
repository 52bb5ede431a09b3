"""A worker is killed while it reads a file of history, and again while it posts it: the
next one continues, and nothing is lost or duplicated.
"""

import os
import signal
import subprocess
import sys
import time

import pytest

from ratings.models import Counting, Game, ImportFile, Report
from ratings.uploads.domain.file_lock import imports_overdue
from script.checkout import ROOT
from tests.factories import PlayerFactory
from tests.journeys.installation import database_url
from tests.ratings.uploads.bringing import asked_and_agreed, brought, table

pytestmark = [
    pytest.mark.alone,
    pytest.mark.django_db(transaction=True),
]
ROWS, EVENTS = 20_000, 200
LONGEST_WAIT = 120


def history():
    return table(
        *(
            f"2023-{1 + n % 12:02}-{1 + n % 28:02},{n % 40},{(n + 1 + n % 39) % 40},"
            f"{'1=0'[n % 3]},Event {n * EVENTS // ROWS},{1 + n % 9999}"
            for n in range(ROWS)
        ),
        header="date,white,black,score,event,round",
    )


def worker(file):
    env = {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": database_url(),
        "REDIS_URL": os.environ.get("REDIS_URL", "redis://localhost:6379/0"),
        "SECRET_KEY": os.environ["SECRET_KEY"],
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "PYTHONUTF8": "1",
    }
    command = [
        sys.executable,
        "-m",
        "tests.processes.commands.importing_worker",
        str(file.pk),
    ]
    return subprocess.Popen(command, env=env, cwd=ROOT)  # noqa: S603


def killed_when(file, condition) -> ImportFile:
    """Kill the worker as soon as the condition holds; return the file as it is then."""
    process = worker(file)
    end = time.monotonic() + LONGEST_WAIT
    while not condition(ImportFile.objects.get(pk=file.pk)):
        assert process.poll() is None, "the worker was done before it could be killed"
        assert time.monotonic() < end, "the worker came nowhere"
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_until_free(file)
    return ImportFile.objects.get(pk=file.pk)


def wait_until_free(file) -> None:
    """Wait until the database notices the end of the connection."""
    end = time.monotonic() + LONGEST_WAIT
    while file.pk not in imports_overdue():
        assert time.monotonic() < end, "the claim of the dead does not end"
        time.sleep(0.02)


def done(file) -> ImportFile:
    assert worker(file).wait(LONGEST_WAIT) == 0
    return ImportFile.objects.get(pk=file.pk)


def test_nothing_is_lost_or_duplicated_when_an_importing_worker_is_killed():
    for number in range(40):
        PlayerFactory(national_id=str(number))
    file = brought(history()).file

    half_read = killed_when(file, lambda now: now.parts >= 3)
    assert half_read.state == "reading"
    assert 0 < half_read.done < half_read.size

    file = done(file)
    assert (file.state, file.rows, file.games, file.refused) == (
        "review", ROWS, ROWS, 0,
    )  # fmt: skip
    asked_and_agreed(file)

    half_posted = killed_when(file, lambda now: now.posted_events >= 5)
    assert half_posted.state == "posting"
    assert half_posted.posted_games == Game.objects.count() < ROWS

    file = done(file)
    assert (file.state, file.posted_events, file.posted_games) == (
        "posted", EVENTS, ROWS,
    )  # fmt: skip
    assert (Report.objects.count(), Game.objects.count()) == (EVENTS, ROWS)
    assert Counting.objects.filter(span__endswith=None).count() == EVENTS
