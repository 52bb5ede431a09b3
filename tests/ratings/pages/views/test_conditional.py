"""When a browser may reuse a page: its ETag."""

from datetime import date

import pytest
from django.http import HttpResponse
from django.utils import translation

from federation.permissions import NOBODY, Actor
from ratings.pages.views.conditional import kept_by_browsers
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


@pytest.fixture
def answer(rf):
    """Return the response to a browser that requests a page."""

    def answered(
        address="/list/", *, actor=NOBODY, today=TODAY, stands_on=(1, 2), language="en",
        cookies="", **headers,
    ):  # fmt: skip
        request = rf.get(address, HTTP_COOKIE=cookies, **headers)
        request.actor, request.today, request.htmx = actor, today, None
        with translation.override(language):
            return kept_by_browsers(request, stands_on, lambda: HttpResponse("page"))

    return answered


def test_unchanged_page_has_the_same_etag_and_gives_304(answer):
    mark = answer()["ETag"]
    again = answer(HTTP_IF_NONE_MATCH=mark)
    assert (again.status_code, again["ETag"], again.content) == (304, mark, b"")


@pytest.mark.parametrize(
    "other",
    [
        {"language": "sv"},
        {"today": date(2026, 6, 16)},
        {"stands_on": (1, 3)},
        {"address": "/list/?pool=other"},
        {"address": "/list/live/"},
        {"cookies": "pinned=p17"},
    ],
)
def test_etag_differs_by_language_day_pool_page_and_pin(answer, other):
    mark = answer()["ETag"]
    page = answer(HTTP_IF_NONE_MATCH=mark, **other)
    assert (page.status_code, page["ETag"] == mark) == (200, False)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("FEDERATION_NAME", "Förbundet"), ("FEDERATION_ACCENT", "plum"), ("DEMO", True)],
)
def test_etag_differs_by_name_and_look_of_the_federation(
    answer, settings, setting, value
):
    mark = answer()["ETag"]
    setattr(settings, setting, value)
    assert answer(HTTP_IF_NONE_MATCH=mark).status_code == 200


def test_hiding_a_name_changes_the_etag(answer):
    player = PlayerFactory()
    mark = answer()["ETag"]
    player.visibility = "hidden"
    player.save()
    assert answer(HTTP_IF_NONE_MATCH=mark).status_code == 200


def test_page_has_no_etag_for_signed_in_users_or_with_messages(answer):
    mark = answer()["ETag"]
    pages = [
        answer(HTTP_IF_NONE_MATCH=mark, actor=Actor(user_id=7)),
        answer(HTTP_IF_NONE_MATCH=mark, cookies="messages=said"),
    ]
    assert [(page.status_code, page.has_header("ETag")) for page in pages] == [
        (200, False)
    ] * 2


def test_vary_header_names_what_pages_differ_by(answer):
    page = answer()
    assert (page["Cache-Control"], page["Vary"]) == (
        "no-cache", "Cookie, Accept-Language, HX-Request, HX-Target",
    )  # fmt: skip
