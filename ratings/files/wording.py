"""Sentences about a file that are stored and shown later, in the reader's language."""

from collections.abc import Sequence
from typing import Any

LONGEST_FACT = 200
"""Letters of a fact that are kept: it is the content of a field, which may be huge."""


class FileMessage(str):
    """A sentence in English that stores its text and the facts in it separately, so that
    a page can show it in another language. `column` is the column that it is about, if
    the sentence itself does not say so.
    """

    text: str
    column: str
    facts: dict[str, Any]

    def __new__(cls, text: str, *, column: str = "", **facts: Any) -> "FileMessage":
        """Format the text with the facts for its placeholders, such as `%(name)s`."""
        facts = {name: _shown(fact) for name, fact in facts.items()}
        filled = text % facts if facts else text
        self = super().__new__(cls, f"{column}: {filled}" if column else filled)
        self.text, self.column, self.facts = text, column, facts
        return self

    def with_others(self, others: Sequence["FileMessage"]) -> "FileMessage":
        """Return the sentence with others about the same row added."""
        if not others:
            return self
        joined = str.__new__(FileMessage, "; ".join((self, *others)))
        also = [
            {"text": each.text, "column": each.column, "facts": each.facts}
            for each in others
        ]
        joined.text, joined.column = self.text, self.column
        joined.facts = {**self.facts, "also": also}
        return joined


def _shown(fact: Any) -> Any:
    """Return a fact on one line, without characters that a terminal would interpret."""
    if not isinstance(fact, str):
        return fact
    cut = fact if len(fact) <= LONGEST_FACT else f"{fact[: LONGEST_FACT - 1]}…"
    return cut if cut.isprintable() else "".join(map(_printable, cut))


def _printable(character: str) -> str:
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"


class FileError(Exception):
    """An error in a file; `message` is the sentence that describes it."""

    def __init__(self, text: str, **kwargs: Any) -> None:
        """Store what is wrong, formatted as by `FileMessage`."""
        self.message = FileMessage(text, **kwargs)
        super().__init__(self.message)


class InvalidField(FileError, ValueError):
    """A field or a row is invalid."""
