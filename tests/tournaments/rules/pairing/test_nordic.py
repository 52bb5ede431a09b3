"""The Nordic system by SSF §14 B."""

import pytest
from hypothesis import event, given

from tests.tournaments.rules.pairing import slow
from tests.tournaments.rules.pairing.played import board, fields, section
from tournaments.rules.pairing.field import Field, PairingPlayer, field_before_round
from tournaments.rules.pairing.nordic import pair_nordic
from tournaments.rules.pairing.paired import (
    ColourReason,
    NoPairingError,
    PairedBye,
    PassedOver,
    ScoreGroup,
    WhyNot,
)
from tournaments.rules.results import Result


def numbers(paired):
    """Return the boards as pairing numbers, White first."""
    return [(each.white - 100, each.black - 100) for each in paired.boards]


def before(size, number, *boards):
    return field_before_round(section(size, *boards), number)


def players(points, met=()):
    """Return players 1, 2, … with these half points; `met` are pairs of numbers."""
    return tuple(
        PairingPlayer(
            100 + n,
            n,
            half_points=half_points,
            met={
                100 + other: 1
                for pair in met
                for other in pair
                if n in pair and other != n
            },
        )
        for n, half_points in enumerate(points, start=1)
    )


def test_in_the_first_round_the_upper_half_meets_the_lower_which_has_white():
    assert numbers(pair_nordic(before(6, 1))) == [(4, 1), (5, 2), (6, 3)]


def test_the_lowest_of_an_odd_number_has_the_bye():
    paired = pair_nordic(before(5, 1))
    assert paired.bye == PairedBye(105)
    assert numbers(paired) == [(3, 1), (4, 2)]


def test_a_bye_gives_no_colour():
    field = before(3, 2, board(1, 2, 1, Result.DRAW), board(1, 3, None, Result.BYE))
    assert {p.number: p.whites for p in field.players} == {1: 0, 2: 1, 3: 0}


def test_groups_have_one_score_and_are_paired_half_against_half():
    paired = pair_nordic(Field(2, players([2, 2, 2, 2, 0, 0])))
    assert numbers(paired) == [(1, 3), (2, 4), (5, 6)]
    assert paired.groups == (
        ScoreGroup(upper=(101, 102), lower=(103, 104)),
        ScoreGroup(upper=(105,), lower=(106,)),
    )


def test_a_lone_leader_meets_the_strongest_of_the_next_group_not_met_before():
    paired = pair_nordic(Field(3, players([4, 2, 2, 2], met=[(1, 2)])))
    assert numbers(paired) == [(3, 1), (4, 2)]
    assert paired.groups[0].taken_up == (103,)


def test_an_odd_group_takes_the_strongest_of_the_next_and_places_it_last():
    paired = pair_nordic(Field(2, players([2, 0, 2, 2, 0, 0])))
    # 1, 3, 4 and, last, 2: the upper half is 1 and 3.
    assert numbers(paired) == [(1, 4), (2, 3), (5, 6)]
    assert paired.groups[0] == ScoreGroup(
        upper=(101, 103), lower=(104, 102), taken_up=(102,)
    )


def test_the_order_of_the_lower_half_is_changed_before_the_halves():
    paired = pair_nordic(Field(2, players([0, 0, 0, 0], met=[(1, 3)])))
    assert numbers(paired) == [(1, 4), (2, 3)]
    assert paired.groups[0].is_reordered
    assert paired.groups[0].exchanged == ()
    assert paired.boards[0].passed_over == (PassedOver(103, WhyNot.MET, 1),)


def test_players_are_exchanged_at_the_border_of_the_halves():
    met = [(1, 3), (1, 4), (2, 3), (2, 4)]
    paired = pair_nordic(Field(3, players([0, 0, 0, 0], met=met)))
    assert numbers(paired) == [(2, 1), (4, 3)]
    assert paired.groups[0].exchanged == (102, 103)


def test_a_group_that_cannot_be_paired_takes_two_more():
    """1 and 2 lead and have met: 3 and 4 are added at the end of their group."""
    paired = pair_nordic(Field(3, players([2, 2, 0, 0, 0, 0], met=[(1, 2)])))
    assert numbers(paired) == [(3, 1), (4, 2), (6, 5)]
    assert paired.groups[0].taken_up == (103, 104)


def test_the_lowest_group_is_merged_with_the_one_above_if_it_cannot_be_paired():
    paired = pair_nordic(Field(3, players([2, 2, 0, 0], met=[(3, 4)])))
    assert numbers(paired) == [(3, 1), (4, 2)]
    (group,) = paired.groups
    assert group.merged
    assert group.taken_up == ()


def test_field_that_defeats_backtracking_is_paired():
    """The last five of the upper half may only meet 25 and the first four of the lower:
    backtracking tries every order of the lower half before it changes the halves. Then
    30 moves to the lower half and meets 25; 31 to 34 are needed by the other four, so
    that 35 moves up and gets the last player, and 1 to 24 get those from 36 on in
    order.
    """
    met = {n: {} for n in range(1, 61)}
    for n in range(26, 31):
        for other in set(met) - {n, 25, 31, 32, 33, 34}:
            met[n][100 + other] = met[other][100 + n] = 1
    players = tuple(PairingPlayer(100 + n, n, met=met[n]) for n in range(1, 61))

    paired = pair_nordic(Field(2, players))

    assert numbers(paired) == [
        *[(n, n + 35) for n in range(1, 25)],
        (25, 30),
        *[(n, n + 5) for n in range(26, 30)],
        (35, 60),
    ]
    (group,) = paired.groups
    assert (group.exchanged, group.is_reordered) == ((130, 135), True)


def test_white_goes_to_the_player_who_had_it_least():
    pair = (PairingPlayer(101, 1, whites=2), PairingPlayer(102, 2, whites=1))
    (only,) = pair_nordic(Field(4, pair)).boards
    assert (only.white, only.colour) == (102, ColourReason.FEWER_WHITES)


@pytest.mark.parametrize(
    ("number", "white", "why"),
    [
        (2, 101, ColourReason.STRONGER_IN_EVEN_ROUND),
        (3, 102, ColourReason.WEAKER_IN_ODD_ROUND),
    ],
)
def test_at_equal_colours_the_round_decides(number, white, why):
    (only,) = pair_nordic(Field(number, players([0, 0]))).boards
    assert (only.white, only.colour) == (white, why)


@given(fields(pair_nordic))
def test_round_equals_that_of_the_literal_rule(field):
    expected = slow.nordic(field)
    event("no pairing" if expected is None else "paired")
    if expected is None:
        with pytest.raises(NoPairingError):
            pair_nordic(field)
        return
    paired = pair_nordic(field)
    for group in paired.groups:
        event(
            f"taken up {len(group.taken_up)}, merged {group.merged},"
            f" exchanged {len(group.exchanged)}"
        )
    boards = [(each.white, each.black) for each in paired.boards]
    assert (boards, paired.bye.player if paired.bye else None) == expected


@given(fields(pair_nordic, most_players=24, most_rounds=7))
def test_all_players_are_paired_once_and_no_pair_meets_again(field):
    try:
        paired = pair_nordic(field)
    except NoPairingError:
        return
    seen = [p for each in paired.boards for p in (each.white, each.black)]
    seen += [paired.bye.player] if paired.bye else []
    assert sorted(seen) == sorted(p.id for p in field.players)
    met = {p.id: p.met for p in field.players}
    assert [each for each in paired.boards if each.black in met[each.white]] == []
