"""The effect of a report on its players: `ratings.review.queries.reports`."""

from datetime import date, timedelta

import pytest

from ratings.enums import BaseOrigin
from ratings.ledger.domain.reports import hold_report
from ratings.models import Edition, Period, Pool
from ratings.review.queries.inbox import effects_of
from ratings.review.queries.reports import PlayerChange, changes_of
from tests.factories import (
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    rated_by,
    second_pool,
)
from tests.ratings.rating_lists import (
    accepted,
    corrected,
    open_next_period,
    period,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
SPRING, SUMMER = date(2026, 2, 1), date(2026, 6, 1)


def test_report_of_two_periods_shows_each_effect_earliest_first():
    one, other = member(), member()
    report = posted(
        line(one, other, 2, SPRING, round=1), line(one, other, 2, SUMMER, round=2)
    )
    posted(line(one, member(), 2, SUMMER))
    computed()

    mine = [each for each in changes_of(report) if each.player_id == one.pk]

    assert [
        (each.start_date, each.own_games, each.own_score, each.other_games)
        for each in mine
    ] == [(date(2026, 1, 1), 1, 2, 0), (date(2026, 5, 1), 1, 2, 1)]
    assert [each.is_new for each in mine] == [True, False]


def test_periods_of_another_pool_are_ignored():
    other_pool = second_pool()
    one, other = member(), member()
    report = posted(line(one, other, 2, SPRING))
    posted(line(one, other, 0, SPRING), pool_id=other_pool.pk)
    computed()

    found = sorted(changes_of(report), key=lambda each: each.player_id)
    assert [(each.player_id, each.own_games, each.change) for each in found] == [
        (one.pk, 1, 16),
        (other.pk, 1, -16),
    ]


def test_unplayed_game_is_not_counted():
    one, other = member(), member()
    report = posted(
        line(one, other, 1, SPRING, round=1),
        line(one, other, 2, SPRING, round=2, played=False),
    )
    computed()

    assert {(each.own_games, each.own_score) for each in changes_of(report)} == {(1, 1)}


def test_game_belongs_to_the_period_in_which_it_is_booked():
    one, other = member(), member()
    report = posted(line(one, other, 2, SPRING, booked_on=SUMMER))
    computed()

    assert sorted((each.player_id, each.start_date) for each in changes_of(report)) == [
        (one.pk, date(2026, 5, 1)),
        (other.pk, date(2026, 5, 1)),
    ]


def test_all_games_of_the_period_are_other_games_if_the_report_does_not_count():
    one, other = member(), member()
    report = posted(line(one, other, 2, SPRING))
    posted(line(one, member(), 2, SPRING), line(one, member(), 2, SPRING, round=2))
    hold_report(report.pk, "who was it?", acting=acting())
    computed()

    report.refresh_from_db()
    mine = [each for each in changes_of(report) if each.player_id == one.pk]
    assert [(each.own_games, each.other_games) for each in mine] == [(1, 2)]


def test_player_with_only_empty_lines_is_omitted():
    one, other, third = member(), member(), member()
    report = posted(
        line(one, other, 2, SPRING),
        *(line(each, third, 1, SPRING, played=False) for each in (one, other)),
        method="concentrated",
    )
    posted(line(third, member(), 2, SPRING))
    computed()

    assert {each.player_id for each in changes_of(report)} == {one.pk, other.pk}
    assert effects_of([report.pk])[report.pk].players == 2


@pytest.mark.parametrize(
    ("elsewhere", "start_from", "others", "is_new"),
    [(None, None, 0, False), (-1, 0, 0, False), (2, BaseOrigin.DEFAULT, 2, True)],
)
def test_other_games_are_not_negative_and_newcomers_began_in_the_period(
    elsewhere, start_from, others, is_new
):
    change = PlayerChange(
        1, SPRING, SUMMER, 1, 2, 1500.0, 1516.0, 16.0, elsewhere, start_from
    )

    assert (change.other_games, change.is_new) == (others, is_new)


def test_report_is_shown_by_the_system_of_its_first_day():
    """It is rated as a whole by the system of its first day, whatever was adopted
    since.
    """
    rated_by("renju")
    one, other = rated(8), rated(11)
    later = SPRING + timedelta(days=1)
    report = posted(line(one, other, 2, SPRING), line(one, other, 2, later, round=2))
    computed()
    facts = {"pool": chess_pool(), "system": "elo", "parameters": {}}
    Edition.objects.create(from_date=later, **facts)

    found = [(each.player_id, each.other_games) for each in changes_of(report)]

    assert sorted(found) == [(one.pk, 0), (other.pk, 0)]
    assert all(each.after is not None for each in changes_of(report))


# --- corrections that are carried -----------------------------------------------------
SUMMERS = date(2026, 5, 1), date(2026, 8, 31)


def carries(**facts):
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=0, **facts)


def effect_on(player, report):
    """Return the days, own games and score, other games, and change."""
    report.pool.refresh_from_db()
    [found] = [each for each in changes_of(report) if each.player_id == player.pk]
    return (
        (found.start_date, found.end_date),
        (found.own_games, found.own_score),
        found.other_games,
        (found.before, found.change, found.after),
    )


def test_correction_of_an_approved_period_shows_its_effect_in_the_open_one():
    adam, _bertil, report = rulebook_game(2)
    carries()
    published(SPRING)
    posted(line(adam, rated(1976), 1, SUMMER))
    late = corrected(adam, _bertil, 1)
    up_to_date()

    # A draw (+10) in place of a win (+26).
    assert effect_on(adam, late) == (SUMMERS, (1, 1), 1, (1976, -16, 1960))
    spring = date(2026, 1, 1), date(2026, 4, 30)
    assert effect_on(adam, report) == (spring, (1, 2), 0, (1950, 26, 1976))


def test_late_report_keeps_the_period_in_which_it_was_booked():
    adam, bertil, _report = rulebook_game(2)
    carries()
    published(SPRING)
    late = corrected(adam, bertil, 1)
    up_to_date()
    published(SUMMER)
    up_to_date()

    assert effect_on(adam, late)[0] == SUMMERS


def test_report_of_an_approved_period_and_the_open_one_is_shown_once_a_player():
    one, other = rated(1500), rated(1500)
    rulebook_game()
    carries()
    published(SPRING)
    late = accepted(
        line(one, other, 2, SPRING, round=1), line(one, other, 1, SUMMER, round=2)
    )
    up_to_date()

    assert effect_on(one, late) == (SUMMERS, (2, 3), 0, (1500, 16, 1516))


def test_late_event_that_is_rated_as_a_whole_shows_the_period_that_books_it():
    rated_by("scrabble")
    one, other = rated(1500), rated(1500)
    rulebook_game()
    carries()
    published(SPRING)
    late = accepted(line(one, other, 2, SPRING))
    up_to_date()

    days, own, others, (before, change, after) = effect_on(one, late)
    assert (days[0], own, others) == (
        Period.objects.latest("end_date").start_date,
        (1, 2),
        0,
    )
    assert before == 1500 < after == before + change


def test_report_that_is_booked_nowhere_has_no_effect_to_show():
    adam, bertil, _report = rulebook_game(2)
    carries(ends_on=date(2026, 4, 30))
    published(SPRING)
    late = corrected(adam, bertil, 1)
    up_to_date()
    late.pool.refresh_from_db()

    assert changes_of(late) == []

    carries(ends_on=None)
    open_next_period(period(SPRING))
    up_to_date()
    assert effect_on(adam, late)[0] == SUMMERS
