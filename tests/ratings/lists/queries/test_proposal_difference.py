"""Which list a new one is compared with."""

import pytest

from ratings.lists.queries.proposal_difference import (
    Part,
    difference,
    standing_list,
)
from tests.factories import line
from tests.ratings.published import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    period,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db


def test_a_list_of_later_days_is_not_what_stood_before():
    rulebook_game()
    accepted(line(rated(1500), rated(1500), 2, SUMMER))
    published(SUMMER)

    assert standing_list(period(SPRING)) is None


def shown(day, part, against):
    found = difference(period(day), against, {part: (10, 0)})
    return [(each.player_id, each.moved) for each in found.parts[part].lines]


def test_a_revision_is_compared_with_the_newest_list_of_its_own_period():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SUMMER))
    published(SPRING)
    summer = published(SUMMER)
    corrected(adam, bertil, 0)
    revised = published(SPRING)

    assert standing_list(period(SPRING)) == revised
    assert standing_list(period(SUMMER)) == summer


def test_a_new_list_is_compared_with_the_newest_revision_before_it():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SUMMER))
    published(SPRING)
    corrected(adam, bertil, 0)
    revised = published(SPRING)

    assert standing_list(period(SUMMER)) == revised


def test_those_who_rise_or_fall_furthest_stand_first_and_all_are_counted():
    adam, bertil, _report = rulebook_game()
    winner, loser = rated(1500), rated(1500)
    accepted(line(winner, loser, 1, SPRING))
    spring = published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER), line(winner, loser, 2, SUMMER))
    accepted(line(rated(1000), rated(1000), 1, SUMMER))
    up_to_date()

    # Adam wins 25 and Bertil loses 12½, rounded up; among equals 16 change hands.
    assert shown(SUMMER, Part.UP, spring) == [(adam.pk, 25), (winner.pk, 16)]
    assert shown(SUMMER, Part.DOWN, spring) == [(loser.pk, -16), (bertil.pk, -12)]
    found = difference(period(SUMMER), spring, {})
    assert (found.up, found.down, found.same) == (2, 2, 0)
    assert (found.listed, found.listed_before, found.players) == (6, 4, 6)
