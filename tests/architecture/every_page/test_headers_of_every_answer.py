"""The headers of every answer, page by page, for users of every role."""

import pytest
from django.conf import settings
from django.test import Client

from tests.architecture.every_page.asking import address, outcome_of, request_as
from tests.architecture.every_page.pages import PAGES, Page
from tests.architecture.world import World

pytestmark = pytest.mark.django_db
FOR_ALL = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": settings.PERMISSIONS_POLICY,
    "X-Content-Type-Options": "nosniff",
}


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_for_a_signed_in_user_is_not_stored(page: Page, method: str, world: World):
    path = address(page, world)
    cache_headers = {
        role: request_as(world, role, method, path).headers.get("Cache-Control")
        for role in ("player", "officer")
    }
    assert cache_headers == dict.fromkeys(cache_headers, "private, no-store")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_sends_the_security_headers(page: Page, world: World):
    answer = request_as(world, "nobody", "get", address(page, world))
    assert {name: answer.headers.get(name) for name in FOR_ALL} == FOR_ALL


@pytest.mark.parametrize("path", ["/nowhere", "/healthz", "/account/login/", "/%00"])
def test_answers_that_are_not_pages_send_the_security_headers(path: str, world: World):
    answer = request_as(world, "nobody", "get", path)
    assert {name: answer.headers.get(name) for name in FOR_ALL} == FOR_ALL


@pytest.mark.parametrize(
    "path", ["/nowhere", "/%00", "/account/email/", "/account/logout/"]
)
def test_errors_and_account_pages_are_not_stored(path: str, world: World):
    answer = request_as(world, "officer", "get", path)
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_static_file_sends_the_security_headers_and_may_be_stored(
    world: World, settings
):
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    client = Client()
    client.cookies = world.browser("officer").cookies
    answer = client.get("/static/vendor/htmx/htmx.min.js")
    assert answer.status_code == 200
    assert {name: answer.headers.get(name) for name in FOR_ALL} == FOR_ALL
    assert "no-store" not in answer.headers.get("Cache-Control", "")


def test_shared_page_may_be_stored_for_an_anonymous_visitor(world: World):
    answer = request_as(world, "nobody", "get", "/list/")
    assert outcome_of(answer) == "in"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["ETag"]
