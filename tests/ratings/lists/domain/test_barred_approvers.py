"""Who may not approve a list alone, because they stopped results that affect it."""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    release_report,
    return_report,
    withdraw_report,
)
from ratings.lists.domain.barred_approvers import barred_approvers
from ratings.models import Decision, Period
from ratings.uploads.domain.undoing import undo_import
from tests.factories import (
    NOON,
    PlayerFactory,
    UserFactory,
    chess_pool,
    line,
    member,
    officer,
    posted,
    second_pool,
)
from tests.ratings.rating_lists import period, published
from tests.ratings.uploads.bringing import posted_file, reviewed

pytestmark = pytest.mark.django_db

SPRING, SUMMER = date(2026, 2, 1), date(2026, 6, 1)
SPRINGS_LAST, SUMMERS_FIRST = date(2026, 4, 30), date(2026, 5, 1)
LATER = NOON + timedelta(hours=1)
OFFICE = ActionContext(None, NOON)
ANYTHING = "Which year?"


def accepted_of(day, **facts):
    report = posted(line(member(), member(), 2, day), **facts)
    accept_report(report.pk, acting=OFFICE)
    return report


def stopper(report, stop=hold_report, at=NOON):
    user = UserFactory()
    stop(report.pk, ANYTHING, acting=ActionContext(user.pk, at))
    return user.pk


def barred(day):
    return barred_approvers(period(day))


@pytest.mark.parametrize("stop", [hold_report, return_report, withdraw_report])
def test_user_who_stops_accepted_results_is_barred_but_not_the_office(stop):
    accepted_of(SPRING)
    first, second, by_office = (accepted_of(SPRING) for _ in range(3))
    found = {stopper(first, stop), stopper(second, stop)}
    stop(by_office.pk, ANYTHING, acting=OFFICE)

    assert barred(SPRING) == found


def test_results_stopped_bar_up_to_the_last_day_of_the_period():
    last, first = accepted_of(SPRINGS_LAST), accepted_of(SUMMERS_FIRST)
    accepted_of(SPRING)
    accepted_of(SUMMER)
    of_spring, of_summer = stopper(last), stopper(first)

    assert barred(SPRING) == {of_spring}
    assert barred(SUMMER) == {of_spring, of_summer}


def test_released_results_bar_no_user():
    report = accepted_of(SPRING)
    stopper(report)
    release_report(report.pk, acting=OFFICE)

    assert barred(SPRING) == set()


def test_results_of_another_pool_bar_no_user():
    accepted_of(SPRING)
    stopper(accepted_of(SPRING, pool_id=second_pool().pk))

    assert barred_approvers(Period.objects.get(pool=chess_pool())) == set()


def test_later_approval_of_those_days_lifts_the_bar():
    """The list is approved at noon: the approver has seen what was stopped before, not
    what was stopped at noon or later."""
    accepted_of(SPRING)
    early, same, late = (accepted_of(SPRING) for _ in range(3))
    stopper(early, at=NOON - timedelta(minutes=1))
    published(SPRING)
    found = {stopper(same), stopper(late, at=LATER)}

    assert barred(SPRING) == found


LIST = b"id,name,birth_year,gender,club,start_rating\n7,Ada Ek,1980,f,,1500\n"


def test_user_who_ended_a_files_start_ratings_is_barred():
    PlayerFactory(national_id="7", first_name="Ada", last_name="Ek", birth_year=1980)
    file = posted_file(reviewed(LIST, "players.csv"))
    day = Decision.objects.get().on_date
    accepted_of(day)
    later = day + timedelta(days=200)
    accepted_of(later)
    user = officer()

    undo_import(file.pk, "Wrong", acting=ActionContext(user.pk, NOON))

    assert (barred(day), barred(later)) == ({user.pk}, {user.pk})
