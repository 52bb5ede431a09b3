"""Players passed over in a round of the Dutch system, computed by hand from C.04.3."""

import pytest

from tournaments.rules.pairing.dutch import (
    DutchField,
    DutchPlayer,
    DutchRound,
    RoundCell,
)
from tournaments.rules.pairing.dutch_reasons import (
    absolute_colour,
    no_pairing,
    with_reasons,
)
from tournaments.rules.pairing.paired import (
    Bracket,
    ColourReason,
    PairedBoard,
    PairedBye,
    PairedRound,
    PassedOver,
    WhyNot,
)
from tournaments.rules.results import Colour

WHITE, BLACK = Colour.WHITE, Colour.BLACK
LEFT = DutchRound(RoundCell.ABSENT)


def game(cell, opponent, colour):
    return DutchRound(RoundCell(cell), opponent, colour)


def field(*players, rounds=9, **facts):
    number = len(players[0]) + 1
    numbered = enumerate(players, start=1)
    return DutchField(
        number, rounds, WHITE, tuple(DutchPlayer(n, each) for n, each in numbered),
        **facts,
    )  # fmt: skip


def boards(*pairs):
    return tuple(
        PairedBoard(white, black, min(white, black), ColourReason.BOTH_WISHES)
        for white, black in pairs
    )


def passed_over(paired):
    return {
        board.seeker: [
            (each.player, each.why, each.round) for each in board.passed_over
        ]
        for board in paired.boards
    }


def colours(*letters):
    return DutchPlayer(1, tuple(game("=", 9, Colour(letter)) for letter in letters))


@pytest.mark.parametrize(
    ("player", "due"),
    [
        (colours(), None),
        (colours(WHITE), None),
        (colours(WHITE, BLACK, WHITE), None),
        (colours(BLACK, WHITE, WHITE), BLACK),
        (colours(WHITE, BLACK, BLACK), WHITE),
        (colours(WHITE, WHITE, BLACK, WHITE), BLACK),
        (DutchPlayer(1, (game("1", 2, WHITE), LEFT, game("=", 3, WHITE))), BLACK),
        (DutchPlayer(1, (game("1", 2, WHITE), game("+", 3, WHITE))), None),
    ],
)
def test_colour_is_due_after_two_of_the_other_over_the_board(player, due):
    assert absolute_colour(player) is due


def test_free_players_of_the_lower_half_are_passed_over():
    # 1 has met 4, is kept apart from 5, and gets 6; 2 and 3 get the first free players.
    drawn = field(
        (game("=", 4, WHITE),),
        *[(game("=", n, BLACK),) for n in (5, 6)],
        (game("=", 1, BLACK),),
        *[(game("=", n, WHITE),) for n in (2, 3)],
        forbidden=frozenset({frozenset((1, 5))}),
    )
    bracket = Bracket(1, (1, 2, 3, 4, 5, 6))
    paired = PairedRound(2, boards((1, 6), (4, 2), (5, 3)), brackets=(bracket,))

    result = with_reasons(paired, drawn)

    assert passed_over(result) == {
        1: [(4, WhyNot.MET, 1), (5, WhyNot.KEPT_APART, None)],
        2: [],
        3: [],
    }
    assert result.scores == tuple((number, 1) for number in range(1, 7))


def test_colour_due_to_both_is_distinguished_from_the_other_rules():
    twice_white = [(game("=", n, WHITE), game("=", n + 1, WHITE)) for n in (11, 13, 15)]
    once = [(game("=", n, BLACK), game("=", n + 1, WHITE)) for n in (21, 23, 25)]
    six = (twice_white[0], once[0], once[1], twice_white[1], twice_white[2], once[2])
    bracket = Bracket(2, (1, 2, 3, 4, 5, 6))
    pairs = boards((6, 1), (2, 5), (3, 4))
    paired = PairedRound(3, pairs, brackets=(bracket,))

    reasons = passed_over(with_reasons(paired, field(*six)))
    last = passed_over(with_reasons(paired, field(*six, rounds=3)))

    assert reasons == {
        1: [(4, WhyNot.SAME_COLOUR, None), (5, WhyNot.SAME_COLOUR, None)],
        2: [(4, WhyNot.RULES_KEPT_LESS, None)],
        3: [],
    }
    assert last[1] == [(n, WhyNot.RULES_KEPT_LESS, None) for n in (4, 5)]


def test_downfloater_gets_the_first_possible_player_of_the_lower_score():
    # 1 and 2 have two points and have met; 3 to 6 have one. 1 has met 3 as well.
    players = (
        (game("1", 3, WHITE), game("1", 2, BLACK)),
        (game("1", 9, BLACK), game("1", 1, WHITE)),
        (game("0", 1, BLACK), game("1", 8, WHITE)),
        *[(game("1", n, BLACK), game("0", n + 1, WHITE)) for n in (11, 13, 15)],
    )
    brackets = (Bracket(4, (1, 2), (1, 2)), Bracket(2, (1, 2, 3, 4, 5, 6)))
    paired = PairedRound(3, boards((4, 1), (3, 2), (5, 6)), brackets=brackets)

    assert passed_over(with_reasons(paired, field(*players))) == {
        1: [(3, WhyNot.MET, 1)],
        2: [],
        5: [],
    }


def test_lower_half_is_passed_over_before_players_are_exchanged_between_halves():
    players = (
        (game("=", 3, WHITE), game("=", 4, BLACK)),
        (game("=", 11, WHITE), game("=", 12, BLACK)),
        (game("=", 1, BLACK), game("=", 13, WHITE)),
        (game("=", 14, BLACK), game("=", 1, WHITE)),
    )
    paired = PairedRound(
        3, boards((1, 2), (3, 4)), brackets=(Bracket(2, (1, 2, 3, 4)),)
    )

    assert passed_over(with_reasons(paired, field(*players))) == {
        1: [(3, WhyNot.MET, 1), (4, WhyNot.MET, 2)],
        3: [],
    }


def test_lower_placed_players_without_the_bye_are_named_with_the_reason():
    players = (
        (game("1", 2, WHITE), game("0", 3, BLACK)),
        (game("0", 1, BLACK), game("1", 4, WHITE)),
        (game("1", 8, WHITE), game("1", 1, BLACK)),
        (DutchRound(RoundCell.PAIRING_BYE), game("0", 2, BLACK)),
        (game("+", 6, WHITE), game("0", 7, WHITE)),
        (game("=", 7, WHITE), LEFT),
        (game("=", 6, BLACK), game("=", 5, WHITE)),
    )
    pairs = boards((3, 7), (4, 5), (2, 6))
    paired = PairedRound(3, pairs, PairedBye(1))

    bye = with_reasons(paired, field(*players)).bye

    assert bye == PairedBye(
        1,
        (
            PassedOver(6, WhyNot.REST_CANNOT_BE_PAIRED),
            PassedOver(7, WhyNot.RULES_KEPT_LESS),
            PassedOver(5, WhyNot.WON_WITHOUT_PLAY, 1),
            PassedOver(4, WhyNot.HAD_BYE, 1),
            PassedOver(2, WhyNot.RULES_KEPT_LESS),
        ),
    )


def why_none(*players, **facts):
    refused = no_pairing(field(*players, **facts))
    return refused.blocked, refused.is_bye_missing, refused.is_kept_apart


FOUR = (
    (game("1", 2, WHITE), game("1", 3, BLACK), game("1", 4, WHITE)),
    (game("0", 1, BLACK), LEFT, game("+", 3, WHITE)),
    (LEFT, game("0", 1, WHITE), game("-", 2, BLACK)),
    (LEFT, LEFT, game("0", 1, BLACK)),
)


def test_player_who_has_met_all_is_named_if_there_is_no_round():
    assert why_none(*FOUR) == ((1,), False, False)


def test_forfeit_is_no_meeting_and_absent_player_is_no_opponent():
    one, two, three, four = FOUR
    assert why_none(one, two, three, (*four, LEFT)) == ((1,), False, False)
    present = (one, two, (*three, LEFT), (*four, LEFT))
    assert why_none(*present) == ((1, 2), False, False)


def test_player_kept_apart_from_the_last_opponent_is_named():
    apart = frozenset({frozenset({2, 3}), frozenset({2, 4})})
    assert why_none(*FOUR, forbidden=apart) == ((1, 2), False, True)


def test_kept_apart_pairs_may_be_the_reason_if_each_has_an_opponent_left():
    none = ((), (), (), ())
    apart = frozenset({frozenset({1, 2})})
    assert why_none(*none, forbidden=apart) == ((), False, True)
    assert why_none(*none) == ((), False, False)


def test_odd_number_has_a_bye_as_long_as_one_player_may_have_it():
    rested = (DutchRound(RoundCell.PAIRING_BYE),)
    lost = (game("0", 9, WHITE),)
    assert why_none(rested, rested, rested) == ((), True, False)
    assert why_none(rested, rested, lost) == ((), False, False)
    assert why_none(rested, rested) == ((), False, False)


def test_only_points_ahead_of_this_round_are_added_to_the_score():
    # C.04.5.1: what was added in round 1 is not added in round 2.
    won, lost = (game("1", 2, WHITE),), (game("0", 1, BLACK),)
    accelerated = field(won, lost, virtual_points={1: (2, 1)})
    assert accelerated.scores == {1: 3, 2: 0}
