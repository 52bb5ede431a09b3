"""Faults that change nothing anybody can see, each with its reason."""

from pathlib import Path

from tests.mutation.faults import Fault

_FILE = Path(__file__).with_name("accepted.txt")


def accepted(fault: Fault) -> str | None:
    """Why the fault may stay unnoticed, or None."""
    return _reasons().get(fault.change)


def _reasons() -> dict[str, str]:
    """By change: two lines for each, the change and, after a bar, its reason."""
    if not _FILE.exists():
        return {}
    lines = [line for line in _FILE.read_text().splitlines() if line.strip()]
    changes, reasons = lines[::2], lines[1::2]
    return dict(zip(changes, (each.strip("| ") for each in reasons), strict=True))
