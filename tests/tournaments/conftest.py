import pytest

from tests.factories import ClubFactory, secretary_of


@pytest.fixture
def club(settings):
    settings.DEMO = True
    return ClubFactory()


@pytest.fixture
def window(chromium, live_server, club, client):
    """Return a browser window in which the secretary is signed in."""
    client.force_login(secretary_of(club))
    context = chromium.new_context(base_url=live_server.url, locale="en")
    cookie = client.cookies["sessionid"].value
    context.add_cookies(
        [{"name": "sessionid", "value": cookie, "url": live_server.url}]
    )
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []
