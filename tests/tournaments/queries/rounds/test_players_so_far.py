"""Facts about each player on the page where a round is paired."""

import pytest

from tests.factories import acting
from tests.tournaments.queries.test_section_shown import shown
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired, record_absences
from tournaments.queries.rounds.players_so_far import players_so_far
from tournaments.rules.pairing import dutch, field
from tournaments.rules.points import SCHACKFYRAN
from tournaments.rules.results import Colour, Result, half_points

pytestmark = pytest.mark.django_db
FINISHED = [each for each in Result if each.is_finished and not each.is_bye]


def so_far(system, unfinished="adjourned"):
    made = section(tournament(), format="boards", rounds=3, pairing_system=system)
    group = started(made, size=5)
    typed = HowPaired(None, "They asked for it.")
    seats = [(1, 2), (3, 4), (5, None)]
    set_boards(group.pk, 1, seats, acting=acting(), paired=typed)
    result(board(group, 1, 2), "1/2")
    result(board(group, 3, 4), unfinished)
    return players_so_far(shown(group), 2, {})


def counted(found):
    return [(each.player.number, each.half_points, each.counts_as) for each in found]


@pytest.mark.parametrize("system", ["monrad", "nordic"])
def test_adjourned_game_counts_as_won_by_both_for_the_order(system):
    found = counted(so_far(system))
    assert found == [(3, 0, 2), (4, 0, 2), (5, 2, 2), (1, 1, 1), (2, 1, 1)]


@pytest.mark.parametrize(
    ("system", "unfinished"), [("monrad", "postponed"), ("dutch_2026", "adjourned")]
)
def test_unfinished_game_counts_as_drawn_for_the_order(system, unfinished):
    found = counted(so_far(system, unfinished))
    assert found == [(5, 2, 2), (1, 1, 1), (2, 1, 1), (3, 0, 1), (4, 0, 1)]


def test_typed_boards_are_ordered_by_points():
    found = counted(so_far("hand"))
    assert found == [(5, 2, 2), (1, 1, 1), (2, 1, 1), (3, 0, 0), (4, 0, 0)]


@pytest.mark.parametrize(
    ("system", "mark"),
    [("monrad", "(w)"), ("nordic", "(w)"), ("dutch_2026", "–"), ("hand", "–")],
)
def test_bye_is_marked_with_the_colour_it_counts_as(system, mark):
    marks = {each.player.number: each.colours for each in so_far(system)}
    assert [str(each) for each in marks[5]] == [mark]


@pytest.mark.parametrize("result", FINISHED)
@pytest.mark.parametrize("colour", list(Colour))
def test_finished_game_counts_by_its_points_in_every_system(result, colour):
    expected = half_points(result, colour, SCHACKFYRAN)
    assert field.half_points_in_order(result, colour, SCHACKFYRAN) == expected
    assert dutch.half_points_in_order(result, colour, SCHACKFYRAN) == expected


def test_granted_bye_counts_and_bye_of_a_player_with_a_board_does_not():
    group = started(section(format="boards", rounds=3), size=5)
    four, five = group.entries.filter(pairing_number__in=(4, 5)).order_by(
        "pairing_number"
    )
    record_absences(
        group.pk, 1, {four.pk: "half-bye", five.pk: "full-bye"}, acting=acting()
    )
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    result(board(group, 1, 2), "1/2")
    result(board(group, 3, 4), "1-0")

    # 4 came nevertheless and lost; 5 has the point.
    assert counted(players_so_far(shown(group), 2, {})) == [
        (3, 2, 2), (5, 2, 2), (1, 1, 1), (2, 1, 1), (4, 0, 0),
    ]  # fmt: skip


def test_byes_of_this_and_later_rounds_do_not_count_yet():
    group = started(section(format="boards", rounds=3), size=4)
    one, other = group.entries.in_order()[:2]
    for number in (1, 2, 3):
        record_absences(group.pk, number, {one.pk: "full-bye"}, acting=acting())
    set_boards(group.pk, 1, [(2, 3)], acting=acting())
    result(board(group, 2, 3), "1/2")

    found = players_so_far(shown(group), 2, {one.pk: "full-bye"})

    assert counted(found) == [(1, 2, 2), (2, 1, 1), (3, 1, 1), (4, 0, 0)]
    assert [each.bye for each in found] == ["full-bye", "", "", ""]
    assert other.pairing_number == 2


def test_forfeit_is_no_opponent_and_no_colour():
    group = started(section(format="boards", rounds=3), size=4)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    result(board(group, 1, 2), "+-")
    result(board(group, 3, 4), "1-0")

    found = {each.player.number: each for each in players_so_far(shown(group), 2, {})}

    assert [found[number].opponents for number in (1, 2, 3, 4)] == [
        (), (), (4,), (3,),
    ]  # fmt: skip
    assert [len(found[number].colours) for number in (1, 2, 3, 4)] == [0, 0, 1, 1]
    assert [found[number].half_points for number in (1, 2, 3, 4)] == [2, 0, 2, 0]


def test_withdrawal_is_shown_after_its_round():
    group = started(section(format="boards", rounds=3), size=4)
    one, other = group.entries.in_order()[:2]
    withdraw_entry(one.pk, 1, acting=acting())
    withdraw_entry(other.pk, 2, acting=acting())

    found = players_so_far(shown(group), 2, {})

    assert {each.player.number for each in found if each.has_left} == {1}
