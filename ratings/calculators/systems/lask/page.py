"""The page of the calculator of LASK."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.calculators.forms import CalculatorForm, NumberField
from ratings.calculators.page import GAMES, RATED, Calculator, SystemPage
from ratings.calculators.questions import (
    PlacedQuestion,
    WrittenGame,
    ask_table,
    same_numbers,
)
from ratings.rules.lask.calculator_json import TEXT as LASK


class LaskForm(CalculatorForm):
    own = NumberField(label=_("Own base rating"))
    goal = NumberField(label=_("Rating to be reached"), required=False)


class ConcentratedForm(CalculatorForm):
    rating = NumberField(label=_("Own base rating"))
    mean = NumberField(label=_("Mean rating of the section"))
    score = NumberField(label=_("Points"))
    games = NumberField(label=_("Games"))


class MonradForm(CalculatorForm):
    rating = NumberField(label=_("Own base rating"))
    mean = NumberField(label=_("Mean rating of the section"))
    quality_points = NumberField(
        label=_("Quality points"), help_text=_("The sum of the opponents’ points.")
    )
    score = NumberField(label=_("Points"))
    rounds = NumberField(label=_("Rounds"))
    games = NumberField(
        label=_("Games"),
        help_text=_("Only where they are fewer than the rounds."),
        required=False,
    )


class InitialForm(CalculatorForm):
    """The field is called `class` in the rules, which is a keyword in Python."""

    class_name = forms.ChoiceField(
        label=_("Class"),
        choices=[(name, name) for name in sorted(LASK.tables.class_averages)],
    )
    score = NumberField(label=_("Points"))
    games = NumberField(label=_("Games"))


def ask_concentrated(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    names = ("rating", "mean", "score", "games")
    return [PlacedQuestion({"concentrated": same_numbers(form, *names)})]


def ask_monrad(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    names = ("rating", "mean", "score", "rounds", "quality_points", "games")
    return [PlacedQuestion({"monrad": same_numbers(form, *names)})]


def ask_initial(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    named = {"class": form.written("class_name")}
    return [
        PlacedQuestion({"initial": {**named, **same_numbers(form, "score", "games")}})
    ]


PAGE = SystemPage(
    order=2,
    title=_("LASK rating"),
    summary=_(
        "The system of 1970 that many clubs still use: the same table without "
        "halving, tournaments as one sum, first ratings."
    ),
    kinds={
        GAMES: Calculator(LaskForm, ask_table, "table", RATED, _("Games")),
        "concentrated": Calculator(
            ConcentratedForm,
            ask_concentrated,
            "concentrated",
            label=_("A concentrated tournament"),
        ),
        "monrad": Calculator(
            MonradForm,
            ask_monrad,
            "monrad",
            label=_("A Monrad tournament"),
        ),
        "initial": Calculator(
            InitialForm,
            ask_initial,
            "initial",
            label=_("A first rating"),
        ),
    },
)
