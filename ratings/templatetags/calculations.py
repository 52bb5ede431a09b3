"""Tags for calculators and ledgers: the paragraphs of a line, and numbers with
decimals.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.template.defaultfilters import floatformat

from federation.formats.figures import MINUS, NOTHING
from ratings.pages.views import note_words, paragraphs
from ratings.players.views import decimals as of_steps
from ratings.players.views import ledger
from ratings.rules.explained import Note

register = template.Library()

register.filter("expected_places", of_steps.expected_places)
register.filter("change_places", of_steps.change_places)


@register.filter
def margin(names: Iterable[str]) -> str:
    """Return the short forms of some paragraphs in one line: 3, 4."""
    return paragraphs.margin(names)


@register.filter
def decimals(number: float | None, places: int) -> str:
    """Return a number with `places` decimals: −0.58. If `places` is negative, a whole
    number has none.
    """
    if number is None:
        return NOTHING
    return str(floatformat(number, places)).replace("-", MINUS)


@register.filter
def step_words(step: Mapping[str, Any]) -> str:
    """Return in words what a paragraph of the renju rules did to a player."""
    return note_words.step_words(step)


@register.filter
def note_shown(note: Note) -> ledger.ShownNote:
    """Return the words for a paragraph's effect, with its place for the margin."""
    return ledger.shown_note(note)


@register.filter
def legend(names: Iterable[str]) -> list[paragraphs.Paragraph]:
    """Return each paragraph once, in words, in the order of the regulations."""
    return paragraphs.legend(names)
