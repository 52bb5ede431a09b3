"""Pages that update themselves, in a real browser. Their pauses of ten seconds are
shortened here, on the page itself.
"""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.factories import acting
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.rounds.boards import set_boards
from tournaments.models import Tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
IMPATIENT = """addEventListener("DOMContentLoaded", () => {
  for (const part of document.querySelectorAll("[data-live]")) part.dataset.seconds = "0.2";
  for (const part of document.querySelectorAll("[data-turn]")) part.dataset.turn = "0.4";
});"""


@pytest.fixture
def group(club):
    made = section(tournament(club), format="boards", rounds=2, name="Open")
    started(made, size=4)
    set_boards(made.pk, 1, [(1, 2), (3, 4)], acting=acting())
    return made


@pytest.fixture
def spectator(chromium, live_server) -> Iterator[Page]:
    """Return the browser window of an anonymous visitor."""
    context = chromium.new_context(base_url=live_server.url, locale="en")
    context.add_init_script(IMPATIENT)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []


def of_tournament(group):
    return reverse("tournaments:tournament", args=[group.tournament_id])


def of_round(group):
    return reverse("tournaments:round", args=[group.pk, 1])


def collect_statuses(page: Page) -> list[int]:
    """Return a list that collects the status codes of the part's later answers."""
    statuses: list[int] = []
    page.on(
        "response",
        lambda answer: (
            statuses.append(answer.status) if answer.url.endswith("/live/") else None
        ),
    )
    return statuses


def test_result_typed_in_one_window_appears_in_the_other(window, spectator, group):
    spectator.goto(of_round(group))
    row = spectator.locator(".board-list tbody tr").first
    expect(row).not_to_contain_text("1–0")

    window.goto(f"{reverse('tournaments:results', args=[group.pk])}?view=boards")
    window.locator("label", has_text="1–0").first.click()
    expect(window.locator("[data-says]")).to_have_text("All results are saved.")

    expect(row).to_contain_text("1–0")
    expect(row.locator(".just-changed")).to_have_count(1)


def test_standings_update_without_moving_the_reader(spectator, group):
    spectator.goto(of_tournament(group))
    spectator.locator("details.rounds summary").click()
    link = spectator.locator("details.rounds a", has_text="The round, and why").first
    link.focus()
    sums = spectator.locator("td.sum")
    expect(sums).to_have_text(["0"] * 4)

    result(board(group, 1, 2), "1-0")

    expect(sums).to_have_text(["1", "0", "0", "0"])
    expect(spectator.locator("details.rounds")).to_have_attribute("open", "")
    expect(link).to_be_focused()


def test_unchanged_pages_get_short_answers_and_hidden_pages_do_not_ask(
    spectator, group
):
    statuses = collect_statuses(spectator)
    spectator.goto(of_tournament(group))
    spectator.wait_for_timeout(1200)
    assert set(statuses) == {304}

    hide = """() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    spectator.evaluate(hide)
    spectator.wait_for_timeout(300)
    before = len(statuses)
    spectator.wait_for_timeout(1000)
    assert len(statuses) == before

    spectator.evaluate(hide.replace("value: true", "value: false"))
    spectator.wait_for_timeout(600)
    assert len(statuses) > before


def test_unanswered_requests_are_repeated_with_growing_pauses(spectator, group):
    tries: list[str] = []
    spectator.route(
        "**/live/", lambda route: (tries.append(route.request.url), route.abort())
    )
    spectator.goto(of_tournament(group))
    expect(spectator.locator('[data-live-state="ill"]')).to_be_visible()
    spectator.wait_for_timeout(2500)
    # Pauses of 0.2, 0.4, 0.8, 1.6 seconds; without backing off there were twelve.
    assert 2 <= len(tries) <= 5

    spectator.unroute("**/live/")
    expect(spectator.locator('[data-live-state="well"]')).to_be_visible(timeout=9000)


def test_page_that_is_no_longer_public_stops_asking(spectator, group):
    statuses = collect_statuses(spectator)
    spectator.goto(of_tournament(group))
    Tournament.objects.update(state="draft")
    expect(spectator.locator('[data-live-state="over"]')).to_be_visible()
    count = len(statuses)
    spectator.wait_for_timeout(800)
    assert (statuses[-1], len(statuses)) == (404, count)


def test_big_screen_changes_slides_and_shows_new_results(spectator, group):
    spectator.goto(f"{of_tournament(group)}?screen=1")
    heading = spectator.locator("h2:visible")
    expect(heading).to_have_count(1)
    expect(heading).to_contain_text("Standings")
    expect(heading).to_contain_text("Round 1")

    result(board(group, 1, 2), "1-0")
    expect(spectator.locator("td.mid", has_text="1–0")).to_have_count(1)
    expect(spectator.locator("h2:visible")).to_have_count(1)

    spectator.get_by_role("button", name="Hold this page").click()
    shown = spectator.locator("h2:visible").inner_text()
    spectator.wait_for_timeout(1000)
    assert spectator.locator("h2:visible").inner_text() == shown
    spectator.keyboard.press("ArrowRight")
    assert spectator.locator("h2:visible").inner_text() != shown


def test_big_screen_shows_all_slides_if_motion_is_reduced(spectator, group):
    spectator.emulate_media(reduced_motion="reduce")
    spectator.goto(f"{of_tournament(group)}?screen=1")
    expect(spectator.locator("h2:visible")).to_have_count(2)
    result(board(group, 1, 2), "1-0")
    expect(spectator.locator("td.mid", has_text="1–0")).to_be_visible()


def test_all_slides_are_shown_without_scripts(chromium, live_server, group):
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{of_tournament(group)}?screen=1")
    expect(page.locator("h2:visible")).to_have_count(2)
    expect(page.locator("[data-live-line]")).to_be_hidden()
    context.close()


def test_phone_scrolls_the_table_and_not_the_page(spectator, group):
    spectator.set_viewport_size({"width": 390, "height": 844})
    spectator.goto(of_tournament(group))
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    assert spectator.evaluate(wide) == 0
