"""The paragraphs that calculators cite, in words: those that no other page cites yet,
in addition to those of `paragraphs`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.pages.views.paragraphs import Paragraph, legend
from ratings.rules.elo.parameters import EloParameters, edition

LEGEND: Mapping[str, Promise] = {
    "LASK text, point 10": _(
        "A first rating is the average of the class and what the score in it is worth by table 2."
    ),
    "LASK text, point 11": _(
        "A concentrated tournament is one sum: (points won − points lost) · 16 ± k · games, k by the mean of the section."
    ),
    "LASK text, point 12, formula 2a": _(
        "The opponents’ mean in a Monrad tournament: M = G + 360 · (2 Kv − N²) / N²."
    ),
    "LASK text, point 12, formula 2b": _(
        "The opponents’ mean in a Monrad tournament of eight rounds: M = G + 11 · (Kv − 32)."
    ),
    "FIDE B.02, 7.1.4": _(
        "A first rating needs five games and is not below the floor."),
    "FIDE B.02, 8.2.2": _(
        "Ra is the average of the opponents; since March 2024 two draws against 1800 are added."
    ),
    "FIDE B.02, 8.2.3": _("The first rating is Ra plus the difference for the score."),
    "FIDE B.01, 1.4.8": _(
        "The performance is the average of the opponents plus the difference for the "
        "score."
    ),
}  # fmt: skip


def cited(answer: Any) -> list[Paragraph]:
    """Return each paragraph of an answer once, with its words, in the order of citing,
    and with the parameters of the edition that the answer names.
    """
    names = list(dict.fromkeys(_names(answer)))
    numbers = edition(answer["edition"]) if "edition" in answer else None
    return [
        replace(each, says=each.says or LEGEND.get(each.name, ""))
        for each in _each(names, numbers)
    ]


def _each(names: Iterable[str], numbers: EloParameters | None) -> Iterator[Paragraph]:
    for name in names:
        yield from legend([name], numbers)


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
