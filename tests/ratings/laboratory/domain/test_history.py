"""A pool's whole history as an experiment reads it."""

from datetime import date

import pytest

from ratings.enums import DecisionKind, DecisionsInExperiment
from ratings.laboratory.domain.history import read_history
from ratings.models import Pool
from ratings.rules.calendar import day_number
from tests.factories import (
    chess_pool,
    line,
    member,
    posted,
    rated_by,
    second_pool,
    side,
)
from tests.ratings.rating_lists import decided, rated

pytestmark = pytest.mark.django_db

WINTER, SPRING, SUMMER = date(2025, 12, 31), date(2026, 2, 1), date(2026, 6, 1)
TODAY = date(2026, 6, 15)
ALL = DecisionsInExperiment.ALL


def read(decisions=ALL, until=TODAY, number=None):
    pool = Pool.objects.get(pk=chess_pool().pk)
    number = pool.posted if number is None else number
    return read_history(pool.pk, number, decisions, until)


def days(*those):
    return [day_number(day) for day in those]


def test_finished_event_ends_as_planned_and_running_one_with_its_last_game():
    """Three events: one ended on 20 February, one is running and was last played on 3
    February, one was played longer than planned."""
    one, other = rated(1500), rated(1500)
    planned = {"start_date": date(2026, 1, 31), "end_date": date(2026, 2, 20)}
    last = date(2026, 2, 3)
    posted(line(one, other, 2, last), is_final=True, **planned)
    posted(line(one, other, 2, last), is_final=False, **planned)

    history = read().history

    assert history.event_first.tolist() == days(date(2026, 1, 31), date(2026, 1, 31))
    assert history.event_last.tolist() == days(date(2026, 2, 20), last)
    assert history.event_finished.tolist() == [True, False]


def test_games_are_read_in_order_of_play_up_to_the_last_day_of_each_year():
    one, other = rated(1500), rated(1400)
    posted(
        line(one, other, 2, date(2026, 1, 1), key=1, round=2),
        line(other, one, 1, WINTER, key=2),
        line(one, other, 0, date(2026, 1, 1), key=3, round=1, board=2),
        line(other, one, 0, date(2026, 1, 1), key=4, round=1, board=1),
    )

    found = read()
    lines = found.history.lines

    assert found.ids.tolist() == [one.pk, other.pk]
    assert lines.score.tolist() == [1, 0, 0, 2]
    assert lines.white.tolist() == [1, 1, 0, 0]
    assert lines.day.tolist() == days(WINTER, *[date(2026, 1, 1)] * 3)
    assert found.history.last_day == day_number(TODAY)


def test_player_data_of_a_game_is_read_for_each_side():
    white = side(member(birth_year=1990), outside=1810, outside_kind="fide")
    black = side(member(birth_year=2012), adopts=True, is_member=False)
    posted(line(white, black, 2, SPRING, minutes=45, played=False))

    history = read().history
    lines = history.lines

    assert [
        getattr(lines, name).tolist()
        for name in (
            "white_outside", "white_birth_year", "white_adopts", "white_member",
        )
    ] == [[1810], [1990], [False], [True]]  # fmt: skip
    assert [
        getattr(lines, name).tolist()
        for name in ("black_birth_year", "black_adopts", "black_member")
    ] == [[2012], [True], [False]]
    assert (lines.minutes.tolist(), lines.played.tolist()) == ([45], [False])
    assert lines.black_outside.tolist() != lines.black_outside.tolist()  # NaN
    assert (lines.length, lines.method) == (None, None)
    assert history.birth_year.tolist() == [1990, 2012]


def test_event_booked_as_a_whole_is_booked_by_game_in_the_laboratory():
    rated_by("scrabble")
    one, other = rated(1000), rated(1000)
    posted(
        line(one, other, 2, SPRING),
        line(other, one, 2, date(2026, 2, 9), round=2),
        end_date=date(2026, 2, 20),
    )

    assert read().history.booked.tolist() == days(SPRING, date(2026, 2, 9))


@pytest.mark.parametrize(
    ("until", "last"), [(WINTER, SUMMER), (SUMMER, SUMMER), (TODAY, TODAY)]
)
def test_history_ends_with_the_last_game_or_the_requested_day(until, last):
    posted(line(rated(1500), rated(1500), 1, SUMMER))

    assert read(until=until).history.last_day == day_number(last)


@pytest.mark.parametrize(
    ("decisions", "kinds"),
    [
        (DecisionsInExperiment.ALL, ["START", "START", "ADJUSTMENT", "WITHHELD_BONUS"]),
        (DecisionsInExperiment.STARTS, ["START", "START"]),
        (DecisionsInExperiment.NONE, []),
    ],
)
def test_history_has_the_requested_decisions(decisions, kinds):
    one, other = rated(1500), rated(1400)
    posted(line(one, other, 1, SPRING))
    decided(one, 25, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    decided(None, None, kind=DecisionKind.WITHHOLD_BONUS, on=SUMMER)

    assert [fact.kind.name for fact in read(decisions).decided] == kinds


def test_decisions_have_row_day_and_points():
    one, other = rated(1500), rated(1400)
    posted(line(one, other, 1, SPRING))
    decided(other, -25, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    decided(None, None, kind=DecisionKind.WITHHOLD_BONUS, on=SUMMER)

    *_starts, points, withheld = read().decided

    assert (points.day, points.row, points.points) == (day_number(SPRING), 1, -25)
    assert (withheld.day, withheld.points) == (day_number(SUMMER), 0)


def test_history_has_only_postings_of_the_pool_up_to_the_number():
    one, other = rated(1500), rated(1400)
    posted(line(one, other, 2, SPRING))
    number = Pool.objects.get(pk=chess_pool().pk).posted
    posted(line(one, other, 0, SUMMER))
    posted(line(one, other, 1, SPRING), pool_id=second_pool().pk)

    assert read(number=number).history.lines.score.tolist() == [2]
