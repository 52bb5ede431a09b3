import pytest

from ratings.calculators.systems.glicko2.question import EXAMPLE


def test_paper_example_is_reproduced(answer):
    found = answer("glicko2", EXAMPLE)
    # The paper rounds on the way and prints 1464.06, 151.52 and 0.05999.
    assert found["rating"] == pytest.approx(1464.06, abs=0.01)
    assert round(found["rd"], 2) == 151.52
    assert found["volatility"] == pytest.approx(0.05999, abs=0.00001)


def test_without_a_game_the_deviation_grows(answer):
    # Step 6: the square root of 200² + (173.7178 * 0.06)² is 200.2714.
    question = {"rating": 1500, "rd": 200, "volatility": 0.06, "games": []}
    found = answer("glicko2", question)
    assert (found["rating"], round(found["rd"], 4)) == (1500, 200.2714)


def test_every_error_is_reported_with_its_path(faults):
    games = [{"rating": "1400", "rd": 0, "score": 0.7}, {"rating": 1400}]
    assert faults("glicko2", {"rd": True, "tau": 5, "games": games, "k": 1}) == {
        "k": "unknown_field",
        "rd": "not_number",
        "tau": "too_high",
        "games[0].rating": "not_number",
        "games[0].rd": "too_low",
        "games[0].score": "not_a_score",
        "games[1].score": "missing",
    }


def test_no_rating_is_negative(faults):
    games = [{"rating": -0.5, "score": 2}]
    assert faults("glicko2", {"rating": -1, "games": games}) == {
        "rating": "too_low",
        "games[0].rating": "too_low",
        "games[0].score": "too_high",
    }
