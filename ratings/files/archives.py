"""Reading uploaded zip archives, with limits of size."""

import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from django.utils.translation import gettext_noop as noted

from ratings.files.text_files import DAMAGED_ARCHIVE, WORKBOOK, ZIPPED, NotATable

MOST_FILES = 20_000
LARGEST_FILE = 8 << 20
"""Unpacked bytes; a tournament of 9,999 players and 30 rounds has 4 million."""
TABLES = (".csv", ".tsv", ".txt", ".xlsx")
LARGEST_TABLE = 256 << 20
"""Unpacked bytes of a file with the name of a table."""
LARGEST_SUM = 1 << 30
HEAD = 4096
LOCKED = 0x1
_OPEN_DOCUMENT = frozenset({"content.xml", "META-INF/manifest.xml"})
_HIDDEN_PREFIXES = ("__MACOSX", ".")


def is_zipped(path: Path) -> bool:
    """Return whether a file begins like an archive."""
    with path.open("rb") as file:
        return file.read(len(ZIPPED)) == ZIPPED


def open_archive(path: Path, called: str) -> zipfile.ZipFile:
    """Open an archive after a check of its list of names; nothing is unpacked.

    Raises NotATable for an archive that is damaged, locked or a workbook, that has too
    many files, or that would unpack to more than an archive of tournaments can be.
    """
    try:
        archive = zipfile.ZipFile(path)
    except DAMAGED_ARCHIVE as error:
        raise NotATable(
            noted("%(file)s is a damaged zip archive."), file=called
        ) from error
    try:
        _refuse(archive, called)
    except NotATable:
        archive.close()
        raise
    return archive


def files_in(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the files in the archive's order, without hidden ones of other programs."""
    return [
        each
        for each in archive.infolist()
        if each.filename
        and not each.is_dir()
        and not any(
            part.startswith(_HIDDEN_PREFIXES)
            for part in PurePosixPath(each.filename).parts
        )
    ]


def content(archive: zipfile.ZipFile, file: zipfile.ZipInfo) -> bytes | None:
    """Return the bytes of a file; None if they are damaged."""
    try:
        with undamaged():
            # The library never reads more than the announced size, which is limited.
            return archive.read(file)
    except DamagedArchiveMember:
        return None


def head_of(archive: zipfile.ZipFile, file: zipfile.ZipInfo) -> bytes:
    """Return the first bytes of a file; empty if they are damaged."""
    try:
        with undamaged(), archive.open(file) as packed:
            return packed.read(HEAD)
    except DamagedArchiveMember:
        return b""


def unpacked(archive: zipfile.ZipFile, file: zipfile.ZipInfo, path: Path) -> Path:
    """Write a file of the archive to a path. Raises NotATable if it is damaged."""
    try:
        with undamaged(), archive.open(file) as packed, path.open("wb") as disk:
            shutil.copyfileobj(packed, disk)
    except DamagedArchiveMember as error:
        raise NotATable(
            noted("%(file)s is damaged in the zip archive."), file=file.filename
        ) from error
    return path


def refuse_large(file: zipfile.ZipInfo) -> None:
    """Raise NotATable if a file, which is no table, is larger than allowed."""
    if file.file_size > LARGEST_FILE:
        size = file.file_size >> 20
        raise NotATable(_TOO_LARGE, file=file.filename, size=size)


_TOO_LARGE = noted(
    "%(file)s would unpack to %(size)d megabytes: that is not an archive of "
    "tournament files, and it is not opened."
)


class DamagedArchiveMember(Exception):
    """The bytes of a file in an archive cannot be read."""


@contextmanager
def undamaged() -> Iterator[None]:
    """Raise DamagedArchiveMember instead of any error that a damaged archive causes."""
    try:
        yield
    except DAMAGED_ARCHIVE as error:
        raise DamagedArchiveMember from error
    except Exception as error:  # zlib and lzma have errors of their own
        if type(error).__module__ in ("zlib", "_lzma", "lzma"):
            raise DamagedArchiveMember from error
        raise


def _refuse(archive: zipfile.ZipFile, called: str) -> None:
    names = archive.namelist()
    if WORKBOOK in names:
        raise NotATable(
            noted(
                "%(file)s is an Excel workbook, whatever its name says; save it as CSV"
                " first."
            ),
            file=called,
        )
    if {*names} >= _OPEN_DOCUMENT:
        raise NotATable(
            noted(
                "%(file)s is an OpenDocument file; save it as Excel (.xlsx) or CSV first."
            ),
            file=called,
        )
    for text, facts in _excesses(archive.infolist()):
        raise NotATable(text, file=called, **facts)


def _excesses(every: list[zipfile.ZipInfo]) -> Iterator[tuple[str, dict[str, object]]]:
    if any(each.flag_bits & LOCKED for each in every):
        yield noted("%(file)s is locked with a password; save it without one."), {}
    if len(every) > MOST_FILES:
        yield (
            noted(
                "%(file)s contains %(count)d files; at most %(most)d are read at a "
                "time."
            ),
            {"count": len(every), "most": MOST_FILES},
        )
    total = sum(each.file_size for each in every)
    if total > LARGEST_SUM or any(each.file_size > _most(each) for each in every):
        yield _TOO_LARGE, {"size": max(total >> 20, 1)}


def _most(file: zipfile.ZipInfo) -> int:
    is_table = file.filename.lower().endswith(TABLES)
    return LARGEST_TABLE if is_table else LARGEST_FILE
