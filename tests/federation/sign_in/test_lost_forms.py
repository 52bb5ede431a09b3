"""A form that is submitted after the user was signed out, or without cookies."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from tests.factories import ClubFactory, secretary_of
from tests.ratings.page_text import text

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
    """A browser whose session has expired."""
    client.force_login(secretary_of(ClubFactory()))
    client.get(NEW)
    Session.objects.all().delete()
    return client


def test_late_form_explains_and_shows_what_was_typed(signed_out):
    answer = signed_out.post(NEW, TYPED, headers=BROWSER)

    page_text = text(answer)
    assert answer.status_code == 403
    assert answer["Cache-Control"] == "private, no-store"
    assert "The form was not saved" in page_text
    assert "You were no longer signed in" in page_text
    assert "Höstcupen &lt;1&gt;" in answer.content.decode()
    assert f'href="{reverse("account_login")}?next={NEW}"' in answer.content.decode()


def test_checkboxes_and_secrets_are_not_shown_and_choices_come_last(
    signed_out,
):
    sent = {"system": "round_robin"} | TYPED
    answer = signed_out.post(NEW, sent, headers=BROWSER)

    assert answer.context["typed"] == ["Höstcupen <1>", "round_robin"]


def test_requests_not_made_by_a_browser_are_redirected_to_sign_in(signed_out):
    assert signed_out.post(NEW, TYPED).status_code == 302
    assert signed_out.get(NEW, headers=BROWSER).status_code == 302
    by_script = BROWSER | {"HX-Request": "true"}
    assert signed_out.post(NEW, TYPED, headers=by_script).status_code == 204
    own = reverse("account_change_password")
    assert signed_out.post(own, TYPED, headers=BROWSER).status_code == 302


@pytest.mark.parametrize("origin", ["https://elsewhere.example", ""])
def test_text_from_another_site_is_not_shown_on_the_page(origin):
    """Changing the language needs no CSRF token and redirects to where the form says."""
    sent = {
        "next": f"{reverse('account_login')}?next=/i18n/setlang/",
        "name": "Höstcupen",
    }
    browser = Client(enforce_csrf_checks=True, headers=BROWSER | {"Origin": origin})

    for address in ("/i18n/setlang/", NEW):
        assert "Höstcupen" not in browser.post(address, sent).content.decode()


def test_language_is_changed_on_the_sign_in_page(client):
    page = f"{reverse('account_login')}?next={NEW}"

    answer = client.post(
        reverse("set_language"), {"language": "en", "next": page}, headers=BROWSER
    )

    assert (answer.status_code, answer.url) == (302, page)


def without_cookies(**headers):
    browser = Client(enforce_csrf_checks=True, headers=BROWSER | headers)
    return browser.post(NEW, TYPED)


def test_form_of_our_own_page_without_cookies_is_shown_again():
    answer = without_cookies(Origin="http://testserver")

    page_text = text(answer)
    assert answer.status_code == 403
    assert (
        "What you typed is shown below. Copy it before you leave this page" in page_text
    )
    assert "Höstcupen" in page_text


@pytest.mark.parametrize(
    "headers", [{"Origin": ""}, {"Origin": "https://elsewhere.example"}]
)
def test_form_sent_by_another_site_is_not_shown(headers):
    answer = without_cookies(**headers)

    assert answer.status_code == 403
    assert "Höstcupen" not in text(answer)
    assert "Go back with your browser’s Back button" in text(answer)
