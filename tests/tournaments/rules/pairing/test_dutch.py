"""What the Dutch system is given of a section: `tournaments.rules.pairing.dutch`."""

from dataclasses import replace

from tests.tournaments.rules.pairing.played import board, section
from tournaments.rules.pairing.dutch import Cell, DutchRound, dutch_field
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
        1: (DutchRound(Cell("1"), 2, WHITE), DutchRound(Cell.ABSENT)),
        2: (DutchRound(Cell("0"), 1, BLACK), DutchRound(Cell("="), 5, WHITE)),
        3: (DutchRound(Cell("+"), 4, BLACK), DutchRound(Cell.ABSENT)),
        4: (DutchRound(Cell("-"), 3, WHITE), DutchRound(Cell.ABSENT)),
        5: (DutchRound(Cell.PAIRING_BYE), DutchRound(Cell("="), 2, BLACK)),
    }


def test_a_game_that_is_not_over_counts_as_drawn_and_one_that_both_won_as_no_game():
    played = section(
        4,
        board(1, 1, 2, Result.ADJOURNED),
        board(1, 3, 4, Result.BOTH_ONE),
    )
    assert rounds_of(played, 2) == {
        1: (DutchRound(Cell.DRAWN, 2, WHITE),),
        2: (DutchRound(Cell.DRAWN, 1, BLACK),),
        3: (DutchRound(Cell.FULL_BYE),),
        4: (DutchRound(Cell.FULL_BYE),),
    }


def test_whoever_is_absent_or_has_withdrawn_has_the_round_that_is_paired_as_well():
    three = section(3)
    one, two, third = three.entries
    three = replace(three, entries=(one, replace(two, withdrawn=True), third))
    assert rounds_of(three, 1, absent={third.id}) == {
        1: (),
        2: (DutchRound(Cell.ABSENT),),
        3: (DutchRound(Cell.ABSENT),),
    }


def test_a_field_is_by_pairing_numbers_and_of_all_rounds():
    entries = section(4, rounds=7)
    apart = frozenset({101, 104})
    field = dutch_field(entries, 2, BLACK, forbidden=[apart])
    assert (field.number, field.rounds, field.first_colour) == (2, 7, BLACK)
    assert field.forbidden == {frozenset({1, 4})}
    assert dutch_field(entries, 8, BLACK).rounds == 8
