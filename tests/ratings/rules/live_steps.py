"""Games between members of known ratings, rated through the engine's `rate_step`."""

from dataclasses import replace
from datetime import date

import numpy as np

from ratings.rules.calendar import day_number
from ratings.rules.step import Decisions, Lines, Span, State
from ratings.rules.systems import systems
from tests.ratings.rules.columns import Game, Side, lines_of

PERIOD = Span(day_number(date(2026, 1, 1)), day_number(date(2026, 1, 31)))
DAY = date(2026, 1, 15)
SYSTEMS = systems()


def lines_between(games) -> Lines:
    """Return long games (white, black, White's half points) of members."""
    return lines_of(
        [
            Game(Side(white), Side(black), score, minutes=180, day=DAY)
            for white, black, score in games
        ]
    )


def state_with(ratings, memory=None, kind=np.float32) -> State:
    """Return the state with these ratings, None or NaN for a newcomer."""
    numbers = [np.nan if rating is None else rating for rating in ratings]
    state = State.unknown(len(numbers))
    return replace(state, rating=np.array(numbers, kind), memory=memory)


def rate_live(name, state, lines, parameters=None):
    """Return the outcome of the system's step for these lines."""
    of = SYSTEMS[name]
    chosen = of.Parameters() if parameters is None else parameters
    nothing = Decisions.none(len(state.rating))
    return of.rate_step(lines, state, nothing, PERIOD, chosen)
