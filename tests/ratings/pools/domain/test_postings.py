"""Posting numbers, and the signal about them."""

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import PostingType
from ratings.models import Decision, Posting
from ratings.pools.domain.pools import create_pool
from ratings.pools.domain.postings import post, post_together
from tests.factories import NOON, UserFactory, chess_pool, line, member, posted
from tests.ratings.rating_lists import SPRING, decided

pytestmark = pytest.mark.django_db


def posted_to(pool):
    acting = ActionContext(UserFactory().pk, NOON)
    return post(pool.pk, PostingType.POLICY, acting)


def test_one_signal_per_pool_is_sent_after_the_commit(
    posted_pools, django_capture_on_commit_callbacks
):
    pool = chess_pool()
    other = create_pool(
        code="new", name="New", system="ssf_2008", parameters={}, from_date=SPRING
    )
    with django_capture_on_commit_callbacks(execute=True):
        numbers = [posted_to(pool), posted_to(pool), posted_to(other)]
        assert posted_pools == []

    assert (numbers[1], posted_pools) == (numbers[0] + 1, [pool.pk, other.pk])


def test_many_subjects_are_numbered_and_logged_in_order():
    pool = chess_pool()
    user = UserFactory()
    before = posted_to(pool)
    first, second = (
        posted(line(member(), member(), 2, SPRING)).pk for _number in range(2)
    )
    seen = []

    numbers = post_together(
        pool.pk,
        PostingType.WITHDRAW_REPORT,
        ActionContext(user.pk, NOON),
        [second, first],
        seen.append,
        reason="Wrong file",
    )

    assert seen == [numbers]
    assert list(numbers) == [before + 3, before + 4]
    rows = Posting.objects.filter(act=PostingType.WITHDRAW_REPORT).order_by("number")
    assert [
        (row.pool_id, row.number, row.report_id, row.by, row.at, row.reason)
        for row in rows
    ] == [
        (pool.pk, before + 3, second, user, NOON, "Wrong file"),
        (pool.pk, before + 4, first, user, NOON, "Wrong file"),
    ]
    pool.refresh_from_db()
    assert pool.posted == before + 4


def test_decisions_revoked_together_are_in_the_journal_as_decisions():
    decided(member(), 1500)
    decision = Decision.objects.get()

    post_together(
        chess_pool().pk,
        PostingType.REVOKE,
        ActionContext(None, NOON),
        [decision.pk],
        lambda _numbers: None,
    )

    row = Posting.objects.get(act=PostingType.REVOKE)
    assert (row.decision, row.report, row.by) == (decision, None, None)
