"""The acts that a report's page offers by state and user, and the version and day that
it shows.
"""

from datetime import date, timedelta

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from ratings.corrections.domain.claims import withdraw_claim
from ratings.ledger.domain.drafts import AnsweredWarning
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    release_report,
    return_report,
    withdraw_report,
)
from ratings.models import Edition, Pool, Report
from tests.factories import (
    NOON,
    DistrictFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    line,
    member,
    posted,
    rated_by,
    second_pool,
)
from tests.ratings.correction_requests import Match, allowed, filed
from tests.ratings.levels import a_game, levels
from tests.ratings.rating_lists import SPRING, up_to_date

pytestmark = pytest.mark.django_db
OFFICE = ActionContext(None, NOON)
WARNING = AnsweredWarning("implausible", ("Ek – Lind",), "he was ill")


def page(report):
    return reverse("ratings:report", args=[report.pk])


def judged(browser, report, act, **inbox_flags):
    return browser.post(
        reverse("ratings:judge", args=[report.pk]), {"act": act, **inbox_flags}
    )


def test_officer_and_club_are_offered_the_acts_of_each_state(signed_in):
    match = Match()
    report = match.report
    officer, sender = signed_in(match.officer), signed_in(match.sender)
    another = posted(line(member(), member(), 2, SPRING))
    found = []

    def offered():
        mine, theirs = (each.get(page(report)).context for each in (officer, sender))
        assert (theirs["can"], theirs["judges"], theirs["next"]) == (set(), False, None)
        assert (mine["can_recall"], mine["next"]) == (False, another)
        found.append((sorted(mine["can"]), theirs["can_recall"]))

    offered()
    hold_report(report.pk, "why", acting=OFFICE)
    offered()
    release_report(report.pk, acting=OFFICE)
    accept_report(report.pk, acting=OFFICE)
    offered()
    return_report(report.pk, "why", acting=OFFICE)
    offered()
    withdraw_report(report.pk, "why", acting=OFFICE)
    offered()

    assert found == [
        (["accept", "hold", "return", "tick", "withdraw"], True),
        (["release", "return", "tick", "withdraw"], True),
        (["hold", "return", "withdraw"], False),
        (["withdraw"], False),
        ([], False),
    ]


def test_release_applies_to_the_report_as_seen(as_officer):
    report = posted(line(member(), member(), 2, SPRING))
    hold_report(report.pk, "why", acting=OFFICE)
    withdraw_report(report.pk, "wrong", acting=OFFICE)
    answer = judged(as_officer, report, "release", seen="held")
    assert answer.status_code == 409

    again = posted(line(member(), member(), 2, SPRING))
    hold_report(again.pk, "why", acting=OFFICE)
    answer = judged(as_officer, again, "release", seen="submitted")

    assert answer.status_code == 409
    assert Report.objects.get(pk=again.pk).state == "held"


def test_ticking_warnings_of_a_held_report_leaves_it_held(as_officer):
    report = posted(line(member(), member(), 2, SPRING), warnings=(WARNING,))
    hold_report(report.pk, "why", acting=OFFICE)

    answer = judged(as_officer, report, "tick", kinds=["implausible"])

    assert answer.status_code == 302
    (warning,) = report.warnings.all()
    assert (warning.ticked_by, Report.objects.get(pk=report.pk).state) == (
        as_officer.user,
        "held",
    )


def test_warnings_are_ticked_together_with_any_act(as_officer):
    report = posted(line(member(), member(), 2, SPRING), warnings=(WARNING,))

    judged(
        as_officer,
        report,
        "hold",
        kinds=["implausible"],
        reason="why",
        seen="submitted",
    )

    assert report.warnings.get().ticked_by == as_officer.user
    assert Report.objects.get(pk=report.pk).state == "held"


def test_each_version_shows_corrections_made_up_to_it(signed_in):
    match = Match().accepted()
    allowed(match, filed(match))
    browser = signed_in(match.officer)

    shown = [
        [each.claim.pk for each in browser.get(page(version)).context["corrections"]]
        for version in (match.report, match.newest)
    ]

    (claim,) = match.newest.corrections.all()
    assert shown == [[], [claim.pk]]


def test_report_shows_the_levels_of_its_own_day(as_officer):
    rated_by("renju")
    a_game()
    up_to_date()
    report = Report.objects.get(source_number=91)
    Edition.objects.create(
        pool=chess_pool(),
        system="elo",
        parameters={},
        from_date=SPRING + timedelta(days=1),
    )

    shown = as_officer.get(page(report))

    assert set(levels(shown)) == {"3 kyu", "1 dan"}


def test_district_officer_sees_reports_of_its_clubs(signed_in):
    match = Match()
    kind = RoleKind.DISTRICT_OFFICER
    own = RoleFactory(kind=kind, district=match.club.district).user
    other = RoleFactory(kind=kind, district=DistrictFactory()).user

    answers = [signed_in(user).get(page(match.report)) for user in (own, other)]

    assert [each.status_code for each in answers] == [200, 404]
    assert answers[0].context["can_recall"] is True


def test_inbox_shows_computing_state_and_names_pools_if_there_are_several(
    as_officer,
):
    def inbox_flags():
        context = as_officer.get("/inbox/").context
        return context["computing"], context["many_pools"]

    Pool.objects.exclude(code="chess-long").delete()
    found = [inbox_flags()]
    posted(line(member(), member(), 2, SPRING))
    found.append(inbox_flags())
    up_to_date()
    second_pool()
    found.append(inbox_flags())

    assert found == [(False, False), (True, False), (False, True)]


def test_withdrawn_request_is_not_shown_as_a_correction(signed_in):
    match = Match().accepted()
    claim = filed(match)
    withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON))

    assert signed_in(match.officer).get(page(match.newest)).context["corrections"] == []


def test_sender_of_a_report_without_a_club_may_recall_it(signed_in):
    sender = RoleFactory(kind=RoleKind.RATING_OFFICER).user
    report = posted(
        line(member(), member(), 2, date(2026, 2, 1)), by=sender, source_kind="league"
    )
    others = signed_in(RoleFactory(kind=RoleKind.RATING_OFFICER).user)

    assert signed_in(sender).get(page(report)).context["can_recall"] is True
    assert others.get(page(report)).context["can_recall"] is False
    recall = reverse("ratings:recall", args=[report.pk])
    assert others.post(recall).status_code == 403
    assert signed_in(UserFactory()).post(recall).status_code == 403
