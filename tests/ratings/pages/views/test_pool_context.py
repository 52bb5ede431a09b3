"""The pool and lists that every page of ratings begins with:
`ratings.pages.views.pool_context`.
"""

from datetime import date
from types import SimpleNamespace

import pytest
from django.http import Http404

from ratings.engine.domain.computation import compute_pool
from ratings.lists.domain.live_list import number_live_list
from ratings.models import Edition
from ratings.pages.views.pool_context import (
    chosen_pool,
    levels_of_list,
    open_pool_context,
)
from ratings.pools.domain.pools import create_pool
from tests.factories import NOON, chess_pool, line, member, posted
from tests.ratings.rating_lists import SPRING, accepted, published, rated

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


def context_of(**query):
    return SimpleNamespace(GET=query, today=TODAY)


def opened(code):
    return create_pool(
        code=code,
        name=code,
        system="ssf_2008",
        parameters={},
        from_date=date(2020, 1, 1),
    )


def listed(pool):
    """Give the pool a live list."""
    posted(line(member(), member(), 2, SPRING), pool_id=pool.pk)
    compute_pool(pool.pk, at=NOON, cause="test")
    number_live_list(pool.pk, today=TODAY)


def test_first_pool_with_a_list_is_shown_without_a_code():
    opened("empty")
    pool = opened("rapid")
    assert chosen_pool(context_of())[0].code == "chess-long"
    listed(pool)
    assert chosen_pool(context_of())[0].code == "rapid"
    assert chosen_pool(context_of(pool="empty"))[0].code == "empty"
    with pytest.raises(Http404):
        chosen_pool(context_of(pool="rap"))


def links_of(*codes):
    return [open_pool_context(context_of(pool=code)).query for code in codes]


def test_links_name_every_pool_except_the_default_one():
    listed(opened("rapid"))
    # An address without a pool shows the first one that has a list.
    assert links_of("chess-long", "rapid") == ["?pool=chess-long", "?pool=rapid"]
    listed(chess_pool())
    assert links_of("chess-long", "rapid") == ["", "?pool=rapid"]


def test_pools_with_a_list_and_the_open_one_are_offered():
    opened("empty"), opened("other")
    listed(opened("rapid"))
    offered = open_pool_context(context_of(pool="empty")).offered
    assert [each.code for each in offered] == ["rapid", "empty"]


def test_list_is_found_by_number_only_in_its_own_pool():
    opened("rapid")
    accepted(line(rated(1500), rated(1600), 2, SPRING))
    made = published(SPRING)
    mine, other = (
        open_pool_context(context_of(pool=code)) for code in ("chess-long", "rapid")
    )
    assert mine.publication(made.number).pk == made.pk
    for context, number in ((mine, made.number + 1), (other, made.number)):
        with pytest.raises(Http404):
            context.publication(number)


def test_list_has_the_levels_of_its_first_valid_day():
    accepted(line(rated(1500), rated(1600), 2, SPRING))
    made = published(SPRING)
    Edition.objects.create(
        pool=chess_pool(), system="renju", parameters={}, from_date=TODAY
    )
    context = open_pool_context(context_of())
    assert made.valid_from < TODAY
    assert levels_of_list(context, context.publication(made.number)) is None
    assert levels_of_list(context, None) is not None
