"""FIDE's list: uploaded as a file with an unreadable line, shown beside the national
rating, and used to order players without one.
"""

import pytest
from django.utils import timezone

from tests.factories import member
from tests.journeys import story
from tests.journeys.season import season
from tests.journeys.visitors import Visitor
from tests.ratings.fide_list import line, text, zipped
from tests.ratings.rating_lists import up_to_date

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def test_fides_list_is_shown_beside_ours_and_orders_players_without_a_rating(visit):
    federation = season()
    up_to_date(timezone.localdate())
    asa = federation.players[0]
    asa.fide_id = 1700101
    asa.save(update_fields=["fide_id"])
    frida, greta = (
        member(federation.club, first_name=first, last_name=last, fide_id=number)
        for first, last, number in (
            ("Frida", "Falk", 1700102),
            ("Greta", "Grahn", 1700103),
        )
    )
    officer, secretary, reader = visit(), visit(), visit(script=False)
    officer.come_as(federation.officer)
    brings(
        officer,
        f"{federation.first_day:%Y-%m}",
        line(1700101, "Oberg, Asa", 2011),
        line(1700102, "Falk, Frida", 2105),
        line(1700103, "Grahn, Greta", 2250),
        line(1700104, "Nobody, Nils", "2x"),
    )

    reader.open("ratings:player", asa.pk)
    assert "2011" in reader.text(".figures")
    reader.open("ratings:live_list")
    assert "2011" in reader.text(f"#player-{asa.pk}")

    secretary.come_as(federation.secretary)
    story.create_tournament(secretary, federation)
    for player in (asa, frida, greta):
        story.enter_player(secretary, player)
    secretary.press(secretary.find("button[name=by][value=rating]"))
    secretary.press(secretary.find("main form .act button"))
    entered = secretary.find(".entered-line").all_inner_texts()
    assert [each.split()[1] for each in entered] == ["Greta", "Frida", "Åsa"]
    assert ["FIDE" in each for each in entered] == [True, True, False]


def brings(officer: Visitor, month: str, *lines: str) -> None:
    """Upload the list; the page shows by itself when it is read, and what was left out."""
    officer.open("ratings:fide_lists")
    officer.press(officer.find(".page-head a.button"))
    content = {
        "name": "players_list.zip",
        "mimeType": "application/zip",
        "buffer": zipped(text(*lines)),
    }
    officer.page.set_input_files("[name=file]", content)
    officer.page.fill("[name=month]", month)
    officer.press(officer.find("form:has([name=file]) button"))
    officer.wait_for("#upload .figures")
    left_out = officer.find("#upload tbody tr")
    assert left_out.locator("td").last.inner_text() == "2x"
