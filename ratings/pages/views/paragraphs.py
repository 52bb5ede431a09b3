"""The paragraphs that a page cites: short in the margin, in words below."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise

from federation.formats.regulations import paragraph_text
from ratings.system_words.lookup import words_by_paragraph


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the regulations; `short` is shown in the margin: its number or
    title.
    """

    name: str
    short: Promise | str
    says: Promise | str


def margin(names: Iterable[str]) -> str:
    """Return the short forms of several paragraphs in one line."""
    return ", ".join(str(_short(name)) for name in names)


def legend(names: Iterable[str], parameters: object = None) -> list[Paragraph]:
    """Return each paragraph once, in the order of the regulations, with the numbers of
    the edition, or the defaults of its system.
    """
    known = words_by_paragraph()
    wanted = set(names)
    ordered = [name for name in known if name in wanted]
    return [
        Paragraph(name, _short(name), _says(name, parameters))
        for name in (*ordered, *sorted(wanted - known.keys()))
    ]


def _short(name: str) -> Promise | str:
    _source, _comma, place = name.rpartition(", ")
    short = place.removeprefix("point ").removeprefix("steps ").removeprefix("step ")
    words = words_by_paragraph().get(name)
    title = words.titles.get(short) if words else None
    return title or paragraph_text(short)


def _says(name: str, parameters: object) -> Promise | str:
    words = words_by_paragraph().get(name)
    if words is None:
        return ""
    text = words.paragraphs[name]
    if isinstance(text, Promise):
        return text
    if words.numbers and not isinstance(parameters, words.numbers):
        parameters = words.numbers()
    return text(parameters)
