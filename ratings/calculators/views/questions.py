"""Turn a page's form into the question that the rules answer.

A line of the form is a game: one with a result was played and counts for the change;
one without a result counts only for what is needed for a goal.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from django.http import QueryDict

from ratings.calculators.forms import NEW_PLAYER, CalculatorForm
from ratings.calculators.words import why
from ratings.rules.parameters import read_whole
from ratings.rules.reading import read_total

MOST_LINES = 100
SPARE_LINES = 3
FEWEST_LINES = 6
MOST_EQUAL = 50
"""At most this many games against the same level fit in one line."""
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_BETWEEN = re.compile("[;\t]")
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


def _numbers(form: CalculatorForm, **names: str) -> dict[str, Any]:
    """Return the fields that have a value, by their names in the question."""
    written = {key: form.written(name) for key, name in names.items()}
    return {key: number_of(text) for key, text in written.items() if text}


def _same(form: CalculatorForm, *names: str) -> dict[str, Any]:
    return _numbers(form, **{name: name for name in names})


def _played(lines: Sequence[WrittenGame]) -> list[WrittenGame]:
    return [line for line in lines if line.written.get("result")]


def _cells(line: WrittenGame, **names: str) -> dict[str, Any]:
    """Return the cells of a line that have a value, by their names in the question."""
    cells = {key: line.written[name] for key, name in names.items()}
    return {key: number_of(text) for key, text in cells.items() if text}


def _opponents(lines: Sequence[WrittenGame]) -> list[Any]:
    return [number_of(line.written["opponent"]) for line in lines]


def _games(lines: Sequence[WrittenGame], **shared: Any) -> list[dict[str, Any]]:
    return [
        {**shared, **_cells(line, opponent="opponent", score="result")}
        for line in lines
    ]


def _score(lines: Sequence[WrittenGame]) -> float | str:
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
    own, played = _same(form, "own"), _played(lines)
    question: dict[str, Any] = {"games": _games(played, **own)} if played else {}
    if played and form.written("bonus"):
        question["bonus"] = True
    if form.written("goal"):
        question["goal"] = {
            **own,
            "opponents": _opponents(lines),
            **_same(form, "goal"),
        }
    return [PlacedQuestion(question, {"games": played, "goal.opponents": lines})]


def ask_games(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    """Return the question of one player's games, in any system."""
    played = _played(lines)
    question = {**_same(form, "own"), "games": _games(played)} if played else {}
    return [PlacedQuestion(question, {"games": played})]


def ask_scrabble(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    """Return the question of a tournament as far as it is played, and of the whole of
    it for a goal.
    """
    own, played = _same(form, "rating"), _played(lines)
    placed = []
    if played:
        question = {**own, "opponents": _opponents(played), "wins": _score(played)}
        placed.append(PlacedQuestion(question, {"opponents": played}))
    if form.written("goal"):
        goal = {**own, "opponents": _opponents(lines), "wins": 0, **_same(form, "goal")}
        placed.append(PlacedQuestion(goal, {"opponents": lines}, part="aim"))
    return placed


def ask_elo(form: CalculatorForm, lines: Sequence[WrittenGame]) -> list[PlacedQuestion]:
    """Return the questions of a period's games, or of a first rating for a player
    without one, and of a goal.
    """
    own, played = _same(form, "own"), _played(lines)
    question: dict[str, Any] = {}
    if played:
        field_score = {"opponents": _opponents(played), "score": _score(played)}
        question["performance"] = field_score
        if own:
            question["games"] = _games(played, **own, **_same(form, "k", "length"))
        else:
            question["first_rating"] = field_score
    if form.written("goal"):
        question["goal"] = {
            **own,
            **_same(form, "k"),
            **_numbers(form, rating="goal"),
            "opponents": _opponents(lines),
        }
    if question:
        question["edition"] = form.written("edition")
    by_field = {
        "performance.opponents": played,
        "first_rating.opponents": played,
        "goal.opponents": lines,
    }
    return [PlacedQuestion(question, {"games": played, **by_field})]


def ask_glicko(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    """Return the question of a period, which may have no games."""
    games = [
        _cells(line, rating="opponent", rd="opponent_rd", score="result")
        for line in lines
    ]
    own = _same(form, "rating", "rd", "volatility", "tau")
    return [PlacedQuestion({**own, "games": games}, {"games": lines})]


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


def ask_concentrated(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    names = ("rating", "mean", "score", "games")
    return [PlacedQuestion({"concentrated": _same(form, *names)})]


def ask_monrad(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    names = ("rating", "mean", "score", "rounds", "quality_points", "games")
    return [PlacedQuestion({"monrad": _same(form, *names)})]


def ask_initial(
    form: CalculatorForm, lines: Sequence[WrittenGame]
) -> list[PlacedQuestion]:
    named = {"class": form.written("class_name")}
    return [PlacedQuestion({"initial": {**named, **_same(form, "score", "games")}})]


Ask = Callable[[CalculatorForm, Sequence[WrittenGame]], list[PlacedQuestion]]
