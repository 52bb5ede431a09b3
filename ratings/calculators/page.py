"""The description of a calculator's page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from ratings.calculators.forms import CalculatorForm
from ratings.calculators.questions import PlacedQuestion, WrittenGame

Ask = Callable[[CalculatorForm, Sequence[WrittenGame]], list[PlacedQuestion]]
GAMES = ""
"""The kind that a page shows first."""
RATED = ("opponent", "result")


@dataclass(frozen=True, slots=True)
class Calculator:
    """A calculator's form, how the form becomes a question, and how the answer is
    shown.

    `columns` are those of a line of games; a page without columns has one calculation
    only.
    """

    form: type[CalculatorForm]
    ask: Ask
    answer: str
    columns: tuple[str, ...] = ()
    label: Promise | str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemPage:
    """The calculators of one system, by their kind in the page's address."""

    title: Promise | str
    summary: Promise
    kinds: Mapping[str, Calculator]
    order: int = 100
    """The order of the pages of the systems that have their own."""
