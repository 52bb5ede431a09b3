"""Pairing by a system with pairs to avoid: `tournaments.rules.pairing.systems`."""

import pytest

from tests.tournaments.rules.pairing.played import section
from tournaments.rules.pairing.field import field_before_round
from tournaments.rules.pairing.monrad import pair_monrad
from tournaments.rules.pairing.paired import NoPairingError
from tournaments.rules.pairing.systems import avoid_pairs_if_possible, pair_round


def field(size, forbidden=(), avoided=()):
    def pairs(numbers):
        return frozenset(frozenset(100 + n for n in each) for each in numbers)

    before = field_before_round(section(size), 1)
    return before.keeping_apart(pairs(forbidden), pairs(avoided))


def numbers(paired):
    return [(board.white - 100, board.black - 100) for board in paired.boards]


def test_each_system_pairs_its_own_way_with_the_scores_of_the_field():
    # SSF §14: by Monrad the neighbours meet, in the Nordic system the halves.
    monrad, nordic = (pair_round(name, field(4)) for name in ("monrad", "nordic"))
    assert numbers(monrad) == [(2, 1), (4, 3)]
    assert numbers(nordic) == [(3, 1), (4, 2)]
    assert monrad.scores == nordic.scores == tuple((100 + n, 0) for n in (1, 2, 3, 4))


def test_unknown_system_raises_a_key_error():
    with pytest.raises(KeyError):
        pair_round("dutch", field(4))


def test_pairs_to_avoid_do_not_meet_if_there_is_another_way():
    paired = pair_round("monrad", field(4, avoided=[(1, 2)]))
    assert numbers(paired) == [(3, 1), (4, 2)]
    assert paired.meetings_allowed == ()


def test_forbidden_pairs_do_not_meet_in_a_field_with_pairs_to_avoid():
    paired = pair_round("monrad", field(4, [(1, 3)], [(1, 2)]))
    assert numbers(paired) == [(4, 1), (3, 2)]


def test_all_wishes_are_dropped_if_unavoidable_and_the_meetings_are_named():
    paired = pair_round("monrad", field(4, [(1, 3)], [(1, 2), (1, 4), (2, 3)]))
    assert numbers(paired) == [(2, 1), (4, 3)]
    assert paired.meetings_allowed == ((102, 101),)


def test_system_runs_once_without_wishes_and_again_to_drop_them():
    fields_paired = []

    def none(field):
        fields_paired.append(field)
        raise NoPairingError(1)

    for each, times in ((field(2), 1), (field(2, avoided=[(1, 2)]), 2)):
        fields_paired.clear()
        with pytest.raises(NoPairingError):
            avoid_pairs_if_possible(none, each)
        assert len(fields_paired) == times


def test_forbidden_pairs_stay_forbidden_when_wishes_are_dropped():
    paired = avoid_pairs_if_possible(
        pair_monrad, field(4, [(1, 2)], [(1, 3), (1, 4), (2, 3)])
    )
    assert numbers(paired) == [(3, 1), (4, 2)]
    assert paired.meetings_allowed == ((103, 101),)
