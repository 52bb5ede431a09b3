"""Deadlines of a tournament from 4 to 25 May 2026: conditions by 25 May (Renju 1 §3,
three weeks from the start), computation by 8 June (1 §4, two weeks from the end).
"""

from datetime import date

import pytest

from ratings.ledger.domain.reports import hold_report, return_report
from ratings.models import Edition
from tests.factories import acting, chess_pool, line, member, officer, posted, rated_by
from tests.tournaments.renju import group_of
from tests.tournaments.tournaments_made import (
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.conditions import note_conditions
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.submitting import recall_results
from tournaments.queries.deadlines import (
    deadlines_of,
    overdue_deadlines,
    pressing_deadlines,
)

pytestmark = pytest.mark.django_db

SENT_IN = date(2026, 6, 15)


@pytest.fixture(autouse=True)
def renju():
    rated_by("renju")


def stages(of, day) -> list[str]:
    return [each.stage for each in deadlines_of([of], day).get(of.pk, ())]


def test_deadlines_follow_from_the_days_of_the_tournament():
    of = tournament()
    found = deadlines_of([of], date(2026, 5, 1))[of.pk]
    assert [(each.kind, each.due_date) for each in found] == [
        ("conditions", date(2026, 5, 25)),
        ("computation", date(2026, 6, 8)),
    ]


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2026, 5, 21), ["ahead", "ahead"]),
        (date(2026, 5, 22), ["near", "ahead"]),
        (date(2026, 5, 25), ["near", "ahead"]),
        (date(2026, 5, 26), ["passed", "ahead"]),
        (date(2026, 6, 5), ["passed", "near"]),
        (date(2026, 6, 9), ["passed", "passed"]),
    ],
)
def test_deadline_is_near_for_three_days_and_then_passes(day, expected):
    assert stages(tournament(), day) == expected


def test_system_without_deadlines_sets_none():
    of = tournament()
    rated_by("ssf_2008")
    assert deadlines_of([of], SENT_IN) == {}


def test_deadlines_are_those_of_the_system_on_the_first_day():
    of = tournament()
    later = {"system": "ssf_2008", "from_date": date(2026, 5, 5)}
    Edition.objects.create(pool=chess_pool(), **later)
    assert len(deadlines_of([of], SENT_IN)[of.pk]) == 2
    Edition.objects.filter(system="renju").update(system="scrabble")
    assert deadlines_of([of], SENT_IN) == {}


def test_cancelled_tournament_has_no_deadlines():
    of = cancel_tournament(tournament().pk, acting=acting())
    assert deadlines_of([of], SENT_IN) == {}


def test_conditions_are_done_on_the_first_recorded_day():
    of = tournament()
    for day in (date(2026, 5, 9), date(2026, 5, 7)):
        note_conditions(of.pk, day, today=SENT_IN, acting=acting())
    first, _second = deadlines_of([of], SENT_IN)[of.pk]
    assert (first.stage, first.done_on) == ("done", date(2026, 5, 7))


def test_submission_meets_the_second_deadline_and_ends_the_first():
    group = played(group_of(10, 10))
    submitted(group)
    first, second = deadlines_of([group.tournament], SENT_IN)[group.tournament_id]
    assert (first.stage, second.stage, second.done_on) == ("over", "done", SENT_IN)


@pytest.mark.parametrize("act", [hold_report, return_report])
def test_report_stopped_by_the_office_meets_the_deadline(act):
    group = played(group_of(10, 10))
    act(submitted(group).pk, "Who?", acting=acting(officer()))
    assert stages(group.tournament, SENT_IN)[1] == "done"


def test_recalled_report_does_not_meet_the_deadline():
    group = played(group_of(10, 10))
    submitted(group)
    recall_results(group.tournament_id, acting=acting())
    assert stages(group.tournament, SENT_IN)[1] == "passed"


def test_interim_report_does_not_meet_the_deadline():
    group = group_of(10, 10)
    played(group)
    submitted(group, is_final=False)
    assert stages(group.tournament, SENT_IN)[1] == "passed"


def test_acts_for_another_tournament_do_not_count():
    of, other = group_of(10, 10).tournament, played(group_of(10, 10))
    note_conditions(other.tournament_id, SENT_IN, today=SENT_IN, acting=acting())
    submitted(other)
    posted(
        line(member(), member(), 2, date(2026, 5, 4)),
        source_kind="league",
        source_number=of.pk,
    )
    found = deadlines_of([of, other.tournament], SENT_IN)
    assert [[each.stage for each in found[pk]] for pk in found] == [
        ["passed", "passed"],
        ["done", "done"],
    ]
    pressing = pressing_deadlines(SENT_IN)
    assert [each.tournament for each in pressing] == [of, of]


def test_pressing_deadlines_are_those_of_tournaments_that_have_begun():
    begun = group_of(10, 10).tournament
    section(tournament(name="In preparation"))
    submitted(played(group_of(10, 10)))
    day = date(2026, 6, 6)
    assert [(each.tournament, each.kind) for each in pressing_deadlines(day)] == [
        (begun, "conditions"),
        (begun, "computation"),
    ]
    assert [each.kind for each in overdue_deadlines(day)] == ["conditions"]


def test_tournaments_of_other_pools_have_no_pressing_deadlines():
    started(size=2)
    rated_by("ssf_2008")
    assert pressing_deadlines(SENT_IN) == []


def test_query_count_does_not_depend_on_the_number_of_tournaments(
    django_assert_num_queries,
):
    for size in (1, 2):
        for _ in range(size):
            group_of(10, 10)
        with django_assert_num_queries(5):
            pressing_deadlines(SENT_IN)
