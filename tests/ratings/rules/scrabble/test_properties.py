"""Properties of every tournament under the Scrabble rules."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from statistics import NormalDist

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from ratings.rules.scrabble.calculator import calculate, score_for
from ratings.rules.scrabble.parameters import ScrabbleParameters
from ratings.rules.scrabble.request import ScrabbleRequest
from tests.ratings.rules.live_steps import lines_between, rate_live, state_with

TEXT = ScrabbleParameters()
RATINGS = st.one_of(st.integers(0, 2000), st.sampled_from([999, 1000, 1001, 1050]))
PARAMETERS = st.builds(
    ScrabbleParameters,
    start=st.integers(0, 2000),
    spread=st.sampled_from([1, 60, 100, 1000]),
    factor=st.integers(1, 100),
)


@dataclass
class Tournament:
    ratings: list[int | None]
    lines: list[tuple[int, int, int]]

    def rate(self, lines=None, parameters=TEXT):
        games = lines_between(self.lines if lines is None else lines)
        return rate_live("scrabble", state_with(self.ratings), games, parameters)

    def games_of(self, player):
        """Return opponent and half points of every game of one player."""
        for white, black, score in self.lines:
            if player == white:
                yield black, score
            elif player == black:
                yield white, 2 - score


@st.composite
def tournaments(draw):
    ratings = draw(st.lists(st.one_of(st.none(), RATINGS), min_size=2, max_size=7))
    last = len(ratings) - 1
    lines = draw(
        st.lists(
            st.tuples(st.integers(0, last), st.integers(0, last), st.integers(0, 2)),
            max_size=25,
        )
    )
    return Tournament(ratings, [line for line in lines if line[0] != line[1]])


def ten_thousandths(done):
    return [round(change * 10_000) for change in done.change.tolist()]


def four_decimals(difference, spread):
    return Fraction(floor(NormalDist().cdf(difference / spread) * 10_000 + 0.5), 10_000)


@given(tournaments(), PARAMETERS)
def test_columns_agree_with_a_slow_implementation_of_the_rules(tournament, parameters):
    done = tournament.rate(parameters=parameters)
    entered = [
        parameters.start if rating is None else rating for rating in tournament.ratings
    ]
    for player, rating in enumerate(entered):
        games = list(tournament.games_of(player))
        wins = Fraction(sum(score for _, score in games), 2)
        expected = sum(
            four_decimals(rating - entered[other], parameters.spread)
            for other, _ in games
        )
        change = parameters.factor * (wins - expected)
        assert Fraction(ten_thousandths(done)[player], 10_000) == change
        if games:
            assert done.after[player] == floor(rating + change + Fraction(1, 2))


@given(tournaments(), PARAMETERS)
def test_columns_agree_with_the_calculator(tournament, parameters):
    done = tournament.rate(parameters=parameters)
    for player in np.flatnonzero(done.games):
        games = list(tournament.games_of(player))
        request = ScrabbleRequest(
            rating=int(done.before[player]),
            opponents=tuple(int(done.before[other]) for other, _ in games),
            score=sum(score for _, score in games),
        )
        found = calculate(request, parameters)
        assert (found.change, found.new_rating) == (
            ten_thousandths(done)[player],
            done.after[player],
        )


@given(tournaments(), PARAMETERS)
def test_unrounded_changes_add_up_to_zero(tournament, parameters):
    assert sum(ten_thousandths(tournament.rate(parameters=parameters))) == 0


@given(tournaments(), st.randoms())
def test_the_order_of_the_games_does_not_matter(tournament, random):
    shuffled = random.sample(tournament.lines, len(tournament.lines))
    done, again = tournament.rate(), tournament.rate(lines=shuffled)
    np.testing.assert_array_equal(again.after, done.after)
    np.testing.assert_array_equal(again.change, done.change)


@given(st.lists(RATINGS, min_size=1, max_size=10), st.data())
def test_only_the_number_of_wins_matters_not_which_games(opponents, data):
    # "spelar det inte roll vilka av matcherna man vann? Nä, faktiskt inte."
    scores = data.draw(
        st.lists(st.integers(0, 2), min_size=len(opponents), max_size=len(opponents))
    )
    others = data.draw(st.permutations(scores))
    tournament = Tournament([1000, *opponents], [])
    first, second = (
        tournament.rate(
            lines=[(0, place + 1, score) for place, score in enumerate(made)]
        )
        for made in (scores, others)
    )
    assert first.change[0] == second.change[0]
    assert first.after[0] == second.after[0]


@given(tournaments(), PARAMETERS)
def test_game_changes_a_rating_by_at_most_the_factor(tournament, parameters):
    done = tournament.rate(parameters=parameters)
    assert (abs(done.change) <= parameters.factor * done.games).all()
    played = done.games > 0
    rounding = abs(done.after - done.before - done.change)[played]
    assert (rounding <= 0.5).all()


@given(tournaments(), st.data())
def test_subset_of_players_with_all_their_games_gets_the_same_result(tournament, data):
    everybody = range(len(tournament.ratings))
    chosen = sorted(data.draw(st.sets(st.sampled_from(everybody), min_size=1)))
    touching = [line for line in tournament.lines if {*line[:2]} & {*chosen}]
    part, full = tournament.rate(lines=touching), tournament.rate()
    np.testing.assert_array_equal(part.after[chosen], full.after[chosen])
    np.testing.assert_array_equal(part.change[chosen], full.change[chosen])


@given(
    RATINGS,
    st.lists(RATINGS, max_size=8).map(tuple),
    st.integers(0, 2500),
    PARAMETERS,
)
def test_goal_score_is_the_lowest_sufficient_one(rating, opponents, goal, parameters):
    request = ScrabbleRequest(rating, opponents, 0, goal)
    expected = calculate(request, parameters).expected_sum
    score = score_for(request, expected, parameters)

    def reached(half_points):
        made = ScrabbleRequest(rating, opponents, half_points)
        return calculate(made, parameters).new_rating

    if score is None:
        assert reached(2 * len(opponents)) < goal
        return
    assert reached(score) >= goal
    assume(score > 0)
    assert reached(score - 1) < goal
