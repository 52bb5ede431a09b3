"""Properties of every period under Glicko-2."""

from dataclasses import dataclass
from math import exp, log, pi, sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ratings.rules.glicko2.calculator import calculate
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.glicko2.request import GlickoPlayer, GlickoRequest, GlickoResult
from tests.ratings.rules.live_steps import PERIOD, lines_between, rate_live, state_with

PAPER = GlickoParameters()


@dataclass
class Period:
    people: list[tuple[float, float, float]]
    lines: list[tuple[int, int, int]]

    def rate(self, lines=None, people=None, parameters=PAPER):
        """Return rating, deviation and volatility of all players after the period (p,
        3).
        """
        ratings, rd, volatility = np.array(self.people if people is None else people).T
        last_days = np.full(len(rd), PERIOD.first_day)
        memory = np.stack((rd, volatility, last_days), axis=1)
        games = lines_between(self.lines if lines is None else lines)
        state = state_with(ratings, memory, np.float64)
        done = rate_live("glicko2", state, games, parameters)
        return np.column_stack((done.after, done.memory[:, :2]))

    def players(self):
        """Return the players with a game: the others' periods are booked at their next
        game.
        """
        return sorted({player for line in self.lines for player in line[:2]})

    def games_of(self, player):
        """Return opponent and half points of every game of one player."""
        for white, black, score in self.lines:
            if player == white:
                yield black, score
            elif player == black:
                yield white, 2 - score


@st.composite
def periods(draw):
    people = draw(
        st.lists(
            st.tuples(st.floats(800, 2400), st.floats(30, 350), st.floats(0.03, 0.12)),
            min_size=2,
            max_size=6,
        )
    )
    last = len(people) - 1
    lines = draw(
        st.lists(
            st.tuples(st.integers(0, last), st.integers(0, last), st.integers(0, 2)),
            max_size=15,
        )
    )
    return Period(people, [line for line in lines if line[0] != line[1]])


def plain_reading(player, opponents, tau):
    """The paper implemented literally for one player, one game at a time.

    `opponents` are (rating, rd, score).
    """
    rating, rd, sigma = player
    mu, phi = (rating - 1500) / 173.7178, rd / 173.7178
    informed = surprised = 0.0
    for other, other_rd, score in opponents:
        g = 1 / sqrt(1 + 3 * (other_rd / 173.7178) ** 2 / pi**2)
        e = 1 / (1 + exp(-g * (mu - (other - 1500) / 173.7178)))
        informed += g**2 * e * (1 - e)
        surprised += g * (score - e)
    if opponents:
        v = 1 / informed
        sigma = min(1, plain_volatility(phi, sigma, v, v * surprised, tau))
    grown = sqrt(phi**2 + sigma**2)
    phi = 1 / sqrt(1 / grown**2 + informed)
    mu += phi**2 * surprised
    return 173.7178 * mu + 1500, min(350, 173.7178 * phi), sigma


def plain_volatility(phi, sigma, v, delta, tau):
    a = log(sigma**2)

    def f(x):
        total = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - total) / (2 * total**2) - (x - a) / tau**2

    left, k = a, 1
    if delta**2 > phi**2 + v:
        right = log(delta**2 - phi**2 - v)
    else:
        while f(a - k * tau) < 0:
            k += 1
        right = a - k * tau
    f_left, f_right = f(left), f(right)
    while abs(right - left) > 0.000001:
        c = left + (left - right) * f_left / (f_right - f_left)
        f_c = f(c)
        if f_c * f_right <= 0:
            left, f_left = right, f_right
        else:
            f_left /= 2
        right, f_right = c, f_c
    return exp(left / 2)


@given(periods(), st.sampled_from([0.2, 0.5, 1.2]))
def test_columns_agree_with_a_literal_implementation_of_the_paper(period, tau):
    rated = period.rate(parameters=GlickoParameters(tau=tau))
    for player in period.players():
        opponents = [
            (*period.people[other][:2], score / 2)
            for other, score in period.games_of(player)
        ]
        assert rated[player] == pytest.approx(
            plain_reading(period.people[player], opponents, tau), rel=1e-6
        )


@given(periods())
def test_columns_agree_with_the_calculator(period):
    rated = period.rate()
    for player in period.players():
        games = tuple(
            GlickoResult(*period.people[other][:2], score / 2)
            for other, score in period.games_of(player)
        )
        own = GlickoPlayer(
            *period.people[player], tau=0.5, most_rd=350, most_volatility=1
        )
        found = calculate(GlickoRequest(own, games))
        assert rated[player] == pytest.approx(
            (found.new_rating, found.new_rd, found.new_volatility), rel=1e-6
        )


@given(periods(), st.randoms())
def test_the_order_of_the_games_does_not_matter(period, random):
    shuffled = random.sample(period.lines, len(period.lines))
    np.testing.assert_allclose(
        period.rate(lines=shuffled), period.rate(), rtol=1e-9, atol=1e-9
    )


@given(periods(), st.sampled_from([60, 200, 350]))
def test_deviation_is_above_0_and_at_most_the_limit(period, most):
    limit = GlickoParameters(
        most_rd=most, start_rd=most, outside_rd=min(most, PAPER.outside_rd)
    )
    deviations = period.rate(parameters=limit)[period.players(), 1]
    assert (deviations <= most).all()
    assert (deviations > 0).all()


@given(periods(), st.data())
def test_better_result_raises_own_and_lowers_the_opponents_rating(period, data):
    better = [place for place, line in enumerate(period.lines) if line[2] < 2]
    assume(better)
    place = data.draw(st.sampled_from(better))
    white, black, score = period.lines[place]
    lines = [*period.lines]
    lines[place] = (white, black, score + 1)
    gained = (period.rate(lines=lines) - period.rate())[:, 0]
    assert gained[white] > 0
    assert gained[black] < 0


@given(st.floats(0, 1500), st.floats(30, 350), st.floats(0.03, 0.12), st.integers(0, 2))
def test_ratings_mirrored_at_1500_give_mirrored_changes(ahead, rd, sigma, score):
    people = [(1500 + ahead, rd, sigma), (1500 - ahead, rd, sigma)]
    first, second = Period(people, [(0, 1, score)]).rate()
    assert first[0] + second[0] == pytest.approx(3000, abs=1e-9)
    assert first[1:].tolist() == second[1:].tolist()


@given(periods())
def test_colours_do_not_matter(period):
    turned = [(black, white, 2 - score) for white, black, score in period.lines]
    np.testing.assert_allclose(
        period.rate(lines=turned), period.rate(), rtol=1e-9, atol=1e-9
    )


@given(periods(), st.floats(-500, 500))
def test_only_differences_of_rating_matter(period, shift):
    moved = [(rating + shift, *rest) for rating, *rest in period.people]
    expected = period.rate() + np.array([shift, 0, 0])
    np.testing.assert_allclose(period.rate(people=moved), expected, rtol=1e-7)


@given(periods(), st.data())
def test_subset_of_players_with_all_their_games_gets_the_same_result(period, data):
    everybody = range(len(period.people))
    chosen = data.draw(st.sets(st.sampled_from(everybody)))
    touching = [line for line in period.lines if {*line[:2]} & chosen]
    part, full = period.rate(lines=touching), period.rate()
    for player in chosen:
        assert part[player].tolist() == full[player].tolist()


@given(periods())
def test_nothing_is_booked_for_a_player_without_games(period):
    rated = period.rate()
    for player in set(range(len(period.people))) - set(period.players()):
        assert rated[player].tolist() == [*period.people[player]]
