"""To which player each card's games count: `ratings.ledger.queries.player_aliases`."""

from datetime import date

import numpy as np
import pytest

from ratings.ledger.queries.player_aliases import (
    NOBODY,
    PlayerAliases,
    aliases_as_of,
    aliases_now,
)
from ratings.merges.domain.merges import (
    MergeDraft,
    confirm_merge,
    propose_merge,
    undo_merge,
)
from ratings.pools.domain.pools import create_pool
from tests.factories import acting, chess_pool, line, member, posted

CHAIN = PlayerAliases.of([(5, 3), (3, 9), (7, 2)])


def test_chain_of_merges_leads_to_the_last_card():
    assert CHAIN.leads == {3: 9, 5: 9, 7: 2}
    assert CHAIN.columns == {"gone": [3, 5, 7], "stays": [9, 9, 2]}
    assert [CHAIN.person(card) for card in (2, 3, 5, 8)] == [2, 9, 9, 8]
    assert CHAIN.persons([5, 8]) == {5: 9, 8: 8}


def test_all_cards_of_given_players_are_found():
    assert CHAIN.cards([9, 8]) == [3, 5, 8, 9]
    assert CHAIN.cards([7]) == [7]
    assert NOBODY.cards([9, 8, 9]) == [8, 9]


def test_columns_of_ids_are_resolved_including_ids_outside_all_cards():
    ids = np.array([1, 3, 4, 5, 7, 9, 10], np.int32)
    resolved = CHAIN.resolved(ids)
    assert resolved.tolist() == [1, 9, 4, 9, 2, 9, 10]
    assert resolved.dtype == np.int32
    assert NOBODY.resolved(ids).tolist() == ids.tolist()


@pytest.mark.django_db
def test_merge_counts_in_each_pool_from_its_posting_until_undone():
    other = create_pool(
        code="other",
        name="Other",
        system="elo",
        parameters={},
        from_date=date(2020, 1, 1),
    )
    merged_card, remaining_card = member(), member()
    posted(line(merged_card, member(), 2, date(2026, 2, 1)))
    waiting = propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, "one man"), acting=acting()
    )
    assert aliases_now().leads == {}
    confirm_merge(waiting.pk, acting=acting())
    number = chess_pool().posted
    other.refresh_from_db()

    def at(pool, posting_number):
        return aliases_as_of(pool.pk, posting_number).leads

    leads = {merged_card.pk: remaining_card.pk}
    assert number == other.posted + 1
    assert (at(chess_pool(), number - 1), at(chess_pool(), number)) == ({}, leads)
    assert (at(other, other.posted - 1), at(other, other.posted)) == ({}, leads)
    assert aliases_now().leads == leads
    later = create_pool(
        code="later",
        name="Later",
        system="elo",
        parameters={},
        from_date=date(2020, 1, 1),
    )
    assert at(later, 0) == leads
    undo_merge(waiting.pk, reason="two men", acting=acting())
    assert aliases_now().leads == {}
    assert at(chess_pool(), number) == leads
    assert at(chess_pool(), chess_pool().posted) == {}
