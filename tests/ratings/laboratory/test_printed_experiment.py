"""The charts of an experiment on paper, printed by a real browser."""

import pytest

from tests.ratings.laboratory.views.test_laboratory import finished, page, played

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
SHEET = 700
"""Pixels between the margins of A4, with some to spare."""
WIDTHS = """[...document.querySelectorAll('.chart-plot canvas')]
    .map(canvas => canvas.getBoundingClientRect().width)"""
NOTE_THE_WIDTHS = f"""() => addEventListener("beforeprint", () =>
    queueMicrotask(() => {{ window.printedWidths = {WIDTHS}; }}))"""


def test_printed_charts_of_an_experiment_fit_the_sheet(
    chromium, live_server, as_officer
):
    played()
    experiment = finished()
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1366, "height": 900}
    )
    cookie = as_officer.cookies["sessionid"].value
    context.add_cookies(
        [{"name": "sessionid", "value": cookie, "url": live_server.url}]
    )
    window = context.new_page()
    window.goto(page(experiment))
    window.wait_for_function(f"() => Math.max(0, ...{WIDTHS}) > {SHEET}")
    charts = len(window.evaluate(WIDTHS))
    window.evaluate(NOTE_THE_WIDTHS)

    window.pdf()

    printed = window.evaluate("window.printedWidths")
    assert len(printed) == charts
    assert max(printed) < SHEET
    context.close()
