"""The fields of each calculator's page besides the games.

The rules validate the numbers, so that a page refuses what the API refuses. A form only
keeps what was typed, and shows the errors beside it.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.rules.elo.parameters import EDITIONS
from ratings.rules.elo.request import LATEST
from ratings.rules.lask.calculator_json import TEXT as LASK
from ratings.rules.renju.levels import LEVELS, level_text

LONGEST = 20
LONGEST_TEXT = 20_000
NEW_PLAYER = "new"


class NumberField(forms.CharField):
    """A number as people write it: 1950, 5½, 0,5."""

    def __init__(self, **named: Any) -> None:
        widget = forms.TextInput(
            attrs={"inputmode": "decimal", "autocomplete": "off", "size": 8}
        )
        super().__init__(max_length=LONGEST, widget=widget, **named)


class CalculatorForm(forms.Form):
    """`use_required_attribute` is off: only the server reports errors."""

    use_required_attribute = False

    def written(self, name: str) -> str:
        """Return the value of a field as typed, also if it was refused."""
        return str(self.data.get(name, "")).strip()


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


class GamesForm(CalculatorForm):
    own = NumberField(label=_("Own base rating"))


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


class ScrabbleForm(CalculatorForm):
    rating = NumberField(
        label=_("Own rating"), help_text=_("A new player has 1000."), initial="1000"
    )
    goal = NumberField(label=_("Rating to be reached"), required=False)


EDITION_NAMES: Mapping[str, Promise] = {
    "ireland": _("the Irish Chess Union"),
    "backgammon": _("backgammon servers"),
}


class EloForm(CalculatorForm):
    edition = forms.ChoiceField(
        label=_("Rules of"),
        choices=[(name, EDITION_NAMES.get(name, name)) for name in EDITIONS],
        initial=LATEST,
    )
    own = NumberField(
        label=_("Own rating"),
        help_text=_("Leave it empty for a first rating."),
        required=False,
    )
    k = NumberField(
        label=_("Coefficient K"),
        help_text=_(
            "40 for new and young players, 20 below 2400, 10 after that (8.3.3)."
        ),
        initial="20",
        required=False,
    )
    length = NumberField(
        label=_("Length of a match"),
        help_text=_("In backgammon, in points; elsewhere it counts for nothing."),
        required=False,
    )
    goal = NumberField(label=_("Rating to be reached"), required=False)


class GlickoForm(CalculatorForm):
    rating = NumberField(label=_("Own rating"), initial="1500")
    rd = NumberField(label=_("Rating deviation"), initial="350")
    volatility = NumberField(label=_("Volatility"), initial="0.06")
    tau = NumberField(
        label=_("Tau"),
        help_text=_("How far the volatility may change: 0.3 to 1.2 is reasonable."),
        initial="0.5",
    )


class RenjuForm(CalculatorForm):
    level = forms.ChoiceField(
        label=_("Own level"),
        choices=[
            (NEW_PLAYER, _("None yet, a new player")),
            *((level_text(level), level_text(level)) for level in LEVELS),
        ],
        initial="5 kyu",
    )
    first_tournament = forms.BooleanField(
        label=_("My first correspondence tournament"), required=False
    )


class SeveralLinesField(forms.CharField):
    """Some lines, each with parts separated by semicolons or tabs."""

    def __init__(self, **named: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 8, "spellcheck": "false"})
        super().__init__(max_length=LONGEST_TEXT, widget=widget, **named)


class RenjuTournamentForm(CalculatorForm):
    players = SeveralLinesField(
        label=_("Players"),
        help_text=_(
            "One per line: name; level. A new player has no level: name; and "
            "nothing more."
        ),
    )
    games = SeveralLinesField(
        label=_("Games"),
        help_text=_("One per line: first player; second player; score of the first."),
    )
