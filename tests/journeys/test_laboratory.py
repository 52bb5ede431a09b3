"""An experiment in a browser: what if another system had been used?"""

from datetime import date

import numpy as np
import pytest

from ratings.engine.domain.computation import compute_pool
from tests.factories import NOON, chess_pool, line, member, officer, posted
from tests.journeys.test_every_reader import TELEPHONE, overflow, violations
from tests.journeys.visitors import with_second_factor
from tests.ratings.rating_lists import decided

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
YEARS, PLAYERS, A_MONTH = (2023, 2024, 2025), 30, 25


def three_years_of_games():
    """Return games of thirty people, a third of them young and improving."""
    random = np.random.default_rng(1970)
    strength = random.normal(1600, 220, PLAYERS)
    people = [
        _begun(strength[place], young=place % 3 == 0) for place in range(PLAYERS - 1)
    ]
    people.append(member(birth_year=2010))
    for year in YEARS:
        for month in range(1, 13):
            grown = 40 * (year - YEARS[0])
            posted(
                *(
                    _game(random, strength, people, grown, year, month)
                    for _ in range(A_MONTH)
                )
            )
    compute_pool(chess_pool().pk, at=NOON, cause="test")


def _begun(strength, *, young):
    player = member(birth_year=2009 if young else 1975)
    decided(player, round(float(strength)), on=date(2022, 12, 31))
    return player


def _game(random, strength, people, grown, year, month):
    one, other = random.choice(PLAYERS, 2, replace=False).tolist()
    ahead = sum(
        sign * (strength[place] + grown * (place % 3 == 0))
        for sign, place in ((1, one), (-1, other))
    )
    expected = 1 / (1 + 10 ** (-ahead / 400))
    luck = random.random()
    draw = min(expected, 1 - expected) / 2
    score = 2 if luck < expected - draw / 2 else int(luck < expected + draw / 2)
    day = date(year, month, int(random.integers(1, 29)))
    return line(people[one], people[other], score, day)


def submit_experiment(visitor):
    """Fill in the form, first with an error, then corrected; go to the result's page."""
    visitor.open("ratings:laboratory")
    visitor.press(visitor.find("main .page-head a.button").first)
    visitor.page.fill("main [name=name]", "Hade FIDE Elo förutsett bättre?")
    visitor.find("main [name=c0-system]").select_option("elo")
    visitor.press(visitor.find("main fieldset.candidate button"))
    visitor.page.fill("main [name=c0-p_k_rules]", "20, partier under 30")
    visitor.find("main details.candidate summary").first.click()
    visitor.find("main [name=c1-system]").select_option("glicko2")
    visitor.press(visitor.find("main form .act button"))
    assert visitor.find("main .notice a[href='#id_c0-p_k_rules']").count() == 1
    visitor.page.fill("main [name=c0-p_k_rules]", "20")
    visitor.press(visitor.find("main form .act button"))


def test_officer_runs_an_experiment_and_shows_it_to_the_committee(visit):
    rut = with_second_factor(officer())
    three_years_of_games()
    office = visit()
    office.expected = ("422",)  # the answer to an invalid experiment
    office.come_as(rut)

    submit_experiment(office)

    # The page reloads itself until the worker is done.
    office.find("#experiment .chart-drawn").first.wait_for()
    rows = office.find("#experiment section").first.locator("tbody").first.locator("tr")
    assert rows.count() == 3
    wrong = violations(office)
    office.page.set_viewport_size(TELEPHONE)
    wrong += overflow(office) + violations(office)
    assert wrong == []
    office.press(office.find("main form[action$='/link/'] button"))
    link = office.find("#shared-link").input_value()

    committee = visit(script=False)
    committee.page.goto(link)
    assert committee.text("main h1") == "Hade FIDE Elo förutsett bättre?"
    assert committee.find("main form").count() == 0
    assert committee.find("main details table tbody tr").count() > 20
