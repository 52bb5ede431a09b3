"""The page of the calculator of SSF rating."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.calculators.forms import CalculatorForm, NumberField
from ratings.calculators.page import GAMES, RATED, Calculator, SystemPage
from ratings.calculators.questions import ask_table


class SsfForm(CalculatorForm):
    own = NumberField(label=_("Own base rating"))
    bonus = forms.BooleanField(
        label=_("Bonus below 1200"),
        help_text=_(
            "Where the district has adopted it; the games are then in the order of play."
        ),
        required=False,
    )
    goal = NumberField(label=_("Rating to be reached"), required=False)


PAGE = SystemPage(
    order=1,
    title=_("SSF rating"),
    summary=_(
        "The Swedish chess rating of 2008: a table of differences, half of it from 2200, bonus below 1200."
    ),
    kinds={GAMES: Calculator(SsfForm, ask_table, "table", RATED)},
)
