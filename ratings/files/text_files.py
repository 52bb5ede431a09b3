"""Examine an uploaded file: whether it is text, and its encoding.

A file is first read completely, in blocks, so that the result is certain for the last
line too.
"""

import codecs
import hashlib
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_noop as noted

from ratings.files.wording import FileError

BLOCK = 1 << 20
LONGEST_LINE = BLOCK
"""In bytes; a longer line means that the file is not a table."""
HEAD = 4096

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OLD_EXCEL = bytes.fromhex("d0cf11e0a1b11ae1")
ZIPPED = b"PK\x03\x04"
WORKBOOK = "xl/workbook.xml"
"""The file in an archive that shows that it is an Excel workbook."""
DAMAGED_ARCHIVE = (
    zipfile.BadZipFile,
    NotImplementedError,
    OSError,
    EOFError,
    ValueError,
)
"""What `zipfile` raises for a damaged archive, for instance one of an unknown version or
with a name that is not text.
"""
_OTHERS = (
    (b"PK\x05\x06", noted("%(file)s is an empty zip archive.")),
    (
        _OLD_EXCEL,
        noted(
            "%(file)s is an old Excel workbook, or one with a password; save it as Excel"
            " (.xlsx) or CSV first."
        ),
    ),
    (b"\x1f\x8b", noted("%(file)s is a compressed file (gzip); unpack it first.")),
    (b"%PDF", noted("%(file)s is a PDF; what is needed is a CSV file.")),
)
_NAMES = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1",
}
_NULLS = noted("%(file)s is not text: it contains null bytes.")
_UNDEFINED_IN_CP1252 = b"\x81\x8d\x8f\x90\x9d"


class NotATable(FileError):
    """The file cannot be read as a table."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text file. `encoding` is Python's name; `is_certain`: the encoding is known from
    the file itself; `digest` is the SHA-256 of its bytes, in hex; `name` the name given
    by the person who uploaded it.
    """

    path: Path
    encoding: str
    is_certain: bool
    digest: str
    name: str

    @property
    def encoding_name(self) -> str:
        """The usual name of the encoding."""
        return _NAMES[self.encoding]

    def open(self) -> io.TextIOWrapper:
        """Open the text with its line ends unchanged, as the csv module needs."""
        return self.path.open(encoding=self.encoding, newline="")


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    called: str

    def refuse(self, text: str, **kwargs: Any) -> NotATable:
        return NotATable(text, file=self.called, **kwargs)

    def as_text(self, encoding: str, digest: str, *, is_certain: bool) -> TextFile:
        name = Path(self.called).name
        return TextFile(self.path, encoding, is_certain, digest, name)


def examine(path: Path, called: str = "") -> TextFile:
    """Read the file once and find out its encoding. Messages name it as `called`,
    otherwise by its path.

    Raises NotATable for a workbook, an archive, a file that is not text, a line longer
    than LONGEST_LINE, and a file that is empty or missing.
    """
    file = _File(path, called or str(path))
    if path.exists() and not (path.is_file() or path.is_dir()):
        # The file has to be read twice, and a pipe can be read only once.
        raise file.refuse(
            noted("%(file)s is not a file on a disk; save it as one first.")
        )
    try:
        with path.open("rb") as opened:
            head = opened.read(HEAD)
    except OSError as error:
        raise file.refuse("%(file)s: %(error)s.", error=error.strerror) from error
    _refuse_other_kinds(file, head)
    marked = _marked(head)
    if marked:
        return file.as_text(marked, _read_as(file, marked), is_certain=True)
    return _unmarked(file)


def _refuse_other_kinds(file: _File, head: bytes) -> None:
    if not head:
        raise file.refuse(noted("%(file)s is empty."))
    if head.startswith(ZIPPED):
        raise file.refuse(_zipped(file.path))
    for start, kind in _OTHERS:
        if head.startswith(start):
            raise file.refuse(kind)


def _zipped(path: Path) -> str:
    """Return the message about a zip archive. Only its list of names is read; nothing is
    unpacked.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except DAMAGED_ARCHIVE:
        return noted("%(file)s is a damaged zip archive or workbook, not a CSV file.")
    if WORKBOOK in names:
        return noted(
            "%(file)s is an Excel workbook, whatever its name says; save it as CSV"
            " first."
        )
    return noted("%(file)s is a zip archive; unpack it first.")


def _marked(head: bytes) -> str:
    """Return the encoding by a byte-order mark, or UTF-16 without one by a zero in every
    other byte of the header, which is ASCII; else an empty text.
    """
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if head[1:2] == b"\0" and b"\0" not in head[:20:2]:
        return "utf-16-le"
    if head[:1] == b"\0" and b"\0" not in head[1:20:2]:
        return "utf-16-be"
    return ""


def _read_as(file: _File, encoding: str) -> str:
    decoder = codecs.getincrementaldecoder(encoding)()
    digest = hashlib.sha256()
    try:
        for block in _blocks(file):
            digest.update(block)
            if "\0" in decoder.decode(block):
                raise file.refuse(_NULLS)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise file.refuse(
            noted("%(file)s begins as %(encoding)s and goes on as something else."),
            encoding=_NAMES[encoding],
        ) from error
    return digest.hexdigest()


def _unmarked(file: _File) -> TextFile:
    """Return the file as UTF-8 if all of it is valid UTF-8; else in a one-byte encoding."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    digest = hashlib.sha256()
    is_utf8, undefined = True, False
    for block in _blocks(file):
        digest.update(block)
        if b"\0" in block:
            raise file.refuse(_NULLS)
        is_utf8 = is_utf8 and _decodes(decoder, block, final=False)
        undefined = undefined or any(byte in block for byte in _UNDEFINED_IN_CP1252)
    if is_utf8 and _decodes(decoder, b"", final=True):
        return file.as_text("utf-8", digest.hexdigest(), is_certain=True)
    encoding = "latin-1" if undefined else "cp1252"
    return file.as_text(encoding, digest.hexdigest(), is_certain=False)


def _decodes(decoder: codecs.IncrementalDecoder, block: bytes, *, final: bool) -> bool:
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError:
        return False
    return True


def _blocks(file: _File) -> Iterator[bytes]:
    with file.path.open("rb") as opened:
        while block := opened.read(BLOCK):
            if len(block) == LONGEST_LINE and not (b"\n" in block or b"\r" in block):
                raise file.refuse(
                    noted(
                        "%(file)s has a line longer than a megabyte: it is not a table."
                    )
                )
            yield block
