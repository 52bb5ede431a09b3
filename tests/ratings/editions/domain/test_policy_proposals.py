"""What becomes of corrections is changed by two: `ratings.editions.domain.policy_proposals`."""

import pytest

from federation.domain.authorship import ActionContext
from federation.domain.refusal import RegisterRefusal
from ratings.editions.domain.policy_proposals import (
    approve_policy,
    propose_policy,
    reject_policy,
)
from ratings.models import PolicyProposal, Posting
from ratings.pools.domain.pools import carry_corrections
from tests.factories import NOON, UserFactory, chess_pool, second_pool
from tests.races import second_waits

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


def acting():
    return ActionContext(UserFactory().pk, NOON)


def proposed(by=None, *, carries=True, reason="the statutes"):
    pool = chess_pool()
    return propose_policy(
        pool.pk, carries=carries, reason=reason, acting=by or acting()
    )


def refused(act, *arguments, **named):
    with pytest.raises(RegisterRefusal) as answer:
        act(*arguments, **named)
    return answer.value.code


def test_a_proposal_changes_nothing_until_another_approves_it():
    proposal = proposed()
    assert (chess_pool().carries_from, proposal.is_waiting) == (None, True)

    approve_policy(proposal.pk, acting=acting())

    assert chess_pool().carries_from == chess_pool().posted
    posting = Posting.objects.latest("number")
    assert (posting.act, posting.reason) == ("carry", "the statutes")


def test_its_maker_does_not_approve_it():
    maker = acting()
    proposal = proposed(maker)

    assert refused(approve_policy, proposal.pk, acting=maker) == "four_eyes"
    assert chess_pool().carries_from is None


def test_where_four_eyes_are_waived_it_holds_at_once(settings):
    settings.FOUR_EYES = False

    proposed()

    assert chess_pool().carries_from == chess_pool().posted


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"reason": " "}, "reason"),
        ({"carries": False}, "policy_same"),
    ],
)
def test_it_says_why_and_changes_something(asked, code):
    assert refused(proposed, **asked) == code
    assert not PolicyProposal.objects.exists()


def test_one_waits_at_a_time():
    proposed()

    assert refused(proposed) == "policy_waits"


def test_a_user_who_rejects_it_says_why_and_its_maker_need_not():
    maker = acting()
    first = proposed(maker)
    assert refused(reject_policy, first.pk, answer=" ", acting=acting()) == "answer"
    reject_policy(first.pk, answer="", acting=maker)
    second = proposed()
    reject_policy(second.pk, answer="Not yet", acting=acting())

    second.refresh_from_db()
    assert (second.is_waiting, second.answer) == (False, "Not yet")
    assert chess_pool().carries_from is None


def test_it_is_settled_once():
    proposal = proposed()
    approve_policy(proposal.pk, acting=acting())

    assert refused(approve_policy, proposal.pk, acting=acting()) == "settled"
    assert (
        refused(reject_policy, proposal.pk, answer="No", acting=acting()) == "settled"
    )


@at_once
def test_of_two_who_approve_it_at_once_the_second_gets_a_message(
    django_db_serialized_rollback,
):
    proposal = proposed()
    one, other = acting(), acting()

    answer = second_waits(
        lambda: approve_policy(proposal.pk, acting=one),
        lambda: approve_policy(proposal.pk, acting=other),
    )

    assert answer.code == "settled"


def test_a_proposal_for_another_pool_stands_in_no_way():
    other = second_pool()
    propose_policy(other.pk, carries=True, reason="the statutes", acting=acting())

    assert proposed().is_waiting


def test_a_proposal_keeps_who_made_it_and_who_agreed():
    maker, judge = acting(), acting()
    proposal = propose_policy(
        chess_pool().pk, carries=True, reason=" the statutes ", acting=maker
    )
    approve_policy(proposal.pk, acting=judge)

    proposal.refresh_from_db()
    assert (proposal.made_by_id, proposal.reason) == (maker.user_id, "the statutes")
    assert (proposal.approved_by_id, proposal.approved_at) == (judge.user_id, NOON)


def test_corrections_that_are_carried_cascade_again_by_two():
    approve_policy(proposed().pk, acting=acting())
    assert refused(proposed) == "policy_same"

    back = proposed(carries=False)
    assert chess_pool().carries_from is not None
    approve_policy(back.pk, acting=acting())

    assert chess_pool().carries_from is None
    assert Posting.objects.count() == 2


def test_what_became_impossible_meanwhile_is_not_approved():
    waiting = proposed()
    carry_corrections(chess_pool().pk, reason="r", acting=acting())

    assert refused(approve_policy, waiting.pk, acting=acting()) == "policy_same"
    waiting.refresh_from_db()
    assert waiting.is_waiting
