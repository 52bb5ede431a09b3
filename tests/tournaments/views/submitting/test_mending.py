"""Every page that shows a returned tournament links its organiser to the page where it
is corrected.
"""

import pytest

from ratings.ledger.domain.reports import return_report
from tests.factories import acting, officer
from tests.tournaments.pages import html_of, url
from tests.tournaments.tournaments_made import (
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.submitting import correct_results

pytestmark = pytest.mark.django_db
MEND = "Open the results, correct them and send them in again"


@pytest.fixture
def returned(secretary, club):
    """Return a function that makes a tournament returned by the office, with a final or
    an interim report.
    """

    def made(*, is_final):
        group = played(started(section(tournament(club)), size=3))
        report = submitted(group, is_final=is_final)
        by = acting(officer())
        return_report(report.pk, "Board 2 is wrong", acting=by)
        return group

    return made


@pytest.mark.parametrize("page", ["tournament", "tournament_stages", "desk"])
def test_every_page_links_the_organiser_of_a_returned_tournament_to_its_correction(
    client, returned, page
):
    group = returned(is_final=True)
    of = [group.tournament_id] if page == "tournament" else []

    shown = html_of(client.get(url(page, *of)))

    assert f'href="{url("changes", group.tournament_id)}"> {MEND} </a>' in shown


def test_public_pages_have_no_such_link(client, returned):
    group = returned(is_final=True)
    client.logout()

    shown = [
        html_of(client.get(url("tournament", group.tournament_id))),
        html_of(client.get(url("tournament_stages"))),
    ]

    assert [MEND in page for page in shown] == [False, False]


def test_finished_tournament_can_be_opened_for_correction(client, returned):
    group = returned(is_final=True)

    page = html_of(client.get(url("changes", group.tournament_id)))

    assert "Open the results for correction" in page
    assert url("results", group.pk) not in page


@pytest.mark.parametrize("is_final", [True, False])
def test_open_tournament_links_to_its_results_and_to_submission(
    client, returned, is_final
):
    group = returned(is_final=is_final)
    if is_final:
        correct_results(group.tournament_id, acting=acting())

    page = html_of(client.get(url("changes", group.tournament_id)))

    assert f'href="{url("results", group.pk)}"' in page
    assert f'href="{url("submit", group.tournament_id)}"' in page


def test_returned_report_is_not_said_to_count(client, returned):
    group = returned(is_final=True)

    page = html_of(client.get(url("changes", group.tournament_id)))

    assert "They do not count now; send them in again when they are right." in page
    assert "What was accepted counts until you send them in again" not in page


@pytest.mark.parametrize("page", ["tournament", "desk"])
def test_open_tournament_is_not_offered_to_be_opened(client, returned, page):
    group = returned(is_final=True)
    correct_results(group.tournament_id, acting=acting())
    of = [group.tournament_id] if page == "tournament" else []

    shown = html_of(client.get(url(page, *of)))

    assert "Correct the results and send them in again </a>" in shown
    assert MEND not in shown


def test_page_of_the_changes_says_that_the_report_has_been_returned(client, returned):
    group = returned(is_final=True)
    page = html_of(client.get(url("changes", group.tournament_id)))
    assert "What was sent in last has been returned, so it changes nothing." in page
