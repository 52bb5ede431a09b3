"""Files of earlier lists as they are looked through: `ratings.earlier_lists.queries`."""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from ratings.earlier_lists.domain.earlier_lists import (
    approve_earlier_lists,
    reject_earlier_lists,
)
from ratings.earlier_lists.queries.earlier_lists import lines_of, lists_of, newest_files
from tests.factories import NOON, PlayerFactory, officer
from tests.ratings.earlier_list_files import proposed
from tests.worlds import shared

pytestmark = pytest.mark.django_db
EARLY, LATE = "2001-07-01", "2002-01-01"


@shared
def players():
    return [PlayerFactory(first_name="Ada", last_name=name) for name in ("Ek", "Alm")]


def row(player, day, rating):
    name = f"{player.first_name} {player.last_name}"
    return f"{day},{player.national_id},{name},1980,{rating},,,,"


def approved(file):
    approve_earlier_lists(file.pk, acting=ActionContext(officer().pk, NOON))
    file.refresh_from_db()
    return file


@pytest.fixture
def file(tmp_path, players):
    """Two lists, the later one first in the file."""
    one, two = players
    return proposed(
        tmp_path,
        row(one, LATE, 1600),
        row(one, EARLY, 1500),
        row(two, LATE, 1700),
        row(two, EARLY, 1500),
    )


def test_lists_of_a_file_are_ordered_oldest_first_with_highest_and_lowest(file):
    waiting = lists_of(file)

    assert [
        (each.valid_from, each.players, each.highest, each.lowest) for each in waiting
    ] == [(date(2001, 7, 1), 2, 1500, 1500), (date(2002, 1, 1), 2, 1700, 1600)]
    made = lists_of(approved(file))
    assert [(each.valid_from, each.players, each.number) for each in made] == [
        (date(2001, 7, 1), 2, 1),
        (date(2002, 1, 1), 2, 2),
    ]


def test_list_of_a_day_is_ordered_by_rating_then_name(file, players):
    ek, alm = players

    days = [lines_of(file, date.fromisoformat(day)) for day in (EARLY, LATE)]

    assert [[each.player for each in lines] for lines in days] == [[alm, ek], [alm, ek]]
    assert [each.rating for each in days[1]] == [1700, 1600]


def test_list_of_another_file_is_not_included(tmp_path, file, players):
    other = proposed(tmp_path, row(players[0], "1999-01-01", 1400))

    assert [each.valid_from for each in lists_of(other)] == [date(1999, 1, 1)]
    assert len(lists_of(file)) == 2
    assert list(lines_of(other, date(2002, 1, 1))) == []


def test_waiting_file_is_listed_before_settled_ones(tmp_path, file, players):
    settled = approved(proposed(tmp_path, row(players[0], "1999-01-01", 1400)))

    assert list(newest_files()) == [file, settled]


def test_rejected_file_has_no_lists_and_newest_file_is_listed_first(
    tmp_path, file, players
):
    acting = ActionContext(officer().pk, NOON)
    made = [
        proposed(tmp_path, row(players[0], day, 1400))
        for day in ("1998-01-01", "1999-01-01")
    ]
    for each in made:
        reject_earlier_lists(each.pk, answer="Not these", acting=acting)
        each.refresh_from_db()

    assert [lists_of(each) for each in made] == [[], []]
    assert list(newest_files()) == [file, made[1], made[0]]


def test_lists_of_a_file_are_only_its_own(tmp_path, file, players):
    other = approved(proposed(tmp_path, row(players[0], "1999-01-01", 1400)))

    made = lists_of(approved(file))

    assert [each.number for each in made] == [2, 3]
    assert [each.number for each in lists_of(other)] == [1]
