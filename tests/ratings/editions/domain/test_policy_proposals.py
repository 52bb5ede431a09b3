"""Changing the correction policy takes two users:
`ratings.editions.domain.policy_proposals`."""

import pytest

from ratings.editions.domain.policy_proposals import (
    approve_policy,
    propose_policy,
    reject_policy,
)
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import PolicyProposal, Posting
from ratings.pools.domain.pools import carry_corrections
from tests.factories import (
    NOON,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
)
from tests.races import second_waits
from tests.ratings.rating_lists import SPRING, corrected, published, rulebook_game
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


def proposed(by=None, *, carries=True, reason="the statutes"):
    pool = chess_pool()
    return propose_policy(
        pool.pk, carries=carries, reason=reason, acting=by or acting()
    )


def test_proposal_has_no_effect_until_another_user_approves_it():
    proposal = proposed()
    assert (chess_pool().carries_from, proposal.is_waiting) == (None, True)

    approve_policy(proposal.pk, acting=acting())

    assert chess_pool().carries_from == chess_pool().posted
    posting = Posting.objects.latest("number")
    assert (posting.act, posting.reason) == ("carry", "the statutes")


def test_policy_does_not_begin_before_everything_posted_is_computed():
    """A report that the rules cannot compute is held first: otherwise it would count in
    the approved period for ever, and nothing could be computed any more.
    """
    adam, bertil, _report = rulebook_game()
    one, other = member(), member()
    merge = propose_merge(MergeDraft(one.pk, other.pk, "one"), acting=acting())
    confirm_merge(merge.pk, acting=acting())
    published(SPRING)
    proposal = proposed()
    at_fault = posted(line(one, other, 2, SPRING))

    code = refusal_code(approve_policy, proposal.pk, acting=acting())
    assert code == "policy_computing"

    computed()
    approve_policy(proposal.pk, acting=acting())
    corrected(adam, bertil, 1)
    computed()
    at_fault.refresh_from_db()
    assert at_fault.state == "held"
    assert chess_pool().computation.computed == chess_pool().posted


def test_maker_may_not_approve_own_proposal():
    maker = acting()
    proposal = proposed(maker)

    assert refusal_code(approve_policy, proposal.pk, acting=maker) == "four_eyes"
    assert chess_pool().carries_from is None


def test_policy_takes_effect_at_once_if_four_eyes_are_waived(settings):
    settings.FOUR_EYES = False

    proposed()

    assert chess_pool().carries_from == chess_pool().posted


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"reason": " "}, "reason"),
        ({"carries": False}, "policy_same"),
    ],
)
def test_proposal_requires_a_reason_and_a_change(facts, code):
    assert refusal_code(proposed, **facts) == code
    assert not PolicyProposal.objects.exists()


def test_only_one_proposal_may_wait():
    proposed()

    assert refusal_code(proposed) == "policy_waits"


def test_rejecting_requires_a_reason_and_withdrawing_ones_own_does_not():
    maker = acting()
    first = proposed(maker)
    assert (
        refusal_code(reject_policy, first.pk, answer=" ", acting=acting()) == "answer"
    )
    reject_policy(first.pk, answer="", acting=maker)
    second = proposed()
    reject_policy(second.pk, answer="Not yet", acting=acting())

    second.refresh_from_db()
    assert (second.is_waiting, second.answer) == (False, "Not yet")
    assert chess_pool().carries_from is None


def test_proposal_is_settled_only_once():
    proposal = proposed()
    approve_policy(proposal.pk, acting=acting())

    assert refusal_code(approve_policy, proposal.pk, acting=acting()) == "settled"
    assert (
        refusal_code(reject_policy, proposal.pk, answer="No", acting=acting())
        == "settled"
    )


@at_once
def test_second_of_two_concurrent_approvals_is_refused(
    django_db_serialized_rollback,
):
    proposal = proposed()
    one, other = acting(), acting()

    answer = second_waits(
        lambda: approve_policy(proposal.pk, acting=one),
        lambda: approve_policy(proposal.pk, acting=other),
    )

    assert answer.code == "settled"


def test_proposal_for_another_pool_is_no_obstacle():
    other = second_pool()
    propose_policy(other.pk, carries=True, reason="the statutes", acting=acting())

    assert proposed().is_waiting


def test_proposal_stores_maker_and_approver():
    maker, judge = acting(), acting()
    proposal = propose_policy(
        chess_pool().pk, carries=True, reason=" the statutes ", acting=maker
    )
    approve_policy(proposal.pk, acting=judge)

    proposal.refresh_from_db()
    assert (proposal.made_by_id, proposal.reason) == (maker.user_id, "the statutes")
    assert (proposal.approved_by_id, proposal.approved_at) == (judge.user_id, NOON)


def test_two_users_switch_back_from_carrying_to_cascading():
    approve_policy(proposed().pk, acting=acting())
    assert refusal_code(proposed) == "policy_same"

    back = proposed(carries=False)
    assert chess_pool().carries_from is not None
    approve_policy(back.pk, acting=acting())

    assert chess_pool().carries_from is None
    assert Posting.objects.count() == 2


def test_proposal_that_became_invalid_is_not_approved():
    waiting = proposed()
    carry_corrections(chess_pool().pk, reason="r", acting=acting())

    assert refusal_code(approve_policy, waiting.pk, acting=acting()) == "policy_same"
    waiting.refresh_from_db()
    assert waiting.is_waiting
