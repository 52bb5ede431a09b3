"""The page of the calculator of renju levels."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.calculators.forms import CalculatorForm
from ratings.calculators.page import GAMES, Calculator, SystemPage
from ratings.calculators.questions import PlacedQuestion, WrittenGame, number_of
from ratings.calculators.words import why
from ratings.rules.parameters import read_whole
from ratings.rules.renju.levels import LEVELS, level_text

NEW_PLAYER = "new"
LONGEST_TEXT = 20_000
MOST_EQUAL = 50
"""At most this many games against the same level fit in one line."""
_BETWEEN = re.compile("[;\t]")


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


def ask_renju(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    """Return the question of the norms before a tournament; a line is a number of games
    against one level.
    """
    level = form.written("level")
    counted = [line for line in lines for _game in range(_count(line))]
    needs = {
        "level": None if level == NEW_PLAYER else level,
        "opponents": [line.written["level_of_opponent"] for line in counted],
        "first_tournament": bool(form.written("first_tournament")),
    }
    if not counted:
        return [PlacedQuestion({"needs": needs})] if lines else []
    return [PlacedQuestion({"needs": needs}, {"needs.opponents": counted})]


def _count(line: WrittenGame) -> int:
    try:
        return read_whole(number_of(line.written["count"] or "1"), 1, MOST_EQUAL)
    except ValueError as error:
        line.faults.append(why(str(error)))
        return 0


def ask_renju_tournament(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    """Return the question of a whole tournament as it is typed, line by line."""
    players, games = _text_lines(form, "players"), _text_lines(form, "games")
    if not players:
        return []
    question = {
        "players": [
            {"id": name, "level": level or None}
            for name, level in (_parts(line, 2) for line in players)
        ],
        "games": [
            {"a": a, "b": b, "score": number_of(score)}
            for a, b, score in (_parts(line, 3) for line in games)
        ],
    }
    return [PlacedQuestion(question, {"players": players, "games": games})]


def _text_lines(form: CalculatorForm, name: str) -> list[WrittenGame]:
    """Return the non-blank lines of a text, with their numbers in it."""
    lines = enumerate(str(form.data.get(name, "")).splitlines(), start=1)
    return [
        WrittenGame(number, {"text": text}) for number, text in lines if text.strip()
    ]


def _parts(line: WrittenGame, count: int) -> list[str]:
    """Return `count` parts of a line, some possibly empty."""
    cells = [cell.strip() for cell in _BETWEEN.split(line.written["text"])]
    return [*cells, *[""] * count][:count]


PAGE = SystemPage(
    order=6,
    title=_("Renju levels"),
    summary=_(
        "Kyu and dan in correspondence renju: the norms before a tournament, and the levels after it."
    ),
    kinds={
        GAMES: Calculator(
            RenjuForm,
            ask_renju,
            "renju",
            ("level_of_opponent", "count"),
            _("Before the tournament"),
        ),
        "tournament": Calculator(
            RenjuTournamentForm,
            ask_renju_tournament,
            "renju_tournament",
            label=_("After the tournament"),
        ),
    },
)
