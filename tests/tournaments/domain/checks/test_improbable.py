"""Improbable scores of a player against all opponents; pairs are in `test_checking`."""

import pytest
from django.utils import translation

from ratings.models import Pool
from tests.factories import PlayerFactory, member
from tests.tournaments.domain.checks.found import found
from tests.tournaments.tournaments_made import board, played, result, section, started
from tournaments.models import Section

pytestmark = pytest.mark.django_db


def guest(rating: int, last: str = "", **facts):
    return PlayerFactory(fide_rating=rating, **({"last_name": last} if last else {}))


def loses(group: Section, loser: int, winner: int) -> None:
    one = board(group, loser, winner)
    result(one, "0-1" if one.white.pairing_number == loser else "1-0")


def strong_among_weak(*others: int) -> Section:
    strong = PlayerFactory(fide_rating=2440, first_name="Str", last_name="Ong")
    return started(players=[strong, *(guest(rating) for rating in others)])


def test_strong_player_who_loses_to_two_beginners_needs_an_answer():
    # 500 points and more: the table expects 1 point in 32, two wins are 1 in 1,024.
    group = strong_among_weak(1069, 1000, 2400, 2420, 2440)
    loses(group, 1, 2)
    loses(group, 1, 3)
    for winner in (4, 5, 6):
        loses(group, 2, winner)
        loses(group, 3, winner)
    played(group)

    rows = found(group)["far_from_expected"]

    assert len(rows) == 2
    assert all("Str Ong" in row and row.endswith("(1:1024)") for row in rows)


def test_single_such_loss_needs_no_answer():
    group = strong_among_weak(1069, 1000)
    loses(group, 1, 2)
    loses(group, 3, 1)
    played(group)

    assert "far_from_expected" not in found(group)


def test_score_that_is_improbable_only_as_a_whole_is_reported():
    # 200 points: (16 + 9) / 32 in each of eight games, and none is won.
    group = strong_among_weak(*[2240] * 8)
    for other in range(2, 10):
        loses(group, 1, other)
    played(group)

    [row] = found(group)["far_from_expected"]

    name, _, probability = row.partition(" 0/8 ")
    assert name == "Str Ong"
    assert probability.startswith("(≈ ")


def test_expected_score_is_written_with_a_decimal_comma():
    group = strong_among_weak(*[2240] * 9)
    for other in range(2, 11):
        loses(group, 1, other)
    played(group)

    with translation.override("sv"):
        [row] = found(group)["far_from_expected"]

    assert row == "Str Ong 0/9 (≈ 6,8, 1:262144)"


def test_improbable_pair_is_not_reported_again_for_the_player():
    strong, weak = guest(2300), guest(1700)
    group = started(section(format="double"), players=[strong, weak])
    for one in group.pairings.select_related("white"):
        result(one, "1-0" if one.white.player_id == weak.pk else "0-1")

    kinds = found(group)
    assert "implausible" in kinds
    assert "far_from_expected" not in kinds


def test_start_rating_of_beginners_gives_no_expected_score():
    # The first tournament of a member: 1300 by the rules, whatever the strength.
    group = started(players=[member(), guest(1900), guest(2000)])
    loses(group, 2, 1)
    loses(group, 3, 1)
    played(group)

    assert found(group) == {}


def test_pool_without_an_edition_on_the_day_expects_nothing():
    group = strong_among_weak(1069, 1000)
    Pool.objects.get(pk=group.tournament.pool_id).editions.all().delete()
    assert "far_from_expected" not in found(group)
