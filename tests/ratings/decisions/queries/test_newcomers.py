"""Members who have no rating in a pool yet: `ratings.decisions.queries.newcomers`."""

from datetime import date

import pytest

from federation.models import Player
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    reject_decision,
    revoke_decision,
)
from ratings.decisions.queries.newcomers import newcomers_of
from ratings.enums import DecisionKind
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import CurrentRating
from ratings.pools.domain.pools import create_pool
from tests.factories import (
    NOON,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    acting,
    chess_pool,
    member,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return ClubFactory()


@pytest.fixture
def other_pool():
    return create_pool(
        code="other",
        name="Other",
        system="lask_1970",
        parameters={},
        from_date=date(2020, 9, 1),
    )


def made(player, pool=None):
    pool_id = (pool or chess_pool()).pk
    day = date(2026, 2, 1)
    draft = DecisionDraft(pool_id, DecisionKind.START, player.pk, day, 1500, "known")
    return make_decision(draft, acting=acting())


def found(club):
    return newcomers_of(chess_pool().pk, club.pk, NOON.date())


@pytest.mark.parametrize("confirms", [True, False])
def test_player_with_a_start_rating_on_a_merged_card_is_no_newcomer(club, confirms):
    merged_card, player = PlayerFactory(), member(club)
    decision = made(merged_card)
    if confirms:
        confirm_decision(decision.pk, acting=acting())
    draft = MergeDraft(merged_card.pk, player.pk, "One person")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())
    assert found(club).unrated == ()
    assert list(found(club).waiting) == ([] if confirms else [decision])


def test_player_with_waiting_or_counting_start_rating_is_no_newcomer(club):
    waiting, counting = member(club), member(club)
    decision = made(waiting)
    confirm_decision(made(counting).pk, acting=acting())

    assert (found(club).unrated, found(club).waiting) == ((), (decision,))


def test_player_with_rejected_or_revoked_start_rating_is_a_newcomer(club):
    rejected, revoked = member(club), member(club)
    reject_decision(made(rejected).pk, reason="no", acting=acting())
    decision = confirm_decision(made(revoked).pk, acting=acting())
    revoke_decision(decision.pk, reason="no", acting=acting())

    assert set(found(club).unrated) == {rejected, revoked}
    assert found(club).waiting == ()


def test_rating_of_another_pool_does_not_count(club, other_pool):
    decided, rated = member(club), member(club)
    confirm_decision(made(decided, other_pool).pk, acting=acting())
    CurrentRating.objects.create(
        pool_id=other_pool.pk,
        player_id=rated.pk,
        rating=1500,
        base=1500,
        games=0,
        ended_on=date(2026, 2, 1),
    )

    assert set(found(club).unrated) == {decided, rated}


def test_newcomers_are_current_main_club_members(club):
    ours, guest, former = member(club), member(), PlayerFactory()
    MembershipFactory(player=guest, club=club, is_main=False)
    MembershipFactory(player=former, club=club, to_date=date(2026, 6, 14))

    assert found(club).unrated == (ours,)


def test_merged_card_is_no_newcomer(club):
    remaining_card, merged_card = member(club), member(club)
    made(merged_card)
    Player.objects.filter(pk=merged_card.pk).update(merged_into=remaining_card)

    assert (found(club).unrated, found(club).waiting) == ((remaining_card,), ())
