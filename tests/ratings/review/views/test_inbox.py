"""The officer's inbox."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from ratings.ledger.domain.drafts import AnsweredWarning
from ratings.ledger.domain.reports import accept_report, hold_report
from ratings.models import Edition, Report
from ratings.review.forms import ChosenReports
from ratings.review.queries.inbox import RatingEffect
from tests.factories import (
    NOON,
    ClubFactory,
    DistrictFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    posted,
    secretary_of,
    side,
)

DAY = date(2024, 2, 1)
URL = "/inbox/"
WARNING = AnsweredWarning("non_member", ("Ek – Lind",), "joins next week")

pytestmark = pytest.mark.django_db


def sent_report(name="Club evening", **facts):
    return posted(line(member(), member(), 2, DAY), name=name, **facts)


def names(response):
    return [row.report.name for row, _refusal in response.context["rows"]]


def refusals(response):
    return {
        row.report.name: str(refusal)
        for row, refusal in response.context["rows"]
        if refusal
    }


def states():
    return dict(Report.objects.order_by("pk").values_list("name", "state"))


# --- content ------------------------------------------------------------------
def test_inbox_has_its_url():
    assert reverse("ratings:inbox") == URL


def test_waiting_reports_are_in_order_of_arrival(as_officer):
    sent_report("Second")
    sent_report("First", at=NOON - timedelta(days=1))
    hold_report(sent_report("Held").pk, "why", acting=ActionContext(None, NOON))
    accept_report(sent_report("Accepted").pk, acting=ActionContext(None, NOON))

    assert names(as_officer.get(URL)) == ["First", "Second"]
    assert names(as_officer.get(URL, {"tray": "held"})) == ["Held"]
    assert names(as_officer.get(URL, {"tray": "settled"})) == ["Accepted"]
    labels = [tab["label"] for tab in as_officer.get(URL).context["trays"]]
    assert labels == ["Waiting (2)", "Held (1)", "Settled (1)"]


def test_row_shows_sender_club_age_and_effect_on_ratings(as_officer):
    club = ClubFactory(name="SK Rockaden")
    winner, loser = member(first_name="Åsa", last_name="Ek"), member()
    report = posted(
        line(winner, loser, 2, DAY),
        organiser_id=club.pk,
        by=UserFactory(name="Sven Sender"),
        at=timezone.now() - timedelta(days=3),
    )
    computed()

    response = as_officer.get(URL)

    ((row, _refusal),) = response.context["rows"]
    # Two newcomers start at 1300: +16 and −16 (SSF rating, points 3 and 9).
    assert (row.report, row.days, row.effect.players, row.effect.biggest) == (
        report,
        3,
        2,
        16,
    )
    assert row.effect.whose == "Åsa Ek"
    for words in ("SK Rockaden", "Sven Sender", "3 days", "2 of 2", "+16", "Åsa Ek"):
        assert words in response.content.decode()


def test_overlapping_tournaments_each_show_their_largest_change(as_officer):
    """By the Scrabble rules, where each tournament is rated as a whole: a win against
    an equal is 5 points.
    """
    Edition.objects.filter(pool=chess_pool()).update(system="scrabble", parameters={})
    shared = member(first_name="Åsa", last_name="Ek")
    often = member(first_name="Bo", last_name="Al")
    other = member()
    days = {"start_date": date(2024, 2, 5), "end_date": date(2024, 2, 8)}
    posted(line(shared, member(), 2, date(2024, 2, 5)), name="Short", **days)
    posted(
        line(shared, other, 2, DAY),
        line(shared, other, 2, DAY),
        *(line(often, member(), 2, DAY) for _game in range(4)),
        name="Long",
        end_date=date(2024, 2, 10),
    )
    computed()

    rows = as_officer.get(URL).context["rows"]

    effects = {row.report.name: row.effect for row, _refusal in rows}
    assert effects == {
        "Short": RatingEffect(2, shared.pk, 5, "Åsa Ek"),
        "Long": RatingEffect(7, often.pk, 20, "Bo Al"),
    }


def test_warnings_are_shown_with_their_answers(as_officer):
    sent_report(warnings=(WARNING,))

    response = as_officer.get(URL)

    ((row, _refusal),) = response.context["rows"]
    assert row.uncleared == 1
    assert "joins next week" in response.content.decode()
    assert "Players who are not members of any club" in response.content.decode()


def test_a_report_that_cannot_be_computed_says_so(as_officer):
    outsider = side(PlayerFactory(first_name="Bo", last_name="Utan"), is_member=False)
    posted(line(member(), outsider, 2, DAY))
    computed()

    response = as_officer.get(URL, {"tray": "held"})

    ((row, _refusal),) = response.context["rows"]
    assert row.is_faulty
    assert "Cannot be computed" in response.content.decode()
    assert "Bo Utan" not in response.content.decode()


def test_report_held_by_an_officer_is_not_marked_as_uncomputable(as_officer):
    hold_report(sent_report().pk, "Who?", acting=acting(as_officer.user))

    ((row, _refusal),) = as_officer.get(URL, {"tray": "held"}).context["rows"]
    assert not row.is_faulty


def test_held_report_shows_no_effect_whatever_other_games_exist(as_officer):
    winner, loser = member(), member()
    held_report = posted(line(winner, loser, 2, DAY))
    posted(line(winner, loser, 2, DAY))
    hold_report(held_report.pk, "Twice?", acting=acting(as_officer.user))
    computed()

    ((row, _refusal),) = as_officer.get(URL, {"tray": "held"}).context["rows"]
    assert row.effect is None


def test_search_for_a_district_finds_only_its_own_reports(as_officer):
    club = ClubFactory(district=DistrictFactory(name="Skåne"))
    sent_report("The club's", organiser_id=club.pk)
    sent_report("The district's", district_id=club.district_id)

    assert names(as_officer.get(URL, {"q": "skåne"})) == ["The district's"]


def test_empty_inbox_says_what_will_be_listed(as_officer):
    page = as_officer.get(URL).content.decode()
    assert "No report is waiting" in page
    assert "When a club sends its results they come here" in page


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("vinter", ["Vintercupen"]),
        ("rockad", ["Vintercupen"]),
        ("åsa", ["Vårcupen"]),
        ("ingen sådan", []),
        ("%", []),
        ("", ["Vintercupen", "Vårcupen"]),
        ("  ", ["Vintercupen", "Vårcupen"]),
        ("x" * 5000, []),
    ],
)
def test_inbox_can_be_searched_by_event_club_or_sender(as_officer, text, found):
    club = ClubFactory(name="SK Rockaden")
    sent_report("Vintercupen", organiser_id=club.pk)
    sent_report("Vårcupen", by=UserFactory(name="Åsa Sender"))

    assert names(as_officer.get(URL, {"q": text})) == found


@pytest.mark.parametrize(
    "query", ["?page=0", "?page=99", "?page=x", "?tray=nothing", "?tray=", "?page="]
)
def test_invalid_query_parameters_fall_back_to_defaults(as_officer, query):
    sent_report()
    assert names(as_officer.get(URL + query)) == ["Club evening"]


# --- accepting ---------------------------------------------------------------------
def test_several_reports_are_accepted_at_once(as_officer):
    reports = [sent_report("A"), sent_report("B"), sent_report("C")]

    response = as_officer.post(
        URL, {"reports": [reports[0].pk, reports[2].pk]}, follow=True
    )

    assert states() == {"A": "accepted", "B": "submitted", "C": "accepted"}
    assert response.redirect_chain == [(URL, 302)]
    assert [str(m) for m in response.context["messages"]] == [
        "2 reports are accepted and their senders have been notified."
    ]


def test_refused_report_shows_the_reason_and_the_rest_are_accepted(
    as_officer,
):
    reports = [
        sent_report("Fine"),
        sent_report("Warned", warnings=(WARNING,)),
        sent_report("Own", by=as_officer.user),
    ]

    response = as_officer.post(URL, {"reports": [each.pk for each in reports]})

    assert response.status_code == 409
    assert states() == {"Fine": "accepted", "Warned": "submitted", "Own": "submitted"}
    assert refusals(response) == {
        "Warned": "It has warnings that nobody has cleared yet. Open it and look at them first.",
        "Own": "You sent this report yourself: another officer has to accept it.",
    }
    assert response.context["ticked"] == {reports[1].pk, reports[2].pk}


def test_report_settled_in_the_meantime_is_reported(as_officer):
    report = sent_report("Gone")
    hold_report(report.pk, "why", acting=ActionContext(None, NOON))

    response = as_officer.post(URL, {"reports": [report.pk]})

    assert response.status_code == 409
    ((shown, words),) = response.context["elsewhere"]
    assert (shown, str(words)) == (
        report,
        "This has changed since you opened the page: it is now held.",
    )
    assert states() == {"Gone": "held"}


@pytest.mark.parametrize(
    "ids", [[], ["x"], ["-1"], ["0"], [str(2**70)], ["1", "x"], ["1.5"], [""]]
)
def test_malformed_ticks_change_nothing(as_officer, ids):
    sent_report()

    response = as_officer.post(URL, {"reports": ids})

    assert response.status_code == 422
    assert states() == {"Club evening": "submitted"}


def test_unknown_report_is_reported(as_officer):
    response = as_officer.post(URL, {"reports": ["987654321"]})

    assert response.status_code == 409
    assert [str(words) for _report, words in response.context["elsewhere"]] == [
        "That report no longer exists."
    ]


def test_tray_is_kept_after_accepting(as_officer):
    report = sent_report("A")
    response = as_officer.post(URL + "?q=a&page=1", {"reports": [report.pk]})
    assert response.url == URL + "?q=a&page=1"


# --- access and queries ------------------------------------------------------------
def test_users_without_permission_are_refused(client, strangers, signed_in):
    report = sent_report()
    club = signed_in(secretary_of(ClubFactory()))
    district = signed_in(
        RoleFactory(
            kind=RoleKind.DISTRICT_OFFICER, district=ClubFactory().district
        ).user
    )
    administrator = signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)

    assert client.get(URL).url == f"/account/login/?next={URL}"
    for browser in (*strangers, club, district, administrator):
        assert browser.get(URL).status_code == 403
        assert browser.post(URL, {"reports": [report.pk]}).status_code == 403
    assert states() == {"Club evening": "submitted"}


def test_other_methods_are_refused(as_officer):
    assert as_officer.put(URL).status_code == 405


def test_query_count_does_not_depend_on_number_of_rows(
    as_officer, django_assert_max_num_queries
):
    for number in range(3):
        sent_report(
            f"Report {number}", warnings=(WARNING,), organiser_id=ClubFactory().pk
        )
    computed()

    with django_assert_max_num_queries(12):
        assert len(names(as_officer.get(URL))) == 3


def test_row_ticked_twice_is_accepted_once():
    form = ChosenReports({"reports": ["5", "3", "5"]})
    assert form.is_valid()
    assert form.cleaned_data["reports"] == [5, 3]
    assert not ChosenReports({"reports": ["0"]}).is_valid()
