"""The Irish Chess Union's rules as parameters of an Elo edition, compared with the
union's own results (`tests/golden/elo_ireland.json` names their source).
"""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from ratings.rules.calendar import day_number
from ratings.rules.elo.calculator_json import answer_json
from ratings.rules.elo.k_rules import KRule
from ratings.rules.elo.parameters import edition
from ratings.rules.elo.sides import MEMORY
from ratings.rules.elo.system import SYSTEM
from ratings.rules.protocol import system_of_edition
from ratings.rules.step import Span, State
from tests.ratings.rules.columns import Person, Side, decisions_of, game, lines_of

GOLDEN = json.loads(
    (Path(__file__).parents[3] / "golden" / "elo_ireland.json").read_text("utf-8")
)
IRELAND = edition("ireland")
EXACT = replace(IRELAND, decimals=2)
JULY = Span(day_number(date(2010, 7, 1)), day_number(date(2010, 7, 31)))
SCORES = {"W": 2, "D": 1, "L": 0}
EXPERIENCED = 100


def by_age(ks):
    """Return rules that give players aged 10, 20, 30 … the first, second, third … K."""
    rules = [KRule(k, until_age=10 * place) for place, k in enumerate(ks, 1)]
    return (*rules, KRule(1))


def rated(tournament):
    """Return the outcome of a tournament rated as a separate period, and its
    explanation.
    """
    players = tournament["players"]
    ks = sorted({each["k"] for each in players if "k" in each})
    parameters = replace(EXACT, k_rules=by_age(ks))
    system = system_of_edition(SYSTEM, parameters)
    state = State.unknown(len(players), MEMORY, fractional=True)
    for row, each in enumerate(players):
        if "rating" in each:
            state.rating[row] = each["rating"]
            state.memory[row] = each.get("games", EXPERIENCED), each["rating"]

    def side(row):
        each = players[row]
        if "foreign" in each:
            return Side(row, member=False, outside=each["foreign"])
        born = 2010 - 10 * (ks.index(each["k"]) + 1) if "k" in each else 0
        return Side(row, born=born)

    games = []
    for each in tournament["games"]:
        white, black, score = each.split()
        games.append(game(side(int(white) - 1), side(int(black) - 1), SCORES[score]))
    lines = replace(lines_of(games), event=np.ones(len(games), np.int32))
    arguments = (
        lines,
        state,
        decisions_of([Person()] * len(players)),
        JULY,
        parameters,
    )
    return system, arguments, system.rate_step(*arguments)


@pytest.mark.parametrize(
    "tournament", GOLDEN["tournaments"], ids=[t["name"] for t in GOLDEN["tournaments"]]
)
def test_ratings_agree_with_the_unions(tournament):
    system, arguments, outcome = rated(tournament)

    for row, each in enumerate(tournament["players"]):
        if "after" not in each:
            continue
        step = system.explain_player(*arguments, row)
        assert outcome.after[row] == pytest.approx(each["after"], abs=0.5)
        assert step.after == outcome.after[row]
        assert outcome.bonus[row] == each.get("bonus", 0)
        if "expected" in each:
            expected = sum(line.expected for line in step.games)
            assert expected == pytest.approx(each["expected"], abs=0.01)


def test_performance_that_limits_a_bonus_agrees_with_the_unions():
    for tournament in GOLDEN["tournaments"]:
        for row, each in enumerate(tournament["players"]):
            if "bonus" in each and "performance" in each:
                system, arguments, _outcome = rated(tournament)
                measures = system.explain_player(*arguments, row).measures
                (found,) = [each for each in measures if each.name == "performance"]
                assert found.after == pytest.approx(each["performance"], abs=0.5)


def test_calculators_bonus_agrees_with_the_unions():
    # European Youth Chess Championships, 2008: 98.4 and 71.
    championship = next(
        each
        for each in GOLDEN["tournaments"]
        if each["name"] == "European Youth Chess Championships, 2008"
    )
    own, *field = championship["players"]
    found = answer_json(
        {
            "edition": "ireland",
            "games": [
                {
                    "own": own["rating"],
                    "opponent": field[int(each.split()[1]) - 2]["foreign"],
                    "score": SCORES[each.split()[2]] / 2,
                    "k": own["k"],
                }
                for each in championship["games"]
            ],
        }
    )
    assert (found["rounded"], found["bonus"], found["new_rating"]) == (98, 71, 1836)
    assert found["paragraphs"] == ["FIDE B.02, 8.3.4", "Elo, bonus"]
    assert found["games"][0]["paragraphs"] == ["Elo, logistic curve"]


def k_of(rating, born, joined):
    state = State.unknown(2, MEMORY)
    state.rating[:] = rating
    state.memory[:] = EXPERIENCED, rating
    state = replace(state, tails={0: (12 * joined.year + joined.month,)})
    lines = lines_of([game(Side(0, born=born), Side(1), 2)])
    lines = replace(lines, event=np.ones(1, np.int32))
    step = SYSTEM.explain_player(
        lines, state, decisions_of([Person()] * 2), JULY, IRELAND, 0
    )
    [line] = step.games
    return line.coefficient


@pytest.mark.parametrize("example", GOLDEN["k"])
def test_unions_k_depends_on_rating_age_and_years(example):
    born, joined = (date.fromisoformat(example[name]) for name in ("born", "joined"))
    assert k_of(example["rating"], born.year, joined) == example["k"]


@pytest.mark.parametrize(
    ("born", "joined", "k"),
    [
        (1990, date(2009, 9, 1), 40),
        (1989, date(2009, 9, 1), 32),
        (1989, date(2002, 8, 1), 32),
        (1989, date(2002, 7, 1), 24),
    ],
)
def test_the_unions_k_is_lower_from_2100_on(born, joined, k):
    # Under 21 years and for less than 8 years, as docs/rules-elo.md says.
    assert k_of(2099, born, joined) == k
    assert k_of(2100, born, joined) == 16
