"""Read FIDE's list as XML: `<playerslist>` of `<player>`, each with elements of text."""

from collections.abc import Iterator
from typing import Any, BinaryIO
from xml.parsers import expat

from ratings.fide.formats.players import (
    Fault,
    FideChunk,
    FieldUnreadable,
    NotAFideList,
    player_of,
)

BLOCK = 1 << 20
LONGEST_TEXT = 1000
_READ = {
    "fideid": "id",
    "name": "name",
    "country": "federation",
    "sex": "sex",
    "title": "title",
    "w_title": "woman_title",
    "rating": "standard",
    "rapid_rating": "rapid",
    "blitz_rating": "blitz",
    "birthday": "birth_year",
    "flag": "flag",
}


class PlayersReader:
    """The handlers for expat, which collect the players parsed since the last chunk.

    `combined` is known after the first player. A document type declaration is refused:
    FIDE writes none, and its entities could make a small file huge.
    """

    def __init__(self, kind: str = "standard") -> None:
        """Set up the parser; `kind` is the kind of play if the list has only one."""
        self.kind = kind
        self.combined: bool | None = None
        self.chunk = FideChunk()
        self._fields: dict[str, str] = {}
        self._name = ""
        self._text: list[str] = []
        self._is_inside = False
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = _refuse_doctype
        self._parser.StartElementHandler = self._started
        self._parser.EndElementHandler = self._ended
        self._parser.CharacterDataHandler = self._add_text

    def feed(self, block: bytes, *, final: bool) -> FideChunk:
        """Return the players that are complete with this block; raises NotAFideList."""
        try:
            self._parser.Parse(block, final)
        except expat.ExpatError as error:
            code = "xml_cut_short" if final else "xml"
            raise NotAFideList(code, line=error.lineno) from error
        except (LookupError, ValueError) as error:
            # It declares an unknown encoding, or a multi-byte one that expat lacks.
            raise NotAFideList("encoding") from error
        chunk, self.chunk = self.chunk, FideChunk()
        return chunk

    def _started(self, name: str, _attributes: Any) -> None:
        if name == "player":
            self._fields, self._is_inside = {}, True
        self._name, self._text = name, []

    def _add_text(self, text: str) -> None:
        if self._is_inside and len(self._text) < LONGEST_TEXT:
            self._text.append(text)

    def _ended(self, name: str) -> None:
        if name == "player":
            self._is_inside = False
            self._take()
        elif self._is_inside and name == self._name:
            self._fields[name] = "".join(self._text).strip()

    def _take(self) -> None:
        line = self._parser.CurrentLineNumber
        if self.combined is None:
            self.combined = "rapid_rating" in self._fields
        fields = {
            _READ[name]: text for name, text in self._fields.items() if name in _READ
        }
        if not self.combined and self.kind != "standard":
            fields[self.kind] = fields.pop("standard", "")
        try:
            player = player_of(fields)
        except FieldUnreadable as fault:
            self.chunk.faults.append(Fault(line, fault.code, fault.text))
            return
        self.chunk.players.append(player)
        self.chunk.lines.append(line)


def read_xml(file: BinaryIO, kind: str) -> Iterator[FideChunk]:
    """Yield the players, a block of the file at a time. Raises NotAFideList if the file
    is not well formed or incomplete.
    """
    reader, done = PlayersReader(kind), 0
    while True:
        block = file.read(BLOCK)
        done += len(block)
        chunk = reader.feed(block, final=not block)
        chunk.done_bytes = done
        yield chunk
        if not block:
            return


def is_combined(file: BinaryIO) -> bool:
    """Return whether the first player has ratings of all kinds; afterwards the file is at
    its beginning again. Raises NotAFideList if there is no player.
    """
    reader = PlayersReader()
    while block := file.read(BLOCK):
        reader.feed(block, final=False)
        if reader.combined is not None:
            file.seek(0)
            return reader.combined
    reader.feed(b"", final=True)
    raise NotAFideList("no_players")


def _refuse_doctype(*_add_text: Any) -> None:
    raise NotAFideList("doctype")
