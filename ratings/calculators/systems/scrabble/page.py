"""The page of the calculator of Scrabble rating."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from ratings.calculators.forms import CalculatorForm, NumberField
from ratings.calculators.page import GAMES, RATED, Calculator, SystemPage
from ratings.calculators.questions import (
    PlacedQuestion,
    WrittenGame,
    opponents_of,
    played_lines,
    same_numbers,
    score_of,
)


class ScrabbleForm(CalculatorForm):
    rating = NumberField(
        label=_("Own rating"), help_text=_("A new player has 1000."), initial="1000"
    )
    goal = NumberField(label=_("Rating to be reached"), required=False)


def ask_scrabble(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    """Return the question of a tournament as far as it is played, and of the whole of
    it for a goal.
    """
    own, played = same_numbers(form, "rating"), played_lines(lines)
    placed = []
    if played:
        question = {**own, "opponents": opponents_of(played), "wins": score_of(played)}
        placed.append(PlacedQuestion(question, {"opponents": played}))
    if form.written("goal"):
        goal = {
            **own,
            "opponents": opponents_of(lines),
            "wins": 0,
            **same_numbers(form, "goal"),
        }
        placed.append(PlacedQuestion(goal, {"opponents": lines}, part="aim"))
    return placed


PAGE = SystemPage(
    order=3,
    title=_("Scrabble rating"),
    summary=_(
        "Ten points for each win beyond what was expected of the whole tournament."
    ),
    kinds={GAMES: Calculator(ScrabbleForm, ask_scrabble, "scrabble", RATED)},
)
