"""What a browser still shows after its user has signed out."""

import pytest
from django.urls import reverse

from tests.factories import ClubFactory, MembershipFactory, secretary_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def page(chromium, live_server, client, settings):
    """A signed-in user, at the page that asks whether to sign out."""
    client.force_login(secretary_of(ClubFactory()))
    name = settings.SESSION_COOKIE_NAME
    context = chromium.new_context(base_url=live_server.url, locale="en")
    cookie = {"name": name, "value": client.cookies[name].value}
    context.add_cookies([cookie | {"url": live_server.url}])
    page = context.new_page()
    page.goto(reverse("account_logout"))
    yield page
    context.close()


@pytest.mark.parametrize(
    ("answer", "stored_results", "address"),
    [("dismiss", "1-0", "/account/logout/"), ("accept", None, "/")],
)
def test_unsent_results_are_lost_only_if_signing_out_is_confirmed(
    page, live_server, answer, stored_results, address
):
    page.evaluate("localStorage.setItem('entry:1:2', '1-0')")
    page.on("dialog", lambda dialog: getattr(dialog, answer)())
    page.locator("main").get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(live_server.url + address)
    assert page.evaluate("localStorage.getItem('entry:1:2')") == stored_results


def test_back_button_after_signing_out_shows_nothing(
    chromium, live_server, client, settings
):
    settings.DEMO = True
    club = ClubFactory()
    member = MembershipFactory(club=club).player
    client.force_login(secretary_of(club))
    name = settings.SESSION_COOKIE_NAME
    context = chromium.new_context(base_url=live_server.url, locale="en")
    cookie = {"name": name, "value": client.cookies[name].value}
    context.add_cookies([cookie | {"url": live_server.url}])
    page = context.new_page()
    page.goto(reverse("federation:members"))
    page.goto(reverse("federation:member", args=[member.pk]))
    assert member.last_name in page.content()

    page.goto(reverse("account_logout"))
    page.locator("main").get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url(live_server.url + "/")
    for _ in range(3):
        page.go_back()
        assert member.last_name not in page.content()
    context.close()
