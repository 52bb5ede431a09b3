"""Who may meet whom in a round: `tournaments.rules.pairing.meetings`."""

from dataclasses import replace

from tests.tournaments.rules.pairing.played import board, section
from tournaments.rules.pairing.field import field_before_round
from tournaments.rules.pairing.meetings import ForbiddenPairs
from tournaments.rules.pairing.monrad import pair_monrad
from tournaments.rules.pairing.paired import NoPairingError, PassedOver, WhyNot
from tournaments.rules.results import Result


def test_kept_apart_pair_may_not_meet_and_others_may():
    field = field_before_round(section(4), 1)
    one, two, three, _four = (player.id for player in field.players)
    meetings = ForbiddenPairs(field.keeping_apart(frozenset({frozenset({one, two})})))
    pairs = [(one, two), (two, one), (one, three)]
    assert [meetings.may_meet(*both) for both in pairs] == [False, False, True]


def test_kept_apart_pair_does_not_meet_in_the_first_round():
    field = field_before_round(section(4), 1)
    one, two, *_others = (player.id for player in field.players)
    apart = field.keeping_apart(frozenset({frozenset({one, two})}))
    met = [
        {frozenset((board.white, board.black)) for board in pair_monrad(each).boards}
        for each in (field, apart)
    ]
    assert [{one, two} in each for each in met] == [True, False]


def test_withdrawn_and_absent_players_are_not_paired():
    played = section(4)
    first, *others = played.entries
    left = replace(played, entries=(replace(first, withdrawn=True), *others))
    for absent in (frozenset(), frozenset({first.id}), frozenset({others[0].id})):
        pairs = {player.id for player in field_before_round(left, 1, absent).players}
        assert pairs == {each.id for each in others} - absent


def test_kept_apart_pair_alone_in_the_field_may_not_meet():
    field = field_before_round(section(2), 1)
    one, two = (player.id for player in field.players)
    meetings = ForbiddenPairs(field.keeping_apart(frozenset({frozenset({one, two})})))
    assert not meetings.may_meet(one, two)
    assert meetings.keeps_apart({one})


def test_player_kept_apart_from_an_absent_one_is_free():
    field = field_before_round(section(4), 1, {102})
    meetings = ForbiddenPairs(field.keeping_apart(frozenset({frozenset({101, 102})})))
    assert not meetings.keeps_apart({101, 103, 104})
    assert meetings.may_meet(101, 103)


def test_reason_why_an_opponent_is_passed_over_is_given():
    played = section(4, board(1, 1, 2, Result.DRAW), board(2, 4, 1, Result.DRAW))
    field = field_before_round(played, 3)
    meetings = ForbiddenPairs(field.keeping_apart(frozenset({frozenset({101, 103})})))
    assert [meetings.why_not(101, other) for other in (102, 103, 104)] == [
        PassedOver(102, WhyNot.MET, 1),
        PassedOver(103, WhyNot.KEPT_APART),
        PassedOver(104, WhyNot.MET, 2),
    ]
    assert meetings.why_not(103, 104) == PassedOver(104, WhyNot.REST_CANNOT_BE_PAIRED)


def test_odd_number_cannot_be_paired_and_an_empty_field_can():
    meetings = ForbiddenPairs(field_before_round(section(4), 1))
    sizes = [meetings.can_be_paired(range(101, 101 + size)) for size in range(5)]
    assert sizes == [True, False, True, False, True]


def test_halves_can_be_paired_if_each_player_has_an_own_opponent():
    apart = [(1, 4), (1, 5), (2, 4), (2, 5)]
    field = field_before_round(section(6), 1).keeping_apart(
        frozenset(frozenset(100 + n for n in pair) for pair in apart)
    )
    meetings = ForbiddenPairs(field)
    assert not meetings.can_be_paired_across((101, 102, 103), (104, 105, 106))
    assert meetings.can_be_paired_across((101, 104), (102, 106))
    assert meetings.can_be_paired_across((101, 104, 105), (102, 103, 106))


def test_refusal_is_unchanged_under_other_numbers():
    refused = NoPairingError(3, (2, 1), is_bye_missing=True, is_kept_apart=False)
    other = refused.renumbered({1: 11, 2: 12})
    assert (other.number, other.blocked) == (3, (12, 11))
    assert (other.is_bye_missing, other.is_kept_apart) == (True, False)
    apart = NoPairingError(3, is_kept_apart=True).renumbered({})
    assert (apart.is_bye_missing, apart.is_kept_apart) == (False, True)
