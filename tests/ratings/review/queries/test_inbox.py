"""Which reports are in the officer's trays, and in which order:
`ratings.review.queries`.
"""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.domain.authorship import ActionContext
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    release_report,
    return_report,
    withdraw_report,
)
from ratings.models import Pool, Report, ReportWarning
from ratings.review.queries.inbox import (
    InboxPart,
    counts_by_part,
    next_waiting,
    reports_of_part,
    with_effects,
)
from ratings.review.queries.reports import accepted_fallback, journal_of
from tests.factories import (
    NOON,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
)
from tests.ratings.correction_requests import Match, allowed, filed
from tests.ratings.rating_lists import (
    accepted,
    corrected,
    published,
    rated,
    rulebook_game,
)

pytestmark = pytest.mark.django_db
DAY = date(2026, 2, 1)
HOUR = timedelta(hours=1)


def by(hours=0, name="Rut Rating"):
    return ActionContext(UserFactory(name=name).pk, NOON + hours * HOUR)


def sent_report(**facts):
    return posted(line(member(), member(), 2, DAY), **facts)


def test_settled_reports_are_ordered_by_settlement_newest_first():
    first, second, third = sent_report(), sent_report(), sent_report()
    return_report(second.pk, "why", acting=by(1))
    accept_report(third.pk, acting=by(2))
    accept_report(first.pk, acting=by(3))

    assert list(reports_of_part(InboxPart.SETTLED)) == [first, third, second]


def test_held_reports_are_in_order_of_arrival():
    late, early = sent_report(), sent_report(at=NOON - HOUR)
    for report in (early, late):
        hold_report(report.pk, "why", acting=by(1))

    assert list(reports_of_part(InboxPart.HELD)) == [early, late]


def test_superseded_version_is_in_no_tray():
    sent_report(source_number=7)
    newer = sent_report(source_number=7)

    assert list(reports_of_part(InboxPart.WAITING)) == [newer]
    assert counts_by_part() == {
        InboxPart.WAITING: 1,
        InboxPart.HELD: 0,
        InboxPart.SETTLED: 0,
    }


def test_age_of_a_report_is_in_whole_days():
    report = sent_report()

    ages = (timedelta(0), timedelta(hours=23), timedelta(hours=49), -HOUR)
    rows = [with_effects([report], NOON + age)[0] for age in ages]

    assert [row.days for row in rows] == [0, 0, 2, 0]


def test_draw_between_equals_changes_no_rating():
    report = posted(line(member(), member(), 1, DAY))
    computed()

    (row,) = with_effects([report], NOON)

    assert (row.effect.players, row.effect.biggest) == (0, 0)


def test_next_waiting_report_came_later_and_is_not_held():
    first, held_report, third = (
        sent_report(at=NOON + hours * HOUR) for hours in range(3)
    )
    hold_report(held_report.pk, "why", acting=by())

    assert next_waiting(first, None) == third
    assert next_waiting(third, None) == first


def test_next_of_simultaneous_reports_has_the_next_number():
    first, second, third = sent_report(), sent_report(), sent_report()

    following = [next_waiting(each, None) for each in (first, second, third)]

    assert following == [second, third, first]


def test_versions_are_of_one_source_and_pool_newest_first():
    other_pool = second_pool()
    first = sent_report(source_number=7)
    sent_report(source_number=8)
    sent_report(source_number=7, source_kind="league")
    sent_report(source_number=7, pool_id=other_pool.pk)
    second = sent_report(source_number=7)

    assert list(first.versions()) == [second, first]


def test_newest_accepted_version_would_count_again():
    for _ in range(2):
        last = sent_report(source_number=7)
        accept_report(last.pk, acting=by())
    unjudged = sent_report(source_number=7)

    assert accepted_fallback(sent_report(source_number=7)) == last
    assert accepted_fallback(unjudged) == last


def test_journal_names_user_and_reason_of_each_act():
    report = sent_report(by=UserFactory(name="Sven Sender"))
    hold_report(report.pk, "looked odd", acting=by(1, "Rut Rating"))
    return_report(report.pk, "mend it", acting=by(2, "Otto Other"))

    lines = journal_of(list(report.versions()))

    assert [(each.version, each.state, each.by, each.reason) for each in lines] == [
        (1, "returned", "Otto Other", "mend it"),
        (1, "held", "Rut Rating", "looked odd"),
        (1, "submitted", "Sven Sender", ""),
    ]


def test_superseding_by_the_next_version_names_no_user():
    match = Match().accepted()
    allowed(match, filed(match))
    match.sent(1)

    lines = [
        each for each in journal_of(list(match.report.versions())) if each.version == 2
    ]

    assert [(each.state, each.by, each.reason) for each in lines] == [
        ("superseded", "", ""),
        ("accepted", match.officer.name, ""),
    ]


def test_journal_has_the_posting_number_of_each_act():
    report = sent_report()
    first = chess_pool().posted
    hold_report(report.pk, "odd", acting=by(1))
    release_report(report.pk, acting=by(2))
    accept_report(report.pk, acting=by(3))

    lines = journal_of(list(report.versions()))

    assert [(each.state, each.number) for each in lines] == [
        ("accepted", None),
        ("submitted", first + 2),
        ("held", first + 1),
        ("submitted", first),
    ]
    assert [each.words for each in lines][1] == "Released: counts again"


def test_report_counts_its_unticked_warnings():
    report = sent_report()
    for kind, at in (("suspended", None), ("non_member", NOON), ("implausible", None)):
        ReportWarning.objects.create(
            report=report, kind=kind, answer="known", ticked_at=at
        )

    (row,) = with_effects([report], NOON)

    assert row.uncleared == 2
    assert [name for name, _warning in row.named_warnings] == [
        "Results that are very improbable",
        "Players who are not members of any club",
        "Players who are suspended",
    ]


def test_largest_change_is_named_with_the_number_of_changes():
    young, old, third = (
        rated(1500, first_name="Ada", last_name="Ek"),
        rated(2000),
        rated(2000),
    )
    report = posted(
        line(young, old, 2, DAY, key=1), line(old, third, 1, DAY, key=2, round=2)
    )
    computed()

    (row,) = with_effects([report], NOON)

    assert row.effect.whose == "Ada Ek"
    assert row.effect.biggest > 0
    assert row.effect.players == 2


def test_each_state_belongs_to_one_tray():
    waits, held_report, returned, withdrawn, accepted = (
        sent_report() for _ in range(5)
    )
    hold_report(held_report.pk, "why", acting=by(1))
    return_report(returned.pk, "why", acting=by(2))
    withdraw_report(withdrawn.pk, "why", acting=by(3))
    accept_report(accepted.pk, acting=by(4))

    trays = [list(reports_of_part(tray)) for tray in InboxPart]

    assert trays == [[waits], [held_report], [accepted, withdrawn, returned]]
    assert list(counts_by_part().values()) == [1, 1, 3]


def test_only_reports_held_by_the_worker_are_faulty():
    by_officer, by_worker, _waits = sent_report(), sent_report(), sent_report()
    hold_report(by_officer.pk, "why", acting=by(1))
    hold_report(by_worker.pk, "why", acting=ActionContext(None, NOON))

    reports = Report.objects.order_by("pk")
    assert [row.is_faulty for row in with_effects(reports, NOON)] == [
        False, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("ends_on", "effect"),
    [(None, (2, -16, "Adam Ek")), (date(2026, 4, 30), None)],
)
def test_effect_of_a_late_report_is_that_of_the_period_which_books_it(ends_on, effect):
    adam, bertil, _report = rulebook_game(2)
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=0, ends_on=ends_on)
    published(DAY)
    # A draw (+10 and −5) in place of a win (+26 and −13).
    late = corrected(adam, bertil, 1)
    computed()

    [row] = with_effects(reports_of_part(InboxPart.SETTLED).filter(pk=late.pk), NOON)

    shown = row.effect
    assert (shown and (shown.players, shown.biggest, shown.whose)) == effect


def test_query_count_of_effects_does_not_depend_on_reports_that_came_in_time():
    for number in range(4):
        accepted(line(member(), member(), 2, DAY), source_number=number)
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=0)
    published(DAY)
    reports = list(reports_of_part(InboxPart.SETTLED))

    assert len(reports) == 4
    assert queries_of_effects(reports) == queries_of_effects(reports[:1])


def queries_of_effects(reports):
    with CaptureQueriesContext(connection) as captured:
        with_effects(reports, NOON)
    return len(captured)


def test_each_report_that_came_late_costs_one_query():
    rulebook_game()
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=0)
    published(DAY)
    late = [
        accepted(line(member(), member(), 2, DAY), source_number=number).pk
        for number in range(4)
    ]
    computed()
    reports = list(reports_of_part(InboxPart.SETTLED).filter(pk__in=late))

    assert len(reports) == 4
    assert queries_of_effects(reports) == queries_of_effects(reports[:1]) + 3
