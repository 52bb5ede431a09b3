"""Results become an approved list without starting any job by hand: in Swedish, in a
real browser, with and without script.
"""

import pytest

from tests.journeys import story
from tests.journeys.season import season
from tests.journeys.visitors import Visitor
from tournaments.models import Section

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
RESULTS = ["0-1", "1/2", "0-1", "1/2", "0-1", "1-0"]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_results_become_a_list_whose_numbers_are_all_explained(
    visit, installation, script
):
    federation = season()
    secretary, officer = visit(script=script), visit(script=script)
    secretary.sign_in(federation.secretary)
    section = play(secretary, federation)
    with installation.worker_at_a_standstill():
        story.submit(secretary, section.tournament_id)
        assert secretary.find("#changes table").count() == 0
        secretary.page.evaluate("document.body.dataset.shown = 'once'")
    changes = story.see_changes(secretary)
    reloaded = secretary.find("body[data-shown=once]").count() == 0
    assert reloaded is not script
    assert len(changes) == len(federation.players)
    assert any(before != after for before, after in changes.values())

    officer.sign_in(federation.officer)
    story.accept(officer)
    story.approve(officer, federation, "Första listan.")

    reader = visit(script=script)
    for player in federation.players:
        listed, explained = listed_and_explained(reader, player.pk)
        assert listed == explained == changes[str(player.full_name)][1]
    assert reader.page.locator("html").get_attribute("lang") == "sv"


def play(secretary: Visitor, federation) -> Section:
    """Go from the plan to the last result."""
    section_id = story.create_tournament(secretary, federation)
    for player in federation.players:
        story.enter_player(secretary, player)
    story.start(secretary, section_id)
    section = Section.objects.get(pk=section_id)
    boards = list(section.pairings.order_by("round", "board"))
    story.enter_results(secretary, list(zip(boards, RESULTS, strict=True)))
    return section


def listed_and_explained(reader: Visitor, player_id: int) -> tuple[str, str]:
    """Return the number on the list, and the result of its explanation."""
    reader.open("tournaments:start")
    reader.open("ratings:current_list")
    row = f"#player-{player_id}"
    listed = reader.text(f"{row} td.rating")
    reader.press(reader.find(f"{row} .name a"))
    reader.press(reader.find(f"a[href*='/players/{player_id}'][href*='/list/']").first)
    return listed, reader.text(".ledger tr.total td.running")
