"""What a replay holds of players between its steps."""

from datetime import date

import numpy as np
import pytest

from ratings.engine.domain.derived_rows import StepKey
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.replayed_steps import ReplayContext
from ratings.models import Change
from tests.factories import computed, line, member, posted, side
from tests.ratings.published import rated

BEFORE, EARLY, LATE = date(2025, 10, 1), date(2026, 2, 1), date(2026, 3, 1)


def context():
    """The players 1 and 3 are replayed."""
    return ReplayContext(
        snapshot=LedgerSnapshot(1, 0),
        ids=np.array([1, 3]),
        lookup=np.array([-1, 0, -1, 1], np.int32),
        before=StepKey(date.min, date.min),
    )


def test_only_cards_that_are_replayed_have_rows():
    assert context().rows_of(np.array([1, 2, 3, 4, 9])).tolist() == [0, 1]


def test_a_card_that_is_not_replayed_has_no_row():
    assert [context().row_of(card) for card in (1, 2, 3, 4)] == [0, None, 1, None]


@pytest.mark.django_db
@pytest.mark.parametrize("first", ["white", "black"])
@pytest.mark.parametrize("later", ["white", "black"])
def test_a_newcomer_starts_by_the_first_game_with_whichever_colour(first, later):
    """Whoever is 12 starts with 1000, an adult with 1300 (SSF rating, point 9); the
    others have a rating since the period before, so that nobody else is new."""
    newcomer = member(birth_year=2014)
    adult = side(newcomer, birth_year=1990)
    one, other = rated(1500), rated(1500)
    posted(line(one, other, 1, BEFORE))
    computed()

    def play(own, opponent, colour, day):
        pair = [own, side(opponent)]
        posted(line(*(pair if colour == "white" else pair[::-1]), 1, day))

    play(adult, one, later, LATE)
    play(side(newcomer), other, first, EARLY)
    computed()

    assert Change.objects.get(player_id=newcomer.pk).before == 1000
