"""What a module of this package says about its rating system."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise

ParagraphText = Promise | Callable[[Any], str]
"""What a paragraph says, or a function that returns it for an edition's parameters."""


@dataclass(frozen=True, slots=True)
class ParameterWords:
    """A parameter's label and an explanation of it."""

    label: str | Promise
    help: str | Promise = ""


@dataclass(frozen=True, slots=True)
class RefusalWords:
    """Why the rules cannot compute a step: as a sentence, and as a part of one."""

    sentence: Promise
    clause: Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemWords:
    """The texts of one rating system. Whatever is missing here is shown by its own name
    in the rules.

    `numbers` are the parameters whose defaults a paragraph shows where no edition is at
    hand. Codes are those of the rules: of `BadParameters` (`faults`), `CannotCompute`
    (`refusals`) and `Note` (`notes`).
    """

    system: str
    label: Promise
    order: int = 100
    """The order in lists of systems; those with the same number follow by name."""
    parameters: Mapping[str, ParameterWords] = field(default_factory=dict)
    faults: Mapping[str, Promise] = field(default_factory=dict)
    measures: Mapping[str, Promise] = field(default_factory=dict)
    period_bonus: Promise | None = None
    """The name of a bonus that is added below all games of an explanation."""
    notes: Mapping[str, Promise] = field(default_factory=dict)
    refusals: Mapping[str, RefusalWords] = field(default_factory=dict)
    paragraphs: Mapping[str, ParagraphText] = field(default_factory=dict)
    titles: Mapping[str, Promise] = field(default_factory=dict)
    """Titles of paragraphs in the reader's language. A paragraph without one is shown
    by its number or its name in the rules.
    """
    numbers: type[Any] | None = None
