"""FIDE's monthly list as an uploaded file: the text or XML itself, or the zip in which
FIDE publishes it.

The layouts of the files on https://ratings.fide.com/download_lists.phtml:

- `players_list_foa.txt` in `players_list.zip`: 162 bytes a line, ratings of all three
  kinds in `SRtng`, `RRtng`, `BRtng`;
- `players_list.txt` in `players_list_legacy.zip`: the same without the column `FOA`;
- `standard_rating_list.txt`, `rapid_…`, `blitz_…`: one kind, given by the file's name
  alone, with the month as the name of the column (`OCT26`);
- `players_list_xml_foa.xml` and the same for one kind.

FIDE Handbook B.02, 7.1.2, lists the data published of a player.
"""

import hashlib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from tempfile import TemporaryFile
from typing import IO, BinaryIO, cast

from ratings.fide.formats.columns import layout_of, read_columns
from ratings.fide.formats.players import FideReading, NotAFideList
from ratings.fide.formats.xml_lists import is_combined, read_xml
from ratings.files.archives import DamagedArchiveMember, undamaged

BLOCK = 1 << 20
HEAD = 4096
MOST_BYTES = 2 << 30
"""Unpacked bytes. FIDE's whole list was 310 MB of text and 860 MB of XML in 2026."""
MOST_PACKED = 100
"""A member may unpack to at most so many times its size; FIDE's unpack to seven to twenty
times theirs."""
MOST_MEMBERS = 20
KINDS = ("standard", "rapid", "blitz")
_OTHERS = (
    (bytes.fromhex("d0cf11e0a1b11ae1"), "workbook"),
    (b"\x1f\x8b", "gzip"),
    (b"Rar!", "archive"),
    (b"7z\xbc\xaf", "archive"),
    (b"%PDF", "pdf"),
)
_ZIP = b"PK\x03\x04"
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FideFile:
    """The list's own file, unpacked. `digest` is the SHA-256 of its bytes, in hex: the
    same whether it was in a zip or not.
    """

    name: str
    size: int
    digest: str
    content: BinaryIO

    def read(self) -> FideReading:
        """Open the list. Raises NotAFideList, here or while its lines are read."""
        self.content.seek(0)
        head = self.content.read(HEAD).removeprefix(_MARK).lstrip()
        self.content.seek(0)
        if head.startswith(b"<"):
            return self._xml()
        layout = layout_of(self.content.readline(HEAD))
        kind = "all" if layout.is_combined else self._kind(is_old=layout.is_old)
        lines = read_columns(self.content, layout.of_kind(kind))
        return FideReading(kind, layout.month, lines)

    def _xml(self) -> FideReading:
        kind = "all" if is_combined(self.content) else self._kind(is_old=False)
        named = kind if kind in KINDS else "standard"
        return FideReading(kind, None, read_xml(self.content, named))

    def _kind(self, *, is_old: bool) -> str:
        """Return the kind of a list. For a list of one kind of play only the file name
        gives the kind. Until 2012 there was only the standard list.
        """
        named = [kind for kind in KINDS if kind in self.name.lower()]
        if len(named) == 1:
            return named[0]
        if is_old:
            return "standard"
        raise NotAFideList("which_kind", name=self.name)


@contextmanager
def open_fide_list(file: BinaryIO, name: str) -> Iterator[FideFile]:
    """Open the list in this seekable file. Raises NotAFideList for another kind of file,
    and for a zip with no list, more than one, or too much data.
    """
    file.seek(0)
    head = file.read(HEAD)
    _refuse_other_kinds(head)
    if not head.startswith(_ZIP):
        digest, size = _examined(file)
        yield FideFile(PurePath(name).name, size, digest, file)
        return
    with TemporaryFile() as content:
        yield _unpacked(file, cast("BinaryIO", content))


def _refuse_other_kinds(head: bytes) -> None:
    if not head:
        raise NotAFideList("empty")
    for start, code in _OTHERS:
        if head.startswith(start):
            raise NotAFideList(code)
    if not head.startswith(_ZIP) and b"\0" in head:
        raise NotAFideList("encoding")


def _examined(file: BinaryIO) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    file.seek(0)
    while block := file.read(BLOCK):
        if b"\0" in block:
            raise NotAFideList("encoding")
        digest.update(block)
        size += len(block)
        _refuse_too_much(size)
    return digest.hexdigest(), size


def _unpacked(file: BinaryIO, content: BinaryIO) -> FideFile:
    try:
        with undamaged(), zipfile.ZipFile(file) as archive:
            member = _member(archive)
            with archive.open(member) as packed:
                _copy(packed, content)
    except DamagedArchiveMember as error:
        raise NotAFideList("damaged_zip") from error
    digest, size = _examined(content)
    return FideFile(PurePath(member.filename).name, size, digest, content)


def _member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = archive.infolist()
    if any(each.filename == "xl/workbook.xml" for each in members):
        raise NotAFideList("workbook")
    if len(members) > MOST_MEMBERS:
        raise NotAFideList("many_files", count=len(members))
    lists = [
        each for each in members if each.filename.lower().endswith((".txt", ".xml"))
    ]
    if len(lists) != 1:
        raise NotAFideList("which_file", count=len(lists))
    (member,) = lists
    if member.flag_bits & 0x1:
        raise NotAFideList("locked")
    _refuse_too_much(member.file_size, packed=member.compress_size)
    return member


def _copy(packed: IO[bytes], content: BinaryIO) -> None:
    """Copy a member's bytes, up to the limit, whatever size the archive claims."""
    size = 0
    while block := packed.read(BLOCK):
        size += len(block)
        _refuse_too_much(size)
        content.write(block)


def _refuse_too_much(size: int, *, packed: int | None = None) -> None:
    too_dense = packed is not None and size > max(packed, 1) * MOST_PACKED + BLOCK
    if size > MOST_BYTES or too_dense:
        raise NotAFideList("too_much", megabytes=MOST_BYTES >> 20)
