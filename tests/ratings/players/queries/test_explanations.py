"""Which numbers and events an explanation shows:
`ratings.players.queries.explanations`.
"""

from datetime import date

import pytest

from federation.enums import RoleKind
from federation.permissions import Actor, HeldRole
from ratings.players.queries.explanations import (
    carried_over,
    game_facts,
    kept_carried_over,
    stored_change,
    stored_entry,
    stored_step,
)
from tests.factories import chess_pool, line
from tests.ratings.engine.domain.test_converting import converted_from_may
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 1, 1), date(2026, 4, 30)
OFFICER = Actor(user_id=1, roles=(HeldRole(RoleKind.RATING_OFFICER),))


def test_stored_change_is_of_the_period_ending_on_the_day():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 2, SUMMER))
    up_to_date()

    stored = stored_change(chess_pool().pk, adam.pk, LAST)

    assert (stored.before, stored.after, stored.games) == (1950, 1976, 1)
    assert stored_change(chess_pool().pk, adam.pk, SPRING) is None


def test_list_has_its_own_line_beside_the_revision():
    adam, bertil, _report = rulebook_game()
    first = published(SPRING)
    corrected(adam, bertil, 0)
    second = published(SPRING)

    entries = [
        stored_entry(chess_pool().pk, each.pk, adam.pk) for each in (first, second)
    ]

    assert [(each.before, each.after) for each in entries] == [
        (1950, 1976),
        (1950, 1944),
    ]


def test_games_with_the_same_key_are_distinguished_by_their_report():
    adam, bertil, report = rulebook_game()
    both = [line(bertil, adam, 1, SUMMER, key=key, round=key) for key in (1, 2)]
    other = accepted(*both, name="Summer Open")

    found = game_facts([(report.pk, 1), (other.pk, 2)])

    assert {key: (each.event, each.round) for key, each in found.items()} == {
        (report.pk, 1): ("Spring Open", 1),
        (other.pk, 2): ("Summer Open", 2),
    }


def test_conversion_is_not_part_of_the_preceding_period():
    """FIDE's of 2024: 1976 + 0.4 x 24 is 1985.6, 1400 + 0.4 x 600 is 1640."""
    adam, _bertil, _report = rulebook_game()
    idle, pool_id = rated(1400), chess_pool().pk
    converted_from_may()
    rating_list = published(SPRING)
    up_to_date()

    def before_and_after(stored):
        return stored and (stored.before, stored.after)

    found = {
        who: [
            before_and_after(stored_change(pool_id, who.pk, LAST)),
            before_and_after(stored_step(pool_id, rating_list.pk, who.pk, 0)),
            before_and_after(carried_over(pool_id, who.pk, LAST)),
            before_and_after(kept_carried_over(rating_list.pk, who.pk)),
            before_and_after(carried_over(pool_id, who.pk, date(2026, 8, 31))),
        ]
        for who in (adam, idle)
    }

    assert found == {
        adam: [(1950, 1976), None, (1976, 1986), (1976, 1986), None],
        idle: [(1400, 1400), None, (1400, 1640), (1400, 1640), None],
    }
