"""The page of the calculator of Elo."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ratings.calculators.forms import CalculatorForm, NumberField
from ratings.calculators.page import GAMES, RATED, Calculator, SystemPage
from ratings.calculators.questions import (
    PlacedQuestion,
    WrittenGame,
    games_of,
    numbers_of,
    opponents_of,
    played_lines,
    same_numbers,
    score_of,
)
from ratings.rules.elo.parameters import EDITIONS
from ratings.rules.elo.request import LATEST

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


def ask_elo(form: CalculatorForm, lines: Sequence[WrittenGame]) -> list[PlacedQuestion]:
    """Return the questions of a period's games, or of a first rating for a player
    without one, and of a goal.
    """
    own, played = same_numbers(form, "own"), played_lines(lines)
    question: dict[str, Any] = {}
    if played:
        field_score = {"opponents": opponents_of(played), "score": score_of(played)}
        question["performance"] = field_score
        if own:
            question["games"] = games_of(
                played, **own, **same_numbers(form, "k", "length")
            )
        else:
            question["first_rating"] = field_score
    if form.written("goal"):
        question["goal"] = {
            **own,
            **same_numbers(form, "k", "length"),
            **numbers_of(form, rating="goal"),
            "opponents": opponents_of(lines),
        }
    if question:
        question["edition"] = form.written("edition")
    by_field = {
        "performance.opponents": played,
        "first_rating.opponents": played,
        "goal.opponents": lines,
    }
    return [PlacedQuestion(question, {"games": played, **by_field})]


PAGE = SystemPage(
    order=4,
    title=_("FIDE Elo"),
    summary=_(
        "FIDE’s rating in three editions: changes, first ratings, performances and what a goal takes."
    ),
    kinds={GAMES: Calculator(EloForm, ask_elo, "elo", RATED)},
)
