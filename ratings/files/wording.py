"""Sentences about a file that are stored and shown later, in the reader's language."""

from collections.abc import Sequence
from typing import Any

LONGEST_FACT = 200
"""Letters: a fact is what stood in a field, which may be a whole file."""


class Said(str):
    """A sentence in English that keeps its text and the facts in it apart, so that a
    page can say it in another language; `column` is the one that it is about, where
    the sentence itself does not tell.
    """

    text: str
    column: str
    facts: dict[str, Any]

    def __new__(cls, text: str, *, column: str = "", **facts: Any) -> "Said":
        """Format the text with the facts, by its placeholders as in `%(name)s`."""
        facts = {name: _shown(fact) for name, fact in facts.items()}
        filled = text % facts if facts else text
        self = super().__new__(cls, f"{column}: {filled}" if column else filled)
        self.text, self.column, self.facts = text, column, facts
        return self

    def with_others(self, others: Sequence["Said"]) -> "Said":
        """Return the same sentence, and behind it others about the same row."""
        if not others:
            return self
        joined = str.__new__(Said, "; ".join((self, *others)))
        also = [
            {"text": each.text, "column": each.column, "facts": each.facts}
            for each in others
        ]
        joined.text, joined.column = self.text, self.column
        joined.facts = {**self.facts, "also": also}
        return joined


def _shown(fact: Any) -> Any:
    """On one line, which no terminal takes for a command."""
    if not isinstance(fact, str):
        return fact
    cut = fact if len(fact) <= LONGEST_FACT else f"{fact[: LONGEST_FACT - 1]}…"
    return cut if cut.isprintable() else "".join(map(_printable, cut))


def _printable(character: str) -> str:
    return character if character.isprintable() else "\N{REPLACEMENT CHARACTER}"


class FileError(Exception):
    """Something in a file is wrong; `said` is a sentence that says what."""

    def __init__(self, text: str, **facts: Any) -> None:
        """Store what is wrong, formatted as by `Said`."""
        self.said = Said(text, **facts)
        super().__init__(self.said)


class Wrong(FileError, ValueError):
    """A field or a row is not what it should be."""
