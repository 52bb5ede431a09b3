"""A player's chart on paper, printed by a real browser."""

from datetime import date

import pytest

from tests.factories import line
from tests.ratings.published import SPRING, SUMMER, accepted, published, rated

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
]
SHEET = 700
"""Pixels between the margins of A4, with some to spare."""
NOTE_THE_WIDTH = """() => addEventListener("beforeprint", () => queueMicrotask(() => {
    const canvas = document.querySelector(".chart-plot canvas");
    window.printedWidth = canvas.getBoundingClientRect().width;
}))"""


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
    canvas = page.locator(".chart-plot canvas").first
    canvas.wait_for()
    shown = canvas.bounding_box()["width"]
    page.evaluate(NOTE_THE_WIDTH)

    page.pdf()

    assert shown > SHEET
    assert page.evaluate("window.printedWidth") < SHEET
    page.wait_for_function(
        "width => document.querySelector('.chart-plot canvas')"
        ".getBoundingClientRect().width === width",
        arg=shown,
    )
    context.close()
