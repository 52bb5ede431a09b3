"""A history in the steps of several editions, and in their order."""

from dataclasses import replace
from datetime import date

import numpy as np

from ratings.rules.backtest.history import cut_into_steps
from ratings.rules.calendar import day_number
from ratings.rules.conversion import Conversion, FormulaPiece
from tests.ratings.rules.columns import game, lines_of
from tests.ratings.rules.histories import history_of, stretch

TWICE = Conversion((FormulaPiece(2, 0),))


def on(text):
    return day_number(date.fromisoformat(text))


def months(*numbers, last_day="2024-03-31"):
    lines = lines_of([game(0, 1, 2, day=date(2024, month, 5)) for month in numbers])
    return history_of(lines, last_day=on(last_day))


def step_facts(made):
    return [
        (
            step.stretch.system.name,
            step.span.first_day,
            step.span.last_day,
            step.span.closed,
            step.system_number,
            made.rows_of(step).tolist(),
        )
        for step in made.steps
    ]


def test_each_of_three_editions_has_its_days():
    elo, ssf = stretch("elo", on("2024-02-01")), stretch("ssf_2008", on("2024-03-01"))
    made = cut_into_steps(months(1, 2, 3), [stretch("ssf_2008"), elo, ssf])
    assert step_facts(made) == [
        ("ssf_2008", on("2024-01-01"), on("2024-01-31"), True, 0, [0]),
        ("elo", on("2024-02-01"), on("2024-02-29"), True, 1, [1]),
        ("ssf_2008", on("2024-03-01"), on("2024-04-30"), False, 2, [2]),
    ]


def test_ratings_are_converted_when_a_later_edition_begins():
    taken = on("2024-02-01")
    first = replace(stretch("ssf_2008"), conversion=TWICE)
    second = replace(stretch("elo", taken), conversion=TWICE)
    made = cut_into_steps(months(1, 2, last_day="2024-02-29"), [first, second])
    # Nothing precedes the first edition, so its conversion is not used.
    assert step_facts(made) == [
        ("ssf_2008", on("2024-01-01"), on("2024-01-31"), True, 0, [0]),
        ("conversion", taken, taken - 1, True, 1, []),
        ("elo", taken, on("2024-02-29"), False, 1, [1]),
    ]
    assert made.steps[1].stretch.parameters == TWICE


def test_edition_beginning_on_the_last_day_converts_but_a_later_one_does_not():
    history = months(1, last_day="2024-01-31")
    for taken, converted in (("2024-01-31", True), ("2024-02-01", False)):
        second = replace(stretch("elo", on(taken)), conversion=TWICE)
        names = [
            each[0]
            for each in step_facts(
                cut_into_steps(history, [stretch("ssf_2008"), second])
            )
        ]
        assert ("conversion" in names) is converted
        assert ("elo" in names) is converted


def test_last_period_is_closed_if_the_history_continues_after_it():
    ends = {"2024-04-29": False, "2024-04-30": False, "2024-05-01": True}
    for last_day, closed in ends.items():
        made = cut_into_steps(months(1, last_day=last_day), [stretch("ssf_2008")])
        assert made.steps[0].span.closed is closed


def test_period_precedes_tournaments_of_the_same_days():
    lines = lines_of([game(0, 1, 2, day=date(2024, 1, 31)) for _ in range(2)])
    lines = replace(lines, event=np.array([1, 0]))
    month = (on("2024-01-01"), on("2024-01-31"))
    history = history_of(lines, last_day=on("2024-01-31"), events=[month, month])
    assert history.first_day == on("2024-01-31")
    history = replace(history, booked=np.array([month[0], month[1]], np.int32))
    made = cut_into_steps(history, [stretch("scrabble")])
    assert [(step.event, made.rows_of(step).tolist()) for step in made.steps] == [
        (None, []),
        (0, [1]),
        (1, [0]),
    ]


def test_tournament_with_end_before_start_ends_on_its_first_day():
    lines = replace(
        lines_of([game(0, 1, 2, day=date(2024, 1, 5))]), event=np.array([0])
    )
    events = [(on("2024-01-05"), on("2024-01-03"))]
    history = history_of(lines, last_day=on("2024-01-31"), events=events)
    (step, _period) = cut_into_steps(history, [stretch("scrabble")]).steps
    assert (step.span.first_day, step.span.last_day) == (on("2024-01-05"),) * 2


def test_games_booked_in_reverse_are_sorted():
    booked = np.array([on("2024-05-01"), on("2024-04-30")], np.int32)
    history = replace(months(4, 4, last_day="2024-08-31"), booked=booked)
    made = cut_into_steps(history, [stretch("ssf_2008")])
    assert [made.rows_of(step).tolist() for step in made.steps] == [[1], [0]]


def test_game_booked_before_the_last_one_is_sorted():
    days = ("2024-01-31", "2024-03-05", "2024-02-05")
    booked = np.array([on(day) for day in days], np.int32)
    history = replace(months(1, 1, 1, last_day="2024-03-31"), booked=booked)
    made = cut_into_steps(history, [stretch("elo")])
    assert [made.rows_of(step).tolist() for step in made.steps] == [[0], [2], [1]]


def test_many_games_keep_their_order_within_a_period_and_within_an_event():
    size = 60
    even, odd = list(range(0, size, 2)), list(range(1, size, 2))
    lines = lines_of([game(0, 1, 2, day=date(2024, 1, 31)) for _ in range(size)])
    lines = replace(lines, event=np.arange(size) % 2)
    day = on("2024-01-31")
    history = history_of(lines, last_day=on("2024-02-29"), events=[(day, day)] * 2)
    booked = np.array([on("2024-02-05"), day] * (size // 2), np.int32)
    history = replace(history, booked=booked)
    by_event = cut_into_steps(history, [stretch("scrabble")])
    rows = [by_event.rows_of(step).tolist() for step in by_event.steps]
    assert [each for each in rows if each] == [even, odd]
    by_period = cut_into_steps(history, [stretch("elo")])
    assert [by_period.rows_of(step).tolist() for step in by_period.steps] == [odd, even]


def test_games_without_event_belong_to_their_periods():
    history = months(1, 2, last_day="2024-02-29")
    history = replace(history, lines=replace(history.lines, event=None))
    made = cut_into_steps(history, [stretch("scrabble")])
    assert [(step.event, made.rows_of(step).tolist()) for step in made.steps] == [
        (None, [0]),
        (None, [1]),
    ]


def test_a_tournament_is_closed_when_it_is_finished():
    lines = lines_of([game(0, 1, 2, day=date(2024, 1, day)) for day in (5, 6)])
    history = history_of(lines, last_day=on("2024-01-31"))
    history = replace(history, event_finished=np.array([True, False]))
    one, other, _period = cut_into_steps(history, [stretch("scrabble")]).steps
    assert (one.span.closed, other.span.closed) == (True, False)


def test_history_without_games_has_only_its_last_day():
    history = history_of(lines_of([]), players=2, last_day=on("2024-05-01"))
    assert history.first_day == on("2024-05-01")
    (step,) = cut_into_steps(history, [stretch("ssf_2008")]).steps
    assert (step.span.first_day, step.span.last_day) == (
        on("2024-05-01"),
        on("2024-08-31"),
    )


def test_later_edition_begins_on_its_day_not_with_its_period():
    # SSF's period is January to April; the same system continues with other parameters.
    first, second = stretch("ssf_2008"), stretch("ssf_2008", on("2024-03-05"))
    made = cut_into_steps(months(1, 3, last_day="2024-05-10"), [first, second])
    assert step_facts(made) == [
        ("ssf_2008", on("2024-01-01"), on("2024-03-04"), True, 0, [0]),
        ("ssf_2008", on("2024-03-05"), on("2024-04-30"), True, 0, [1]),
        ("ssf_2008", on("2024-05-01"), on("2024-08-31"), False, 0, []),
    ]
