"""The folder that back-ups lie in: their names, their room, and how many are kept."""

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
"""How much larger than the one before a back-up is expected to be at most."""


def name_for(made_at: datetime) -> str:
    """By the moment that it shows, in UTC: sorted by name they are sorted by age."""
    return f"rankbok-{made_at.astimezone(UTC):%Y-%m-%dT%H%M%SZ}.zip"


def backups_in(folder: Path) -> list[Path]:
    """The whole ones, the oldest first."""
    return sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """One at a time; what an earlier one left unfinished is taken away."""
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
    """A file that gets its name by `finish` only, and is gone otherwise."""
    path = folder / f".{name.removesuffix('.zip')}{UNFINISHED}"
    try:
        with open(path, "xb", opener=for_owner_only) as file:
            yield file, path
    finally:
        path.unlink(missing_ok=True)


def finish(path: Path, name: str) -> Path:
    """Give it its name, once it is on the disk; the name too is there to stay."""
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
    """`tables`: bytes of the tables that are to be saved. They pack to a part of that,
    how small a part the newest back-up tells."""
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
    """The newest stay; what was removed."""
    removed = backups_in(folder)[:-keep]
    for path in removed:
        path.unlink()
    return removed


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
