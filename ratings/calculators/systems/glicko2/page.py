"""The page of the calculator of Glicko-2."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from ratings.calculators.forms import CalculatorForm, NumberField
from ratings.calculators.page import GAMES, Calculator, SystemPage
from ratings.calculators.questions import (
    PlacedQuestion,
    WrittenGame,
    cells_of,
    same_numbers,
)


class GlickoForm(CalculatorForm):
    rating = NumberField(label=_("Own rating"), initial="1500")
    rd = NumberField(label=_("Rating deviation"), initial="350")
    volatility = NumberField(label=_("Volatility"), initial="0.06")
    tau = NumberField(
        label=_("Tau"),
        help_text=_("How far the volatility may change: 0.3 to 1.2 is reasonable."),
        initial="0.5",
    )


def ask_glicko(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    """Return the question of a period, which may have no games."""
    games = [
        cells_of(line, rating="opponent", rd="opponent_rd", score="result")
        for line in lines
    ]
    own = same_numbers(form, "rating", "rd", "volatility", "tau")
    return [PlacedQuestion({**own, "games": games}, {"games": lines})]


PAGE = SystemPage(
    order=5,
    title=_("Glicko-2"),
    summary=_(
        "Rating, deviation and volatility by Mark Glickman’s paper, step by step."
    ),
    kinds={
        GAMES: Calculator(
            GlickoForm,
            ask_glicko,
            "glicko2",
            ("opponent", "opponent_rd", "result"),
        )
    },
)
