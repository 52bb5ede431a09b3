"""Pinning one's own players and clubs, without JavaScript and without a token."""

import pytest
from django.test import Client

from federation.domain.players import set_visibility
from federation.enums import Visibility
from ratings.pages.views.pins import MOST, Pins
from tests.factories import acting, officer
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, published, rulebook_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def strict():
    """Return a browser of a server that checks CSRF tokens."""
    return Client(enforce_csrf_checks=True, headers={"accept-language": "en"})


def test_pin_is_stored_in_a_cookie_and_redirects_back(strict):
    answer = strict.post("/pin/", {"name": "p12", "next": "/players/12/?pool=x"})
    assert (answer.status_code, answer["Location"]) == (302, "/players/12/?pool=x")
    cookie = answer.cookies["pinned"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == (
        "p12",
        True,
        "Lax",
    )


def test_second_press_removes_the_pin(strict):
    for _press in range(2):
        answer = strict.post("/pin/", {"name": "c3"})
    assert answer.cookies["pinned"].value == ""


@pytest.mark.parametrize("name", ["", "x1", "p0", "p-1", "p1.p2", "p" + "9" * 10, "p١"])
def test_invalid_pin_is_not_stored(strict, name):
    assert strict.post("/pin/", {"name": name}).cookies["pinned"].value == ""


@pytest.mark.parametrize("way", ["//evil.example/", "https://evil.example/", "x:y", ""])
def test_redirect_after_pinning_stays_on_the_site(strict, way):
    assert strict.post("/pin/", {"name": "p1", "next": way})["Location"] == "/list/"


def test_pin_requires_post(strict):
    assert strict.get("/pin/").status_code == 405


def test_oldest_pins_are_dropped_above_the_limit():
    pins = Pins(())
    for number in range(1, MOST + 3):
        pins = pins.turned(f"p{number}")
    assert pins.players == frozenset(range(3, MOST + 3))


def test_pinned_player_is_marked_and_shown_above_the_list(strict):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    strict.post("/pin/", {"name": f"p{adam.pk}"})
    page = strict.get("/list/")
    assert f'<tr class="pinned" id="player-{adam.pk}">' in page.content.decode()
    assert "Pinned by you 2 Adam Ek 1976 +26" in text(page)
    assert f'href="?page=1#player-{adam.pk}"' in page.content.decode()


def test_pinned_players_are_in_list_order_without_hidden_ones(strict):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    for player in (adam, bertil):
        strict.post("/pin/", {"name": f"p{player.pk}"})
    pinned = strict.get("/list/").context["pinned"]
    assert [row.person.pk for row in pinned] == [bertil.pk, adam.pk]

    set_visibility(adam.pk, Visibility.HIDDEN, acting=acting(officer()))
    pinned = strict.get("/list/").context["pinned"]
    assert [row.person.pk for row in pinned] == [bertil.pk]


def test_a_pinned_clubs_players_are_marked(strict):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    strict.post("/pin/", {"name": f"c{bertil.memberships.get().club_id}"})
    for address in ("/list/", "/list/live/"):
        body = strict.get(address).content.decode()
        assert f'<tr class="pinned" id="player-{bertil.pk}">' in body
        assert f'<tr class="pinned" id="player-{adam.pk}">' not in body


def test_malformed_cookie_is_ignored(strict):
    rulebook_game()
    published(SPRING)
    strict.cookies["pinned"] = "p1.<script>.p" + "9" * 40
    assert strict.get("/list/").status_code == 200
