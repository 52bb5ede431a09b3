"""The officers' list of correction requests, and what stands on the desk."""

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
from tests.ratings.claimed import (
    Match,
    account_of,
    allowed,
    answered,
    filed,
    wanted,
)
from tests.ratings.reading import rows, text

pytestmark = pytest.mark.django_db
PAGE = "/claims/"


@pytest.fixture
def match():
    return Match()


def test_what_is_open_and_what_is_settled_lie_apart(as_officer, match):
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


def test_a_day_to_answer_by_stands_only_where_somebody_may_still_answer(
    as_officer, match
):
    filed(match, at=timezone.now())
    Role.objects.filter(user=match.sender).delete()
    alone = rows(as_officer.get(PAGE))
    account_of(match.bertil)
    asked = rows(as_officer.get(PAGE))

    until = str(Claim.objects.get().answers_until)
    assert (alone[0][4], asked[0][4]) == ("none awaited", until)


def test_an_answer_given_is_waited_for_no_more(as_officer, match):
    claim = filed(match, at=timezone.now())
    until = str(claim.answers_until)
    bertil = account_of(match.bertil)

    answered(claim, match.bertil, bertil)
    assert rows(as_officer.get(PAGE))[0][4] == until
    answered(claim, None, match.sender)
    assert rows(as_officer.get(PAGE))[0][4] == "none awaited"


def test_on_a_phone_the_game_and_its_state_keep_the_room(as_officer, match):
    filed(match)
    assert 'data-narrow="2"' in as_officer.get(PAGE).content.decode()


def test_an_empty_list_says_what_will_be_here(as_officer):
    assert "No request is open" in text(as_officer.get(PAGE))
    assert "No request is settled yet" in text(
        as_officer.get(PAGE, {"tray": "settled"})
    )


def test_an_unknown_tray_is_the_open_one(as_officer):
    assert as_officer.get(PAGE, {"tray": "x"}).status_code == 200


def test_strangers_do_not_see_it(strangers, match, signed_in):
    for browser in [*strangers, signed_in(match.sender)]:
        assert browser.get(PAGE).status_code == 403


def test_it_asks_as_much_for_three_as_for_one(
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


# --- what needs you ------------------------------------------------------------------
def desk(browser):
    return text(browser.get(reverse("tournaments:desk")))


def test_namesakes_in_a_game_are_told_apart_on_the_desk(match, signed_in):
    for player, year in ((match.adam, 1961), (match.bertil, 1988)):
        Player.objects.filter(pk=player.pk).update(
            first_name="Stig", last_name="Ek", birth_year=year
        )
    claim = filed(match, at=timezone.now())

    for user in (account_of(match.bertil), claim.filed_by):
        shown = desk(signed_in(user))
        assert "Stig Ek (1961" in shown
        assert "Stig Ek (1988" in shown


def test_those_who_are_asked_find_it_on_their_desk(match, signed_in):
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


def test_the_organiser_is_not_asked_of_what_it_asks_itself(match, signed_in):
    acting = ActionContext(match.sender.pk, timezone.now())
    said = wanted(match.game(), score=1)
    draft = ClaimDraft(
        match.report.pk, 1, ClaimKind.RESULT, said, "Typed wrongly", by_organiser=True
    )
    file_claim(draft, acting=acting)

    assert "Is this right?" not in desk(signed_in(match.sender))


def test_the_district_is_not_asked_for_its_clubs(match, signed_in):
    district = match.club.district
    officer = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user
    filed(match, at=timezone.now())

    assert "Is this right?" not in desk(signed_in(officer))


def test_the_claimant_sees_that_it_is_not_decided_yet(match, signed_in):
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


def test_an_unknown_tray_shows_what_is_open(as_officer, match):
    allowed(match, filed(match, by=UserFactory()))
    filed(match, by=UserFactory(), key=2, score=0)

    page = as_officer.get(PAGE, {"tray": "x"})

    assert [row[0] for row in rows(page)] == ["Bertil Öberg – Adam Ek"]
    assert [tab["current"] for tab in page.context["tabs"]] == [True, False]


def test_the_tray_that_is_shown_is_the_current_one(as_officer, match):
    filed(match)

    tabs = as_officer.get(PAGE, {"tray": "settled"}).context["tabs"]

    assert [(tab["href"], tab["label"], tab["current"]) for tab in tabs] == [
        ("?tray=open", "Open (1)", False),
        ("?tray=settled", "Settled (0)", True),
    ]
