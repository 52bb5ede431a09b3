"""Posting numbers, and who is told of them."""

import pytest

from ratings.enums import PostingType
from ratings.pools.domain.pools import create_pool
from ratings.pools.domain.postings import ActionContext, post
from tests.factories import NOON, UserFactory, chess_pool
from tests.ratings.published import SPRING

pytestmark = pytest.mark.django_db


def posted_to(pool):
    acting = ActionContext(UserFactory().pk, NOON)
    return post(pool.pk, PostingType.CARRY, acting, lambda _number: None)


def test_a_pool_is_told_of_after_the_commit_once_however_often_it_was_posted_to(
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
