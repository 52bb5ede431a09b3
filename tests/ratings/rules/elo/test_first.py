"""First ratings and performance (FIDE Handbook B.02, 7.1.4 and 8.2; B.01, 1.4)."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.rules.elo.first import first_rating, first_ratings
from ratings.rules.elo.parameters import EDITIONS, EloParameters, edition
from ratings.rules.elo.performance import Performance, nearest, percentage, performance
from ratings.rules.elo.unrated import UnratedEvents

NOW, OLD = edition("2025-10"), edition("2022")


def event(period, score, opponents=(1900, 1900, 1900)):
    return period, score, opponents


def columns(events):
    """One player's events, in order of play."""
    period, score, opponents = zip(*events, strict=True)
    return UnratedEvents(
        player=np.zeros(len(events), np.intp),
        period=np.array(period),
        games=np.array([len(each) for each in opponents]),
        score=np.array(score),
        total=np.array([sum(each) for each in opponents]),
    )


def pooled(events, period, parameters=NOW):
    counts = columns(events).pooled(period, parameters)
    return [each for each, one in zip(events, counts, strict=True) if one]


def test_two_hypothetical_draws_against_1800_are_added():
    # 8.2.2: (5 x 2000 + 2 x 1800) / 7 and 4 of 7, .57, dp 50.
    first = first_rating([2000] * 5, 6, NOW)
    assert (first.average, first.p, first.difference) == (Fraction(13600, 7), 57, 50)
    assert first.exact == Fraction(13950, 7)
    assert (first.rating, first.published, first.reason) == (1993, 1993, None)


def test_first_rating_is_at_most_2200():
    assert first_rating([2400] * 5, 10, NOW).published == 2200
    assert first_rating([2400] * 5, 10, OLD).published == 2500


@pytest.mark.parametrize(
    ("score", "rating"), [(5, 2000), (6, 2020), (7, 2040), (10, 2100), (4, 1928)]
)
def test_in_2022_each_half_point_above_50_per_cent_gave_20_points(score, rating):
    # 8.2.3 of 2022: Ra at 50 %, + 20 for each half point above it, dp below: -72.
    assert first_rating([2000] * 5, score, OLD).rating == rating


def test_a_rating_below_the_floor_is_not_published():
    low = first_rating([1400] * 5, 1, NOW)
    # (7000 + 3600) / 7 and 1.5 of 7, .21, dp -230.
    assert (low.rating, low.published, low.reason) == (1284, None, "below_floor")
    assert first_rating([1400] * 5, 2, OLD).published == 1160


def test_a_rating_at_the_floor_is_published():
    # (5 x 1400 + 2 x 1800) / 7 = 1514.3, and 2.5 of 7, .36, dp -102.
    assert first_rating([1400] * 5, 3, NOW).published == 1412
    exact = first_rating([1400] * 5, 3, EloParameters(floor=1412))
    assert exact.published == 1412
    above = first_rating([1400] * 5, 3, EloParameters(floor=1413))
    assert above.reason == "below_floor"


def test_four_games_are_too_few_and_five_are_enough():
    assert first_rating([1900] * 4, 4, NOW).reason == "too_few_games"
    assert first_rating([1900] * 5, 5, NOW).reason is None


def test_a_zero_score_in_the_first_event_is_disregarded():
    # 8.2.1
    assert pooled([event(1, 0), event(2, 4)], 2) == [event(2, 4)]
    assert pooled([event(1, 0)], 1) == []


def test_a_zero_score_in_a_later_event_counts():
    events = [event(1, 1), event(2, 0), event(3, 4)]
    assert pooled(events, 3) == events


def test_26_periods_are_pooled():
    # 7.1.4
    assert pooled([event(1, 3), event(26, 3)], 26) == [event(1, 3), event(26, 3)]
    assert pooled([event(1, 3), event(27, 3)], 27) == [event(27, 3)]


def test_only_the_very_first_event_is_disregarded_if_scoreless():
    events = [event(1, 0), event(30, 0), event(31, 4)]
    assert pooled(events, 31) == [event(30, 0), event(31, 4)]


def test_first_event_is_determined_per_player():
    two = columns([event(1, 0), event(1, 0)])
    assert not replace(two, player=np.array([3, 8])).pooled(1, NOW).any()


def scores(fewest):
    """Draw half points against so many opponents or more."""
    fields = st.lists(st.integers(0, 4000), min_size=fewest, max_size=30)
    return fields.flatmap(
        lambda field: st.tuples(st.just(field), st.integers(0, 2 * len(field)))
    )


@given(st.lists(scores(1), max_size=6), st.sampled_from(sorted(EDITIONS)))
def test_first_ratings_of_many_players_equal_those_computed_singly(
    fields_and_scores, name
):
    parameters = edition(name)
    rating, is_published = first_ratings(
        np.array([len(field) for field, _score in fields_and_scores], np.int64),
        np.array([score for _field, score in fields_and_scores], np.int64),
        np.array([sum(field) for field, _score in fields_and_scores], np.int64),
        parameters,
    )
    alone = [
        first_rating(field, score, parameters) for field, score in fields_and_scores
    ]
    assert rating.tolist() == [float(each.rating) for each in alone]
    published = np.where(is_published, rating, None).tolist()
    assert published == [
        None if each.published is None else float(each.published) for each in alone
    ]


def test_without_a_game_there_is_no_first_rating():
    nothing = np.array([0])
    for parameters in (NOW, OLD, EloParameters(first_games=1, first_draws=0)):
        assert not first_ratings(nothing, nothing, nothing, parameters)[1].any()


@pytest.mark.parametrize(
    ("opponents", "score", "words"),
    [
        ([], 0, "opponents: there are none"),
        ([1900, -1], 2, "opponents, row 1: -1"),
        ([4001], 2, "opponents, row 0: 4001"),
        ([1900, 1900], 5, "score: 5 half points of 2 games"),
        ([1900], -1, "score: -1"),
    ],
)
def test_invalid_opponents_and_scores_are_refused(opponents, score, words):
    for refuse in (
        lambda: first_rating(opponents, score, NOW),
        lambda: performance(opponents, score),
    ):
        with pytest.raises(ValueError, match=words):
            refuse()


@pytest.mark.parametrize(
    ("score", "games", "p"),
    [(8, 7, 57), (1, 8, 6), (3, 8, 19), (1, 4, 13), (0, 5, 0), (10, 5, 100)],
)
def test_half_a_per_cent_is_rounded_up(score, games, p):
    # B.01, 1.4.9: 1/16 is 6.25 %, 3/16 is 18.75 %, 1/8 is 12.5 %.
    assert percentage(score, games) == p


def test_half_a_point_of_an_average_is_rounded_up():
    # B.01, 1.4.7 b
    assert nearest(Fraction(3801, 2)) == 1901


def test_performance_is_the_average_plus_dp():
    # B.01, 1.4.8: the average 2401.5 becomes 2402, 6 of 9 is .67, dp 125.
    field = [2400] * 8 + [2409]
    assert performance(field, 12) == Performance(9, 12, 2401, 67, 125, 2526)
    assert performance([2400, 2403], 4) == Performance(2, 4, 2402, 100, 800, 3202)
