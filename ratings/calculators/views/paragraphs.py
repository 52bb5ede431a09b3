"""The paragraphs that the answer of a calculator cites, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from ratings.pages.views.paragraphs import Paragraph, legend
from ratings.rules.elo.parameters import edition


def cited(answer: Any) -> list[Paragraph]:
    """Return each paragraph of an answer once, with its words, in the order of citing,
    and with the parameters of the edition that the answer names.
    """
    names = list(dict.fromkeys(_names(answer)))
    numbers = edition(answer["edition"]) if "edition" in answer else None
    return [each for name in names for each in legend([name], numbers)]


def _names(answer: Any) -> Iterator[str]:
    """Yield the paragraphs of the lines first, then those of the totals."""
    parts = answer
    if isinstance(answer, Mapping):
        parts = [part for name, part in answer.items() if name != "paragraphs"]
    if isinstance(parts, list | tuple):
        for part in parts:
            yield from _names(part)
    if isinstance(answer, Mapping):
        yield from answer.get("paragraphs", ())
