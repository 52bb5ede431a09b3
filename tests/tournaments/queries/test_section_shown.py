"""The public view of a section: `tournaments.queries.section_shown`."""

from dataclasses import replace
from datetime import date

import pytest

from federation.permissions import NOBODY
from tests.factories import acting, member
from tests.tournaments.tournaments_made import (
    board,
    entered,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.starting import set_round_dates
from tournaments.queries.section_shown import shown_section, shown_sections

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


def shown(group):
    group.refresh_from_db()
    return shown_section(group, NOBODY, TODAY)


def wins(group, winner, loser):
    one = board(group, winner, loser)
    return result(one, "1-0" if one.white.pairing_number == winner else "0-1")


def test_crosstable_has_a_column_for_each_player_and_a_swiss_table_for_each_round():
    assert shown(started(size=4)).heads == ("1", "2", "3", "4")
    swiss = started(size=4, format="boards", rounds=3)
    assert shown(swiss).heads == ("1", "2", "3")


def test_before_the_start_there_are_players_and_no_table():
    group = section()
    entered(group, member(), member())

    found = shown(group)

    assert [each.number for each in found.players] == [1, 2]
    assert (found.heads, found.rows, found.rounds) == ((), (), ())
    assert (found.tie_breaks, found.is_complete) == ((), False)


def test_shared_place_shows_the_first_and_the_last_of_it():
    # Wins do not separate the two players who beat the last and drew all else.
    group = started(size=3, tie_breaks=("wins",))
    wins(group, 1, 3)
    wins(group, 2, 3)
    result(board(group, 1, 2), "1/2")

    found = shown(group)

    places = [(row.place, row.player.number, row.half_points) for row in found.rows]
    assert places == [("1–2", 1, 3), ("1–2", 2, 3), ("3", 3, 0)]
    assert found.is_complete


def test_tie_break_that_separated_a_player_is_marked():
    # Both have two points of three; the first has won two games and lost one.
    group = started(size=4, tie_breaks=("wins",))
    wins(group, 1, 3)
    wins(group, 1, 4)
    wins(group, 2, 1)
    result(board(group, 2, 3), "1/2")
    result(board(group, 2, 4), "1/2")
    wins(group, 3, 4)

    first, second, *_others = shown(group).rows

    assert (first.player.number, second.player.number) == (1, 2)
    assert [str(name) for name in shown(group).tie_breaks] == ["Games won"]
    assert [each.text for each in (*first.tie_breaks, *second.tie_breaks)] == ["2", "1"]


def test_loss_and_unplayed_game_have_their_own_style():
    group = started(size=3)
    wins(group, 1, 2)
    one = board(group, 1, 3)
    result(one, "+-" if one.white.pairing_number == 1 else "-+")

    first = next(row for row in shown(group).rows if row.player.number == 1)
    second = next(row for row in shown(group).rows if row.player.number == 2)

    assert sorted((cell.text, cell.css) for cell in first.cells) == [
        ("", "self"),
        ("+", "rated-not"),
        ("1", ""),
    ]
    assert ("0", "loss-cell") in [(cell.text, cell.css) for cell in second.cells]


def test_player_annulled_by_an_early_withdrawal_has_no_place():
    # SSF §11.1a: less than half of the games played, so all are annulled.
    group = started(size=4)
    wins(group, 4, 1)
    withdraw_entry(group.entries.get(pairing_number=4).pk, 1, acting=acting())

    rows = {row.player.number: row for row in shown(group).rows}

    assert (rows[4].place, rows[4].is_annulled) == ("", True)
    assert [rows[number].is_annulled for number in (1, 2, 3)] == [False] * 3


def test_each_round_has_its_own_day_and_boards():
    group = started(size=4, format="boards", rounds=3)
    days = [date(2026, 5, 4), date(2026, 5, 11), date(2026, 5, 18)]
    set_round_dates(group.pk, days, acting=acting())
    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())

    rounds = shown(group).rounds

    assert [(each.number, each.day) for each in rounds] == [*enumerate(days, start=1)]
    boards = [
        (each.white.number, each.black and each.black.number, str(each.text))
        for each in rounds[0].boards
    ]
    assert boards == [(1, 2, ""), (3, None, "bye")]
    assert rounds[1].boards == ()


def test_sections_are_in_order_each_with_its_own_days_and_movements():
    made = tournament()
    groups = [
        started(section(made, name=name, gives_titles=True), size=2) for name in "AB"
    ]
    for group, day in zip(groups, (9, 16), strict=True):
        set_round_dates(group.pk, [date(2026, 5, day)], acting=acting())
        wins(group, 1, 2)
    submitted(groups[0])
    judge_section(groups[1].pk)
    made.refresh_from_db()
    judging = [each.is_judging for each in shown_sections(made, NOBODY, TODAY)]
    judge_section(groups[0].pk)

    found = shown_sections(made, NOBODY, TODAY)

    assert judging == [True, False]
    assert [each.section.name for each in found] == ["A", "B"]
    assert [each.rounds[0].day for each in found] == [
        date(2026, 5, 9),
        date(2026, 5, 16),
    ]
    for each, group in zip(found, groups, strict=True):
        entries = [shown.movement.entry for shown in each.movements]
        assert entries == list(group.entries.in_order())


def test_rounds_of_a_large_section_are_on_pages_of_their_own():
    players = [member() for _ in range(2)]
    group = started(section(format="boards", rounds=40), players=players)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    found = shown(group)
    assert not found.has_many_boards
    (first, *_others) = found.rounds
    many = replace(found, rounds=(replace(first, boards=first.boards * 301),))
    assert many.has_many_boards
    assert not replace(many, is_round_robin=True).has_many_boards
