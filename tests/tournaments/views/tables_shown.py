"""The tables of a page, and what they lack for users of screen readers."""

from dataclasses import dataclass
from html.parser import HTMLParser


@dataclass(slots=True)
class TableShown:
    caption: str = ""
    has_empty_head: bool = False

    @property
    def lacks(self) -> str:
        """What the table lacks: a caption, the name of a column, or nothing."""
        if not self.caption.strip():
            return "caption"
        return "column name" if self.has_empty_head else ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[TableShown] = []
        self._inside = ""
        self._words = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "table":
            self.found.append(TableShown())
        if tag in ("th", "caption"):
            self._inside, self._words = tag, ""

    def handle_data(self, data: str) -> None:
        self._words += data

    def handle_endtag(self, tag: str) -> None:
        if tag != self._inside:
            return
        self._inside = ""
        if tag == "caption":
            self.found[-1].caption = self._words
        elif not self._words.strip():
            self.found[-1].has_empty_head = True


def tables_of(page: str) -> list[TableShown]:
    """Return every table of the page, in order."""
    reader = _Reader()
    reader.feed(page)
    return reader.found
