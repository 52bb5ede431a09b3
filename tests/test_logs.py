"""Checking the logs of an office for errors: `tests.logs`."""

from tests.logs import Logs

QUIET = "2026-06-15 12:00:00.000 UTC [1] LOG:  ready\n"
BROKEN = """\
[2026-06-15 12:00:01,000: ERROR/MainProcess] Task ratings.sweep raised unexpected
Traceback (most recent call last):
  File "tasks.py", line 1, in sweep
ValueError: no such pool
"""
DEADLOCK = """\
2026-06-15 12:00:02.000 UTC [2] ERROR:  deadlock detected
2026-06-15 12:00:02.000 UTC [2] DETAIL:  Process 2 waits
"""


FIELDS = """\
timestamp=2026-06-15T12:00:03.000000Z level=info event="pool computed" pool=1
timestamp=2026-06-15T12:00:04.000000Z level=error event="Task failed: x" exception="..."
"""


def written(log, text):
    logs = Logs([log])
    with log.open("a") as file:
        file.write(text)
    return logs


def test_tracebacks_and_errors_are_found_with_all_their_lines(tmp_path):
    logs = written(tmp_path / "worker.log", QUIET + BROKEN + DEADLOCK)

    assert logs.unexpected(()) == [
        f"worker.log: {BROKEN.strip()}",
        f"worker.log: {DEADLOCK.splitlines()[0]}",
    ]


def test_each_structured_log_line_is_a_record(tmp_path):
    logs = written(tmp_path / "web.log", FIELDS)

    assert logs.unexpected(()) == [f"web.log: {FIELDS.splitlines()[1]}"]


def test_expected_record_is_not_reported(tmp_path):
    logs = written(tmp_path / "worker.log", BROKEN + DEADLOCK)

    assert logs.unexpected(["ratings.sweep.*no such pool", "deadlock detected"]) == []


def test_records_logged_earlier_are_not_reported(tmp_path):
    log = tmp_path / "worker.log"
    written(log, BROKEN)

    assert written(log, QUIET).unexpected(()) == []


def test_autovacuum_of_a_database_that_is_dropped_is_not_reported(tmp_path):
    ended = "2026-06-15 12:00:05.000 UTC [3] FATAL:  terminating {} process due to {}\n"
    command = "administrator command"
    harmless = ended.format("autovacuum", command)
    logs = written(tmp_path / "postgresql.log", harmless + ended.format("x", command))

    assert logs.unexpected(()) == [
        f"postgresql.log: {ended.format('x', command).strip()}"
    ]
