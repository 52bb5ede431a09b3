"""The Monrad system by SSF §14 A."""

import pytest
from hypothesis import event, given

from tests.tournaments.rules.pairing import slow
from tests.tournaments.rules.pairing.played import board, fields, section
from tournaments.rules.pairing.field import Field, PairingPlayer, field_before_round
from tournaments.rules.pairing.monrad import pair_monrad
from tournaments.rules.pairing.paired import (
    ColourReason,
    NoPairingError,
    PairedBye,
    PassedOver,
    WhyNot,
)
from tournaments.rules.results import Result


def numbers(paired):
    """Return the boards as pairing numbers, White first."""
    return [(each.white - 100, each.black - 100) for each in paired.boards]


def before(size, number, *boards):
    return field_before_round(section(size, *boards), number)


def test_in_the_first_round_even_numbers_have_white_against_the_preceding_odd_one():
    assert numbers(pair_monrad(before(6, 1))) == [(2, 1), (4, 3), (6, 5)]


def test_the_lowest_of_an_odd_number_has_the_bye():
    paired = pair_monrad(before(5, 1))
    assert numbers(paired) == [(2, 1), (4, 3)]
    assert paired.bye == PairedBye(105)


def test_first_player_meets_the_nearest_one_not_met_before():
    paired = pair_monrad(
        before(
            4,
            2,
            board(1, 2, 1, Result.BLACK_WIN),
            board(1, 4, 3, Result.BLACK_WIN),
        )
    )
    assert numbers(paired) == [(3, 1), (4, 2)]


def test_adjourned_game_counts_as_won_for_both_and_postponed_one_as_drawn():
    field = before(
        6,
        2,
        board(1, 2, 1, Result.ADJOURNED),
        board(1, 4, 3, Result.POSTPONED),
        board(1, 6, 5, Result.WHITE_WIN),
    )
    points = {p.number: p.half_points for p in field.players}
    assert points == {1: 2, 2: 2, 3: 1, 4: 1, 5: 0, 6: 2}
    assert [p.number for p in field.in_order] == [1, 2, 6, 3, 4, 5]


def test_white_goes_to_the_lower_placed_unless_the_opponent_had_it_less():
    field = before(
        4,
        2,
        board(1, 2, 1, Result.WHITE_WIN),
        board(1, 4, 3, Result.DRAW),
    )
    first, second = pair_monrad(field).boards
    # 2 leads, then 3 (Black so far) and 4 (White so far), then 1 (Black so far).
    assert (first.white, first.black, first.colour) == (
        103, 102, ColourReason.LOWER_PLACED,
    )  # fmt: skip
    assert (second.white, second.black, second.colour) == (
        101, 104, ColourReason.LOWER_PLACED,
    )  # fmt: skip


def test_higher_placed_player_has_white_after_fewer_games_with_white():
    players = (
        PairingPlayer(101, 1, half_points=2, whites=0),
        PairingPlayer(102, 2, half_points=0, whites=1),
    )
    (only,) = pair_monrad(Field(2, players)).boards
    assert (only.white, only.colour) == (101, ColourReason.FEWER_WHITES)


def test_a_bye_counts_as_a_game_with_white():
    players = (
        PairingPlayer(101, 1, half_points=2, whites=0),
        PairingPlayer(102, 2, half_points=2, byes=(1,)),
    )
    (only,) = pair_monrad(Field(2, players)).boards
    assert only.white == 101


def test_a_forfeit_is_neither_a_meeting_nor_a_game_with_white():
    field = before(2, 2, board(1, 2, 1, Result.FORFEIT_WHITE))
    assert [(p.met, p.whites) for p in field.players] == [({}, 0), ({}, 0)]
    assert numbers(pair_monrad(field)) == [(1, 2)]


def test_backtracking_is_recorded_with_its_reason():
    """3 and 4 have met, so that 2 cannot meet 1."""
    players = (
        PairingPlayer(101, 1),
        PairingPlayer(102, 2),
        PairingPlayer(103, 3, met={104: 1}),
        PairingPlayer(104, 4, met={103: 1}),
    )
    first, second = pair_monrad(Field(2, players)).boards
    assert first.seeker == 101
    assert first.chosen == 103
    assert first.passed_over == (PassedOver(102, WhyNot.REST_CANNOT_BE_PAIRED),)
    assert second.passed_over == ()


def test_earlier_opponents_are_named_with_their_round():
    players = (
        PairingPlayer(101, 1, met={102: 1}),
        PairingPlayer(102, 2, met={101: 1}),
        PairingPlayer(103, 3),
        PairingPlayer(104, 4),
    )
    first, _ = pair_monrad(Field(2, players)).boards
    assert first.passed_over == (PassedOver(102, WhyNot.MET, 1),)


def test_no_player_has_a_second_bye():
    field = before(3, 2, board(1, 2, 1, Result.DRAW), board(1, 3, None, Result.BYE))
    paired = pair_monrad(field)
    assert paired.bye == PairedBye(102)
    assert numbers(paired) == [(1, 3)]


def test_the_bye_goes_to_the_next_lowest_if_the_rest_cannot_be_paired():
    players = (
        PairingPlayer(101, 1, met={102: 1}),
        PairingPlayer(102, 2, met={101: 1}),
        PairingPlayer(103, 3),
    )
    paired = pair_monrad(Field(2, players))
    assert paired.bye == PairedBye(
        102, (PassedOver(103, WhyNot.REST_CANNOT_BE_PAIRED),)
    )


def test_refusal_names_players_who_have_no_opponent_left():
    players = (
        PairingPlayer(101, 1, met={102: 1, 103: 2, 104: 3}),
        PairingPlayer(102, 2, met={101: 1}),
        PairingPlayer(103, 3, met={101: 2}),
        PairingPlayer(104, 4, met={101: 3}),
    )
    with pytest.raises(NoPairingError) as refused:
        pair_monrad(Field(4, players))
    assert refused.value.blocked == (101,)
    assert not refused.value.is_bye_missing


def test_refusal_says_that_all_of_an_odd_field_had_the_bye():
    players = tuple(PairingPlayer(100 + n, n, byes=(n,)) for n in (1, 2, 3))
    with pytest.raises(NoPairingError) as refused:
        pair_monrad(Field(4, players))
    assert refused.value.is_bye_missing


def test_field_that_defeats_backtracking_is_paired():
    """The last five may only meet each other and the first: backtracking goes through
    every pairing of the players between before it gives the first one of the last five.
    """
    last = range(56, 61)
    middle = range(2, 56)
    met = {n: {} for n in range(1, 61)}
    for n in last:
        for other in middle:
            met[n][100 + other] = met[other][100 + n] = 1
    players = tuple(PairingPlayer(100 + n, n, met=met[n]) for n in range(1, 61))
    paired = pair_monrad(Field(2, players))
    assert numbers(paired)[0] == (56, 1)
    assert numbers(paired)[-2:] == [(58, 57), (60, 59)]


@given(fields(pair_monrad))
def test_round_equals_that_of_the_literal_rule(field):
    expected = slow.monrad(field)
    event("no pairing" if expected is None else "paired")
    if expected is None:
        with pytest.raises(NoPairingError):
            pair_monrad(field)
        return
    paired = pair_monrad(field)
    boards = [(each.white, each.black) for each in paired.boards]
    assert (boards, paired.bye.player if paired.bye else None) == expected


@given(fields(pair_monrad, most_players=24, most_rounds=7))
def test_all_players_are_paired_once_and_no_pair_meets_again(field):
    try:
        paired = pair_monrad(field)
    except NoPairingError:
        return
    seen = [p for each in paired.boards for p in (each.white, each.black)]
    seen += [paired.bye.player] if paired.bye else []
    assert sorted(seen) == sorted(p.id for p in field.players)
    met = {p.id: p.met for p in field.players}
    assert [each for each in paired.boards if each.black in met[each.white]] == []
