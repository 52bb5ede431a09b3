"""What a file that somebody brings is: its encoding, and that it is text at all.

A file is read once from end to end in blocks before anything in it is believed, so
that the answer holds for the last line as for the first.
"""

import codecs
import hashlib
import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BLOCK = 1 << 20
LONGEST_LINE = BLOCK
"""Bytes; a line of a table is never longer, so one that is means another kind of file."""
HEAD = 4096

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OLD_EXCEL = bytes.fromhex("d0cf11e0a1b11ae1")
_ZIPPED = b"PK\x03\x04"
_OTHERS = (
    (_OLD_EXCEL, "an old Excel workbook; save it as CSV first"),
    (b"\x1f\x8b", "a compressed file (gzip); unpack it first"),
    (b"%PDF", "a PDF; what is needed is a CSV file"),
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
_UNDEFINED_IN_CP1252 = b"\x81\x8d\x8f\x90\x9d"


class NotATable(Exception):  # noqa: N818 - an answer to a person
    """The file cannot be read as a table; the message is a sentence that says why."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of text. `encoding` is Python's name; `told` whether the file says so
    itself or leaves nothing to doubt; `digest` the SHA-256 of its bytes, in hex.
    """

    path: Path
    encoding: str
    told: bool
    digest: str

    @property
    def encoding_name(self) -> str:
        """The encoding as people call it."""
        return _NAMES[self.encoding]

    def open(self) -> io.TextIOWrapper:
        """The text with its line ends as they are, for the csv module."""
        return self.path.open(encoding=self.encoding, newline="")


def examine(path: Path) -> TextFile:
    """Reads the file once and says how it is to be read.

    Raises NotATable for a workbook, an archive, something that is no text, a line
    longer than LONGEST_LINE, and a file that is empty or not there.
    """
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError as error:
        raise NotATable(f"{path}: {error.strerror}.") from error
    _refuse_other_kinds(path, head)
    marked = _marked(head)
    if marked:
        return TextFile(path, marked, told=True, digest=_read_as(path, marked))
    return _unmarked(path)


def _refuse_other_kinds(path: Path, head: bytes) -> None:
    if not head:
        raise NotATable(f"{path} is empty.")
    if head.startswith(_ZIPPED):
        raise NotATable(f"{path} is {_zipped(path)}.")
    for start, kind in _OTHERS:
        if head.startswith(start):
            raise NotATable(f"{path} is {kind}.")


def _zipped(path: Path) -> str:
    """Only the archive's list of names is read; nothing is unpacked."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except zipfile.BadZipFile:
        return "a damaged zip archive or workbook, not a CSV file"
    if "xl/workbook.xml" in names:
        return "an Excel workbook, whatever its name says; save it as CSV first"
    return "a zip archive; unpack it first"


def _marked(head: bytes) -> str:
    """By a byte-order mark, or UTF-16 without one by the nought in every other byte
    of the header, which is ASCII.
    """
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if head[1:2] == b"\0" and b"\0" not in head[:20:2]:
        return "utf-16-le"
    if head[:1] == b"\0" and b"\0" not in head[1:20:2]:
        return "utf-16-be"
    return ""


def _read_as(path: Path, encoding: str) -> str:
    decoder = codecs.getincrementaldecoder(encoding)()
    digest = hashlib.sha256()
    try:
        for block in _blocks(path):
            digest.update(block)
            decoder.decode(block)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError as error:
        raise NotATable(
            f"{path} begins as {_NAMES[encoding]} and goes on as something else."
        ) from error
    return digest.hexdigest()


def _unmarked(path: Path) -> TextFile:
    """UTF-8 if every byte of it can be; else one byte is one letter."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    digest = hashlib.sha256()
    is_utf8, undefined = True, False
    for block in _blocks(path):
        digest.update(block)
        _refuse_binary(path, block)
        is_utf8 = is_utf8 and _decodes(decoder, block, final=False)
        undefined = undefined or any(byte in block for byte in _UNDEFINED_IN_CP1252)
    if is_utf8 and _decodes(decoder, b"", final=True):
        return TextFile(path, "utf-8", told=True, digest=digest.hexdigest())
    encoding = "latin-1" if undefined else "cp1252"
    return TextFile(path, encoding, told=False, digest=digest.hexdigest())


def _decodes(decoder: codecs.IncrementalDecoder, block: bytes, *, final: bool) -> bool:
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError:
        return False
    return True


def _refuse_binary(path: Path, block: bytes) -> None:
    if b"\0" in block:
        raise NotATable(f"{path} is not text: it holds null bytes.")


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            if len(block) == LONGEST_LINE and not (b"\n" in block or b"\r" in block):
                raise NotATable(f"{path} has a line longer than a megabyte: no table.")
            yield block
