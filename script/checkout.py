"""Paths of the checkout, and files that only this account may read."""

import os
import secrets
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
# One for all data directories: there is one environment, and one run at a time fills
# it.
INSTALL_LOCK = ROOT / "var" / "install.lock"
LARGEST_LOG = 20_000_000


def make_var(var: Path) -> Path:
    """Create var/, to which only this account has access. If root starts it, others may
    pass through it: the account that runs PostgreSQL has its data there.
    """
    (var / "log").mkdir(parents=True, exist_ok=True)
    var.chmod(0o711 if os.geteuid() == 0 else 0o700)
    for place in (var, var / "log", var / "mail"):
        _close(place)
    return var


def _close(place: Path) -> None:
    """Remove the access that an earlier version gave to others."""
    for path in place.iterdir() if place.exists() else ():
        if path.is_file() and not path.is_symlink():
            path.chmod(0o600)
    if place.name in {"log", "mail"} and place.exists():
        place.chmod(0o700)


def for_owner_only(path: str, flags: int) -> int:
    """Open a file for `open`; a new file can only be read by this account."""
    return os.open(path, flags, 0o600)


def write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(text)


def secret_in(path: Path) -> str:
    """Return the secret stored in this file; create it at the first call."""
    if not path.exists():
        temporary = path.with_name(path.name + ".new")
        write_private(temporary, secrets.token_urlsafe(48))
        temporary.rename(path)
    return path.read_text(encoding="utf-8")


def open_log(path: Path) -> BinaryIO:
    """Open a log to append to; one that has grown large is first renamed to `<name>.1`."""
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        path.replace(path.with_name(path.name + ".1"))
    return open(path, "ab", opener=for_owner_only)
