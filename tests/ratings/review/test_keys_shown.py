"""The keyboard shortcuts of a report’s acts, shown only where there is a keyboard."""

import pytest

from tests.factories import computed, line, member, officer, posted
from tests.ratings.rating_lists import SPRING

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.parametrize(("on_phone", "shown"), [(False, True), (True, False)])
def test_shortcuts_are_shown_only_with_a_keyboard(
    chromium, live_server, signed_in, on_phone, shown
):
    report = posted(line(member(), member(), 2, SPRING))
    computed()
    cookie = signed_in(officer()).cookies["sessionid"].value
    context = chromium.new_context(
        base_url=live_server.url,
        viewport={"width": 390 if on_phone else 1280, "height": 900},
        is_mobile=on_phone,
        has_touch=on_phone,
    )
    context.add_cookies(
        [{"name": "sessionid", "value": cookie, "url": live_server.url}]
    )
    page = context.new_page()
    page.goto(f"/reports/{report.pk}/")
    page.wait_for_load_state("networkidle")
    assert page.locator("kbd[data-keys]").first.is_visible() is shown
    context.close()
