"""Players without a board in a round, with the reason, listed below the boards."""

import pytest

from tests.factories import acting
from tests.tournaments.queries.test_section_shown import shown
from tests.tournaments.tournaments_made import section, started
from tests.worlds import shared
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import record_absences
from tournaments.queries.rounds.not_paired import not_paired

pytestmark = pytest.mark.django_db


@shared
def group():
    return started(section(format="boards", rounds=3), size=6)


def players_listed(group, number):
    found = shown(group)
    return [
        (each.player.number, str(each.why))
        for each in not_paired(found, found.rounds[number - 1])
    ]


def test_withdrawn_players_and_those_absent_without_a_point_are_listed(group):
    three, four, five = group.entries.in_order()[2:5]
    byes = {three.pk: "zero-bye", four.pk: "half-bye"}
    record_absences(group.pk, 1, byes, acting=acting())
    withdraw_entry(five.pk, 0, acting=acting())
    set_boards(group.pk, 1, [(1, 2)], acting=acting())

    # 4 is listed with the boards for half a point; 6 simply has no board.
    assert players_listed(group, 1) == [
        (3, "absent, no point"),
        (5, "withdrew after round 0"),
    ]


def test_absence_is_listed_in_its_own_round(group):
    three = group.entries.get(pairing_number=3)
    record_absences(group.pk, 2, {three.pk: "zero-bye"}, acting=acting())
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    set_boards(group.pk, 2, [(2, 1)], acting=acting())
    assert (players_listed(group, 1), players_listed(group, 2)) == (
        [],
        [(3, "absent, no point")],
    )


def test_withdrawn_player_is_listed_from_the_next_round_on(group):
    three = group.entries.get(pairing_number=3)
    withdraw_entry(three.pk, 1, acting=acting())
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    set_boards(group.pk, 2, [(2, 1)], acting=acting())
    assert (players_listed(group, 1), players_listed(group, 2)) == (
        [],
        [(3, "withdrew after round 1")],
    )


def test_round_without_boards_lists_no_players(group):
    three = group.entries.get(pairing_number=3)
    record_absences(group.pk, 2, {three.pk: "zero-bye"}, acting=acting())
    assert players_listed(group, 2) == []
