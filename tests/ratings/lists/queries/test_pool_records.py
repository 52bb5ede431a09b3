"""Records of a list: `ratings.lists.queries.pool_records`."""

from datetime import date

import pytest

from federation.models import Player
from ratings.enums import DecisionKind
from ratings.lists.queries.pool_records import highest_ever, list_facts
from ratings.pools.queries.publications import publications
from tests.factories import chess_pool, line
from tests.ratings.rating_lists import SPRING, accepted, decided, published, rated

pytestmark = pytest.mark.django_db
AUTUMN = date(2025, 10, 1)


def facts():
    return list_facts(publications(chess_pool().pk).newest)


def test_decided_points_without_a_game_are_no_gain():
    raised, winner = rated(1500), rated(1500)
    accepted(line(raised, winner, 1, AUTUMN))
    decided(raised, 100, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    accepted(line(winner, rated(1500), 2, SPRING))
    published(SPRING)

    assert [(each.player_id, each.change) for each in facts().gains] == [
        (winner.pk, 16)
    ]


def test_ties_in_games_are_ordered_by_rating():
    weak, strong, busy = rated(1400), rated(2400), rated(1600)
    accepted(
        line(weak, busy, 1, SPRING, round=1), line(busy, strong, 1, SPRING, round=2)
    )
    published(SPRING)

    assert [(each.player_id, each.games) for each in facts().busiest] == [
        (busy.pk, 2),
        (strong.pk, 1),
        (weak.pk, 1),
    ]


def test_unlisted_player_holds_no_record():
    dead, other = rated(1500), rated(1500)
    accepted(line(dead, other, 2, SPRING))
    Player.objects.filter(pk=dead.pk).update(status="deceased")
    published(SPRING)

    found = facts()

    assert found.gains == ()
    assert [each.player_id for each in found.busiest] == [other.pk]
    peaks = highest_ever(publications(chess_pool().pk))
    assert [each.player_id for each in peaks] == [other.pk]


@pytest.mark.parametrize(
    ("ratings", "mean", "median"),
    [((1400, 1500, 1900), 1600, 1500), ((1400, 1500, 1900, 2000), 1700, 1700)],
)
def test_median_is_the_middle_player_or_between_two(ratings, mean, median):
    for rating in ratings:
        rated(rating)
    some, other = rated(1000), rated(1000)
    accepted(line(some, other, 1, SPRING))
    Player.objects.filter(pk__in=[some.pk, other.pk]).update(status="deceased")
    published(SPRING)

    numbers = facts().numbers

    assert (numbers.mean, numbers.median) == (mean, median)


def test_ten_highest_are_named_once_each():
    players = [rated(rating) for rating in range(2100, 900, -100)]
    accepted(line(players[-1], players[-2], 1, SPRING))
    published(SPRING)

    peaks = highest_ever(publications(chess_pool().pk))

    assert [each.player_id for each in peaks] == [each.pk for each in players[:10]]


def test_histogram_bins_have_equal_width_and_include_empty_ones():
    for rating in (1400, 1449, 1450, 1700):
        rated(rating)
    some, other = rated(1000), rated(1000)
    accepted(line(some, other, 1, SPRING))
    Player.objects.filter(pk__in=[some.pk, other.pk]).update(status="deceased")
    published(SPRING)

    found = facts()

    # 300 points lie within 24 bins of 25.
    bins = {each.low: each.players for each in found.bins if each.players}
    assert bins == {1400: 1, 1425: 1, 1450: 1, 1700: 1}
    assert [each.low for each in found.bins] == list(range(1400, 1725, 25))
    assert {each.high - each.low for each in found.bins} == {25}
    assert found.most == 1
