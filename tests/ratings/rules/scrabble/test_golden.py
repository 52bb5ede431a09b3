"""Svenska Scrabbleförbundet, Om ratingen (27 April 2004): its table and examples."""

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from ratings.rules.scrabble.expected import expected_wins
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.scrabble.tournament import change_of, new_rating
from tests.ratings.rules.live_steps import lines_between, rate_live, state_with

GOLDEN = json.loads(
    (Path(__file__).parents[3] / "golden" / "scrabble.json").read_text("utf-8")
)
TEXT = ScrabbleParameters()
WHOLE_TOURNAMENT, ONE_GAME = GOLDEN["cases"]
MISPRINT = 70


def changes(difference, score):
    """Return both changes in points; White is ahead by the difference."""
    state = state_with([1000 + difference, 1000])
    done = rate_live("scrabble", state, lines_between([(0, 1, score)]))
    return [Fraction(round(change * 10_000), 10_000) for change in done.change.tolist()]


def one_decimal(points):
    """Round to one decimal, halves upwards; no row of the table has a half to round."""
    return float(Fraction(int(points * 10 + Fraction(1, 2)), 10))


@pytest.mark.parametrize("row", GOLDEN["change_when_winner_was"])
def test_winners_gain_and_losers_loss_agree_with_every_table_row(row):
    gained, lost = changes(row["difference"], 2)
    assert (one_decimal(gained), lost) == (row["higher"], -gained)
    lost, gained = changes(row["difference"], 0)
    assert (one_decimal(gained), lost) == (row["lower"], -gained)


def test_only_the_row_of_70_is_printed_differently():
    # Φ(0.7) = 0.7580: 2.42 and 7.58, where the text prints 2.5 and 7.5.
    printed = {
        row["difference"]: row["printed"]
        for row in GOLDEN["change_when_winner_was"]
        if "printed" in row
    }
    assert printed == {MISPRINT: [2.5, 7.5]}
    assert changes(MISPRINT, 2)[0] == Fraction("2.42")
    assert changes(MISPRINT, 0)[1] == Fraction("7.58")


def test_four_wins_where_3_13_were_expected_are_9_points():
    # "skillnaden 0,87. Multiplicerat med 10 ger det 8,7 … upp med 9".
    expected = int(Fraction(str(WHOLE_TOURNAMENT["expected"])) * 10_000)
    change = change_of(2 * WHOLE_TOURNAMENT["scored"], expected, TEXT)
    assert Fraction(change, 10_000) == Fraction(str(WHOLE_TOURNAMENT["change"]))
    assert new_rating(1000, change) == 1000 + WHOLE_TOURNAMENT["rounded"]


def test_nine_points_ahead_give_a_chance_of_54_per_cent():
    # "0,54 matcher": to four decimals 0.5359.
    ahead = expected_wins(
        np.array([1000 + ONE_GAME["difference"]]), np.array([1000]), TEXT.spread
    )
    assert ahead.tolist() == [ONE_GAME["higher_probability"] * 10_000]
    assert round(ahead[0] / 10_000, 2) == ONE_GAME["printed"]


def test_win_of_a_player_nine_points_higher_gives_4_6():
    # "0,46 matcher för mycket och går därför upp 4,6 i rating, medan motspelaren går
    # ner 4,6".
    assert [one_decimal(abs(change)) for change in changes(9, 2)] == [4.6, 4.6]


def test_draw_of_a_player_nine_points_higher_is_0_04_below_expectation():
    # "remi … 0,5 matcher vilket är 0,04 för lite för spelaren med högre rating".
    higher, lower = changes(9, 1)
    assert round(float(higher) / 10, 2) == -0.04
    assert lower == -higher
