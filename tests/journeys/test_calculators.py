"""The calculators in a browser: without script, accessible, and as the API."""

import pytest

from tests.journeys.test_every_reader import TELEPHONE, overflow, violations

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
PERIOD = "rating=1500&rd=200&volatility=0.06&tau=0.5"
ANSWERED = (
    ("ratings:calculators", (), ""),
    ("ratings:calculator", ("ssf",), "?own=2250&opponent=2301&result=0&goal=2260"),
    ("ratings:calculator", ("ssf",), "?own=x&opponent=y&result=1"),
    ("ratings:calculator", ("lask",), "?own=1900&opponent=1850&result=1"),
    ("ratings:calculator", ("scrabble",), "?rating=1000&opponent=1009&result=1"),
    ("ratings:calculator", ("elo",), "?edition=2022&own=&opponent=1800&result=1"),
    (
        "ratings:calculator",
        ("glicko2",),
        f"?{PERIOD}&opponent=1400&opponent_rd=30&result=1",
    ),
    (
        "ratings:calculator",
        ("renju",),
        "?level=1+kyu&level_of_opponent=2+dan&count=8",
    ),
    ("ratings:api_docs", (), ""),
)


def test_player_computes_a_win_without_script(visit):
    adam = visit(script=False)
    adam.open("ratings:calculators")
    adam.press(adam.find("main a[href='/calculators/ssf/']"))
    adam.page.fill("main [name=own]", "1950")
    adam.find("main [name=opponent]").first.fill("2220")
    adam.find("main [name=result]").first.select_option("1")
    adam.send("main form.calculator")
    assert adam.text("#answer tbody .change") == "+26"
    assert adam.text("#answer tfoot .total .running") == "1976"
    # The input is in the URL, and is still shown.
    adam.page.reload()
    assert adam.find("main [name=own]").input_value() == "1950"
    assert adam.text("#answer tbody .change") == "+26"


def test_calculators_are_accessible(visit):
    reader, wrong = visit(), []
    for name, args, query in ANSWERED:
        reader.open(name, *args, query=query)
        wrong += violations(reader)
        size = reader.page.viewport_size
        reader.page.set_viewport_size(TELEPHONE)
        wrong += overflow(reader) + violations(reader)
        reader.page.set_viewport_size(size)
    assert wrong == []


def test_api_gives_the_same_number(visit):
    page = visit().page
    game = {"own": 1950, "opponent": 2220, "score": 1}
    response = page.request.post(
        "/api/v1/calculators/ssf", data={"games": [game], "bonus": False}
    )
    assert (response.status, response.json()["change"]) == (200, 26.0)
