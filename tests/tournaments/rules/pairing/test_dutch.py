"""The input of the Dutch system from a section: `tournaments.rules.pairing.dutch`."""

from dataclasses import replace

import pytest

from tests.tournaments.rules.pairing.played import board, section
from tournaments.rules.pairing.dutch import (
    DutchBoard,
    DutchField,
    DutchPlayer,
    DutchRound,
    RoundCell,
    dutch_field,
    dutch_round,
    half_points_in_order,
)
from tournaments.rules.pairing.paired import Bracket, ColourReason, PairedBye
from tournaments.rules.points import Gain, PointSystem
from tournaments.rules.results import Colour, Result

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def rounds_of(section, number, **facts):
    field = dutch_field(section, number, WHITE, **facts)
    return {player.number: player.rounds for player in field.players}


def test_each_player_has_opponent_colour_and_result_of_every_earlier_round():
    played = section(
        5,
        board(1, 1, 2, Result.WHITE_WIN),
        board(1, 4, 3, Result.FORFEIT_BLACK),
        board(1, 5, None, Result.BYE),
        board(2, 2, 5, Result.DRAW),
        board(3, 1, 5, Result.DRAW),
    )
    assert rounds_of(played, 3) == {
        1: (DutchRound(RoundCell("1"), 2, WHITE), DutchRound(RoundCell.ABSENT)),
        2: (DutchRound(RoundCell("0"), 1, BLACK), DutchRound(RoundCell("="), 5, WHITE)),
        3: (DutchRound(RoundCell("+"), 4, BLACK), DutchRound(RoundCell.ABSENT)),
        4: (DutchRound(RoundCell("-"), 3, WHITE), DutchRound(RoundCell.ABSENT)),
        5: (DutchRound(RoundCell.PAIRING_BYE), DutchRound(RoundCell("="), 2, BLACK)),
    }


def test_unfinished_game_counts_as_drawn_and_one_won_by_both_as_no_game():
    played = section(
        4,
        board(1, 1, 2, Result.ADJOURNED),
        board(1, 3, 4, Result.BOTH_ONE),
    )
    assert rounds_of(played, 2) == {
        1: (DutchRound(RoundCell.DRAWN, 2, WHITE),),
        2: (DutchRound(RoundCell.DRAWN, 1, BLACK),),
        3: (DutchRound(RoundCell.FULL_BYE),),
        4: (DutchRound(RoundCell.FULL_BYE),),
    }


def test_absent_or_withdrawn_player_has_a_cell_for_the_round_to_pair():
    three = section(3)
    one, two, third = three.entries
    three = replace(three, entries=(one, replace(two, withdrawn=True), third))
    assert rounds_of(three, 1, absent={third.id}) == {
        1: (),
        2: (DutchRound(RoundCell.ABSENT),),
        3: (DutchRound(RoundCell.ABSENT),),
    }


def test_field_uses_pairing_numbers_and_has_all_rounds():
    entries = section(4, rounds=7)
    apart = frozenset({101, 104})
    field = dutch_field(entries, 2, BLACK, forbidden=[apart])
    assert (field.number, field.rounds, field.first_colour) == (2, 7, BLACK)
    assert field.forbidden == {frozenset({1, 4})}
    assert dutch_field(entries, 8, BLACK).rounds == 8


def answered(*pairs, brackets=()):
    """Return a round as the engine gives it: white, black and the scores of both by
    rank.
    """
    boards = [
        DutchBoard(white, black, levels, ColourReason.BOTH_WISHES)
        for white, black, levels in pairs
    ]
    return dutch_round(3, boards, brackets)


def test_boards_are_ordered_by_higher_score_then_sum_then_pairing_number():
    # C.04.2: the score of the higher ranked, the sum of both, the number of the higher.
    paired = answered(
        (9, 4, (2, 2)),
        (3, 8, (2, 2)),
        (7, 6, (2, 3)),
        (5, 2, (3, 3)),
        (1, 10, (4, 0)),
        (12, 11, (2, 1)),
    )
    seats = [(each.white, each.black, each.seeker) for each in paired.boards]
    assert seats == [
        (1, 10, 1),
        (5, 2, 2),
        (7, 6, 6),
        (3, 8, 3),
        (9, 4, 4),
        (12, 11, 12),
    ]


def test_pair_with_an_empty_side_is_the_bye():
    for white, black in ((5, 0), (0, 5)):
        paired = answered((1, 2, (0, 0)), (white, black, (0, 0)))
        assert paired.bye == PairedBye(5)
        assert [(each.white, each.black) for each in paired.boards] == [(1, 2)]
    assert answered((1, 2, (0, 0))).bye is None


def test_round_has_its_number_brackets_and_colour_reasons():
    brackets = (Bracket(4, (1, 2)), Bracket(2, (3, 4), (4,)))
    paired = answered((2, 1, (4, 4)), brackets=brackets)
    assert (paired.number, paired.brackets) == (3, brackets)
    assert [each.colour for each in paired.boards] == [ColourReason.BOTH_WISHES]


def test_renumbered_players_keep_their_rounds_and_lose_pairs_with_others():
    # The engine gets numbers without gaps: 3 is no longer paired.
    five = DutchField(
        2,
        7,
        BLACK,
        (
            DutchPlayer(2, (DutchRound(RoundCell.WON, 5, WHITE),)),
            DutchPlayer(4, (DutchRound(RoundCell.FORFEIT_LOST, 3, BLACK),)),
            DutchPlayer(5, (DutchRound(RoundCell.LOST, 2, BLACK),)),
        ),
        forbidden=frozenset({frozenset({2, 4}), frozenset({3, 4})}),
        virtual_points={2: (2, 1), 3: (2, 2), 5: (0, 1)},
        points=PointSystem(6, 2, 0),
    )
    assert five.renumbered({2: 1, 4: 2, 5: 3}) == DutchField(
        2,
        7,
        BLACK,
        (
            DutchPlayer(1, (DutchRound(RoundCell.WON, 3, WHITE),)),
            DutchPlayer(2, (DutchRound(RoundCell.FORFEIT_LOST, 0, BLACK),)),
            DutchPlayer(3, (DutchRound(RoundCell.LOST, 1, BLACK),)),
        ),
        forbidden=frozenset({frozenset({1, 2})}),
        virtual_points={1: (2, 1), 3: (0, 1)},
        points=PointSystem(6, 2, 0),
    )


@pytest.mark.parametrize(
    ("cell", "gain"),
    [
        ("1", Gain.WIN),
        ("=", Gain.DRAW),
        ("0", Gain.LOSS),
        ("+", Gain.WIN),
        ("-", Gain.NOTHING),
        ("H", Gain.DRAW),
        ("F", Gain.WIN),
        ("U", Gain.WIN),
        ("Z", Gain.NOTHING),
    ],
)
def test_cell_gives_the_gain_of_its_letter(cell, gain):
    assert RoundCell(cell).gain is gain


@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        (Result.WHITE_WIN, "1", "0"),
        (Result.DRAW, "=", "="),
        (Result.FORFEIT_BLACK, "-", "+"),
        (Result.DOUBLE_FORFEIT, "-", "-"),
        (Result.POSTPONED, "=", "="),
        (Result.UNRATED_WHITE, "1", "0"),
        (Result.UNRATED_DRAW, "=", "="),
        (Result.UNRATED_BLACK, "0", "1"),
    ],
)
def test_game_has_the_letters_of_its_result(result, white, black):
    two = section(2, board(1, 1, 2, result))
    assert rounds_of(two, 2) == {
        1: (DutchRound(RoundCell(white), 2, WHITE),),
        2: (DutchRound(RoundCell(black), 1, BLACK),),
    }


@pytest.mark.parametrize(
    ("result", "cell"),
    [(Result.HALF_BYE, "H"), (Result.FULL_BYE, "F"), (Result.ZERO_BYE, "Z")],
)
def test_round_without_a_game_has_its_letter(result, cell):
    assert rounds_of(section(1, board(1, 1, None, result)), 2) == {
        1: (DutchRound(RoundCell(cell)),)
    }


def test_field_has_the_point_system_of_the_section():
    points = PointSystem(6, 2, 0)
    by_three = replace(section(2, board(1, 1, 2, Result.DRAW)), points=points)
    field = dutch_field(by_three, 2, WHITE)
    assert field.points == points
    assert field.scores == {1: 2, 2: 2}


def test_unfinished_game_counts_as_drawn_for_the_order():
    of = [
        half_points_in_order(result, colour, PointSystem(6, 2, 0))
        for result in (Result.ADJOURNED, Result.WHITE_WIN, Result.FORFEIT_BLACK)
        for colour in (WHITE, BLACK)
    ]
    assert of == [2, 2, 6, 0, 0, 6]
