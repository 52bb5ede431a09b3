"""Making a correction request."""

from datetime import date

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from federation.enums import RoleKind, Visibility
from federation.models import Role
from ratings.ledger.domain.reports import hold_report, return_report
from ratings.models import Claim
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    RoleFactory,
    UserFactory,
    acting,
    member,
    officer,
    secretary_of,
)
from tests.ratings.correction_requests import Match, account_of, filed
from tests.ratings.page_text import text
from tests.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def match():
    return Match()


@pytest.fixture
def adam(match, signed_in):
    return signed_in(account_of(match.adam))


def page(match, key=1):
    return reverse("ratings:new_claim", args=[match.report.pk, key])


def sent(browser, match, kind, **fields):
    form_data = {"kind": kind, "text": "The sheets say so.", **fields}
    return browser.post(page(match), form_data)


def test_first_page_asks_for_the_kind_of_error(adam, match):
    shown = text(adam.get(page(match)))

    for words in ("Adam Ek – Bertil Öberg 1–0", "The result is wrong", "The day is"):
        assert words in shown
    assert adam.get(page(match)).context["form"] is None


def test_second_page_has_only_the_fields_of_the_kind(adam, match):
    def fields_for(kind):
        return list(adam.get(page(match), {"kind": kind}).context["form"].fields)

    assert fields_for("result") == ["result", "text"]
    assert fields_for("forfeit") == ["result", "text"]
    assert fields_for("date") == ["day", "text"]
    assert fields_for("colour") == ["text"]
    assert fields_for("opponent") == ["side", "who", "player", "text"]
    assert fields_for("not_rated") == ["text"]


def test_current_result_is_not_offered(adam, match):
    form = adam.get(page(match), {"kind": "result"}).context["form"]

    offered = [label for _value, label in form.fields["result"].choices]
    assert offered == ["½–½  a draw", "0–1  Bertil Öberg won"]


def test_played_game_can_be_reported_as_forfeit(adam, match):
    form = adam.get(page(match), {"kind": "forfeit"}).context["form"]

    offered = dict(form.fields["result"].choices)
    assert offered == {
        "2": "+ –  not played: Bertil Öberg did not come",
        "0": "– +  not played: Adam Ek did not come",
    }


@pytest.mark.parametrize(
    ("kind", "fields", "stored"),
    [
        ("result", {"result": "1"}, {"to_score": 1, "to_played": True}),
        ("forfeit", {"result": "0"}, {"to_score": 0, "to_played": False}),
        ("date", {"day": "2026-02-03"}, {"to_date": date(2026, 2, 3)}),
        ("colour", {}, {"to_score": 0}),
        ("not_rated", {}, {"to_score": 2}),
    ],
)
def test_request_is_stored(adam, match, kind, fields, stored):
    answer = sent(adam, match, kind, **fields)

    claim = Claim.objects.get()
    assert answer["Location"] == reverse("ratings:claim", args=[claim.pk])
    assert {name: getattr(claim, name) for name in stored} == stored
    assert (claim.kind, claim.text) == (kind, "The sheets say so.")
    assert (claim.claimant, claim.filed_by) == (match.adam, adam.user)


def test_the_right_player_is_searched_and_chosen(adam, match):
    cesar = member(first_name="Cesar", last_name="Lind", national_id="770001")
    fields = {"side": "black", "who": "Cesar Lind"}

    fields_for = sent(adam, match, "opponent", **fields)
    assert fields_for.status_code == 422
    assert "Choose one of the players found." in text(fields_for)
    assert "Cesar Lind · 770001" in text(fields_for)

    sent(adam, match, "opponent", **fields, player=str(cesar.pk))
    claim = Claim.objects.get()
    assert (claim.to_white, claim.to_black) == (match.adam, cesar)


def test_empty_player_search_is_reported(adam, match):
    fields_for = sent(adam, match, "opponent", side="black", who="Zzyzx")

    assert "Nobody was found." in text(fields_for)


@pytest.mark.parametrize(
    ("kind", "fields", "words"),
    [
        ("result", {}, "Choose the right result."),
        ("result", {"result": "2"}, "Select a valid choice."),
        ("result", {"result": "1", "text": " "}, "Say what happened."),
        ("date", {"day": "x"}, "Enter a valid date."),
        ("date", {"day": "2026-02-01"}, "That is what the game says already."),
        ("date", {"day": "1850-01-01"}, "No games were rated on that day."),
        ("opponent", {"who": "x"}, "Choose who did not play."),
    ],
)
def test_errors_are_reported_and_other_fields_kept(adam, match, kind, fields, words):
    answer = sent(adam, match, kind, **fields)

    assert answer.status_code in (409, 422)
    assert words in text(answer)
    if fields.get("text") is None:
        assert "The sheets say so." in text(answer)
    assert not Claim.objects.exists()


def test_user_is_sent_to_the_open_request_about_the_game(match, signed_in):
    known = filed(match)
    bertil = signed_in(account_of(match.bertil))

    answer = bertil.get(page(match))

    assert answer["Location"] == reverse("ratings:claim", args=[known.pk])


def test_request_for_older_version_shows_the_game_as_it_is_now(adam, match):
    match.sent(1)

    assert "½–½" in text(adam.get(page(match)))


def test_organiser_and_players_club_may_file(match, signed_in):
    club = ClubFactory()
    MembershipFactory(player=match.bertil, club=club, is_main=False)
    organiser, own = signed_in(match.sender), signed_in(secretary_of(club))

    with transaction.atomic():
        sent(organiser, match, "result", result="1")
        claim = Claim.objects.get()
        assert (claim.by_organiser, claim.claimant) == (True, None)
        transaction.set_rollback(True)

    sent(own, match, "result", result="1")
    claim = Claim.objects.get()
    assert (claim.by_organiser, claim.claimant) == (False, None)


def test_officer_may_file_for_a_player_without_account(match, signed_in):
    assert signed_in(officer()).get(page(match)).status_code == 200


def test_unrelated_user_may_not_file(match, signed_in):
    other_player = signed_in(account_of(member()))
    other_club = signed_in(secretary_of(ClubFactory()))
    nobody = signed_in(UserFactory())
    committee = signed_in(RoleFactory(kind=RoleKind.RULES_COMMITTEE).user)

    fields_for = [
        sent(browser, match, "result", result="1").status_code
        for browser in (other_player, other_club, nobody, committee)
    ]

    assert fields_for == [404, 404, 403, 403]
    assert not Claim.objects.exists()


def test_anonymous_visitor_is_sent_to_the_login_page(client, match):
    answer = client.get(page(match))

    assert answer["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("key", [99, 10**18])
def test_unknown_game_gives_404(adam, match, key):
    assert adam.get(page(match, key)).status_code == 404


def test_hidden_player_is_found_by_officer_but_not_by_player(adam, match, signed_in):
    member(first_name="Cesar", last_name="Lind", visibility=Visibility.HIDDEN)
    fields = {"side": "black", "who": "Cesar Lind"}

    found = [
        "Cesar Lind ·" in text(sent(browser, match, "opponent", **fields))
        for browser in (adam, signed_in(officer()))
    ]

    assert found == [False, True]


def test_page_shows_the_answer_deadline(adam, match, settings, monkeypatch):
    settings.CLAIM_ANSWER_DAYS = 3
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: date(2026, 6, 15))

    assert adam.get(page(match)).context["until"] == date(2026, 6, 18)


def test_no_request_can_be_filed_about_held_results(adam, match):
    hold_report(match.report.pk, "Who?", acting=acting(officer()))

    assert adam.get(page(match)).status_code == 404


@pytest.mark.parametrize("stop", [hold_report, return_report])
def test_page_says_beforehand_that_the_newest_version_is_not_settled(adam, match, stop):
    match.accepted().sent(0)
    stop(match.newest.pk, "Who?", acting=acting(officer()))

    shown = adam.get(page(match), {"kind": "result"})
    answer = sent(adam, match, "result", result="0", text="The sheets say so.")

    assert shown.status_code == 200
    assert "Nothing can be requested now" in text(shown)
    assert shown.context["form"] is None
    assert "What is wrong?" not in text(shown)
    assert (answer.status_code, Claim.objects.exists()) == (409, False)
    assert "has put the newest version of these results on hold" in text(answer)
    assert "The sheets say so." in text(answer)


def test_unknown_kind_redirects_to_the_first_page(adam, match):
    shown = adam.get(page(match), {"kind": "x"})
    answer = sent(adam, match, "x")

    assert (shown.context["form"], answer.context["form"]) == (None, None)
    assert (answer.status_code, Claim.objects.exists()) == (200, False)


def test_claimant_sees_whether_there_are_respondents(adam, match):
    shown = adam.post(
        page(match), {"kind": "result", "result": "1", "text": "x"}, follow=True
    )
    assert "Those concerned are asked what they know." in text(shown)

    Role.objects.filter(user=match.sender).delete()
    alone = adam.post(
        page(match, 2), {"kind": "result", "result": "0", "text": "x"}, follow=True
    )
    assert "There is nobody else to ask" in text(alone)
    assert "are asked what they know" not in text(alone)
