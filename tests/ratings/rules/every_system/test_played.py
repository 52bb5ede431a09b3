"""The games that were played, and each player's last day played:
`ratings.rules.played`.
"""

from datetime import date

import numpy as np
import pytest

from ratings.rules.calendar import day_number
from ratings.rules.played import last_days_played, played_lines, refuse_lines
from ratings.rules.step import NEVER, CannotCompute
from tests.ratings.rules.columns import Person, game, lines_of, state_of

GAMES = [
    game(0, 1, 2, day=date(2026, 2, 5)),
    game(2, 0, 1, day=date(2026, 2, 9), played=False),
    game(1, 2, 0, day=date(2026, 2, 1)),
]


def test_forfeits_are_excluded_and_other_games_keep_their_rows():
    rows, lines = played_lines(lines_of(GAMES))
    assert rows.tolist() == [0, 2]
    assert (lines.white.tolist(), lines.black.tolist()) == ([0, 1], [1, 2])
    assert lines.white.dtype == lines.black.dtype == np.intp
    rows, lines = played_lines(lines_of(GAMES[:1]))
    assert (rows.tolist(), lines.black.tolist()) == ([0], [1])


def test_last_day_is_of_the_latest_game_with_either_colour():
    late = date(2026, 2, 7)
    state = state_of([Person(), Person(last_played=late), Person(), Person()])
    _rows, lines = played_lines(lines_of(GAMES))
    assert last_days_played(lines, state).tolist() == [
        day_number(date(2026, 2, 5)),
        day_number(late),
        day_number(date(2026, 2, 1)),
        NEVER,
    ]
    assert state.last_played[0] == NEVER


def test_refusal_names_row_numbers_among_all_lines():
    rows = np.array([3, 5, 8])
    with pytest.raises(CannotCompute) as caught:
        refuse_lines("because", rows, np.array([True, False, True]))
    assert (caught.value.reason, caught.value.rows) == ("because", (3, 8))
    refuse_lines("because", rows, np.zeros(3, np.bool_))
