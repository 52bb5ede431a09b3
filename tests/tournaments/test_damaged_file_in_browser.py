"""A damaged file of a tournament run elsewhere, in a browser: its errors are shown and
corrected on the same page, and it is imported and submitted to the ledger.
"""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from ratings.models import Game, Report
from tests.factories import member
from tests.ratings.imports.formats.trf.files import national, player
from tests.tournaments.tournaments_made import section, tournament

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
]


def damaged(players) -> str:
    """Return a file of two games; that of numbers 1 and 2 has two winners, and its line
    has no rank.
    """
    cells = [(2, "w", "1"), (1, "b", "1"), (4, "w", "="), (3, "b", "=")]
    names = [f"{each.last_name}, {each.first_name}" for each in players]
    lines = [
        player(number, name, cell)
        for number, (name, cell) in enumerate(zip(names, cells, strict=True), start=1)
    ]
    lines += [national(n, each.national_id) for n, each in enumerate(players, start=1)]
    head = ["012 Åre öppna", "042 2026/05/04", "052 2026/05/04", "142 1"]
    return "\r\n".join([*head, *lines, ""])


def test_damaged_file_is_read_corrected_imported_and_submitted(
    window: Page, club
) -> None:
    players = [member(club) for _ in range(4)]
    group = section(tournament(club), format="boards", rounds=1)

    window.goto(reverse("tournaments:import_tournament", args=[group.pk]))
    content = damaged(players).encode("cp1252")
    file = {"name": "are.trf", "mimeType": "text/plain", "buffer": content}
    window.locator('input[type="file"]').set_input_files(file)
    window.get_by_role("button", name="Read the file").click()

    expect(
        window.get_by_text("the results of numbers 1 and 2 do not match")
    ).to_be_visible()
    expect(window.get_by_text("4 of 4 players are clear.")).to_be_visible()
    text = window.get_by_label("The file as it was read")
    mended = text.input_value().replace("  1 b 1", "  1 b 0")
    assert mended != text.input_value()
    text.fill(mended)
    window.get_by_role("button", name="Read it again").click()

    expect(window.get_by_text("do not match")).to_have_count(0)
    assert not group.entries.exists()
    window.get_by_role("button", name="Import it").click()

    expect(
        window.get_by_text("4 players and 2 boards have been imported.")
    ).to_be_visible()
    assert sorted(group.pairings.values_list("result", flat=True)) == ["1-0", "1/2"]
    window.goto(reverse("tournaments:submit", args=[group.tournament_id]))
    for answer in window.locator(".question textarea").all():
        answer.fill("As it was played.")
    window.locator("main form button:has-text('Send in')").click()
    expect(window.get_by_text("sent in").first).to_be_visible()
    assert Report.objects.count() == 1
    assert Game.objects.count() == 2
