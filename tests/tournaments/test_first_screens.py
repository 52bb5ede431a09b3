"""What is visible on the first screen without scrolling, in a real browser: on a laptop
and on a phone, with the line of the demo above.
"""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import line, secretary_of
from tests.ratings.rating_lists import SPRING, accepted, published, rated
from tests.tournaments.tournaments_made import played, section, started, tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
LAPTOP, PHONE = (1280, 800), (390, 844)
SCREENS = pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])


@pytest.fixture
def reader(chromium, live_server):
    context = chromium.new_context(base_url=live_server.url, locale="sv")
    yield context.new_page()
    context.close()


def seen(page, address, screen, what) -> int:
    """Return how many of these elements are entirely on the first screen."""
    width, height = screen
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    boxes = [each.bounding_box() for each in page.locator(what).all()]
    return len([box for box in boxes if box and box["y"] + box["height"] <= height])


@SCREENS
def test_tournament_shows_its_standings(reader, club, screen):
    today = timezone.localdate()
    made = tournament(
        club,
        name="Klubbmästerskapet i Sundbyberg 2026",
        start_date=today,
        end_date=today + timedelta(days=20),
    )
    group = played(started(section(made), size=8))
    address = reverse("tournaments:tournament", args=[group.tournament_id])
    least = {LAPTOP: 4, PHONE: 2}[screen]
    assert seen(reader, address, screen, ".crosstable tbody tr") >= least


@SCREENS
def test_player_page_shows_rating_and_latest_period(reader, screen):
    players = [rated(2000), rated(1900)]
    accepted(line(*players, 1, SPRING))
    published(SPRING)
    address = reverse("ratings:player", args=[players[0].pk])
    assert seen(reader, address, screen, ".figures > *") >= 2
    assert seen(reader, address, screen, "#ratings tbody tr") >= 1


@SCREENS
def test_desk_shows_its_first_tasks(reader, client, live_server, club, screen):
    for number in range(6):
        played(started(section(tournament(club, name=f"Cup {number}")), size=2))
    client.force_login(secretary_of(club))
    cookie = client.cookies["sessionid"].value
    reader.context.add_cookies(
        [{"name": "sessionid", "value": cookie, "url": live_server.url}]
    )
    address = reverse("tournaments:desk")
    least = {LAPTOP: 4, PHONE: 3}[screen]
    assert seen(reader, address, screen, ".trail") >= least


@SCREENS
@pytest.mark.parametrize("view", ["calendar", "month"])
def test_calendar_shows_tournaments(reader, club, screen, view):
    today = timezone.localdate().replace(day=1)
    for number in range(12):
        day = today + timedelta(days=number)
        made = tournament(
            club, name=f"Cup {number}", start_date=day, end_date=day, place="Solna"
        )
        started(section(made), size=2)
    what = {"calendar": ".table tbody tr", "month": ".month li"}[view]
    least = {LAPTOP: 7, PHONE: 5}[screen] if view == "calendar" else 3
    assert seen(reader, reverse(f"tournaments:{view}"), screen, what) >= least
