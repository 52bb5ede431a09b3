"""The folder of the back-ups: their names, free space, and how many are kept."""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from script.checkout import for_owner_only
from script.progress import SetUpError

NAME = re.compile(r"rankbok-\d{4}-\d\d-\d\dT\d{6}Z\.zip")
UNFINISHED = ".unfinished"
LIKE_THE_LAST = 1.25
"""How many times larger than the previous one a back-up is expected to be at most."""


def name_for(made_at: datetime) -> str:
    """Return the name by the time of the snapshot, in UTC, so that sorting by name
    sorts by age.
    """
    return f"rankbok-{made_at.astimezone(UTC):%Y-%m-%dT%H%M%SZ}.zip"


def backups_in(folder: Path) -> list[Path]:
    """Return the complete back-ups, the oldest first."""
    return sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Allow only one back-up at a time, and remove what an earlier one left unfinished."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(folder / ".rankbok.lock", "a", opener=for_owner_only) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SetUpError(f"Another back-up is being made in {folder}.") from None
        for left in folder.glob(f".rankbok-*{UNFINISHED}"):
            left.unlink()
        yield


@contextmanager
def unfinished(folder: Path, name: str) -> Iterator[tuple[IO[bytes], Path]]:
    """Yield a file that is deleted at the end unless `finish` has given it its name."""
    path = folder / f".{name.removesuffix('.zip')}{UNFINISHED}"
    try:
        with open(path, "xb", opener=for_owner_only) as file:
            yield file, path
    finally:
        path.unlink(missing_ok=True)


def finish(path: Path, name: str) -> Path:
    """Give the file its name, once its content is on the disk; the name is synchronised
    too.
    """
    into = path.with_name(name)
    if into.exists():
        raise SetUpError(f"{into} is there already.")
    path.rename(into)
    descriptor = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return into


def refuse_too_full(folder: Path, tables: int) -> None:
    """Refuse if the free space is too small. `tables` is the size in bytes of the
    tables to be saved; they are compressed, and the newest back-up shows by how much.
    """
    earlier = backups_in(folder)[-1:]
    needed = tables
    if earlier:
        needed = min(tables, int(earlier[0].stat().st_size * LIKE_THE_LAST))
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise SetUpError(
            f"There is not room enough in {folder}: {megabytes(free)} are free, and a"
            f" back-up may need {megabytes(needed)}. Nothing was written."
        )


def remove_all_but(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest back-ups, and return those removed."""
    removed = backups_in(folder)[:-keep]
    for path in removed:
        path.unlink()
    return removed


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
