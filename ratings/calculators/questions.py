"""Turn a page's form into the question that the rules answer.

A line of the form is a game: one with a result was played and counts for the change;
one without a result counts only for what is needed for a goal.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from django.http import QueryDict

from ratings.calculators.forms import CalculatorForm
from ratings.rules.reading import read_total

MOST_LINES = 100
SPARE_LINES = 3
FEWEST_LINES = 6
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_BROKEN = re.compile(r"-?[0-9]{0,9}\.[0-9]{1,9}")


@dataclass(slots=True)
class WrittenGame:
    """A game as typed, by column, with its errors."""

    number: int
    written: Mapping[str, str]
    faults: list[str] = field(default_factory=list)

    @property
    def blank(self) -> bool:
        return not any(self.written.values())


@dataclass(frozen=True, slots=True)
class PlacedQuestion:
    """A question, with the form's line of each part of its lists.

    `part` is the name of the answer among the page's other answers.
    """

    question: dict[str, Any]
    lines: Mapping[str, Sequence[WrittenGame]] = field(default_factory=dict)
    part: str = ""


def read_lines(query: QueryDict, columns: Sequence[str]) -> list[WrittenGame]:
    """Return the non-empty lines of a form, in order."""
    written = (query.getlist(name)[:MOST_LINES] for name in columns)
    rows = (
        dict(zip(columns, (cell.strip() for cell in cells), strict=True))
        for cells in zip_longest(*written, fillvalue="")
    )
    filled = [row for row in rows if any(row.values())]
    return [WrittenGame(number, row) for number, row in enumerate(filled, start=1)]


def with_spare_lines(
    lines: Sequence[WrittenGame], columns: Sequence[str]
) -> list[WrittenGame]:
    """Return the lines followed by some empty ones."""
    count = max(FEWEST_LINES, min(len(lines) + SPARE_LINES, MOST_LINES))
    empty = dict.fromkeys(columns, "")
    spare = (WrittenGame(number, empty) for number in range(len(lines) + 1, count + 1))
    return [*lines, *spare]


def number_of(text: str) -> int | float | str:
    """Return a number as people write it, 1950, −5, 5½, 0,5; any other text unchanged."""
    plain = "".join(text.split()).replace("−", "-").replace("½", ".5")
    plain = plain.replace(",", ".")
    if _WHOLE.fullmatch(plain):
        return int(plain)
    return float(plain) if _BROKEN.fullmatch(plain) else text


def numbers_of(form: CalculatorForm, **names: str) -> dict[str, Any]:
    """Return the fields that have a value, by their names in the question."""
    written = {key: form.written(name) for key, name in names.items()}
    return {key: number_of(text) for key, text in written.items() if text}


def same_numbers(form: CalculatorForm, *names: str) -> dict[str, Any]:
    return numbers_of(form, **{name: name for name in names})


def played_lines(lines: Sequence[WrittenGame]) -> list[WrittenGame]:
    return [line for line in lines if line.written.get("result")]


def cells_of(line: WrittenGame, **names: str) -> dict[str, Any]:
    """Return the cells of a line that have a value, by their names in the question."""
    cells = {key: line.written[name] for key, name in names.items()}
    return {key: number_of(text) for key, text in cells.items() if text}


def opponents_of(lines: Sequence[WrittenGame]) -> list[Any]:
    return [number_of(line.written["opponent"]) for line in lines]


def games_of(lines: Sequence[WrittenGame], **shared: Any) -> list[dict[str, Any]]:
    return [
        {**shared, **cells_of(line, opponent="opponent", score="result")}
        for line in lines
    ]


def score_of(lines: Sequence[WrittenGame]) -> float | str:
    """Return the sum of the results, or the first text that is no result, for the rules
    to refuse.
    """
    results = [number_of(line.written["result"]) for line in lines]
    for result in results:
        try:
            read_total(result, 1)
        except ValueError:
            return str(result)
    return sum(float(result) for result in results)


def ask_table(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    """Return the question of games and a goal by a rating table: SSF and LASK."""
    own, played = same_numbers(form, "own"), played_lines(lines)
    question: dict[str, Any] = {"games": games_of(played, **own)} if played else {}
    if played and form.written("bonus"):
        question["bonus"] = True
    if form.written("goal"):
        question["goal"] = {
            **own,
            "opponents": opponents_of(lines),
            **same_numbers(form, "goal"),
        }
    return [PlacedQuestion(question, {"games": played, "goal.opponents": lines})]


def ask_games(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    """Return the question of one player's games, in any system."""
    played = played_lines(lines)
    question = (
        {**same_numbers(form, "own"), "games": games_of(played)} if played else {}
    )
    return [PlacedQuestion(question, {"games": played})]
