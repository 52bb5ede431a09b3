"""The coefficients K beside a list of FIDE ratings: `ratings.fide.queries`."""

from datetime import date

import pytest

from ratings.fide.queries.coefficients import ListedCoefficients
from ratings.models import ChangeRow, Computation
from ratings.rules.elo.parameters import edition
from ratings.rules.elo.sides import CAREER, HIGHEST
from ratings.rules.systems import system
from tests.factories import chess_pool, second_pool

pytestmark = pytest.mark.django_db
ELO = system("elo")
# As FIDE's, but two games suffice for an experienced player.
RULES = [
    {"k": 40, "until_age": 18, "below_rating": 2300, "sticky": True},
    {"k": 40, "under_games": 2, "below_rating": 2400, "sticky": True},
    {"k": 20, "below_rating": 2400, "sticky": True},
    {"k": 10},
]
MAY = date(2026, 5, 1)
NEW, OLD, LATE, BEFORE, ELSEWHERE, GROWN, YOUNG, BEST = range(1, 9)


def step(player, ended, career, highest=2000, pool=None, since=()):
    """Store a player's career as of the end of a period."""
    pool_id = (pool or chess_pool()).pk
    memory = [0.0] * len(ELO.memory)
    memory[CAREER], memory[HIGHEST] = career, highest
    ChangeRow.objects.create(
        pool_id=pool_id,
        player_id=player,
        ended_on=ended,
        started_on=ended.replace(day=1),
        slot=Computation.objects.get(pool_id=pool_id).slot,
        before=2000,
        after=2000,
        change=0,
        bonus=None,
        deduction=None,
        adjustment=None,
        games=1,
        score=1,
        start_from=0,
        adopts=False,
        memory=[*memory, *since],
    )


def coefficients(day=MAY, *, is_live=False, rules=None):
    listed = ListedCoefficients(
        pool_id=chess_pool().pk,
        system=ELO,
        parameters=rules or ELO.Parameters.from_json({"k_rules": RULES}),
        system_from=date(2026, 1, 1),
        day=day,
        is_live=is_live,
    )
    players = range(NEW, BEST + 1)
    return listed.of(dict.fromkeys(players, 2000.0), {YOUNG: 2008, OLD: 1950})


def test_coefficient_is_computed_from_the_career_stored_with_the_list():
    april, august = date(2026, 4, 30), date(2026, 8, 31)
    step(OLD, april, 5)
    step(LATE, august, 5)
    step(BEFORE, date(2025, 8, 31), 5)
    step(ELSEWHERE, april, 5, pool=second_pool())
    step(GROWN, date(2026, 2, 28), 1)
    step(GROWN, april, 5)
    step(YOUNG, april, 5)
    step(BEST, april, 5, highest=2400)

    listed = coefficients()

    assert listed == {
        NEW: 40, OLD: 20, LATE: 40, BEFORE: 40, ELSEWHERE: 40, GROWN: 20, YOUNG: 40,
        BEST: 10,
    }  # fmt: skip
    assert coefficients(is_live=True) == listed | {LATE: 20}
    assert coefficients(date(2027, 1, 1)) == listed | {LATE: 20, YOUNG: 20}


def test_coefficient_by_years_counts_from_the_month_stored_with_the_list():
    # Ireland: 32 under 8 years, then 24; provisional under 20 games.
    april = date(2026, 4, 30)
    step(NEW, april, 100, since=(12.0 * 2024 + 5,))
    step(OLD, april, 100, since=(12.0 * 2018 + 5,))
    step(GROWN, april, 100)
    step(LATE, april, 5)

    listed = coefficients(rules=edition("ireland"))

    assert (listed[NEW], listed[OLD], listed[GROWN]) == (32, 24, 24)
    assert LATE not in listed
