"""A file of history with faults: uploaded, reviewed, posted, and rated."""

import pytest

from federation.models import Player
from ratings.models import CurrentRating, Game, ImportFile, Report
from tests.factories import officer
from tests.journeys.installation import wait_until
from tests.journeys.season import season
from tests.journeys.visitors import with_second_factor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
HEADER = (
    "date,white_name,white_birth_year,black_name,black_birth_year,score,event,round"
)


def history():
    """Return Åsa by name and year, Björn misspelt, a new player, and two wrong rows."""
    return "\n".join(
        (
            HEADER,
            "2021-03-14,Åsa Öberg,1971,Bjorn Ek,1983,1,Vårturneringen 2021,1",
            "2021-03-15,Åsa Öberg,1971,Zoltan Unheard,1960,½,Vårturneringen 2021,2",
            '2021-03-16,"Ahlgren, Cecilia",1990,Dan Lindqvist,1965,=,Höst 2021,1',
            "2021-03-17,Dan Lindqvist,1965,Åsa Öberg,1971,7,Höst 2021,2",
            "2021-13-17,Dan Lindqvist,1965,Åsa Öberg,1971,1,Höst 2021,3",
        )
    ).encode("utf-16")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_file_with_faults_is_reviewed_posted_and_rated(visit, script):
    season()
    office = visit(script=script)
    office.come_as(with_second_factor(officer()))
    file = bring(office, "historia.csv")
    decide(office)
    see_what_is_wrong(office, file, lines=["5", "6"])
    other = visit(script=script)
    other.come_as(with_second_factor(officer()))
    post(office, other, file)
    posted = Report.objects.filter(source_kind="import").order_by("name")
    assert [(each.name, each.state, each.games) for each in posted] == [
        ("Höst 2021", "accepted", 1),
        ("Vårturneringen 2021", "accepted", 2),
    ]
    newcomer = Player.objects.get(last_name="Unheard")
    wait_until(
        lambda: CurrentRating.objects.filter(player_id=newcomer.pk).exists(),
        "the newcomer has a rating",
    )
    assert bring(office, "igen.csv") == file
    assert ImportFile.objects.count() == 1


def bring(office, name) -> ImportFile:
    """Upload the file; the worker reads it, and the following page shows it."""
    office.open("ratings:imports")
    content = {"name": name, "mimeType": "text/csv", "buffer": history()}
    office.page.set_input_files("[name=file]", content)
    office.press(office.find("form:has([name=file]) button"))
    file = ImportFile.objects.get()
    assert office.page.url.endswith(f"/imports/{file.pk}/")
    office.wait_for("#import-parts")
    return file


def decide(office) -> None:
    """Accept the proposed player for Björn, and add Zoltan as a new player."""
    assert office.find(".import-players > li").count() == 2
    bjorn = Player.objects.get(first_name="Björn")
    office.page.check(f".import-players input[value='{bjorn.pk}']")
    zoltan = office.find(".import-players > li", has_text="Zoltan")
    zoltan.locator("[value=new]").check()
    office.press(office.find("form:has(.import-players) > .act-buttons button"))
    office.wait_for("form[action$='/minutes/']")
    office.page.fill("#id_minutes", "120")
    office.press(office.find("form[action$='/minutes/'] button"))
    office.wait_for("form[action$='/post/']")


def see_what_is_wrong(office, file, lines) -> None:
    office.open("ratings:import_file", file.pk, query="?show=rows")
    line_numbers = office.find("#import-parts tbody td:first-child").all_inner_texts()
    assert line_numbers == lines


def post(office, other, file) -> None:
    """Request posting; another user finds it on the desk, views the figures and
    approves, and waits until the ratings are computed.
    """
    office.press(office.find("form[action$='/post/'] button"))
    assert office.find("button[value=approve]").count() == 0
    assert not Report.objects.filter(source_kind="import").exists()
    other.open("tournaments:desk")
    other.press(other.find(f"main a[href='/imports/{file.pk}/']"))
    other.press(other.find("button[value=approve]"))
    other.wait_for("[data-computed]")
    assert Game.objects.filter(report__source_kind="import").count() == 3
