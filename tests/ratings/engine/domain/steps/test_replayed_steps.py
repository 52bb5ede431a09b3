"""What a replay remembers of players between its steps."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from ratings.engine.domain.derived_rows import StepKey
from ratings.engine.domain.ledger_snapshot import LedgerSnapshot
from ratings.engine.domain.replayed_steps import ReplayContext, _starts_differ
from ratings.engine.domain.time_line import TimeLine
from ratings.ledger.domain.editions import EditionsOfPool
from ratings.models import Change
from ratings.rules.step import Lines, State
from tests.factories import computed, line, member, posted, side
from tests.ratings.rating_lists import rated

BEFORE, EARLY, LATE = date(2025, 10, 1), date(2026, 2, 1), date(2026, 3, 1)


def context():
    """The players 1 and 3 are replayed."""
    return ReplayContext(
        snapshot=LedgerSnapshot(1, 0, TimeLine(EditionsOfPool(()), ())),
        ids=np.array([1, 3]),
        lookup=np.array([-1, 0, -1, 1], np.int32),
        before=StepKey(date.min, date.min),
    )


def test_only_replayed_cards_have_rows():
    assert context().rows_of(np.array([1, 2, 3, 4, 9])).tolist() == [0, 1]


def test_card_outside_the_replay_has_no_row():
    assert [context().row_of(card) for card in (1, 2, 3, 4)] == [0, None, 1, None]


def lines(*games):
    """Return lines from ((White's row, birth year), (Black's row, birth year))."""
    white, white_years, black, black_years = (
        np.array(column) for column in zip(*games, strict=True)
    )
    size = len(games)
    yes, nothing = np.ones(size, np.bool_), np.full(size, np.nan)
    return Lines(
        white=white,
        black=black,
        score=np.ones(size, np.int8),
        played=yes,
        minutes=np.full(size, 120),
        white_member=yes,
        black_member=yes,
        white_outside=nothing,
        black_outside=nothing,
        white_adopts=~yes,
        black_adopts=~yes,
        white_birth_year=white_years,
        black_birth_year=black_years,
        day=np.arange(size),
    )


NEW, ADA, BO = 0, 1, 2
CHILD, ADULT = 2014, 1990


@pytest.mark.parametrize(
    ("games", "differ"),
    [
        ([(NEW, CHILD, ADA, 1980), (NEW, ADULT, BO, 1980)], True),
        ([(ADA, 1980, NEW, CHILD), (BO, 1980, NEW, ADULT)], True),
        ([(NEW, CHILD, ADA, 1980), (BO, 1980, NEW, ADULT)], True),
        ([(NEW, CHILD, ADA, 1980), (BO, 1980, NEW, CHILD)], False),
        # A rated player's start does not depend on the order.
        ([(NEW, CHILD, ADA, 1980), (ADA, 1970, BO, 1980)], False),
    ],
)
def test_order_of_games_matters_if_a_newcomers_birth_years_differ(games, differ):
    state = replace(State.unknown(3), rating=np.array([np.nan, 1500, 1500]))

    assert _starts_differ(lines(*games), state) is differ


@pytest.mark.django_db
@pytest.mark.parametrize("first", ["white", "black"])
@pytest.mark.parametrize("later", ["white", "black"])
def test_newcomer_starts_by_the_first_game_whatever_the_colour(first, later):
    """A player aged 12 starts at 1000, an adult at 1300 (SSF rating, point 9); the
    others have a rating since the period before, so that no one else is new."""
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
