"""Accepted faults, which change nothing observable, each with its reason.

`reasons/*.txt` has two lines for each: the change as a report prints it after the line
number, and, after a bar, why it may remain undetected.
"""

import functools
from pathlib import Path

from tests.mutation.faults import Fault

_FOLDER = Path(__file__).with_name("reasons")


def accepted(fault: Fault) -> str | None:
    """Return why the fault may remain undetected, or None."""
    return _reasons().get(fault.change)


@functools.cache
def _reasons() -> dict[str, str]:
    found: dict[str, str] = {}
    for file in sorted(_FOLDER.glob("*.txt")):
        lines = [line for line in file.read_text().splitlines() if line.strip()]
        for change, reason in zip(lines[::2], lines[1::2], strict=True):
            assert reason.startswith("| "), (file.name, reason)
            found[change] = reason.removeprefix("| ")
    return found
