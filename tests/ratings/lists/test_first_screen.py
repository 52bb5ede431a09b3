"""The number of players visible before scrolling, in a real browser."""

import pytest

from ratings.pools.domain.standard_pools import open_standard_pools
from tests.factories import DistrictFactory, chess_pool, line
from tests.ratings.rating_lists import SPRING, accepted, published, rated

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
PLAYERS = 14


@pytest.fixture(params=["sv", "en"])
def reader(request, chromium, live_server, settings):
    """A published list with the demo's line above it, and every other pool offered."""
    settings.DEMO = True
    open_standard_pools()
    DistrictFactory()
    players = [rated(2400 - 10 * at) for at in range(PLAYERS)]
    accepted(line(players[0], players[1], 1, SPRING))
    published(SPRING)
    context = chromium.new_context(base_url=live_server.url, locale=request.param)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("address", ["/list/", "/list/live/"])
@pytest.mark.parametrize(("width", "height", "least"), [(1366, 768, 10), (390, 844, 4)])
def test_the_first_screen_of_a_list_shows_players(
    reader, address, width, height, least
):
    reader.set_viewport_size({"width": width, "height": height})
    reader.goto(f"{address}?pool={chess_pool().code}")
    rows = reader.locator("#list tbody tr:not(.row-more)")
    assert rows.count() == PLAYERS
    bottoms = [row.bounding_box() for row in rows.all()]
    seen = [box for box in bottoms if box["y"] + box["height"] <= height]
    assert len(seen) >= least
