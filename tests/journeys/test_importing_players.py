"""A federation's players and their games in one zip, with faults, uploaded to an office
without players: reviewed, posted, and shown in the list.
"""

import os
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from django.urls import reverse

from federation.models import Club, Player
from ratings.models import CurrentRating, ImportFile
from tests.factories import officer
from tests.journeys.installation import wait_until
from tests.journeys.visitors import with_second_factor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
PLAYERS = """id,name,birth_year,gender,club,start_rating
101,"Öberg, Åsa",1971,f,Södra Tornet,1820
102,Björn Ek,1983,m,Södra Tornet,1750
103,Cecilia Ahlgren,,f,,
104,Dan Lindqvist,65,m,Norra Bonden,1600
102,Bertil Ek,1950,m,,
105,Eva Li,1990,f,Norra Bonden,-20
"""
GAMES = """date,white,black,score,event,minutes
2021-03-14,101,102,1,Vårturneringen 2021,120
2021-03-15,102,103,½,Vårturneringen 2021,120
2021-03-16,103,101,7,Vårturneringen 2021,120
2021-03-17,104,101,1,Vårturneringen 2021,120
"""
POST = "form[action$='/post/']"


def history() -> bytes:
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.csv", GAMES.encode("utf-16"))
        archive.writestr("players.csv", PLAYERS)
    return content.getvalue()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_players_and_games_in_one_zip_become_a_list(visit, script):
    office = visit(script=script)
    office.sign_in(with_second_factor(officer()))
    file = bring(office)
    assert not Player.objects.exists()
    enter_everybody(office)
    make_the_clubs(office, file)
    see_what_is_wrong(office, file)
    other = visit(script=script)
    other.sign_in(with_second_factor(officer()))
    post(office, other, file)
    assert Club.objects.get().name == "Södra Tornet"
    wait_until(lambda: CurrentRating.objects.count() == 3, "three have a rating")
    office.open("ratings:live_list")
    wait_until(
        lambda: shown_list(office) == ["Åsa Öberg", "Björn Ek"], "both are listed"
    )


def bring(office) -> ImportFile:
    office.open("ratings:imports")
    content = {"name": "historia.zip", "mimeType": "application/zip"}
    office.page.set_input_files("[name=file]", {**content, "buffer": history()})
    office.press(office.find("form:has([name=file]) button"))
    office.wait_for("#import-parts")
    return ImportFile.objects.get()


def enter_everybody(office) -> None:
    """Three of the list are right; number 104 occurs only in a game."""
    assert office.find(".import-players > li").count() == 4
    picture(office, "players")
    office.press(office.find("button[value=new]").first)
    office.wait_for("#import-parts")
    assert office.find(".import-players > li").count() == 1


def make_the_clubs(office, file) -> None:
    office.open("ratings:import_file", file.pk, query="?show=clubs")
    picture(office, "clubs")
    office.press(office.find("button[value=new]").first)
    office.wait_for(POST)


def see_what_is_wrong(office, file) -> None:
    office.open("ratings:import_file", file.pk, query="?show=rows")
    line_numbers = office.find("#import-parts tbody td:first-child").all_inner_texts()
    assert sorted(line_numbers) == ["4", "5", "6", "7"]
    picture(office, "rows")


def post(office, other, file) -> None:
    office.press(office.find(f"{POST} button"))
    picture(office, "asked")
    other.open("ratings:import_file", file.pk)
    other.press(other.find("button[value=approve]"))
    other.wait_for("[data-computed]")
    office.page.reload()
    picture(office, "posted")
    file.refresh_from_db()
    assert (file.posted_players, file.posted_starts, file.posted_games) == (3, 2, 2)
    assert office.page.url.endswith(reverse("ratings:import_file", args=[file.pk]))


def shown_list(office) -> list[str]:
    office.page.reload()
    names = office.find("tbody .name a").all_inner_texts()
    return [name.strip() for name in names if name.strip()]


def picture(office, name) -> None:
    if at := os.environ.get("PICTURES"):
        for width in (1280, 390):
            office.page.set_viewport_size({"width": width, "height": 900})
            path = Path(at) / f"{name}-{width}-{office.script}.png"
            office.page.screenshot(path=path, full_page=True)
