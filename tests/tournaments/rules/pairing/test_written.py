import json
from dataclasses import replace

from hypothesis import given, settings

from tests.tournaments.rules.pairing.played import fields
from tournaments.rules.pairing.monrad import pair_monrad
from tournaments.rules.pairing.nordic import pair_nordic
from tournaments.rules.pairing.paired import (
    Bracket,
    ColourReason,
    NoPairingError,
    PairedBoard,
    PairedBye,
    PairedRound,
    PassedOver,
    WhyNot,
)
from tournaments.rules.pairing.written import as_data, from_data, renumbered


def read_again(paired):
    return from_data(json.loads(json.dumps(as_data(paired))))


@settings(max_examples=50)
@given(fields(pair_monrad))
def test_monrad_round_is_read_as_it_was_written(field):
    try:
        paired = pair_monrad(field)
    except NoPairingError:
        return
    assert read_again(paired) == paired


@settings(max_examples=50)
@given(fields(pair_nordic))
def test_nordic_round_is_read_as_it_was_written(field):
    try:
        paired = pair_nordic(field)
    except NoPairingError:
        return
    assert read_again(paired) == paired


DUTCH = PairedRound(
    3,
    (PairedBoard(2, 1, 1, ColourReason.BOTH_WISHES, (PassedOver(3, WhyNot.MET, 1),)),),
    PairedBye(3, (PassedOver(2, WhyNot.HAD_BYE, 2),)),
    brackets=(Bracket(4, (1, 2), ()), Bracket(1, (3,), (3,))),
    meetings_allowed=((2, 1),),
    scores=((1, 4), (2, 4), (3, 1)),
)


def test_dutch_round_is_read_as_it_was_written():
    assert read_again(DUTCH) == DUTCH


def test_dutch_round_is_renumbered_in_all_its_parts():
    assert renumbered(DUTCH, {1: 11, 2: 12, 3: 13}) == PairedRound(
        3,
        (
            PairedBoard(
                12, 11, 11, ColourReason.BOTH_WISHES, (PassedOver(13, WhyNot.MET, 1),)
            ),
        ),
        PairedBye(13, (PassedOver(12, WhyNot.HAD_BYE, 2),)),
        brackets=(Bracket(4, (11, 12), ()), Bracket(1, (13,), (13,))),
        meetings_allowed=((2, 1),),
        scores=((11, 4), (12, 4), (13, 1)),
    )


def test_round_stored_without_scores_is_still_read():
    data = as_data(DUTCH)
    del data["scores"]
    assert from_data(data) == replace(DUTCH, scores=())
