"""What waits for somebody else's eyes: `ratings.four_eyes.queries.second_eyes`."""

from datetime import date

import pytest

from federation.enums import RoleKind
from federation.permissions import actor_of
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    make_decision,
    reject_decision,
)
from ratings.editions.domain.policy_proposals import propose_policy
from ratings.enums import DecisionKind, ProposedKind
from ratings.four_eyes.domain.proposed_acts import ActDraft, propose_act
from ratings.four_eyes.queries.second_eyes import SecondEyes, waiting_for
from ratings.merges.domain.merges import MergeDraft, propose_merge
from ratings.models import EditionProposal
from ratings.pools.domain.postings import ActionContext
from tests.factories import (
    NOON,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    officer,
)

pytestmark = pytest.mark.django_db


def keeper():
    """Somebody who is rating officer and administrator."""
    user = officer()
    RoleFactory(kind=RoleKind.ADMINISTRATOR, user=user)
    return user


def waits(user):
    return waiting_for(actor_of(user, NOON.date()), NOON)


def adjustment(player):
    return DecisionDraft(
        chess_pool().pk,
        DecisionKind.ADJUSTMENT,
        player.pk,
        date(2026, 2, 1),
        -50,
        "only rapid games",
    )


@pytest.fixture
def maker():
    """Has proposed one thing of each kind."""
    user = keeper()
    acting, pool = ActionContext(user.pk, NOON), chess_pool()
    make_decision(adjustment(PlayerFactory()), acting=acting)
    draft = MergeDraft(PlayerFactory().pk, PlayerFactory().pk, "one man")
    propose_merge(draft, acting=acting)
    propose_policy(pool.pk, carries=True, reason="The magazine", acting=acting)
    last_day = {"last_day": date(2030, 1, 1)}
    propose_act(
        ActDraft(ProposedKind.LAST_DAY, pool.pk, "Over", **last_day), acting=acting
    )
    EditionProposal.objects.create(
        pool=pool,
        from_date=date(2027, 1, 1),
        system="elo",
        parameters={},
        reason="FIDE",
        made_by=user,
        made_at=NOON,
    )
    return user


def test_nothing_waits_for_whoever_proposed_it(maker):
    assert waits(maker) == SecondEyes()


def test_everything_waits_for_another(maker):
    found = waits(keeper())

    one_each = (found.editions, found.policies, found.acts)
    assert (found.decisions, found.merges) == (1, 1)
    assert [len(each) for each in one_each] == [1, 1, 1]


def test_only_what_somebody_may_agree_to_waits_for_them(maker):
    found = waits(officer())

    assert (found.decisions, found.merges) == (1, 1)
    assert (found.editions, found.policies, found.acts) == ((), (), ())
    assert waits(UserFactory()) == SecondEyes()


def test_a_decision_that_was_rejected_waits_for_nobody():
    acting = ActionContext(officer().pk, NOON)
    made = make_decision(adjustment(PlayerFactory()), acting=acting)
    reject_decision(made.pk, reason="", acting=acting)

    assert waits(officer()).decisions == 0
