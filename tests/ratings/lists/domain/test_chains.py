"""Several lists approved in one act: `ratings.lists.domain.chains`, and how they are
published in sequence.
"""

from datetime import timedelta

import pytest

from federation.domain.authorship import ActionContext
from federation.models import OutboxMail
from ratings import tasks
from ratings.engine.domain.sweeping import overdue_approvals
from ratings.ledger.domain.reports import accept_report, withdraw_report
from ratings.lists.domain.chains import ChainNotPossible, ListToApprove, approve_chain
from ratings.lists.domain.publishing import approval_after, publish_list
from ratings.lists.queries.listing import proposal_seen
from ratings.models import Approval, ListEntry, RatingList
from ratings.signals import list_approved
from tests.factories import NOON, acting, computed, line, member, posted, second_pool
from tests.races import second_waits, together
from tests.ratings.lists.chain import STARTS, SUMMER, TODAY, Chain
from tests.ratings.rating_lists import accepted
from tests.worlds import shared

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@shared
def chain():
    return Chain()


@pytest.fixture
def officer():
    return acting()


def states():
    rows = Approval.objects.filter(at=NOON).order_by("pk")
    return [each.state for each in rows][3:]


def refused(chain, officer, lists=None):
    with pytest.raises(ChainNotPossible) as answer:
        chain.approved(officer, lists)
    return answer.value.period_id, answer.value.code


def test_three_lists_are_approved_in_one_act_and_published_in_order(chain, officer):
    chain.corrected()

    approvals = chain.approved(officer)
    published = [publish_list(each.pk, at=NOON) for each in approvals]

    assert states() == ["published"] * 3
    assert chain.revised() == [
        (4 + place, start, 1) for place, start in enumerate(STARTS)
    ]
    # SSF rating, point 3: 16 for a win among equals; 32 apart a draw gives 1 back,
    # and 30 apart another one.
    ratings = [
        dict(
            ListEntry.objects.filter(list_id=each.pk).values_list("player_id", "rating")
        )
        for each in published
    ]
    assert [each[chain.black.pk] for each in ratings] == [1316, 1315, 1314]
    assert [each[chain.white.pk] for each in ratings] == [1284, 1285, 1286]


def test_publishing_one_list_invalidates_no_other_of_the_chain(chain, officer):
    """Each list is what was seen, whatever is published in the meantime."""
    chain.corrected()
    seen = chain.seen()
    first, *others = chain.approved(officer, seen)

    assert publish_list(first.pk, at=NOON)

    assert [each.seen for each in chain.seen()] == [each.seen for each in seen]
    assert [bool(publish_list(each.pk, at=NOON)) for each in others] == [True] * 2


def test_list_of_a_chain_waits_for_the_earlier_ones(chain, officer):
    chain.corrected()
    first, second, third = chain.approved(officer)

    assert publish_list(third.pk, at=NOON) is None
    assert publish_list(second.pk, at=NOON) is None
    assert (states(), approval_after(third.pk)) == (["requested"] * 3, None)

    assert publish_list(first.pk, at=NOON)
    assert approval_after(first.pk) == second.pk
    assert publish_list(second.pk, at=NOON)
    assert approval_after(second.pk) == third.pk
    assert publish_list(third.pk, at=NOON)
    assert approval_after(third.pk) is None


def test_worker_continues_with_the_next_list(chain, officer, monkeypatch):
    chain.corrected()
    first, second, _third = chain.approved(officer)
    sent = []
    monkeypatch.setattr(
        tasks.build_list, "apply_async", lambda args, kwargs: sent.append(kwargs)
    )
    monkeypatch.setattr(tasks.look_through_list, "apply_async", lambda *_: None)

    tasks.build_list(approval_id=first.pk)

    assert sent == [{"approval_id": second.pk}]
    assert len(overdue_approvals(at=NOON + timedelta(minutes=1))) == 2


def test_lists_up_to_a_chosen_one_are_approved_and_the_rest_wait(chain, officer):
    chain.corrected()

    chain.approved(officer, chain.seen()[:2])

    assert states() == ["requested"] * 2


def test_list_moved_since_it_was_seen_stops_the_chain(chain, officer):
    chain.corrected()
    seen = chain.seen()
    accepted(line(member(), member(), 2, SUMMER), source_number=11)
    computed()

    _spring, summer, _autumn = chain.periods
    assert refused(chain, officer, seen) == (summer.pk, "moved")
    assert states() == []


def test_list_with_changed_content_stops_the_chain(chain, officer):
    chain.corrected()
    seen = chain.seen()
    chain.white.memberships.update(to_date=STARTS[1])

    assert refused(chain, officer, seen) == (chain.periods[1].pk, "says_other")
    assert states() == []


def test_waiting_report_stops_the_chain(chain, officer):
    chain.corrected()
    report = posted(line(member(), member(), 2, SUMMER), source_number=11)
    computed()

    assert refused(chain, officer) == (chain.periods[1].pk, "waiting")
    accept_report(report.pk, acting=ActionContext(None, NOON))
    assert len(chain.approved(officer)) == 3


def test_user_who_stopped_accepted_results_may_not_approve_the_chain(chain, officer):
    withdraw_report(chain.report.pk, "Who played?", acting=officer)
    computed()

    assert refused(chain, officer) == (chain.periods[0].pk, "stopped")
    assert states() == []
    assert len(chain.approved(acting())) == 3


def test_lists_without_a_difference_are_not_approved(chain, officer):
    assert refused(chain, officer) == (chain.periods[0].pk, "same")


def test_lists_of_two_pools_are_refused(chain, officer):
    chain.corrected()
    other = second_pool()
    report = posted(line(member(), member(), 2, SUMMER), pool_id=other.pk)
    accept_report(report.pk, acting=ActionContext(None, NOON))
    other_period = other.periods.first()
    mixed = [*chain.seen(), ListToApprove(other_period.pk, proposal_seen(other_period))]

    with pytest.raises(ValueError, match="one pool"):
        chain.approved(officer, mixed)
    assert states() == []


def test_removed_period_stops_the_chain(chain, officer):
    chain.corrected()
    missing_period = 2**40
    lists = [*chain.seen(), ListToApprove(missing_period, chain.seen()[0].seen)]

    assert refused(chain, officer, lists) == (missing_period, "gone")
    assert states() == []


def test_empty_chain_is_refused(officer):
    with pytest.raises(ValueError, match="one pool"):
        approve_chain([], comment="", today=TODAY, acting=officer)


def test_posting_before_building_refuses_all_lists_with_one_letter(chain, officer):
    chain.corrected()
    first, *_others = chain.approved(officer)
    chain.corrected(1)

    assert publish_list(first.pk, at=NOON) is None

    assert states() == ["refused"] * 3
    [letter] = OutboxMail.objects.filter(subject__contains="3 lists")
    for day in ("2025-05-01", "2025-09-01", "2026-01-01"):
        assert day in letter.body
    assert RatingList.objects.count() == 3


def test_lists_unchanged_since_seen_are_still_published(chain, officer):
    chain.corrected()
    approvals = chain.approved(officer)
    accepted(line(member(), member(), 2, STARTS[2]), source_number=11)
    computed()

    built = [publish_list(each.pk, at=NOON) is not None for each in approvals]

    assert (built, states()) == (
        [True, True, False],
        ["published", "published", "refused"],
    )


def test_each_list_is_announced_once_after_the_commit(
    chain, officer, django_capture_on_commit_callbacks
):
    heard = []

    def hear(approval_id, **_rest):
        heard.append(approval_id)

    chain.corrected()
    list_approved.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            approvals = chain.approved(officer)
    finally:
        list_approved.disconnect(hear)

    assert heard == [each.pk for each in approvals]


# --- two at once -----------------------------------------------------------------
@at_once
def test_concurrent_approvals_of_a_chain_approve_it_once(chain):
    chain.corrected()
    seen = chain.seen()
    hands = [acting() for _ in range(2)]

    answers = together(*(lambda by=by: chain.approved(by, seen) for by in hands))

    refusals = [each.code for each in answers if isinstance(each, ChainNotPossible)]
    assert len(refusals) == 1
    assert set(refusals) <= {"busy", "requested"}
    assert states() == ["requested"] * 3


@at_once
def test_a_chain_is_refused_while_the_pool_is_computed(chain, officer):
    chain.corrected()
    seen = chain.seen()
    chain.spring(1)

    answer = second_waits(
        computed, lambda: chain.approved(officer, seen), may_pass=True
    )

    assert (answer.code, states()) == ("busy", [])


@at_once
def test_computation_after_approval_is_noticed_when_building(chain, officer):
    chain.corrected()
    approvals = []

    def correct_and_compute():
        chain.spring(1)
        return computed()

    second_waits(
        lambda: approvals.extend(chain.approved(officer)),
        correct_and_compute,
        may_pass=True,
    )
    computed()

    assert [publish_list(each.pk, at=NOON) for each in approvals] == [None] * 3
    assert states() == ["refused"] * 3


@at_once
def test_concurrent_workers_build_lists_in_order(chain, officer):
    chain.corrected()
    first, second, third = chain.approved(officer)

    together(
        lambda: publish_list(second.pk, at=NOON),
        lambda: publish_list(first.pk, at=NOON),
    )
    for each in (second, third):
        publish_list(each.pk, at=NOON)

    assert states() == ["published"] * 3
    assert chain.revised() == [
        (4 + place, start, 1) for place, start in enumerate(STARTS)
    ]
