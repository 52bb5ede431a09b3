"""Score, expected score and performance of events. Numbers are those printed in FIDE's
tables: 8.1.1 gives p = .50 dp 0, .75 dp 193, 1.0 dp 800; 8.1.2 gives D = 0 .50, 100
.64, 270 .83.
"""

from ratings.rules.event_performance import PerformanceGame, event_performance


def won(own, opponent):
    return PerformanceGame(own, opponent, 2)


def test_expected_score_against_a_player_270_higher_is_17_per_cent():
    done = event_performance([won(1950, 2220)])
    assert (done.games, done.score, done.average) == (1, 2, 2220)
    assert done.expected == 0.17
    assert done.rating == 2220 + 800


def test_event_totals_are_sums_over_its_games():
    games = [
        PerformanceGame(2000, 1900, 2),
        PerformanceGame(2000, 2000, 1),
        PerformanceGame(2000, 2100, 2),
        PerformanceGame(2000, 2001, 1),
    ]
    done = event_performance(games)
    assert done.expected == 0.64 + 0.50 + 0.36 + 0.50
    # Ra = 8001 / 4 = 2000.25, p = 3 of 4 points.
    assert (done.average, done.rating) == (2000, 2193)


def test_the_mean_is_rounded_with_halves_upward():
    assert event_performance([won(None, 1900), won(None, 1901)]).average == 1901


def test_fractional_ratings_are_rounded_to_the_nearest_whole():
    # 2000 against 2003½: 2004, so D is 4 and PD .49 (8.1.2: 4-10).
    assert event_performance([won(2000.0, 2003.5)]).expected == 0.49


def test_a_difference_above_400_is_not_cut():
    # 8.1.2: 620-735 gives .01 to the lower-rated.
    assert event_performance([won(1400, 2030)]).expected == 0.01


def test_games_against_unrated_players_count_only_for_the_score():
    done = event_performance([won(2000, None), PerformanceGame(2000, 2000, 1)])
    assert (done.games, done.score, done.rated, done.rated_score) == (2, 3, 1, 1)
    assert (done.expected, done.rating) == (0.5, 2000)


def test_no_performance_without_rated_opponents():
    done = event_performance([won(2000, None)])
    assert (done.average, done.expected, done.rating) == (None, None, None)


def test_unrated_player_has_no_expected_score():
    done = event_performance([won(None, 1800), won(1900, 1800)])
    assert done.expected is None
    assert done.rating == 2600


def test_scrabble_uses_its_own_expectation_and_has_no_performance():
    # Scrabble, Hur ratingen fungerar: 1000 against 1009, 1097 and five of 1000 are
    # expected to win 3.13 games of seven.
    opponents = (1009, 1097, 1000, 1000, 1000, 1000, 1000)
    games = [PerformanceGame(1000, each, 0) for each in opponents]
    done = event_performance(games, spread=100)
    assert round(done.expected, 2) == 3.13
    assert done.rating is None


def test_ratings_outside_fides_scale_have_no_performance():
    assert event_performance([won(-20, -10)]).rating is None
    assert event_performance([won(3900, 4001)]).rating is None


def test_ratings_at_the_ends_of_fides_scale_have_a_performance():
    assert event_performance([won(0, 0)]).rating == 800
    assert event_performance([won(4000, 4000)]).rating == 4800


def test_one_rating_off_the_scale_prevents_a_performance():
    assert event_performance([won(2000, 2000), won(2000, -10)]).rating is None


def test_the_scale_ends_at_0():
    assert event_performance([won(None, 0)]).rating == 800
    assert event_performance([won(None, -1)]).rating is None
