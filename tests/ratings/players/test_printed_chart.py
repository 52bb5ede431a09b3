"""A player's chart on paper, printed by a real browser."""

from datetime import date

import pytest

from tests.factories import line
from tests.ratings.rating_lists import SPRING, SUMMER, accepted, published, rated

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
SHEET = 700
"""Pixels between the margins of A4, with some to spare."""
WIDTH = "document.querySelector('.chart-plot canvas')?.getBoundingClientRect().width"
NOTE_THE_WIDTH = f"""() => addEventListener("beforeprint", () =>
    queueMicrotask(() => {{ window.printedWidth = {WIDTH}; }}))"""


def test_a_printed_chart_is_as_wide_as_the_sheet(chromium, live_server):
    player, other = rated(1950), rated(2220)
    for day in (SPRING, SUMMER, date(2026, 9, 15)):
        accepted(line(player, other, 2, day), source_number=day.month)
    published(SPRING), published(SUMMER)
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1366, "height": 900}
    )
    page = context.new_page()
    page.goto(f"/players/{player.pk}/")
    # It is drawn again when the fonts have come.
    page.wait_for_function(f"() => {WIDTH} > {SHEET}")
    shown = page.evaluate(WIDTH)
    page.evaluate(NOTE_THE_WIDTH)

    page.pdf()

    assert page.evaluate("window.printedWidth") < SHEET
    page.wait_for_function(f"width => {WIDTH} === width", arg=shown)
    context.close()
