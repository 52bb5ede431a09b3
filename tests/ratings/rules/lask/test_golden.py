"""Every worked example of the LASK text (1970)."""

import json
from datetime import date
from pathlib import Path

import pytest

from ratings.rules.lask.initial import rate_by_class
from ratings.rules.lask.ledger import LedgerGame, LedgerSheet, RowKind, write_ledger
from ratings.rules.lask.monrad import mean_by_2a, mean_by_2b
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.tournament import worth_of_tournament

GOLDEN = json.loads((Path(__file__).parents[3] / "golden" / "lask.json").read_text())
LASK = LaskParameters()
HALF_POINTS = {"win": 2, "draw": 1, "loss": 0}
# LASK text, point 5: Sven Andersson wins on 6 September and draws on the 16th.
DAYS = (date(1971, 9, 6), date(1971, 9, 16))
OPPONENTS = ("Olle Persson", "Per Olsson")


def test_sven_anderssons_ledger_runs_from_1900_over_1914_to_1917():
    printed = GOLDEN["protocol"]
    games = [
        LedgerGame(day, "KM", name, game["opponent"], HALF_POINTS[game["result"]])
        for day, name, game in zip(DAYS, OPPONENTS, printed["games"], strict=True)
    ]
    sheet = LedgerSheet(printed["base"], date(1971, 9, 1), date(1971, 10, 31), games)
    base, *rows = write_ledger(sheet, LASK)
    assert (base.kind, base.running) == (RowKind.BASE, 1900)
    assert [(row.change, row.running) for row in rows] == [
        (game["delta"], game["running"]) for game in printed["games"]
    ]
    assert [row.difference for row in rows] == [50, 70]


@pytest.mark.parametrize("printed", GOLDEN["initial_rating"])
def test_initial_ratings_are_those_of_the_two_examples(printed):
    average = LASK.tables.class_average(printed["class"])
    assert average == printed["class_average"]
    half_points = round(2 * printed["score"])
    found = rate_by_class(average, half_points, printed["rounds"], LASK)
    assert found.percent == round(100 * printed["percentage_used"])
    assert found.difference == printed["difference"]
    assert found.rating == printed["rating"]


def test_five_and_a_half_of_nine_against_1950_give_50_points():
    printed = GOLDEN["concentrated_tournament"]
    found = worth_of_tournament(
        printed["rating"],
        printed["average"],
        round(2 * printed["score"]),
        printed["rounds"],
        LASK,
    )
    assert found.compensation == printed["compensation"]
    # (5.5 - 3.5) * 16 + 2 * 9 = 32 + 18.
    assert (found.by_score, found.by_strength) == (32, 18)
    assert (found.change, found.after) == (printed["change"], printed["new_rating"])


@pytest.mark.parametrize(("kv", "by_2a", "by_2b"), [(32, 0, 0), (36, 45, 44)])
def test_the_monrad_formulas_are_as_printed(kv, by_2a, by_2b):
    # 2a with N = 8: 360 * (2 * 36 - 64) / 64 = 45; 2b: 11 * (36 - 32) = 44.
    printed = GOLDEN["monrad_opponent_mean"]
    assert printed["formula"] == "M = G + 360 * (2*Kv - N^2) / N^2"
    assert printed["eight_rounds"].startswith("M = G + 11 * (Kv - 32)")
    assert mean_by_2a(1800, 2 * kv, 8, 8) == 1800 + by_2a
    assert mean_by_2b(1800, 2 * kv) == 1800 + by_2b
