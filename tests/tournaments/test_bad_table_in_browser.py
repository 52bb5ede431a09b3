"""An unreadable table of boards, in a browser: it is corrected beside its errors, or
another file is chosen; a text of the largest allowed size is returned whole.
"""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.factories import member
from tests.tournaments.tournaments_made import section, tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
]
BAD = "Klubbmästerskap 2026;;;\r\nRond;Vit;Motspelare;Resultat\r\n1;Åsa Öst;Bo Holm;0,5\r\n"


def choose(window: Page, text: str) -> None:
    file = {"name": "cup.csv", "mimeType": "text/csv", "buffer": text.encode("cp1252")}
    window.locator('input[type="file"]').set_input_files(file)
    window.get_by_role("button", name="Read the file").click()


@pytest.fixture
def group(club):
    for first, last in (("Åsa", "Öst"), ("Bo", "Holm")):
        member(club, first_name=first, last_name=last)
    return section(tournament(club), format="boards", rounds=1)


def test_table_is_corrected_on_the_page_that_refused_it(window: Page, group) -> None:
    window.goto(reverse("tournaments:import_tournament", args=[group.pk]))
    expect(window.get_by_label("The file as it was read")).to_have_count(0)
    choose(window, BAD)
    expect(window.get_by_text("missing: black").first).to_be_visible()
    text = window.get_by_label("The file as it was read")
    expect(text).to_have_value(BAD.replace("\r\n", "\n"))

    choose(window, BAD.replace("Rond", "Vad"))
    expect(text).to_have_value(BAD.replace("\r\n", "\n").replace("Rond", "Vad"))

    text.fill(BAD.replace("Motspelare", "Svart"))
    window.get_by_role("button", name="Read the file").click()
    expect(window.get_by_text("2 of 2 players are clear.")).to_be_visible()
    window.get_by_role("button", name="Import it").click()
    expect(
        window.get_by_text("2 players and 1 boards have been imported.")
    ).to_be_visible()
    assert list(group.pairings.values_list("result", flat=True)) == ["1/2"]


def test_long_text_is_returned_whole(window: Page, group) -> None:
    rows = (f"{n};Åsa Öst;Bo Holm;1;{'å' * 135}" for n in range(1, 3101))
    table = "\r\n".join(["Rond;Vit;Svart;Resultat;Anmärkning", *rows])
    assert 490_000 < len(table) < 500_000
    window.goto(reverse("tournaments:import_tournament", args=[group.pk]))
    choose(window, table)
    for _again in range(2):
        expect(window.get_by_text("2 of 2 players are clear.")).to_be_visible()
        text = window.locator("textarea[name=text]")
        expect(text).to_have_value(table.replace("\r\n", "\n"))
        window.locator("summary", has_text="Correct the file here").click()
        with window.expect_navigation():
            window.get_by_role("button", name="Read it again").click()
