"""Who may meet whom in a round: `tournaments.rules.pairing.meetings`."""

from dataclasses import replace

from tests.tournaments.rules.pairing.played import section
from tournaments.rules.pairing.field import field_before_round
from tournaments.rules.pairing.meetings import Meetings
from tournaments.rules.pairing.monrad import pair_monrad


def test_two_who_are_kept_apart_may_not_meet_and_others_may():
    field = field_before_round(section(4), 1)
    one, two, three, _four = (player.id for player in field.players)
    meetings = Meetings(field.keeping_apart(frozenset({frozenset({one, two})})))
    asked = [(one, two), (two, one), (one, three)]
    assert [meetings.may_meet(*both) for both in asked] == [False, False, True]


def test_two_who_are_kept_apart_do_not_meet_in_the_first_round():
    field = field_before_round(section(4), 1)
    one, two, *_others = (player.id for player in field.players)
    apart = field.keeping_apart(frozenset({frozenset({one, two})}))
    met = [
        {frozenset((board.white, board.black)) for board in pair_monrad(each).boards}
        for each in (field, apart)
    ]
    assert [{one, two} in each for each in met] == [True, False]


def test_neither_who_has_withdrawn_nor_who_is_absent_is_paired():
    played = section(4)
    first, *others = played.entries
    left = replace(played, entries=(replace(first, withdrawn=True), *others))
    for absent in (frozenset(), frozenset({first.id}), frozenset({others[0].id})):
        found = {player.id for player in field_before_round(left, 1, absent).players}
        assert found == {each.id for each in others} - absent


def test_two_alone_in_the_field_who_are_kept_apart_may_not_meet():
    field = field_before_round(section(2), 1)
    one, two = (player.id for player in field.players)
    meetings = Meetings(field.keeping_apart(frozenset({frozenset({one, two})})))
    assert not meetings.may_meet(one, two)
    assert meetings.keeps_apart({one})


def test_whoever_is_kept_apart_from_somebody_absent_is_free():
    field = field_before_round(section(4), 1, {102})
    meetings = Meetings(field.keeping_apart(frozenset({frozenset({101, 102})})))
    assert not meetings.keeps_apart({101, 103, 104})
    assert meetings.may_meet(101, 103)
