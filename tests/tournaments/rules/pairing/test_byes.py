"""Who gets the bye, and the reason if no player can: `tournaments.rules.pairing.byes`."""

import pytest

from tournaments.rules.pairing.byes import choose_bye
from tournaments.rules.pairing.field import Field, PairingPlayer
from tournaments.rules.pairing.meetings import ForbiddenPairs
from tournaments.rules.pairing.paired import (
    NoPairingError,
    PairedBye,
    PassedOver,
    WhyNot,
)


def player(number, *met, byes=()):
    return PairingPlayer(number, number, met=dict.fromkeys(met, 1), byes=byes)


def chosen(*players, apart=()):
    field = Field(4, players, frozenset(map(frozenset, apart)))
    return choose_bye(4, field.in_order, ForbiddenPairs(field))


def refusal(*players, apart=()):
    with pytest.raises(NoPairingError) as refused:
        chosen(*players, apart=apart)
    error = refused.value
    return error.number, error.blocked, error.is_bye_missing, error.is_kept_apart


def test_even_number_of_players_has_no_bye():
    assert chosen(player(1), player(2), player(3), player(4)) is None
    assert chosen() is None


def test_player_who_had_a_bye_is_passed_over_with_its_first_round():
    found = chosen(player(1), player(2), player(3, byes=(1, 3)))
    assert found == PairedBye(2, (PassedOver(3, WhyNot.HAD_BYE, 1),))


def test_player_whose_bye_would_leave_an_unpairable_rest_is_passed_over():
    assert chosen(player(1), player(2, 3), player(3, 2), apart=[(1, 2)]) == PairedBye(
        2, (PassedOver(3, WhyNot.REST_CANNOT_BE_PAIRED),)
    )


def test_player_who_has_met_all_others_is_named():
    three = player(2, 1), player(3, 1), player(4, 1)
    assert refusal(player(1, 2, 3, 4), *three) == (4, (1,), False, False)


def test_player_blocked_by_kept_apart_pairs_is_named_with_that_reason():
    others = player(2, 1), player(3), player(4)
    refused = refusal(player(1, 2), *others, apart=[(1, 3), (1, 4)])
    assert refused == (4, (1,), False, True)


def test_pair_kept_apart_is_no_reason_for_a_player_who_has_met_all():
    three = player(2, 1), player(3, 1), player(4, 1)
    refused = refusal(player(1, 2, 3, 4), *three, apart=[(3, 4)])
    assert refused == (4, (1,), False, False)


def test_no_player_is_named_if_each_has_an_opponent_left():
    # 1, 2 and 3 may only meet one another, and so may 4, 5 and 6.
    upper = [player(n, 4, 5, 6) for n in (1, 2, 3)]
    lower = [player(n, 1, 2, 3) for n in (4, 5, 6)]
    assert refusal(*upper, *lower) == (4, (), False, False)
    # Only 1 and 4 are kept apart: that may still be the reason.
    free = (player(1, 5, 6), *upper[1:], player(4, 2, 3), *lower[1:])
    assert chosen(*free) is None
    assert refusal(*free, apart=[(1, 4)]) == (4, (), False, True)


def test_missing_bye_is_the_reason_if_all_of_an_odd_number_had_one():
    rested = [player(n, byes=(n,)) for n in (1, 2, 3)]
    assert refusal(*rested) == (4, (), True, False)


def test_players_who_have_met_are_named_if_a_bye_is_possible():
    # Only 3 may have the bye, and 1 and 2 have met.
    rested = player(1, 2, 3, byes=(3,)), player(2, 1, byes=(2,))
    assert refusal(*rested, player(3, 1)) == (4, (1,), False, False)
