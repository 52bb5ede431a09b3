"""The explanation of a period on paper, laid out by a real browser."""

import pytest

from ratings.enums import DecisionKind
from tests.ratings.rating_lists import SPRING, decided, rulebook_game, up_to_date

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
RIGHT_EDGES = """rows => rows.map(row =>
    Math.round(row.querySelector('.running').getBoundingClientRect().right))"""


def test_decision_is_printed_in_the_columns_of_the_ledger(chromium, live_server):
    adam, _bertil, _report = rulebook_game(2)
    decided(adam, 2000, kind=DecisionKind.ASSESSED, on=SPRING)
    up_to_date()
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 700, "height": 900}
    )
    page = context.new_page()
    page.emulate_media(media="print")

    page.goto(f"/players/{adam.pk}/period/2026-04-30/")

    decision, total = page.eval_on_selector_all(
        ".ledger tr.because, .ledger tr.total", RIGHT_EDGES
    )
    assert decision == total
    context.close()
