"""The players of a section with their numbers: `tournaments.queries.entered`."""

from datetime import date

import pytest

from federation.permissions import NOBODY
from tests.factories import PlayerFactory, member
from tests.ratings.published import rated
from tests.ratings.renju_pool import by_renju
from tests.tournaments.makers import acting, entered, section, started
from tournaments.domain.entering import Outside, set_outside
from tournaments.domain.starting import start_section
from tournaments.queries.entered import entered_players

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


def shown(group):
    group.refresh_from_db()
    return entered_players(group, NOBODY, TODAY)


def test_only_somebody_from_outside_without_any_number_needs_one():
    group = section()
    entered(group, member(), PlayerFactory(), PlayerFactory(fide_rating=1800))

    assert [each.needs_number for each in shown(group)] == [False, True, False]


def test_where_levels_are_rated_nobody_needs_a_number():
    by_renju()
    group = section()
    entered(group, PlayerFactory())

    assert [each.needs_number for each in shown(group)] == [False]


def test_before_the_start_a_number_from_outside_stands_and_then_the_recorded_one():
    group = section()
    guest, _new = entered(group, PlayerFactory(), member(birth_year=1990))
    set_outside(guest.pk, Outside(1700), acting=acting())

    before = [each.rating for each in shown(group)]
    start_section(group.pk, acting=acting())

    assert before == [1700, None]
    # SSF rating, point 9: beginners from about 15 years begin with 1300.
    assert [each.rating for each in shown(group)] == [1700, 1300]


def test_whoever_has_no_number_at_all_stands_last_by_strength():
    group = section()
    entered(group, member(), PlayerFactory(fide_rating=1800))

    assert [each.strength for each in shown(group)] == [0, 1800]


def test_they_stand_in_the_order_of_their_numbers_and_of_their_own_section():
    players = [member(), member(), rated(1500)]
    group = started(players=players)
    started(size=2)

    assert [each.player.number for each in shown(group)] == [1, 2, 3]
    assert [each.player.entry.player for each in shown(group)] == players
