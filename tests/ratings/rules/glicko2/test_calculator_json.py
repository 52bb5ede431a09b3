"""Complete answers of the Glicko-2 calculator: every number by name."""

import pytest

from ratings.rules.glicko2.calculator_json import answer_json
from tests.ratings.rules.glicko2.test_golden import MU, PHI, REQUEST, E, G


def rounded(value):
    """Round numbers as the paper prints them, to four decimals at most."""
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(part) for part in value]
    return round(value, 4) if isinstance(value, float) else value


def test_answer_has_every_number_of_the_paper_with_its_step():
    # "Example calculation": numbers printed to three digits are checked below.
    # A share of the change is 173.7178 φ'² g (s - E): 173.7178 x .8722² x .9955 x .361.
    found = answer_json(REQUEST)
    games = found.pop("games")
    searched = found.pop("rounds")
    printed = {
        name: pytest.approx(found.pop(name), abs=0.02)
        for name in ("rating", "change", "rd", "low", "high")
    }
    assert printed == {
        "rating": 1464.06,
        "change": -35.94,
        "rd": 151.52,
        # 1.96 x 151.52 either way.
        "low": 1167.08,
        "high": 1761.04,
    }
    v, delta, phi_star = (found.pop(name) for name in ("v", "delta", "phi_star"))
    assert (v, delta) == (
        pytest.approx(1.7785, abs=0.001),
        pytest.approx(-0.4834, abs=0.001),
    )
    assert phi_star == pytest.approx(1.152862, abs=1e-5)
    assert found.pop("new_rating") == pytest.approx(1464.06, abs=0.01)
    assert found.pop("new_rd") == pytest.approx(151.52, abs=0.005)
    assert rounded(found) == {
        "volatility": 0.06,
        "new_volatility": 0.06,
        "before": {"rating": 1500, "rd": 200, "volatility": 0.06},
        "tau": 0.5,
        "mu": 0,
        "phi": 1.1513,
        "a": -5.6268,
        "new_phi": 0.8722,
        "new_mu": -0.2069,
        "volatility_bounded": False,
        "rd_bounded": False,
        "steps": {
            "mu": 2,
            "phi": 2,
            "g": 3,
            "expected": 3,
            "information": 3,
            "v": 3,
            "surprise": 4,
            "delta": 4,
            "a": 5,
            "rounds": 5,
            "new_volatility": 5,
            "phi_star": 6,
            "new_phi": 7,
            "new_mu": 7,
            "new_rating": 8,
            "new_rd": 8,
        },
        "paragraphs": [
            "Glicko-2, steps 3–4",
            "Glicko-2, step 5",
            "Glicko-2, steps 6–8",
        ],
    }
    assert found["volatility"] == pytest.approx(0.05999, abs=0.00001)
    requested_games = REQUEST["games"]
    for game, ask, mu, phi, g, e in zip(
        games, requested_games, MU, PHI, G, E, strict=True
    ):
        s = ask["score"]
        expected = game.pop("expected")
        assert expected == pytest.approx(e, abs=0.0005)
        assert game.pop("information") == pytest.approx(g**2 * e * (1 - e), abs=0.001)
        assert game.pop("surprise") == pytest.approx(g * (s - e), abs=0.001)
        points = 173.7178 * 0.8722**2 * g * (s - e)
        assert game.pop("points") == pytest.approx(points, abs=0.1)
        assert rounded(game) == {**ask, "mu": mu, "phi": phi, "g": g}
    assert rounded(searched[0]) == {
        "a": -5.6268,
        "b": -6.1268,
        "f_a": -0.0005,
        "f_b": pytest.approx(2, abs=0.001),
    }


def test_only_the_deviation_cites_a_paragraph_without_games():
    found = answer_json({"rating": 1500, "rd": 200, "games": []})
    assert found["paragraphs"] == ["Glicko-2, steps 6–8"]
    assert (found["change"], found["games"]) == (0, ())
