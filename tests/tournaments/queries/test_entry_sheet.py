"""The sheet on which results are entered: `tournaments.queries.entry_sheet`."""

import json
from datetime import date, timedelta

import pytest

from federation.permissions import NOBODY
from tests.factories import NOON, acting
from tests.tournaments.tournaments_made import board, result, started
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import (
    HowPaired,
    RoundPublication,
    publish_round,
)
from tournaments.queries.entry_sheet import TypedResult, entry_sheet
from tournaments.queries.result_keys import keys_to_type
from tournaments.rules.points import USUAL

TODAY = date(2026, 6, 15)


def sheet(group, typed=None):
    return entry_sheet(group, NOBODY, TODAY, NOON, typed or {})


def test_key_writes_the_result_of_the_row_player_whatever_the_colour():
    keys = {each["key"]: each for each in json.loads(keys_to_type(USUAL))}

    written = {key: (each["white"], each["black"]) for key, each in keys.items()}
    assert written == {
        "1": ("1-0", "0-1"),
        "0": ("0-1", "1-0"),
        **dict.fromkeys("=r½.,", ("1/2", "1/2")),
        "+": ("+-", "-+"),
        **dict.fromkeys("-−", ("-+", "+-")),
        "x": ("0-0", "0-0"),
        "w": ("--", "--"),
        "a": ("adjourned", "adjourned"),
        "p": ("postponed", "postponed"),
        "Delete": ("", ""),
        "Backspace": ("", ""),
        **{
            f"{own} {kind}": (f"{own} {kind}", f"{turned} {kind}")
            for kind in ("adj", "unr")
            for own, turned in (("1-0", "0-1"), ("1/2", "1/2"), ("0-1", "1-0"))
        },
        "both-one": ("both-one", "both-one"),
        "both-zero": ("both-zero", "both-zero"),
    }
    one = keys["1"]
    assert (one["own"], one["other"]) == ("1", "0")
    assert (one["ownHalves"], one["otherHalves"], one["finished"]) == (2, 0, True)
    assert [keys[key]["finished"] for key in ("a", "Delete", "x")] == [
        False,
        False,
        True,
    ]


@pytest.mark.django_db
def test_unfinished_games_are_missing_and_a_bye_has_no_result_to_enter():
    group = started(size=5, format="boards", rounds=2)
    set_boards(group.pk, 1, [(1, 2), (3, 4), (5, None)], acting=acting())
    set_boards(group.pk, 2, [(2, 3)], acting=acting())
    result(board(group, 1, 2), "1-0")
    result(board(group, 3, 4), "adjourned")

    shown = sheet(group)

    assert [each.missing for each in shown.rounds] == [1, 1]
    assert (shown.missing, len(shown.rounds[0].boards)) == (2, 2)
    assert (shown.lines, shown.to_pair) == ((), None)


@pytest.mark.django_db
@pytest.mark.parametrize("after", [1, 2])
def test_board_settled_by_a_withdrawal_is_not_missing(after):
    group = started(size=4)
    leaver = group.entries.get(pairing_number=2)
    for pairing in group.pairings.all():
        if pairing.round <= after or leaver.pk not in pairing_sides(pairing):
            result(pairing, "1-0")
    assert sheet(group).missing == 3 - after

    withdraw_entry(leaver.pk, after, acting=acting())

    shown = sheet(group)
    assert [each.missing for each in shown.rounds] == [0, 0, 0]
    settled = {str(b.shown.settled) for each in shown.rounds for b in each.boards}
    assert (
        settled
        == {
            1: {
                "",
                "not counted: a player has left",
                "not counted in the table, but rated: a player has left",
            },
            2: {"", "settled: a player has left"},
        }[after]
    )
    withdraw_entry(leaver.pk, None, acting=acting())
    assert sheet(group).missing == 3 - after


def pairing_sides(pairing):
    return pairing.white_id, pairing.black_id


@pytest.mark.django_db
def test_first_round_without_boards_is_the_one_to_pair():
    group = started(size=4, format="boards", rounds=3)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    assert sheet(group).to_pair == 2
    set_boards(group.pk, 3, [(1, 2)], acting=acting())
    assert sheet(group).to_pair == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    "publication",
    [RoundPublication(is_draft=True), RoundPublication(at=NOON + timedelta(hours=6))],
)
def test_round_that_is_not_public_misses_no_results_and_is_still_to_pair(publication):
    group = started(size=4, format="boards", rounds=2)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    draft = HowPaired(publication=publication)
    set_boards(group.pk, 2, [(1, 3), (2, 4)], acting=acting(), paired=draft)

    before = sheet(group)
    result(board(group, 1, 2), "1-0")
    result(board(group, 3, 4), "1-0")

    assert (before.missing, sheet(group).missing) == (2, 0)
    assert (sheet(group).to_pair, sheet(group).last_round) == (2, 1)
    assert sheet(group).has_drafted_next
    assert sheet(group).rounds[1].public_from == publication.at
    publish_round(group.pk, 2, acting=acting())
    assert (sheet(group).missing, sheet(group).to_pair) == (2, None)


@pytest.mark.django_db
def test_row_of_the_grid_has_the_games_and_points_of_its_player():
    group = started(size=3)
    one = board(group, 1, 2)
    result(one, "+-" if one.white.pairing_number == 1 else "-+")
    result(board(group, 1, 3), "1/2")

    first, second, third = sheet(group).lines

    def texts(row):
        return [place and [cell.text for cell in place] for place in row.places]

    assert texts(first) == [None, ["+"], ["½"]]
    assert texts(second) == [["−"], None, [""]]
    assert [row.half_points for row in (first, second, third)] == [3, 0, 1]


@pytest.mark.django_db
def test_cell_of_a_double_round_robin_has_both_games():
    group = started(size=2, format="double")
    for pairing in group.pairings.all():
        result(pairing, "1-0")

    first, _second = sheet(group).lines

    assert sorted(cell.text for cell in first.places[1]) == ["0", "1"]


def entered_board(group, typed=None):
    ((shown,),) = [each.boards for each in sheet(group, typed).rounds]
    return shown


@pytest.mark.django_db
def test_day_field_is_shown_for_an_unfinished_game_or_one_with_a_day():
    group = started(size=2)
    one = group.pairings.get()
    shows_day = [entered_board(group).asks_day]
    for text, facts in (
        ("1-0", {}),
        ("postponed", {}),
        ("1-0", {"finished_date": date(2026, 5, 20)}),
    ):
        result(one, text, clears_day=not facts, **facts)
        shows_day.append(entered_board(group).asks_day)

    assert shows_day == [False, False, True, True]
    assert entered_board(group).day == "2026-05-20"


@pytest.mark.django_db
def test_typed_result_is_shown_on_its_board_with_the_version_seen():
    group = started(size=2)
    result(group.pairings.get(), "1/2")
    typed = {group.pairings.get().pk: TypedResult("1-0", 0, "yesterday")}

    shown = entered_board(group, typed)

    assert (shown.version, shown.day, shown.day_stands) == (0, "yesterday", "")
    assert [each.result for each in shown.answers if each.is_chosen] == ["1-0"]
    assert [each.result for each in entered_board(group).answers] == [
        "1-0",
        "1/2",
        "0-1",
    ]
    chosen = [each.result for each in entered_board(group).answers if each.is_chosen]
    assert chosen == ["1/2"]
