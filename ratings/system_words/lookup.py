"""Find the texts of the rating systems.

A system's texts are the `WORDS` of the module of this package that has the name of the
system's folder in `ratings/rules/`. A system without such a module, and a text that the
module does not have, are shown by their own names: a new system needs no module here,
and may have one.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.rules.systems import modules_of_systems, systems
from ratings.system_words.definition import ParameterWords, RefusalWords, SystemWords

SHARED_PARAMETERS: Mapping[str, ParameterWords] = {
    "period_starts": ParameterWords(
        _("Periods begin on"),
        _("Month and day, such as 01-01, 05-01, 09-01; the same every year."),
    ),
}
SHARED_FAULTS: Mapping[str, Promise] = {
    "not_whole": _("This has to be a whole number."),
    "not_number": _("This has to be a number."),
    "too_low": _("This number is too low."),
    "too_high": _("This number is too high."),
    "unknown_field": _("The system has no number with this name."),
    "not_dates": _(
        "Enter days as month and day, such as 05-01; 29 February is not allowed."
    ),
    "not_ascending": _("These have to ascend, each of them once."),
    "not_true_or_false": _("This has to be true or false."),
    "not_json": _("This is not JSON."),
}
SHARED_REFUSALS: Mapping[str, RefusalWords] = {
    "opponent_without_rating_or_estimate": RefusalWords(
        _("The opponent has neither a rating nor an estimate."),
        _("a player from outside has neither rating nor estimate"),
    ),
    "player_meets_themself": RefusalWords(
        _("A player is paired against themselves."),
        _("a player is paired against themselves"),
    ),
}


@cache
def words_of_systems() -> Mapping[str, SystemWords]:
    """Return the texts of every system that has some, by the name of the system, in the
    order in which systems are listed.
    """
    paths = [f"{__package__}.{folder}" for folder in modules_of_systems("system")]
    found = [import_module(path).WORDS for path in paths if find_spec(path)]
    in_order = sorted(found, key=lambda words: (words.order, words.system))
    return MappingProxyType({words.system: words for words in in_order})


def system_label(name: str) -> str:
    """Return the name of a rating system for readers."""
    words = words_of_systems().get(name)
    return str(words.label) if words else name


def system_choices() -> list[tuple[str, str]]:
    """Return every system, first those with texts in their order."""
    known = [name for name in words_of_systems() if name in systems()]
    others = sorted(systems().keys() - set(known))
    return [(name, system_label(name)) for name in (*known, *others)]


def parameter_words(system: str, name: str) -> ParameterWords:
    """Return the words of a parameter of the system's editions."""
    words = words_of_systems().get(system)
    own = words.parameters.get(name) if words else None
    return own or SHARED_PARAMETERS.get(name) or ParameterWords(name.replace("_", " "))


def fault_words(code: str) -> str:
    """Return the sentence for a code of `BadParameters`."""
    return str(_first("faults", SHARED_FAULTS, code) or code.replace("_", " "))


def measure_words(system: str, name: str) -> Promise | str:
    """Return the name of what a system stores of a player beside the rating."""
    words = words_of_systems().get(system)
    return (words.measures.get(name) if words else None) or name.replace("_", " ")


def period_bonus_words(system: str) -> Promise | str:
    """Return the name of the system's bonus that is added below all games."""
    words = words_of_systems().get(system)
    return (words.period_bonus if words else None) or _("Bonus")


def refusal_words(code: str) -> RefusalWords | None:
    """Return the words for a reason of `CannotCompute`, if it has any."""
    found: RefusalWords | None = _first("refusals", SHARED_REFUSALS, code)
    return found


def note_pattern(code: str, paragraph: str) -> Promise | None:
    """Return the words for a code of `Note`, with places for its values; None if the
    system of the note's paragraph has none.
    """
    words = words_by_paragraph().get(paragraph)
    return words.notes.get(code) if words else None


@cache
def words_by_paragraph() -> Mapping[str, SystemWords]:
    """Return the texts of the system that a paragraph belongs to, by the paragraph's
    name, in the order of the regulations.
    """
    return MappingProxyType(
        {
            name: words
            for words in words_of_systems().values()
            for name in words.paragraphs
        }
    )


def _first(part: str, shared: Mapping[str, Any], code: str) -> Any:
    texts = (getattr(words, part) for words in words_of_systems().values())
    return next((each[code] for each in (shared, *texts) if code in each), None)
