"""Check the logs of a running office: no traceback and no unexpected error. A test that
causes one declares it, with the reason:

    @pytest.mark.expected_in_logs("connection to server .* failed", reason="it is killed")
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

TROUBLE = re.compile(
    r"Traceback \(most recent call last\)|\b(ERROR|CRITICAL|FATAL|PANIC)\b"
    r"|level=(error|critical)|canceling statement|deadlock detected"
)
HARMLESS = re.compile(r"FATAL: +terminating autovacuum process due to admin")
"""Dropping or renaming a database ends the autovacuum that is at work in it."""
_BEGINS = re.compile(
    r"^(timestamp=|\[)?(\d{4}-\d\d-\d\d[ T]|(INFO|WARNING|ERROR|CRITICAL)\])"
)


class Logs:
    """What is written to some logs after this was created."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self.seen = {path: size(path) for path in paths}

    def unexpected(self, expected: Iterable[str]) -> list[str]:
        """Return the error records that none of the patterns matches."""
        patterns = [re.compile(pattern, re.DOTALL) for pattern in expected]
        return [
            f"{path.name}: {record}"
            for path, start in self.seen.items()
            for record in records(written_since(path, start))
            if TROUBLE.search(record)
            and not HARMLESS.search(record)
            and not any(pattern.search(record) for pattern in patterns)
        ]


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def written_since(path: Path, start: int) -> str:
    if not path.exists():
        return ""
    with path.open("rb") as log:
        log.seek(start)
        return log.read().decode(errors="replace")


def records(text: str) -> Iterator[str]:
    """Yield the lines, each with those that belong to it: a traceback, a statement."""
    record: list[str] = []
    for line in text.splitlines():
        if record and _BEGINS.match(line):
            yield "\n".join(record)
            record = []
        record.append(line)
    if record:
        yield "\n".join(record)


def expected_by(request: pytest.FixtureRequest) -> list[str]:
    marks = list(request.node.iter_markers("expected_in_logs"))
    assert all(mark.kwargs.get("reason") for mark in marks), "say why"
    return [pattern for mark in marks for pattern in mark.args]
