"""SSF rating, Below 1200: bonus by the running rating."""

from datetime import date

import numpy as np
import pytest

from ratings.rules.ssf.bonus import bonus_points
from ratings.rules.ssf.parameters import SsfParameters
from tests.ratings.rules.columns import Person, Side, Step, game

LOW = Side(0, adopts=True)


def bonus(base, games, **person):
    outcome = Step([Person(base, **person), Person(base), Person(2500)], games).rate()
    return float(outcome.bonus[0])


@pytest.mark.parametrize(
    ("running", "points"),
    [(500, 20), (799, 20), (800, 20), (999, 20), (999.5, 20), (1000, 10),
     (1199, 10), (1199.5, 10), (1200, 0), (2000, 0)],
)  # fmt: skip
def test_running_rating_decides_between_20_10_and_no_bonus(running, points):
    # 800-999: 20, and below 800 too; 1000-1199: 10.
    assert bonus_points(np.array([running]), SsfParameters()).tolist() == [points]


def test_running_rating_includes_earlier_changes_and_bonuses():
    # 970 -> (+20) 970 + 16 + 20 = 1006 -> (+10) 1006 + 16 + 10 = 1032 -> (+10).
    games = [game(LOW, 1, 2)] * 3
    outcome = Step([Person(970), Person(970)], games).rate()
    assert outcome.bonus.tolist() == [40, 0]
    assert outcome.change.tolist() == [48, -48]
    assert outcome.after.tolist() == [970 + 48 + 40, 922]


def test_the_bonus_ends_when_the_running_rating_reaches_1200():
    # 1180 -> (+10) 1180 + 16 + 10 = 1206 -> none.
    assert bonus(1180, [game(LOW, 1, 2)] * 2) == 10


def test_a_base_above_1200_gets_bonus_once_the_running_rating_has_fallen():
    # Base 1210: 1210 -> none, -16; 1194 -> 10, -16; 1188 -> 10.
    assert bonus(1210, [game(LOW, 1, 0)] * 3) == 20


def test_fall_to_exactly_1200_gives_no_bonus():
    # 1216 - 16 = 1200.
    assert bonus(1216, [game(LOW, 1, 0), game(LOW, 1, 1)]) == 0
    # 1215 - 16 = 1199.
    assert bonus(1215, [game(LOW, 1, 0), game(LOW, 1, 1)]) == 10


def test_later_wins_do_not_cancel_the_bonus_of_a_fall():
    # 1215 - 16 = 1199 -> 10, + 16 = 1225 -> none.
    games = [game(LOW, 1, 0), game(LOW, 1, 2), game(LOW, 1, 2)]
    assert bonus(1215, games) == 10


def test_loss_offset_by_earlier_wins_gives_no_bonus():
    # 1210 + 16 = 1226, then 1226 - 16 = 1210, then a draw.
    assert bonus(1210, [game(LOW, 1, 2), game(LOW, 1, 0), game(LOW, 1, 1)]) == 0


def test_bonus_depends_on_the_order_of_play():
    # Win, then loss: 1190 (+10) 1216, none. Loss, then win: 10 + 10.
    win, loss = game(LOW, 1, 2), game(LOW, 1, 0)
    assert bonus(1190, [win, loss]) == 10
    assert bonus(1190, [loss, win]) == 20


def test_black_gets_bonus_like_white():
    # 990 -> 20, + 16 + 20 = 1026 -> 10, a draw.
    games = [game(1, LOW, 0), game(LOW, 1, 1)]
    assert bonus(990, games) == 30


def test_black_gets_bonus_if_only_black_adopts():
    assert bonus(990, [game(1, LOW, 1)]) == 20


def test_lost_games_give_bonus():
    # For every played game: 900 -> 20, -16; 904 -> 20, -16.
    assert bonus(900, [game(LOW, 1, 0)] * 2) == 40


def test_unrated_games_give_no_bonus():
    games = [game(LOW, 1, 2, played=False), game(LOW, 1, 2, minutes=59)]
    assert bonus(900, games) == 0


def test_game_of_one_hour_gives_bonus_below_1200():
    assert bonus(900, [game(LOW, 1, 1, minutes=60)]) == 20


def test_only_lines_of_an_adopting_district_give_bonus():
    # 970 - 16 = 954 without bonus, then 20.
    assert bonus(970, [game(0, 1, 0), game(LOW, 1, 0)]) == 20


def test_rating_officer_may_withhold_the_bonus_from_a_player():
    assert bonus(900, [game(LOW, 1, 2)], bonus_withheld=True) == 0


def test_halved_change_counts_half_in_the_running_rating():
    # An edition that halves from 1205 on: 1208 - 8 = 1200, no bonus; 1207 - 8 = 1199.
    parameters = SsfParameters(halving_from=1205)
    games = [game(LOW, 1, 0), game(LOW, 1, 1)]
    for base, points in ((1208, 0), (1207, 10)):
        step = Step([Person(base), Person(base)], games, parameters=parameters)
        assert step.rate().bonus[0] == points


def test_many_players_are_computed_at_once():
    # Player n of twenty plays n games against a strong one: D >= 500, -1 a loss.
    # From 1001: 10, then 1010, ... always 10.
    people = [*[Person(1001) for _ in range(20)], Person(2500)]
    games = [
        game(Side(player, adopts=True), 20, 0, day=date(2026, 1, 1))
        for turn in range(20)
        for player in range(20)
        if turn < player
    ]
    outcome = Step(people, games).rate()
    assert outcome.bonus.tolist() == [10 * player for player in range(20)] + [0]
    assert outcome.change.tolist()[:20] == [-player for player in range(20)]


def test_edition_without_bands_gives_no_bonus():
    parameters = SsfParameters(bonus_bands=())
    step = Step([Person(900), Person(900)], [game(LOW, 1, 2)], parameters=parameters)
    assert step.rate().bonus.tolist() == [0, 0]


def test_players_with_different_numbers_of_games_are_not_mixed():
    # Draws among equals: 900 -> 20 once, 1100 -> 10 and 1110 -> 10.
    second = Side(1, adopts=True)
    games = [game(LOW, 3, 1), game(second, 2, 1), game(second, 2, 1)]
    people = [Person(900), Person(1100), Person(1100), Person(900)]
    assert Step(people, games).rate().bonus.tolist() == [20, 20, 0, 0]
