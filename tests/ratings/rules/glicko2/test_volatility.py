"""Glicko-2, step 5: the search for the new volatility."""

import numpy as np
import pytest

from ratings.rules.glicko2.volatility import (
    TOLERANCE,
    VolatilityBracket,
    VolatilityCurve,
    brackets,
    first_bracket,
    narrowed,
    new_volatility,
)


def curve_of(volatility, phi, variance, delta, tau):
    columns = (
        np.atleast_1d(np.array(x, float)) for x in (volatility, phi, variance, delta)
    )
    return VolatilityCurve.of(*columns, tau)


def test_large_improvement_sets_b_to_its_logarithm():
    # Step 5.2: Δ² = 9 is more than φ² + v = 1 + 2; B = ln(9 - 1 - 2).
    bracket = first_bracket(curve_of(0.06, 1, 2, 3, 0.5))
    assert bracket.b.tolist() == [np.log(6)]


def test_small_improvement_sets_b_one_tau_below():
    # Step 5.2: Δ² = 1 is less than φ² + v; f(a - τ) is above 0 already.
    bracket = first_bracket(curve_of(0.06, 1, 2, 1, 0.5))
    assert bracket.b.tolist() == [2 * np.log(0.06) - 0.5]


def test_improvement_on_the_limit_sets_b_one_tau_below():
    # Step 5.2: Δ² = 4 is φ² + v = 1 + 3 and not above it.
    bracket = first_bracket(curve_of(0.06, 1, 3, 2, 0.5))
    assert bracket.b.tolist() == [2 * np.log(0.06) - 0.5]


def test_b_decreases_by_tau_until_f_is_not_negative():
    # Step 5.2, k = 2: with τ = 4, σ = 5, φ = 0.05 and v = 0.3, f(a - 4) =
    # 0.4579 (0.0001 - 0.3025 - 0.4579) / (2 · 0.7604²) + 4 / 16 = -0.051.
    bracket = first_bracket(curve_of(5, 0.05, 0.3, 0.01, 4))
    assert bracket.b == pytest.approx([2 * np.log(5) - 8])
    assert (bracket.at_b > 0).all()


def test_every_iteration_keeps_the_root_within_the_bracket():
    # On a curve on which the search takes several rounds.
    curve = curve_of(5, 0.05, 0.3, 0.01, 4)
    rounds = list(brackets(curve))
    assert len(rounds) > 4
    root = rounds[-1].a
    for bracket in rounds[:-1]:
        low, high = sorted((bracket.a.item(), bracket.b.item()))
        assert low - TOLERANCE <= root.item() <= high + TOLERANCE


def test_iteration_ends_where_f_is_0():
    volatility = new_volatility(
        curve_of([0.06, 0.06, 5], [1, 1, 0.05], [2, 2, 0.3], [3, 1, 0.01], 0.5)
    )
    for place, (phi, v, delta, start) in enumerate(
        [(1, 2, 3, 0.06), (1, 2, 1, 0.06), (0.05, 0.3, 0.01, 5)]
    ):
        squared = volatility[place] ** 2
        total = phi**2 + v + squared
        pull = squared * (delta**2 - total) / (2 * total**2)
        opposing = (np.log(squared) - 2 * np.log(start)) / 0.25
        assert pull - opposing == pytest.approx(0, abs=1e-5)


def test_iteration_hitting_0_exactly_ends_the_search():
    # Edition of 22 March 2022: "f(C) f(B) ≤ 0", without which A would stay for ever.
    # Δ² = φ² + v + σ² makes f(a) exactly 0: f(0) = 1 (4 - 4) / … - 0 with σ = 1.
    curve = curve_of(1, 1, 2, 2, 0.5)
    assert first_bracket(curve).at_a.tolist() == [0]
    assert new_volatility(curve).tolist() == [1]


def test_sign_change_moves_a_to_b_and_otherwise_f_at_a_is_halved():
    # Step 5.4b. Where f is taken for three times as far from 0 at one end, C lands on
    # the side of the other.
    curve = curve_of(0.06, 1, 2, 1, 0.5)
    root = 2 * np.log(new_volatility(curve))
    low, high = root - 0.5, root + 0.5
    crossed = narrowed(
        VolatilityBracket(low, high, curve.at(low), 3 * curve.at(high)), curve
    )
    assert (crossed.a, crossed.at_a) == (high, 3 * curve.at(high))
    assert low < crossed.b < root
    stays = narrowed(
        VolatilityBracket(low, high, 3 * curve.at(low), curve.at(high)), curve
    )
    assert (stays.a, stays.at_a) == (low, 1.5 * curve.at(low))
    assert root < stays.b < high


def test_each_players_search_ends_separately():
    alone = [
        new_volatility(curve_of(*numbers, 1.2)).item()
        for numbers in [(0.06, 1, 2, 3), (0.5, 0.2, 0.4, 5), (5, 0.05, 0.3, 0.01)]
    ]
    together = new_volatility(
        curve_of([0.06, 0.5, 5], [1, 0.2, 0.05], [2, 0.4, 0.3], [3, 5, 0.01], 1.2)
    )
    assert together.tolist() == alone


def test_empty_search_is_handled():
    assert new_volatility(curve_of([], [], [], [], 0.5)).tolist() == []


def test_iteration_from_an_end_at_0_ends_the_search():
    # As above f(0) is exactly 0, and C falls on B, which lies there.
    curve = curve_of(1, 1, 2, 2, 0.5)
    a, b = np.array([-0.5]), np.array([0.0])
    bracket = narrowed(VolatilityBracket(a, b, curve.at(a), curve.at(b)), curve)
    assert (bracket.a.tolist(), bracket.b.tolist()) == ([0], [0])


def test_bracket_within_the_tolerance_ends_the_search():
    # Step 5.4: "While |B - A| > ε".
    ends = np.array([0.0, 0.0]), np.array([TOLERANCE, 1.01 * TOLERANCE])
    assert VolatilityBracket(*ends, *ends).is_wide.tolist() == [False, True]
