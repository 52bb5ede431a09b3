"""Acts that two users must agree to: `ratings.four_eyes.domain.proposed_acts`."""

from datetime import date, timedelta

import pytest

from ratings.enums import ProposedKind
from ratings.four_eyes.domain.proposed_acts import (
    ActDraft,
    approve_act,
    propose_act,
    reject_act,
)
from ratings.models import Pool, ProposedAct
from ratings.pools.domain.pools import create_pool
from tests.factories import NOON, acting, chess_pool, line, member, posted
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
LAST = date(2030, 1, 1)
LATER = NOON + timedelta(days=1)


def other_pool():
    return create_pool(
        code="other",
        name="Other",
        system="elo",
        parameters={},
        from_date=date(2020, 1, 1),
    )


def proposed(pool=None, reason=" Over ", by=None, **facts):
    values = {"kind": ProposedKind.LAST_DAY, "last_day": LAST, **facts}
    draft = ActDraft(subject=(pool or chess_pool()).pk, reason=reason, **values)
    return propose_act(draft, acting=by or acting())


def test_act_is_not_done_until_another_user_agrees():
    maker, other = acting(), acting(at=LATER)
    act = proposed(by=maker)
    assert (act.pool, act.reason, act.made_by_id, act.made_at) == (
        chess_pool(), "Over", maker.user_id, NOON,
    )  # fmt: skip
    assert chess_pool().ends_on is None
    assert refusal_code(approve_act, act.pk, acting=maker) == "four_eyes"

    approve_act(act.pk, acting=other)

    act.refresh_from_db()
    assert (act.approved_by_id, act.approved_at, act.by_one) == (
        other.user_id, LATER, False,
    )  # fmt: skip
    assert chess_pool().ends_on == LAST


def test_same_act_is_proposed_once_but_other_acts_and_rows_may_wait_too():
    pool = other_pool()
    proposed()
    assert refusal_code(proposed, last_day=LAST + timedelta(days=1)) == "act_waits"
    proposed(pool)
    proposed(kind=ProposedKind.FIDE_BESIDE, last_day=None, fide_tempo="rapid")
    assert ProposedAct.objects.waiting().count() == 3


def test_rejected_act_may_be_proposed_again():
    act, other = proposed(), acting(at=LATER)
    assert refusal_code(reject_act, act.pk, answer=" ", acting=other) == "answer"
    reject_act(act.pk, answer=" Not yet ", acting=other)
    act.refresh_from_db()
    assert (act.answer, act.rejected_by_id, act.rejected_at) == (
        "Not yet", other.user_id, LATER,
    )  # fmt: skip
    assert refusal_code(approve_act, act.pk, acting=acting()) == "settled"
    assert chess_pool().ends_on is None
    assert proposed().is_waiting


def test_maker_withdraws_own_proposal_once_without_a_reason():
    maker = acting()
    act = proposed(by=maker)
    reject_act(act.pk, answer="", acting=maker)
    assert refusal_code(reject_act, act.pk, answer="", acting=maker) == "settled"


def test_act_is_validated_on_proposal_and_again_on_agreement():
    day = date(2026, 6, 1)
    act = proposed(last_day=day)
    posted(line(member(), member(), 2, day + timedelta(days=1)))
    pool = other_pool()
    posted(line(member(), member(), 2, day + timedelta(days=1)), pool_id=pool.pk)
    assert refusal_code(proposed, pool, last_day=day) == "results_after_end"
    assert refusal_code(approve_act, act.pk, acting=acting()) == "results_after_end"
    assert list(ProposedAct.objects.all()) == [act]
    assert set(Pool.objects.values_list("ends_on", flat=True)) == {None}


def test_proposal_requires_a_reason():
    assert refusal_code(proposed, reason=" \n") == "reason"


def test_act_is_done_at_once_and_recorded_as_such_if_four_eyes_are_waived(settings):
    settings.FOUR_EYES = False
    maker = acting()
    act = proposed(by=maker)
    assert (act.by_one, act.approved_by_id) == (True, maker.user_id)
    assert chess_pool().ends_on == LAST
