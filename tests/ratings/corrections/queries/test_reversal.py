"""The request that reverses a correction: `ratings.corrections.queries.reversal`."""

from datetime import date

import pytest

from federation.models import Player
from ratings.corrections.queries.claim_words import state_of_claim
from ratings.corrections.queries.reversal import is_reversible, reversed_claim
from ratings.enums import ClaimKind, ClaimScope, ClaimState
from ratings.models import Claim, Game
from tests.factories import NOON

ADA, BO, CAI = (Player(pk=pk, national_id=f"90{pk}") for pk in (1, 2, 3))
DAY, LATER = date(2026, 2, 1), date(2026, 2, 8)


def claim(**facts):
    defaults = {
        "pk": 7,
        "kind": ClaimKind.OPPONENT,
        "state": ClaimState.ALLOWED,
        "scope": ClaimScope.STANDINGS,
        "white": ADA,
        "black": BO,
        "score": 2,
        "played": True,
        "played_date": DAY,
        "to_white": ADA,
        "to_black": BO,
        "to_score": 2,
        "to_played": True,
        "to_date": DAY,
    }
    return Claim(**{**defaults, **facts})


def game(**facts):
    defaults = {
        "white": ADA,
        "black": BO,
        "score": 2,
        "played": True,
        "played_date": DAY,
    }
    return Game(**{**defaults, **facts})


@pytest.mark.parametrize(
    ("changed", "side", "who"),
    [({"to_white": CAI}, "white", ADA), ({"to_black": CAI}, "black", BO)],
)
def test_reversal_puts_the_first_player_back_in_the_same_place(changed, side, who):
    reversal = reversed_claim(claim(**changed))

    assert (reversal["side"], reversal["who"], reversal["player"]) == (
        side,
        who.national_id,
        str(who.pk),
    )


def test_reversal_restores_day_and_result():
    reversal = reversed_claim(claim(to_date=LATER, to_score=0))

    assert (reversal["day"], reversal["result"]) == (DAY, "2")


@pytest.mark.parametrize(
    ("facts", "now", "expected"),
    [
        ({}, {"score": 0}, True),
        ({}, {"score": 2}, False),
        ({}, {"score": 0, "played_date": LATER}, False),
        ({"scope": ClaimScope.RATING}, {"score": 0}, False),
        ({"state": ClaimState.REFUSED, "scope": ""}, {"score": 0}, False),
    ],
)
def test_only_unchanged_corrections_of_the_standings_are_reversible(
    facts, now, expected
):
    assert is_reversible(claim(to_score=0, **facts), game(**now)) is expected
    assert is_reversible(claim(to_score=0, **facts), None) is False


@pytest.mark.parametrize(
    ("facts", "sign", "label"),
    [
        ({}, "done", "Allowed"),
        ({"lifted_at": NOON}, "withdrawn", "Replaced by a later one"),
        ({"lifted_at": NOON, "lifted_by_id": 1}, "withdrawn", "Lifted"),
        ({"state": ClaimState.OPEN}, "waiting", "Open"),
    ],
)
def test_state_shows_the_ending_of_a_correction_before_its_decision(facts, sign, label):
    stands = state_of_claim(claim(**facts))

    assert (stands.sign, stands.label) == (sign, label)
