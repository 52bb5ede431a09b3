"""The officers' list of correction requests, and the requests on the desk."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import Player, Role
from ratings.corrections.domain.claims import ClaimDraft, file_claim
from ratings.enums import ClaimKind
from ratings.models import Claim
from tests.factories import RoleFactory, UserFactory
from tests.ratings.correction_requests import (
    Match,
    account_of,
    allowed,
    answered,
    filed,
    wanted,
)
from tests.ratings.page_text import rows, text
from tests.worlds import shared

pytestmark = pytest.mark.django_db
PAGE = "/claims/"


@shared
def match():
    return Match()


def test_open_and_settled_requests_are_listed_separately(as_officer, match):
    allowed(match, filed(match, by=UserFactory()))
    filed(match, by=UserFactory(), key=2, score=0)

    waiting = as_officer.get(PAGE)
    settled = as_officer.get(PAGE, {"tray": "settled"})

    assert [row[:3] for row in rows(waiting)] == [
        ["Bertil Öberg – Adam Ek", "Spring Match", "The result is wrong"]
    ]
    assert [row[0] for row in rows(settled)] == ["Adam Ek – Bertil Öberg"]
    assert "Open (1)" in text(waiting)
    assert "Settled (1)" in text(waiting)


def test_deadline_is_shown_only_while_a_respondent_may_answer(as_officer, match):
    filed(match, at=timezone.now())
    Role.objects.filter(user=match.sender).delete()
    alone = rows(as_officer.get(PAGE))
    account_of(match.bertil)
    open_rows = rows(as_officer.get(PAGE))

    until = str(Claim.objects.get().answers_until)
    assert (alone[0][4], open_rows[0][4]) == ("none awaited", until)


def test_respondent_who_answered_is_no_longer_listed_as_pending(as_officer, match):
    claim = filed(match, at=timezone.now())
    until = str(claim.answers_until)
    bertil = account_of(match.bertil)

    answered(claim, match.bertil, bertil)
    assert rows(as_officer.get(PAGE))[0][4] == until
    answered(claim, None, match.sender)
    assert rows(as_officer.get(PAGE))[0][4] == "none awaited"


def test_narrow_table_keeps_game_and_state_columns(as_officer, match):
    filed(match)
    assert 'data-narrow="2"' in as_officer.get(PAGE).content.decode()


def test_empty_list_says_what_it_would_contain(as_officer):
    assert "No request is open" in text(as_officer.get(PAGE))
    assert "No request is settled yet" in text(
        as_officer.get(PAGE, {"tray": "settled"})
    )


def test_unknown_tray_falls_back_to_open(as_officer, match):
    filed(match)
    unknown, default = as_officer.get(PAGE, {"tray": "x"}), as_officer.get(PAGE)
    assert rows(unknown) == rows(default) != []


def test_users_without_permission_do_not_see_the_list(strangers, match, signed_in):
    for browser in [*strangers, signed_in(match.sender)]:
        assert browser.get(PAGE).status_code == 403


def test_query_count_does_not_depend_on_number_of_requests(
    as_officer, match, django_assert_num_queries, django_assert_max_num_queries
):
    filed(match, by=UserFactory())
    with django_assert_max_num_queries(9) as one:
        as_officer.get(PAGE)
    for _ in range(2):
        match.report = match.newest
        allowed(match, filed(match, by=UserFactory(), key=2, score=0))
        allowed(match, filed(match, by=UserFactory(), key=2, score=1))
    filed(match, by=UserFactory(), key=2, score=2)
    with django_assert_num_queries(len(one)):
        as_officer.get(PAGE)


# --- the desk -----------------------------------------------------------------------
def desk(browser):
    return text(browser.get(reverse("tournaments:desk")))


def test_namesakes_in_a_game_are_distinguished_on_the_desk(match, signed_in):
    for player, year in ((match.adam, 1961), (match.bertil, 1988)):
        Player.objects.filter(pk=player.pk).update(
            first_name="Stig", last_name="Ek", birth_year=year
        )
    claim = filed(match, at=timezone.now())

    for user in (account_of(match.bertil), claim.filed_by):
        shown = desk(signed_in(user))
        assert "Stig Ek (1961" in shown
        assert "Stig Ek (1988" in shown


def test_respondents_see_the_request_on_their_desk(match, signed_in):
    bertil = account_of(match.bertil)
    claim = filed(match, at=timezone.now())
    words = "Is this right? You may answer until"

    assert words in desk(signed_in(bertil))
    assert words in desk(signed_in(match.sender))
    assert words not in desk(signed_in(UserFactory()))

    answered(claim, match.bertil, bertil)
    answered(claim, None, match.sender)
    assert words not in desk(signed_in(bertil))
    assert words not in desk(signed_in(match.sender))


def test_organisers_own_request_is_not_on_its_desk(match, signed_in):
    acting = ActionContext(match.sender.pk, timezone.now())
    claimed = wanted(match.game(), score=1)
    draft = ClaimDraft(
        match.report.pk,
        1,
        ClaimKind.RESULT,
        claimed,
        "Typed wrongly",
        by_organiser=True,
    )
    file_claim(draft, acting=acting)

    assert "Is this right?" not in desk(signed_in(match.sender))


def test_district_is_not_respondent_for_its_clubs(match, signed_in):
    district = match.club.district
    officer = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user
    filed(match, at=timezone.now())

    assert "Is this right?" not in desk(signed_in(officer))


def test_claimant_sees_that_the_request_is_undecided(match, signed_in):
    claim = filed(match)
    adam = signed_in(claim.filed_by)

    assert "You have asked for a correction." in desk(adam)
    assert "Is this right?" not in desk(adam)
    allowed(match, claim)
    assert "You have asked for a correction." not in desk(adam)


def test_an_officer_sees_how_many_are_open(as_officer, match):
    assert "0 correction requests are open" in desk(as_officer)
    filed(match, at=timezone.now() - timedelta(days=20))
    assert "1 correction request is open" in desk(as_officer)


def test_unknown_tray_shows_open_requests(as_officer, match):
    allowed(match, filed(match, by=UserFactory()))
    filed(match, by=UserFactory(), key=2, score=0)

    page = as_officer.get(PAGE, {"tray": "x"})

    assert [row[0] for row in rows(page)] == ["Bertil Öberg – Adam Ek"]
    assert [tab["current"] for tab in page.context["tabs"]] == [True, False]


def test_shown_tray_is_marked_as_current(as_officer, match):
    filed(match)

    tabs = as_officer.get(PAGE, {"tray": "settled"}).context["tabs"]

    assert [(tab["href"], tab["label"], tab["current"]) for tab in tabs] == [
        ("?tray=open", "Open (1)", False),
        ("?tray=settled", "Settled (0)", True),
    ]
