"""The players of a section with their numbers: `tournaments.views.planning.entered`."""

from datetime import date
from types import SimpleNamespace

import pytest

from federation.permissions import NOBODY
from tests.factories import PlayerFactory, acting, member, rated_by
from tests.ratings.rating_lists import decided, rated
from tests.tournaments.tournaments_made import entered, section, started
from tournaments.domain.entering import OutsideRating, set_outside
from tournaments.domain.starting import start_section
from tournaments.views.planning.entered import players_with_ratings

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


def shown(group):
    group.refresh_from_db()
    return players_with_ratings(group, SimpleNamespace(actor=NOBODY, today=TODAY))


def test_only_a_guest_without_any_rating_needs_one():
    group = section()
    entered(group, member(), PlayerFactory(), PlayerFactory(fide_rating=1800))

    assert [each.needs_number for each in shown(group)] == [False, True, False]


def test_no_player_needs_a_rating_in_a_pool_of_levels():
    rated_by("renju")
    group = section()
    entered(group, PlayerFactory())

    assert [each.needs_number for each in shown(group)] == [False]


def test_ratings_before_the_start_are_those_recorded_by_it():
    group = section()
    guest, _new = entered(
        group, PlayerFactory(fide_id=1700101), member(birth_year=1990)
    )
    set_outside(guest.pk, OutsideRating(1700), acting=acting())

    before = [each.rating for each in shown(group)]
    start_section(group.pk, acting=acting())

    # SSF rating, point 9: beginners from about 15 years begin with 1300.
    assert before == [1700, 1300]
    assert [each.rating for each in shown(group)] == before


def test_player_without_any_rating_is_last_by_strength():
    group = section()
    entered(group, PlayerFactory(), PlayerFactory(fide_rating=1800))

    assert [each.strength for each in shown(group)] == [0, 1800]


def test_newcomer_is_marked_until_the_start():
    group = section()
    entered(group, member(), rated(1500))

    assert [each.is_new for each in shown(group)] == [True, False]
    start_section(group.pk, acting=acting())
    assert [each.is_new for each in shown(group)] == [False, False]


def test_estimate_is_offered_only_if_the_player_has_no_rating_in_the_pool():
    group = section(format="boards", rounds=3)
    of_pool = PlayerFactory()
    decided(of_pool, 1500)
    guest = entered(group, member(), of_pool, PlayerFactory(fide_id=1700101))[-1]
    assert [each.may_be_estimated for each in shown(group)] == [False, False, True]
    set_outside(guest.pk, OutsideRating(1700), acting=acting())

    start_section(group.pk, acting=acting())

    assert [each.may_be_estimated for each in shown(group)] == [False, False, True]


def test_players_are_in_order_of_their_numbers_within_their_section():
    players = [member(), member(), rated(1500)]
    group = started(players=players)
    started(size=2)

    assert [each.player.number for each in shown(group)] == [1, 2, 3]
    assert [each.player.entry.player for each in shown(group)] == players
