"""A history rated in memory from its first step to its last."""

from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from ratings.rules.activity import Activity
from ratings.rules.backtest.decision_book import (
    EVERYBODY,
    DecisionBook,
    DecisionEffect,
    DecisionFact,
)
from ratings.rules.backtest.history import cut_into_steps
from ratings.rules.backtest.quality import log_loss_gap, log_losses, quality_of
from ratings.rules.backtest.run import run_backtest
from ratings.rules.calendar import day_number
from ratings.rules.step import Span
from ratings.rules.systems import systems
from tests.ratings.rules.columns import Side, game, lines_of
from tests.ratings.rules.histories import (
    FIRST,
    history_of,
    pairs,
    played_by,
    starts,
    stretch,
)

NOT_DISTINGUISHED = {"lask_1970", "renju"}
"""LASK uses SSF's table, and renju's ratings are levels."""
SYSTEMS = sorted(systems().keys() - NOT_DISTINGUISHED)


def on(*days):
    return [day_number(date.fromisoformat(day)) for day in days]


def spans(made):
    return [(step.span.first_day, step.span.last_day) for step in made.steps]


# --- cutting ---------------------------------------------------------------------------
def test_history_is_cut_by_the_systems_calendar():
    lines = lines_of([game(0, 1, 2, day=date(2024, month, 5)) for month in (1, 2, 6)])
    history = history_of(lines, last_day=on("2024-06-30")[0])

    made = cut_into_steps(history, [stretch("ssf_2008")])

    assert spans(made) == [
        tuple(on("2024-01-01", "2024-04-30")),
        tuple(on("2024-05-01", "2024-08-31")),
    ]
    assert [len(made.lines_of(step)) for step in made.steps] == [2, 1]
    assert [step.span.closed for step in made.steps] == [True, False]


def test_a_game_belongs_to_the_period_that_it_is_booked_in():
    """SSF rating, point 8: Rilton belongs entirely to the old period."""
    lines = lines_of([game(0, 1, 2, day=date(2024, 4, 30)) for _ in range(3)])
    booked = np.array(on("2024-05-02", "2024-04-30", "2024-05-01"), np.int32)
    history = history_of(lines, booked=booked, last_day=on("2024-08-31")[0])

    made = cut_into_steps(history, [stretch("ssf_2008")])

    assert [made.rows_of(step).tolist() for step in made.steps] == [[1], [0, 2]]


def test_edition_takes_effect_on_its_day():
    lines = lines_of([game(0, 1, 2, day=date(2024, month, 5)) for month in (1, 2, 3)])
    history = history_of(lines, last_day=on("2024-03-31")[0])
    (taken,) = on("2024-02-01")

    made = cut_into_steps(history, [stretch("ssf_2008"), stretch("elo", taken)])

    assert spans(made) == [
        tuple(on("2024-01-01", "2024-01-31")),
        tuple(on("2024-02-01", "2024-02-29")),
        tuple(on("2024-03-01", "2024-03-31")),
    ]
    assert [step.system_number for step in made.steps] == [0, 1, 1]
    assert [step.stretch.system.name for step in made.steps] == [
        "ssf_2008", "elo", "elo",
    ]  # fmt: skip


def test_without_games_nothing_is_rated():
    history = history_of(lines_of([]), players=3, last_day=FIRST)
    result = run_backtest(history, [stretch("ssf_2008")], [], [FIRST])
    assert result.games == 0
    assert [(each.day, each.everybody.players) for each in result.marks] == [(FIRST, 0)]


def weekends():
    """Two tournaments that overlap, and one of a single day after them."""
    days = [date(2024, 1, 5), date(2024, 1, 6), date(2024, 1, 7), date(2024, 2, 1)]
    pairs = [(0, 1), (0, 2), (2, 1), (0, 1)]
    lines = lines_of(
        [game(*pair, 2, day=day) for pair, day in zip(pairs, days, strict=True)]
    )
    lines = replace(lines, event=np.array([0, 1, 0, 2]))
    spans = [
        tuple(on("2024-01-05", "2024-01-07")),
        tuple(on("2024-01-06", "2024-01-06")),
        tuple(on("2024-02-01", "2024-02-01")),
    ]
    return history_of(lines, last_day=on("2024-02-10")[0], events=spans)


def test_tournament_is_a_separate_step_if_the_system_rates_by_tournament():
    made = cut_into_steps(weekends(), [stretch("scrabble")])

    assert [(step.event, len(made.lines_of(step))) for step in made.steps] == [
        (1, 1), (0, 2), (None, 0), (2, 1), (None, 0),
    ]  # fmt: skip
    assert made.rows_of(made.steps[1]).tolist() == [0, 2]


def test_a_tournament_stays_with_the_system_of_its_first_day():
    (taken,) = on("2024-01-06")
    history = weekends()

    made = cut_into_steps(history, [stretch("scrabble"), stretch("ssf_2008", taken)])

    first, *_others = [step for step in made.steps if step.event is not None]
    assert (first.event, made.rows_of(first).tolist()) == (0, [0, 2])
    periods = [step for step in made.steps if step.system_number == 1]
    assert [made.rows_of(step).tolist() for step in periods] == [[1, 3]]


# --- decisions --------------------------------------------------------------------------
def test_start_rating_applies_from_its_day_and_other_decisions_in_their_period():
    book = DecisionBook(
        [
            DecisionFact(12, DecisionEffect.ADJUSTMENT, 1, 50),
            DecisionFact(11, DecisionEffect.START, 0, 1500),
            DecisionFact(22, DecisionEffect.ASSESSED, 1, 1800),
            DecisionFact(23, DecisionEffect.WITHHELD_BONUS, EVERYBODY),
        ],
        2,
    )

    first = book.of_period(Span(10, 19))
    assert (first.start[0], first.adjustment.tolist()) == (1500, [0, 50])
    second = book.of_period(Span(20, 29))
    assert second.start[0] == 1500
    assert second.adjustment.tolist() == [0, 0]
    assert np.isnan(second.assessed[0])
    assert second.assessed[1] == 1800
    assert second.bonus_withheld.tolist() == [True, True]
    assert book.of_period(Span(30, 39)).bonus_withheld.tolist() == [False, False]


def test_decision_before_the_first_day_belongs_to_no_period():
    book = DecisionBook([DecisionFact(5, DecisionEffect.ADJUSTMENT, 0, 50)], 1)
    assert book.of_period(Span(10, 19)).adjustment.tolist() == [0]


# --- the backtest ------------------------------------------------------------------------
def test_the_rulebooks_example_after_one_period():
    """SSF rating, Examples: 1950 beats 2220 and wins 26, who loses half of that."""
    lines = lines_of([game(0, 1, 2, day=date(2024, 1, 5))])
    history = history_of(lines, last_day=on("2024-04-30")[0])

    result = run_backtest(history, [stretch("ssf_2008")], starts([1950, 2220]))

    assert result.rating.tolist() == [1976, 2207]
    assert result.expected.tolist() == [pytest.approx((16 - 10) / 32)]
    assert result.games == 2


def test_game_that_cannot_be_rated_is_excluded_and_counted():
    guest = Side(1, member=False)
    lines = lines_of(
        [game(0, guest, 2, day=date(2024, 1, 5)), game(0, 2, 2, day=date(2024, 1, 5))]
    )
    history = history_of(lines, last_day=on("2024-04-30")[0])

    result = run_backtest(
        history, [stretch("ssf_2008")], starts([1500, float("nan"), 1500])
    )

    assert [(each.reason, each.games) for each in result.left_out] == [
        ("opponent_without_rating_or_estimate", 1)
    ]
    assert result.rating[0] == 1516


def test_marks_describe_active_players_and_the_juniors_among_them():
    young, adult = Side(2, born=2010), Side(0, born=1980)
    lines = lines_of(
        [game(adult, 1, 1, day=date(2020, 1, 5)),
         game(adult, young, 1, day=date(2024, 1, 5))]
    )  # fmt: skip
    history = history_of(lines, last_day=on("2024-12-31")[0])
    days = on("2019-12-31", "2020-06-01", "2024-06-01")

    marks = run_backtest(
        history, [stretch("ssf_2008")], starts([1500, 1500, 1500]), days
    ).marks

    assert [(each.everybody.players, each.young.players) for each in marks] == [
        (0, 0), (2, 0), (2, 1),
    ]  # fmt: skip
    assert marks[1].everybody.mean == 1500


def test_mark_is_taken_after_the_steps_ended_by_that_day():
    # The rulebook's example: 1976 and 2207 apply from the last day of the period.
    lines = lines_of([game(0, 1, 2, day=date(2024, 1, 5))])
    history = history_of(lines, last_day=on("2024-05-31")[0])
    days = on("2024-04-29", "2024-04-30", "2024-05-01")
    marks = run_backtest(
        history, [stretch("ssf_2008")], starts([1950, 2220]), days
    ).marks
    assert [(each.day, each.everybody.players) for each in marks] == [
        (days[0], 0), (days[1], 2), (days[2], 2),
    ]  # fmt: skip
    assert [each.everybody.mean for each in marks] == [None, 2091.5, 2091.5]
    full_history = replace(history, last_day=days[1])
    (last,) = run_backtest(
        full_history, [stretch("ssf_2008")], starts([1950, 2220]), days[1:2]
    ).marks
    assert (last.day, last.everybody.mean) == (days[1], 2091.5)


def test_rated_player_with_a_game_within_730_days_is_active():
    guest = Side(2, member=False, outside=1500)
    lines = lines_of([game(0, 1, 1, day=date(2022, 6, 1)), game(0, guest, 1)])
    lines.day[1] = lines.day[0]
    # 2024 has a 29th of February.
    for last_day, plays in (("2024-05-31", True), ("2024-06-01", False)):
        history = history_of(lines, players=4, last_day=on(last_day)[0])
        nobody = float("nan")
        decided = starts([1500, 1500, nobody, 1500])
        result = run_backtest(history, [stretch("ssf_2008")], decided, on(last_day))
        assert result.is_active.tolist() == [plays, plays, False, False]
        assert result.marks[0].everybody.players == 2 * plays


def test_progress_is_reported_after_every_step():
    history = history_of(pairs(50, 5, np.random.default_rng(1)))
    progress = []
    run_backtest(history, [stretch("ssf_2008")], [], on_progress=progress.append)
    assert progress == sorted(progress)
    assert (len(progress), progress[-1]) == (18, 50)


def test_tournament_is_rated_by_first_day_and_added_to_current_ratings():
    """Scrabble: 1000 beats 1000, five points; points of another tournament in the
    meantime are kept.
    """
    result = run_backtest(weekends(), [stretch("scrabble")], [])

    # Player 0: 1000 +5 (against 2, event 1) +5 (event 0, still on 1000), then Φ(15/100)
    # and the like of event 2: 1010 beats 990 and gains 10 · (1 − 0.5793) = 4.2.
    assert result.rating.tolist() == [1014, 986, 1000]
    assert result.expected[:3].tolist() == [pytest.approx(np.nan, nan_ok=True)] * 3
    assert result.expected[3] == pytest.approx(0.5793, abs=1e-4)


def test_tournament_ignores_bookings_after_its_first_day():
    """Scrabble: a period that ends during the tournament gives 100 points by decision;
    it still counts as 1000 beats 1000, and five points are added to the current 1100.
    """
    lines = lines_of([game(0, 1, 2, day=date(2024, 2, 2))])
    lines = replace(lines, event=np.array([0]))
    events = [tuple(on("2024-01-20", "2024-02-02"))]
    history = history_of(lines, last_day=on("2024-02-29")[0], events=events)
    (day,) = on("2024-01-15")
    # The history has a game of January, so that its first period is there.
    history = replace(history, booked=np.array([day], np.int32))
    decided = [
        *starts([1000, 1000]),
        DecisionFact(day, DecisionEffect.ADJUSTMENT, 0, 100),
    ]

    result = run_backtest(history, [stretch("scrabble")], decided)

    assert result.rating.tolist() == [1105, 995]


def test_first_games_are_remembered_while_a_tournament_of_others_is_booked():
    """FIDE B.02, 7.1.4: five games against rated opponents, in several periods."""
    elo = stretch("elo", on("2024-01-20")[0])
    lines = lines_of(
        [*(game(4, row, 1, day=date(2024, 1, 25)) for row in (0, 1, 2)),
         game(2, 3, 1, day=date(2024, 2, 2)),
         *(game(4, row, 1, day=date(2024, 2, 20)) for row in (0, 1))]
    )  # fmt: skip
    spans = [(day, day) for day in lines.day.tolist()]
    spans[3] = (on("2024-01-10")[0], spans[3][1])
    lines = replace(lines, event=np.arange(6))
    history = history_of(lines, last_day=on("2024-02-29")[0], events=spans)

    result = run_backtest(history, [stretch("scrabble"), elo], starts([1800] * 4))

    # Half of the points, also with the two draws against 1800 of 8.2.2.
    assert result.rating.tolist() == [1800] * 5


def test_integer_system_does_not_round_untouched_players():
    lines = lines_of(
        [game(0, 1, 2, day=date(2024, 1, 5)), game(2, 3, 2, day=date(2024, 2, 5))]
    )
    (taken,) = on("2024-02-01")
    glicko, ssf = stretch("glicko2"), stretch("ssf_2008", taken)
    decided = starts([1500] * 4)
    january = history_of(lines.take(np.array([0])), players=4, last_day=taken - 1)
    alone = run_backtest(january, [glicko], decided).rating
    assert (alone[:2] != alone[:2].round()).all()

    both = run_backtest(
        history_of(lines, last_day=taken + 28), [glicko, ssf], decided
    ).rating

    assert both[:2].tolist() == alone[:2].tolist()
    assert both[2:].tolist() == [1516, 1484]


def test_memory_is_kept_while_a_tournament_of_another_system_is_booked():
    day = on("2024-01-20")[0]
    glicko = stretch("glicko2", day)
    lines = lines_of(
        [game(0, 1, 2, day=date(2024, 1, 25)), game(0, 1, 2, day=date(2024, 2, 5)),
         game(2, 3, 2, day=date(2024, 2, 2)), game(0, 1, 0, day=date(2024, 2, 20))]
    )  # fmt: skip
    spans = [(day_, day_) for day_ in lines.day.tolist()]
    spans[2] = (on("2024-01-10")[0], spans[2][1])
    lines = replace(lines, event=np.arange(4))
    history = history_of(lines, last_day=on("2024-02-29")[0], events=spans)
    alone = history_of(
        lines.take(np.array([0, 1, 3])), players=4, last_day=history.last_day
    )

    both = run_backtest(history, [stretch("scrabble"), glicko], starts([1000] * 4))
    one = run_backtest(alone, [glicko], starts([1000] * 4))

    # An integer system between them keeps no more digits than float32 has.
    assert both.rating[:2] == pytest.approx(one.rating[:2], abs=1e-3)


def test_memory_is_dropped_for_players_touched_by_another_systems_tournament():
    day = on("2024-01-20")[0]
    glicko = stretch("glicko2", day)
    lines = lines_of(
        [game(0, 1, 2, day=date(2024, 1, 25)), game(0, 2, 2, day=date(2024, 2, 2)),
         game(0, 3, 0, day=date(2024, 2, 20))]
    )  # fmt: skip
    spans = [(day_, day_) for day_ in lines.day.tolist()]
    spans[1] = (on("2024-01-10")[0], spans[1][1])
    lines = replace(lines, event=np.arange(3))
    last = on("2024-02-29")[0]

    def result(rows, ratings, stretches):
        history = history_of(
            lines.take(np.array(rows)),
            players=4,
            last_day=last,
            events=[spans[row] for row in rows],
        )
        return run_backtest(history, stretches, starts(ratings)).rating.tolist()

    reached = result([0, 1], [1000] * 4, [stretch("scrabble"), glicko])

    # As if it had been the first game under Glicko-2; start ratings are whole points.
    assert result([0, 1, 2], [1000] * 4, [stretch("scrabble"), glicko]) == (
        pytest.approx(result([2], reached, [glicko]), abs=0.5)
    )


# --- prediction quality ---------------------------------------------------------------
@pytest.mark.parametrize("truth", SYSTEMS)
def test_system_that_generated_the_results_predicts_them_best(truth):
    """Results are drawn with a seed from that system's expectation: by Gibbs'
    inequality no other expectation has a lower loss, except by chance.
    """
    history, decided = played_by(truth, 30_000, 120, seed=1970)
    losses, qualities = {}, {}
    for name in SYSTEMS:
        result = run_backtest(history, [stretch(name)], decided)
        assert not np.isnan(result.expected).any()
        losses[name] = log_losses(result.expected, history.lines.score)
        qualities[name] = quality_of(result.expected, history.lines.score)

    by_loss = sorted(SYSTEMS, key=lambda name: qualities[name].log_loss)
    by_brier = sorted(SYSTEMS, key=lambda name: qualities[name].brier)

    assert (by_loss[0], by_brier[0]) == (truth, truth)
    for other in by_loss[1:]:
        cost = log_loss_gap(losses[other], losses[truth], history.lines.day)
        assert cost.limits is not None
        assert cost.limits[0] > 0


def test_parameters_that_generated_the_results_predict_them_best():
    swift = {"k_rules": [{"k": 60}]}
    history, decided = played_by("elo", 20_000, 60, seed=8, **swift)

    def cost(**parameters):
        result = run_backtest(history, [stretch("elo", **parameters)], decided)
        return quality_of(result.expected, history.lines.score).log_loss

    assert cost(**swift) < cost(k_rules=[{"k": 20}])


def test_activity_applies_from_its_day_until_it_ends():
    book = DecisionBook(
        [
            DecisionFact(20, DecisionEffect.NO_LONGER_ACTIVE, 1),
            DecisionFact(5, DecisionEffect.ACTIVE, 1),
        ],
        2,
    )

    assert book.of_period(Span(0, 4)).active == {}
    assert book.of_period(Span(5, 9)).active == {1: (Activity(5),)}
    assert book.of_period(Span(10, 30)).active == {1: (Activity(5, 19),)}


def test_juniors_are_determined_on_the_day_of_each_mark():
    young = Side(1, born=2005)
    lines = lines_of([game(0, young, 1, day=date(2024, 1, 5))])
    history = history_of(lines, last_day=on("2025-12-31")[0])
    days = on("2024-06-01", "2025-06-01")

    marks = run_backtest(
        history, [stretch("ssf_2008")], starts([1500, 1500]), days
    ).marks

    # 19 in 2024 and 20 in 2025.
    assert [each.young.players for each in marks] == [1, 0]


def test_long_tournament_ignores_a_shorter_one_within_it():
    """Scrabble: ten wins of 1000 against 1000 are 50 points, and another win, in a
    tournament begun earlier, gives five points and not what 1050 would get.
    """
    shorter = [game(0, 1, 2, day=date(2024, 1, 20)) for _ in range(10)]
    lines = lines_of([*shorter, game(0, 2, 2, day=date(2024, 2, 20))])
    lines = replace(lines, event=np.array([0] * 10 + [1]))
    events = [
        tuple(on("2024-01-15", "2024-01-20")),
        tuple(on("2024-01-10", "2024-02-20")),
    ]
    history = history_of(lines, last_day=on("2024-02-29")[0], events=events)

    result = run_backtest(history, [stretch("scrabble")], starts([1000] * 3))

    assert result.rating.tolist() == [1055, 950, 995]
