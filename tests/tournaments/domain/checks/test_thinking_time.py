"""Games that are too short for the pool."""

from datetime import date

import pytest

from federation.models import District
from ratings.models import Pool
from tests.factories import chess_pool, member
from tests.tournaments.domain.checks.found import found_rows
from tests.tournaments.tournaments_made import played, section, started, tournament

pytestmark = pytest.mark.django_db


def short_rows(group) -> list[str]:
    return [row.whole for row in found_rows(group).get("too_short", [])]


def test_quick_games_in_a_slow_pool_are_reported_section_by_section():
    made = tournament(minutes=20)
    group = played(started(section(made), size=4))
    played(started(section(made, name="Group B"), size=2))

    assert short_rows(group) == [
        "Group A: 6 × 20 min < 120 min",
        "Group B: 1 × 20 min < 120 min",
    ]


@pytest.mark.parametrize(("minutes", "short"), [(119, 1), (120, 0)])
def test_time_required_by_the_pool_is_long_enough(minutes, short):
    group = played(started(section(tournament(minutes=minutes)), size=2))
    assert len(short_rows(group)) == short


def test_hour_is_enough_if_the_district_of_one_player_adopts_junior_rules():
    # SSF rating, point 6: a beginner of ten starts from 1000.
    young, old = member(birth_year=2016), member(birth_year=1980)
    club = young.memberships.get().club
    District.objects.filter(pk=club.district_id).update(adopts_junior_rules=True)
    made = section(tournament(minutes=60))
    group = played(started(made, players=[young, old]))

    assert short_rows(group) == []


def test_pool_without_minimum_time_rates_quick_games():
    chess_pool().editions.update(system="glicko2", parameters={})
    group = played(started(section(tournament(minutes=5)), size=2))
    assert short_rows(group) == []


def test_unplayed_game_is_not_too_short():
    group = played(started(section(tournament(minutes=20)), size=2), "+-")
    assert short_rows(group) == []


def test_required_time_is_that_of_the_day_of_the_game():
    pool: Pool = chess_pool()
    edition = pool.editions.get()
    pool.editions.create(
        from_date=date(2026, 5, 1),
        system=edition.system,
        parameters={**edition.parameters, "minutes": 90},
    )
    group = played(started(section(tournament(minutes=90)), size=2))
    assert short_rows(group) == []
