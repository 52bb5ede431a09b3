"""When a browser may show again what it has: the mark of a page."""

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
    """What a browser is answered that asks for a page."""

    def answered(
        address="/list/", *, actor=NOBODY, today=TODAY, stands_on=(1, 2), language="en",
        cookies="", **headers,
    ):  # fmt: skip
        request = rf.get(address, HTTP_COOKIE=cookies, **headers)
        request.actor, request.today, request.htmx = actor, today, None
        with translation.override(language):
            return kept_by_browsers(request, stands_on, lambda: HttpResponse("page"))

    return answered


def test_the_same_page_has_the_same_mark_and_is_not_sent_again(answer):
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
def test_another_language_day_pool_page_or_pin_is_another_page(answer, other):
    mark = answer()["ETag"]
    page = answer(HTTP_IF_NONE_MATCH=mark, **other)
    assert (page.status_code, page["ETag"] == mark) == (200, False)


@pytest.mark.parametrize(
    ("setting", "value"),
    [("FEDERATION_NAME", "Förbundet"), ("FEDERATION_ACCENT", "plum"), ("DEMO", True)],
)
def test_a_house_of_another_name_or_look_has_other_pages(
    answer, settings, setting, value
):
    mark = answer()["ETag"]
    setattr(settings, setting, value)
    assert answer(HTTP_IF_NONE_MATCH=mark).status_code == 200


def test_a_name_that_somebody_hides_moves_the_mark(answer):
    player = PlayerFactory()
    mark = answer()["ETag"]
    player.visibility = "hidden"
    player.save()
    assert answer(HTTP_IF_NONE_MATCH=mark).status_code == 200


def test_nothing_is_kept_for_whoever_is_signed_in_or_is_told_something(answer):
    mark = answer()["ETag"]
    pages = [
        answer(HTTP_IF_NONE_MATCH=mark, actor=Actor(user_id=7)),
        answer(HTTP_IF_NONE_MATCH=mark, cookies="messages=said"),
    ]
    assert [(page.status_code, page.has_header("ETag")) for page in pages] == [
        (200, False)
    ] * 2


def test_who_keeps_pages_for_others_is_told_what_they_differ_by(answer):
    page = answer()
    assert (page["Cache-Control"], page["Vary"]) == (
        "no-cache", "Cookie, Accept-Language, HX-Request, HX-Target",
    )  # fmt: skip
