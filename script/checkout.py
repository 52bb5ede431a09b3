"""Where things lie, and files that only this account may read."""

import os
import secrets
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
# Wherever the data lies: there is one environment, and one run at a time fills it.
INSTALL_LOCK = ROOT / "var" / "install.lock"
LARGEST_LOG = 20_000_000


def make_var(var: Path) -> Path:
    """Readable by others, so that PostgreSQL may live there when root starts it;
    each secret in it has a mode of its own."""
    (var / "log").mkdir(parents=True, exist_ok=True)
    return var


def write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(text)


def secret_in(path: Path) -> str:
    """The secret kept in this file, made at the first call."""
    if not path.exists():
        beside = path.with_name(path.name + ".new")
        write_private(beside, secrets.token_urlsafe(48))
        beside.rename(path)
    return path.read_text(encoding="utf-8")


def open_log(path: Path) -> BinaryIO:
    """Append to a log; one that has grown large becomes `<name>.1` first."""
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        path.replace(path.with_name(path.name + ".1"))
    return path.open("ab")
