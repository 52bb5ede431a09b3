"""Which list a new one is compared with."""

import pytest

from ratings.lists.queries.proposal_difference import standing_list
from tests.factories import line
from tests.ratings.published import (
    SPRING,
    SUMMER,
    accepted,
    period,
    published,
    rated,
    rulebook_game,
)

pytestmark = pytest.mark.django_db


def test_a_list_of_later_days_is_not_what_stood_before():
    rulebook_game()
    accepted(line(rated(1500), rated(1500), 2, SUMMER))
    published(SUMMER)

    assert standing_list(period(SPRING)) is None
