"""The page of runs."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from federation.domain.failures import note_done, note_failure
from federation.enums import RoleKind
from federation.formats.figures import duration
from ratings.models import Computation, Run, Sweep
from tests.factories import (
    ClubFactory,
    RoleFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
    secretary_of,
)

URL = "/runs/"
DAY = date(2024, 2, 1)

pytestmark = pytest.mark.django_db


def a_run(state="done", *, ago=timedelta(hours=1), milliseconds=40.0, **facts):
    started_at = timezone.now() - ago
    return Run.objects.create(
        **{
            "pool": chess_pool(),
            "state": state,
            "cause": "posting",
            "computed_before": 0,
            "started_at": started_at,
            "finished_at": started_at + timedelta(milliseconds=milliseconds),
            "milliseconds": milliseconds,
            **facts,
        }
    )


def shown(response, table):
    return [row.record for row in response.context[table].rows]


def runs(response):
    return [row.run for row in shown(response, "run_table")]


def test_runs_are_listed_newest_first_with_their_counts(as_officer):
    posted(line(member(), member(), 2, DAY))
    computed()
    posted(line(member(), member(), 2, DAY))
    computed()

    response = as_officer.get(URL)

    assert [(run.computed_before, run.computed_after) for run in runs(response)] == [
        (1, 2),
        (0, 1),
    ]
    newest = runs(response)[0]
    assert (newest.state, newest.steps, newest.games, newest.changed) == (
        "done",
        1,
        1,
        2,
    )


def test_time_out_of_date_is_shown_in_parts(as_officer):
    report = posted(line(member(), member(), 2, DAY))
    run = a_run(computed_after=1)
    run.started_at = report.sent_at + timedelta(seconds=2)
    run.save()

    (row,) = shown(as_officer.get(URL), "run_table")

    assert (row.waited, row.run.milliseconds, row.out_of_date) == (2000, 40, 2040)


def test_a_pool_that_is_up_to_date_says_so(as_officer):
    posted(line(member(), member(), 2, DAY))
    computed()

    response = as_officer.get(URL)

    (health,) = shown(response, "pool_table")
    assert (health.behind, health.since, health.is_failing) == (0, None, False)
    assert "Up to date" in response.content.decode()
    assert "hx-get" not in response.content.decode()


def test_outdated_pool_says_since_when_and_page_refreshes(as_officer):
    report = posted(line(member(), member(), 2, DAY))
    posted(line(member(), member(), 2, DAY))

    response = as_officer.get(URL)

    (health,) = shown(response, "pool_table")
    assert (health.behind, health.since) == (2, report.sent_at)
    assert f'hx-get="{URL}"' in response.content.decode()


def test_failing_pool_is_highlighted_with_its_error(as_officer):
    posted(line(member(), member(), 2, DAY))
    a_run("failed", ago=timedelta(hours=3), error="OperationalError: no space left")
    first = a_run("failed", ago=timedelta(hours=2), error="OperationalError: no space")
    Run.objects.filter(pk__lt=first.pk).update(state="done")
    a_run("failed", error="DataError: <b>too large</b>")

    response = as_officer.get(URL)

    (health,) = response.context["failing"]
    assert (health.failures.count, health.failures.since, health.failures.error) == (
        2,
        first.started_at,
        "DataError: <b>too large</b>",
    )
    page = response.content.decode()
    assert "cannot be computed: 2 failed in a row" in page
    assert "<b>too large" not in page


def test_resolved_failure_is_not_highlighted(as_officer):
    posted(line(member(), member(), 2, DAY))
    a_run("failed", error="OperationalError: no space left")
    computed()

    assert as_officer.get(URL).context["failing"] == []


def test_runs_can_be_filtered_by_failure(as_officer):
    failed = a_run("failed", error="x")
    a_run()

    assert runs(as_officer.get(URL, {"show": "failed"})) == [failed]
    assert len(runs(as_officer.get(URL, {"show": "x"}))) == 2


def test_figures_are_of_the_last_seven_days(as_officer):
    for milliseconds in (10, 20, 60):
        a_run(milliseconds=milliseconds)
    a_run("failed", milliseconds=5)
    a_run(ago=timedelta(days=8), milliseconds=9000)

    figures = as_officer.get(URL).context["figures"]

    assert (figures.done, figures.failed, figures.median, figures.slowest) == (
        3,
        1,
        20,
        60,
    )


def test_sweep_findings_are_counted(as_officer):
    now = timezone.now()
    Sweep.objects.create(at=now - timedelta(days=1), pools=1, died_runs=2)
    Sweep.objects.create(at=now - timedelta(days=8), pools=1, died_runs=0)

    response = as_officer.get(URL)

    assert response.context["sweeps_lately"] == 1
    found = [(each.pools, each.died_runs) for each in shown(response, "sweep_table")]
    assert found == [(1, 2), (1, 0)]


def test_failed_background_work_is_listed_until_done(as_officer):
    at = timezone.now()
    note_failure("sweep: imports", ValueError("<b>no table</b>"), at=at)
    response = as_officer.get(URL)
    assert "ValueError: &lt;b&gt;no table&lt;/b&gt;" in response.content.decode()
    failures = shown(response, "failure_table")
    assert [each.part for each in failures] == ["sweep: imports"]

    note_done("sweep: imports", at=at)

    assert "Done since" in as_officer.get(URL).content.decode()


def test_page_without_runs_says_what_will_be_listed(as_officer):
    page = as_officer.get(URL).content.decode()

    assert "No run yet" in page
    assert "Nothing has been lost on the way" in page
    assert (
        "No run has failed" in as_officer.get(URL, {"show": "failed"}).content.decode()
    )


def test_a_pool_being_computed_says_so(as_officer):
    posted(line(member(), member(), 2, DAY))
    Run.objects.create(
        pool=chess_pool(),
        cause="posting",
        computed_before=0,
        started_at=timezone.now(),
    )

    response = as_officer.get(URL)

    assert shown(response, "pool_table")[0].running == Run.objects.get()
    assert "Computing" in response.content.decode()


@pytest.mark.parametrize("query", ["?page=0", "?page=x", "?page=99", "?show="])
def test_invalid_query_parameters_fall_back_to_defaults(as_officer, query):
    run = a_run()
    assert runs(as_officer.get(URL + query)) == [run]


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (None, "–"),
        (0, "0 ms"),
        (42.6, "43 ms"),
        (999.4, "999 ms"),
        (2340, "2.3 s"),
        (999.6, "1.0 s"),
        (59_940, "59.9 s"),
        (59_960, "1 min 0 s"),
        (119_400, "1 min 59 s"),
        (119_700, "2 min 0 s"),
        (250_000, "4 min 10 s"),
        (3_599_700, "1 h 0 min"),
        (11_100_000, "3 h 5 min"),
    ],
)
def test_durations_are_formatted(milliseconds, text):
    assert duration(milliseconds) == text


def test_only_officers_and_administrators_see_the_page(
    client, strangers, signed_in, as_officer
):
    administrator = signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    club = signed_in(secretary_of(ClubFactory()))

    assert as_officer.get(URL).status_code == 200
    assert administrator.get(URL).status_code == 200
    assert {browser.get(URL).status_code for browser in (*strangers, club)} == {403}
    assert as_officer.post(URL).status_code == 405
    client.logout()
    assert client.get(URL).url == f"/account/login/?next={URL}"


def test_query_count_does_not_depend_on_number_of_runs(
    as_officer, django_assert_max_num_queries
):
    for _ in range(3):
        a_run()
    Computation.objects.update(computed=0)

    with django_assert_max_num_queries(14):
        assert len(runs(as_officer.get(URL))) == 3
