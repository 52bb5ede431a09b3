"""PostgreSQL refuses to run as root: choose the account that runs it then, and a place
for its files that this account can reach.
"""

import fcntl
import hashlib
import os
import pwd
import stat
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from script.progress import SetUpError, say

PRIVATE_AREA = Path("/var/tmp")  # noqa: S108 - checked in `_take_private_home`


@dataclass(frozen=True)
class MachineAccount:
    name: str
    uid: int
    gid: int

    def for_popen(self) -> dict[str, int | list[int]]:
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def take_ownership(self, path: Path) -> None:
        os.chown(path, self.uid, self.gid)

    def can_read(self, path: Path) -> bool:
        return self._passes('test -r "$0" && test -x "$0"', path)

    def can_enter(self, path: Path) -> bool:
        return self._passes('test -x "$0"', path)

    def _passes(self, condition: str, path: Path) -> bool:
        test = ["/bin/sh", "-c", condition, str(path)]
        try:
            seen = subprocess.run(test, cwd="/", check=False, **self.for_popen())  # type: ignore[call-overload]
        except (OSError, subprocess.SubprocessError) as denied:
            raise SetUpError(
                f"PostgreSQL does not run as root, and root may not become"
                f" {self.name} here ({denied}). Run as an ordinary user, or set"
                " DATABASE_URL to a database that runs elsewhere."
            ) from denied
        return bool(seen.returncode == 0)


@dataclass(frozen=True)
class DatabaseHome:
    """The directory of the database and, if started by root, the account that runs it."""

    path: Path
    account: MachineAccount | None

    def data_directories(self) -> list[Path]:
        """Return those of all major versions; the last used one is last."""
        found = [path for path in self.path.glob("pg[0-9]*") if path.is_dir()]
        return sorted(found, key=lambda path: path.stat().st_mtime)

    def for_popen(self) -> dict[str, int | list[int]]:
        return self.account.for_popen() if self.account else {}


def database_home(var: Path) -> DatabaseHome:
    if os.geteuid() != 0:
        return DatabaseHome(var, None)
    account = _account(var, private_home(var))
    here = DatabaseHome(var, account)
    away = DatabaseHome(private_home(var), account)
    if account.can_enter(var):
        if here.data_directories() or not away.data_directories():
            return here
    elif here.data_directories():
        raise SetUpError(f"{account.name}, who owns the database, cannot reach {var}.")
    _take_private_home(away.path)
    say(f"  The database lies in {away.path}, which {account.name} can reach")
    return away


def private_home(var: Path) -> Path:
    digest = hashlib.sha256(os.fsencode(var)).hexdigest()[:12]
    return PRIVATE_AREA / f"rankbok-{digest}"


def _account(*homes: Path) -> MachineAccount:
    """Return the owner of the data or, without data, the account postgres or nobody."""
    for entry in _candidates(*homes):
        return MachineAccount(entry.pw_name, entry.pw_uid, entry.pw_gid)
    raise SetUpError(
        "PostgreSQL does not run as root, and there is neither an account postgres"
        " nor nobody. Run as an ordinary user, or set DATABASE_URL."
    )


def _candidates(*homes: Path) -> Iterator[pwd.struct_passwd]:
    known = {entry.pw_uid: entry for entry in pwd.getpwall()}
    for home in homes:
        for data in DatabaseHome(home, None).data_directories():
            if data.stat().st_uid in known.keys() - {0}:
                yield known[data.stat().st_uid]
    by_name = {entry.pw_name: entry for entry in known.values()}
    yield from (by_name[name] for name in ("postgres", "nobody") if name in by_name)


def _take_private_home(path: Path) -> None:
    """Create the directory. Anyone may write to the area: refuse a link and a directory
    that is not root's.
    """
    with suppress(FileExistsError):
        path.mkdir()
        path.chmod(0o711)  # whatever the umask
    seen = path.lstat()
    if seen.st_uid != 0 or not stat.S_ISDIR(seen.st_mode) or seen.st_mode & 0o022:
        raise SetUpError(f"{path} is not root's own directory: remove it.")
    # Keep it open while this process runs: systemd removes old files from this area,
    # but not a locked directory.
    fcntl.flock(os.open(path, os.O_RDONLY | os.O_DIRECTORY), fcntl.LOCK_SH)
