"""A form that is sent by somebody who is signed out meanwhile, or without cookies."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests.factories import ClubFactory, secretary_of
from tests.ratings.reading import text

pytestmark = pytest.mark.django_db
NEW = reverse("tournaments:new")
BROWSER = {
    "Accept": "text/html,application/xhtml+xml",
    "Origin": "http://testserver",
}
TYPED = {
    "csrfmiddlewaretoken": "x" * 64,
    "name": "Höstcupen <1>",
    "place": "",
    "sure": "on",
    "password": "secret words",
    "seen_7": "2b8d1c9e",
    "key": "3f0a",
}


@pytest.fixture
def signed_out(client):
    """A browser whose session has run out."""
    client.force_login(secretary_of(ClubFactory()))
    client.get(NEW)
    Session.objects.all().delete()
    return client


def test_a_form_sent_too_late_says_so_and_shows_what_was_typed(signed_out):
    answer = signed_out.post(NEW, TYPED, headers=BROWSER)

    said = text(answer)
    assert answer.status_code == 403
    assert answer["Cache-Control"] == "private, no-store"
    assert "The form was not saved" in said
    assert "You were no longer signed in" in said
    assert "Höstcupen &lt;1&gt;" in answer.content.decode()
    assert f'href="{reverse("account_login")}?next={NEW}"' in answer.content.decode()


def test_neither_ticks_nor_secrets_are_shown_and_what_was_chosen_comes_last(
    signed_out,
):
    sent = {"system": "round_robin"} | TYPED
    answer = signed_out.post(NEW, sent, headers=BROWSER)

    assert answer.context["typed"] == ["Höstcupen <1>", "round_robin"]


def test_what_no_browser_shows_leads_to_the_sign_in_as_before(signed_out):
    assert signed_out.post(NEW, TYPED).status_code == 302
    assert signed_out.get(NEW, headers=BROWSER).status_code == 302
    by_script = BROWSER | {"HX-Request": "true"}
    assert signed_out.post(NEW, TYPED, headers=by_script).status_code == 204
    own = reverse("account_change_password")
    assert signed_out.post(own, TYPED, headers=BROWSER).status_code == 302


@pytest.mark.parametrize("origin", ["https://elsewhere.example", ""])
def test_another_site_puts_no_words_on_the_page(origin):
    """Changing the language asks for no key and leads where the form says."""
    sent = {
        "next": f"{reverse('account_login')}?next=/i18n/setlang/",
        "name": "Höstcupen",
    }
    browser = Client(enforce_csrf_checks=True, headers=BROWSER | {"Origin": origin})

    for address in ("/i18n/setlang/", NEW):
        assert "Höstcupen" not in browser.post(address, sent).content.decode()


def test_the_language_is_changed_on_the_page_for_signing_in(client):
    page = f"{reverse('account_login')}?next={NEW}"

    answer = client.post(
        reverse("set_language"), {"language": "en", "next": page}, headers=BROWSER
    )

    assert (answer.status_code, answer.url) == (302, page)


def without_cookies(**headers):
    browser = Client(enforce_csrf_checks=True, headers=BROWSER | headers)
    return browser.post(NEW, TYPED)


def test_without_cookies_what_was_typed_on_our_own_page_is_shown():
    answer = without_cookies(Origin="http://testserver")

    said = text(answer)
    assert answer.status_code == 403
    assert "What you typed stands below. Copy it before you leave this page" in said
    assert "Höstcupen" in said


@pytest.mark.parametrize(
    "headers", [{"Origin": ""}, {"Origin": "https://elsewhere.example"}]
)
def test_what_another_site_sends_is_not_shown(headers):
    answer = without_cookies(**headers)

    assert answer.status_code == 403
    assert "Höstcupen" not in text(answer)
    assert "Go back with your browser’s Back button" in text(answer)
