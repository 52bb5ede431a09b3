"""Properties of all games, periods and tournaments under LASK."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.lask.annual_return import (
    ClubPlayer,
    OutsideGame,
    check_return,
    make_return,
)
from ratings.rules.lask.games import game_changes, worth_of_game
from ratings.rules.lask.goal import find_needed_score
from ratings.rules.lask.initial import interpolate, rate_by_class, scoring_percentage
from ratings.rules.lask.ledger import LedgerGame, LedgerSheet, write_ledger
from ratings.rules.lask.monrad import find_opponents_mean, mean_by_2a
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.season import deductions
from ratings.rules.lask.summer import club_supplement
from ratings.rules.lask.tournament import mean_of_ratings, worth_of_tournament
from tests.ratings.rules.live_steps import lines_between, rate_live, state_with

LASK = LaskParameters()
LOWS = [0, 11, 34, 57, 80, 103, 127, 152, 179, 208, 237, 271, 309, 353, 410, 500]

RATINGS = st.one_of(st.integers(1000, 2700), st.sampled_from([0, 9999]))
SCORES = st.integers(0, 2)
NEAR = st.builds(
    lambda rating, low, off, way: (rating, rating + way * (low + off)),
    st.integers(1500, 2300),
    st.sampled_from(LOWS),
    st.integers(-1, 1),
    st.sampled_from([-1, 1]),
)
PAIRS = st.one_of(st.tuples(RATINGS, RATINGS), NEAR)


def slow_change(own, opponent, half_points):
    """Rankingregel 1, slow implementation: k from table 5, from the stronger to the
    weaker.
    """
    k = -1
    for low in LOWS:
        if abs(own - opponent) >= low:
            k += 1
    points = {2: 16, 1: 0, 0: -16}[half_points]
    if own > opponent:
        return points - k
    return points + k if own < opponent else points


@st.composite
def periods(draw):
    """Draw base ratings, and games as (white, black, half points, who is rated)."""
    base = draw(st.lists(RATINGS, min_size=2, max_size=6))
    row = st.integers(0, len(base) - 1)
    pair = st.tuples(row, row).filter(lambda pair: pair[0] != pair[1])
    ends = st.tuples(st.booleans(), st.booleans())
    games = draw(st.lists(st.tuples(pair, SCORES, ends), max_size=15))
    return base, games


def rate(base, games, *, everybody=False):
    """Rate the period of these games; a player not rated in a game is from outside
    there.
    """
    lines = lines_between([(*pair, score) for pair, score, _ in games])
    rated = np.array([ends for _, _, ends in games], np.bool_).reshape(-1, 2)
    lines = replace(
        lines,
        white_member=rated[:, 0] | everybody,
        black_member=rated[:, 1] | everybody,
    )
    return rate_live("lask_1970", state_with(base), lines)


@given(st.lists(st.tuples(PAIRS, SCORES), max_size=20))
def test_columns_agree_with_a_slow_implementation_of_the_text(games):
    own = np.array([pair[0] for pair, _ in games], np.float32)
    opponent = np.array([pair[1] for pair, _ in games], np.float32)
    score = np.array([score for _, score in games], np.int8)
    slow = [slow_change(*pair, score) for pair, score in games]
    assert game_changes(own, opponent, score, LASK).tolist() == slow


@given(PAIRS.filter(lambda pair: max(pair) <= 9999), SCORES)
def test_single_game_gives_the_same(pair, score):
    worth = worth_of_game(*pair, score, LASK)
    assert worth.change == slow_change(*pair, score)


@given(periods())
def test_period_agrees_with_a_slow_implementation_of_the_text(period):
    base, games = period
    change, count, points = ([0] * len(base) for _ in range(3))
    for pair, score, ends in games:
        for end, own_score in ((0, score), (1, 2 - score)):
            own, other = pair[end], pair[1 - end]
            if ends[end]:
                change[own] += slow_change(base[own], base[other], own_score)
                count[own] += 1
                points[own] += own_score
    totals = rate(base, games)
    assert totals.change.tolist() == change
    assert totals.games.tolist() == count
    assert totals.score.tolist() == points


@given(PAIRS, SCORES)
def test_ones_gain_is_the_others_loss(pair, score):
    own, other = pair
    assert slow_change(own, other, score) + slow_change(other, own, 2 - score) == 0
    numbers = [np.array([number], np.float32) for number in pair]
    mine = game_changes(*numbers, np.array([score], np.int8), LASK)
    theirs = game_changes(*numbers[::-1], np.array([2 - score], np.int8), LASK)
    assert (mine + theirs).tolist() == [0]


@given(periods())
def test_sum_of_ratings_is_constant_if_all_players_are_rated(period):
    assert rate(*period, everybody=True).change.sum() == 0


@given(periods(), st.randoms())
def test_the_order_of_the_games_does_not_matter(period, random):
    base, games = period
    first = rate(base, games)
    shuffled = random.sample(games, len(games))
    second = rate(base, shuffled)
    for column in ("change", "games", "score"):
        assert getattr(first, column).tolist() == getattr(second, column).tolist()


@given(PAIRS, SCORES)
def test_game_changes_at_most_31_points_and_a_win_always_gains(pair, score):
    change = slow_change(*pair, score)
    assert abs(change) <= 31
    assert (change > 0) == (
        score == 2 or (score == 1 and change != 0 and pair[0] < pair[1])
    )


@given(st.integers(1000, 2700), st.integers(1000, 2700), SCORES)
def test_better_score_or_lower_own_rating_never_gives_less(own, other, score):
    change = worth_of_game(own, other, score, LASK).change
    assert worth_of_game(own - 1, other, score, LASK).change >= change
    if score < 2:
        assert worth_of_game(own, other, score + 1, LASK).change == change + 16


@given(st.lists(st.integers(0, 60), min_size=1, max_size=10))
def test_deductions_are_from_0_to_27_and_fewer_games_never_cost_less(games):
    taken = deductions(np.array(sorted(games)), LASK).tolist()
    assert all(-27 <= points <= 0 for points in taken)
    assert taken == sorted(taken)


@given(st.integers(-3000, 3000), st.integers(1, 500), st.integers(1, 200))
def test_the_supplement_is_the_nearest_whole_number_of_the_formula(
    points, games, members
):
    exact = Fraction(10 * points, games) - Fraction(points, members)
    found = club_supplement(points, games, members, LASK)
    assert exact - Fraction(1, 2) < found <= exact + Fraction(1, 2)


PLAYERS = st.lists(
    st.builds(
        ClubPlayer,
        st.text("ABCDEFGH", min_size=1, max_size=3),
        st.integers(1000, 2500),
        st.integers(0, 12),
        st.one_of(st.none(), st.integers(1000, 2500)),
    ),
    unique_by=lambda player: player.player,
    max_size=8,
)


@given(PLAYERS, st.data())
def test_a_return_made_from_a_ledger_always_agrees(players, data):
    outside = [
        OutsideGame(player.player, data.draw(st.integers(-31, 31)))
        for player in players
        for _ in range(data.draw(st.integers(0, player.games)))
    ]
    made = make_return(players, outside, LASK)
    assert check_return(made, LASK) == ()
    before = sum(player.rating for player in players)
    assert sum(line.rating for line in made.lines) == before + made.total_deduction


@given(st.integers(1, 40), st.data())
def test_percentage_is_the_lowest_sufficient_whole_one(games, data):
    half_points = data.draw(st.integers(0, 2 * games))
    exact = Fraction(100 * half_points, 2 * games)
    assert exact <= scoring_percentage(half_points, games) < exact + 1


@given(st.integers(1, 12), st.data())
def test_a_better_score_in_a_class_never_gives_a_lower_initial_rating(games, data):
    # With half points of at most 24, a score is neither 0 nor more than 99 per cent.
    scores = range(1, 2 * games)
    found = [rate_by_class(1775, score, games, LASK).rating for score in scores]
    assert found == sorted(found)


@given(st.integers(1000, 2500), st.integers(0, 400), st.fractions(0, 1))
def test_an_interpolated_rating_lies_between_its_neighbours(weaker, above, share):
    found = interpolate(weaker + above, weaker, share).rating
    assert weaker <= found <= weaker + above
    assert abs(found - (weaker + share * above)) <= Fraction(1, 2)


@given(st.lists(st.integers(1000, 2500), min_size=1, max_size=14), st.randoms())
def test_section_mean_is_whole_and_independent_of_order(ratings, random):
    mean = mean_of_ratings(ratings).rating
    assert (
        Fraction(-1, 2) < mean - Fraction(sum(ratings), len(ratings)) <= Fraction(1, 2)
    )
    assert mean_of_ratings(random.sample(ratings, len(ratings))).rating == mean


@given(st.integers(1000, 2500), st.integers(1000, 2500), st.integers(0, 15), st.data())
def test_tournament_equals_its_number_of_games_against_the_mean(
    rating, mean, games, data
):
    scores = data.draw(st.lists(SCORES, min_size=games, max_size=games))
    tournament_change = worth_of_tournament(
        rating, mean, sum(scores), games, LASK
    ).change
    assert tournament_change == sum(
        slow_change(rating, mean, score) for score in scores
    )


@given(st.integers(1, 13), st.integers(1000, 2500), st.data())
def test_stronger_opponents_never_lower_the_opponents_mean(rounds, section_mean, data):
    qualities = data.draw(
        st.lists(st.integers(0, 2 * rounds * rounds), min_size=2, max_size=5)
    )
    means = [
        find_opponents_mean(section_mean, quality, rounds).rating
        for quality in sorted(qualities)
    ]
    assert all(low <= high for low, high in pairwise(means))
    assert section_mean - 360 <= means[0] <= means[-1] <= section_mean + 360


@given(st.integers(1, 13), st.data())
def test_means_of_opponents_balance_around_the_section_mean(rounds, data):
    quality = data.draw(st.integers(0, 2 * rounds * rounds))
    mirrored = 2 * rounds * rounds - quality
    means = [mean_by_2a(1800, each, rounds, rounds) for each in (quality, mirrored)]
    assert sum(means) == 2 * 1800


@given(
    st.integers(1000, 2500),
    st.lists(st.integers(1000, 2500), min_size=1, max_size=10),
    st.integers(900, 2600),
)
def test_goal_score_is_the_lowest_sufficient_one(own, opponents, goal):
    needed = find_needed_score(own, opponents, goal, LASK)

    def after(half_points):
        return own + needed.compensation + 16 * (half_points - len(opponents))

    assert after(2 * len(opponents)) == own + sum(
        slow_change(own, opponent, 2) for opponent in opponents
    )
    if needed.half_points is None:
        assert needed.reached == after(2 * len(opponents)) < goal
        return
    assert needed.reached == after(needed.half_points) >= goal
    assert needed.half_points == 0 or after(needed.half_points - 1) < goal


@given(st.lists(st.tuples(st.integers(0, 364), RATINGS, SCORES), max_size=12))
def test_ledger_agrees_with_a_slow_implementation(games):
    first = date(1970, 9, 1)
    sheet = LedgerSheet(
        base=1900,
        first_day=first,
        last_day=date(1971, 8, 31),
        games=[
            LedgerGame(first + timedelta(days=days), "KM", "A", rating, score)
            for days, rating, score in games
        ],
    )
    running = 1900
    starts = [date(1970, 9, 1), date(1970, 11, 1), date(1971, 1, 1), date(1971, 3, 1),
              date(1971, 6, 1), date(1971, 9, 1)]  # fmt: skip
    for start, end in pairwise(starts):
        base = running
        for game in sheet.games:
            if start <= game.day < end:
                running += slow_change(base, game.opponent_rating, game.half_points)
    assert write_ledger(sheet, LASK)[-1].running == running
    backwards = replace(sheet, games=sheet.games[::-1])
    assert write_ledger(backwards, LASK)[-1].running == running
