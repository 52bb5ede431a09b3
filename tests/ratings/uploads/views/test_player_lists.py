"""The pages of a list of players: uploading it, reviewing it row by row, posting it."""

import csv
import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from federation.models import Membership, Player
from ratings.models import Decision, ImportClub, ImportFile, ImportPlayer
from tests.factories import ClubFactory, PlayerFactory, chess_pool, secretary_of
from tests.ratings.page_text import rows, text
from tests.ratings.uploads.bringing import (
    agree,
    posted_file,
    reviewed,
    table,
    worked_on,
)

pytestmark = pytest.mark.django_db
URL = "/imports/"
HEADER = "id,name,birth_year,gender,club,start_rating"
ADA = "7,Ada Ek,1980,f,Örebro SK,1650"


def listed(*lines, name="players.csv"):
    return reviewed(table(*lines, header=HEADER), name)


def test_list_is_uploaded_on_the_same_page_which_names_its_columns(as_officer):
    page = text(as_officer.get(URL))
    assert "What a list of players contains" in page
    assert "start_rating" in page
    file = SimpleUploadedFile("players.csv", table(ADA, header=HEADER))
    as_officer.post(URL, {"pool": chess_pool().pk, "file": file})
    uploaded = worked_on(ImportFile.objects.get())
    shown = text(as_officer.get(f"{URL}{uploaded.pk}/"))
    assert "Players, one per line" in shown
    assert "Players on lists 1 Rows not included 0 Players to be decided 1" in shown
    assert "With what has been decided so far there is nothing to post." in shown


def test_each_row_shows_differences_from_the_register(as_officer):
    PlayerFactory(national_id="7", first_name="Ada", last_name="Eek", birth_year=1980)
    file = listed(ADA, "8,Bo Al,,,,")
    shown = text(as_officer.get(f"{URL}{file.pk}/?shelf=numbered"))
    assert "Line 2 of the list. Club: Örebro SK. Start rating: 1650." in shown
    assert "The register says otherwise, and is kept: name Ada Eek." in shown
    assert "The register has something else, and is kept: club." in shown
    assert "1 player on the list has no year of birth, and none is entered." in shown
    assert "2 players of the list have no start rating" not in shown
    new = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "Bo Al player number 8 · 0 games Line 3 of the list." in new
    assert "Leave out, games too" in new


def test_list_is_posted_after_all_players_are_decided(as_officer):
    file = listed(ADA, "8,Bo Al,1981,m,,", "9,Cy Ny,80,,,")
    url = f"{URL}{file.pk}/"
    as_officer.post(f"{url}players/", {"act": "new"})
    worked_on(file)
    shown = text(as_officer.get(url))
    assert "1 player on the list is entered in the register." in shown
    assert "1 player on the list is not included" in shown
    response = as_officer.post(f"{url}clubs/", {"act": "new"})
    assert response["Location"] == f"{url}?show=clubs"
    file = worked_on(file)
    shown = text(as_officer.get(url))
    assert "2 players on the list are entered in the register." in shown
    assert "1 start rating is decided, from the pool's first day on." in shown
    assert "No new game" not in shown
    as_officer.post(f"{url}post/", {"seen": file.chosen})
    agree(file)
    assert "Players and games are being posted: 0 of 2." in text(as_officer.get(url))
    worked_on(file)
    shown = text(as_officer.get(url))
    assert "From the list: 2 players entered, 1 start rating decided" in shown
    assert (Player.objects.count(), Membership.objects.count()) == (2, 1)
    assert Decision.objects.get().points == 1650
    assert rows(as_officer.get(f"{url}?show=rows"))[0][:2] == [
        "4", "birth year ‘80’ is not a whole number from 1880 to 2026",
    ]  # fmt: skip


def test_club_is_chosen_created_or_left_out(as_officer):
    lund = ClubFactory(name="Lunds Akademiska Schackklubb")
    file = listed("7,Ada Ek,,,Lunds Akademiska SK,", "8,Bo Al,,,XYZ,", "9,Cy Ny,,,Qqq,")
    url = f"{URL}{file.pk}/"
    shown = text(as_officer.get(f"{url}?show=clubs"))
    assert "Lunds Akademiska SK 1 player · To be decided" in shown
    assert f"Lunds Akademiska Schackklubb {lund.district.name} · " in shown
    assert f"A new club is created in the district {lund.district.name}" in shown
    response = as_officer.post(f"{url}clubs/", {"name-0": "Nobody's club"})
    assert response.status_code == 422
    assert "There is no club called Nobody's club. Everything else was saved." in text(
        response
    )
    as_officer.post(
        f"{url}clubs/",
        {"club-0": lund.pk, "club-1": "new", "club-2": "out", "club-9": "new"},
    )
    chosen = ImportClub.objects.filter(file=file).order_by("place")
    assert [(each.choice, each.club) for each in chosen] == [
        ("club", lund), ("new", None), ("out", None),
    ]  # fmt: skip
    as_officer.post(f"{url}clubs/", {"name-1": "lunds akademiska schackklubb"})
    as_officer.post(f"{url}clubs/", {"club-2": "undecided"})
    chosen = ImportClub.objects.filter(file=file).order_by("place")
    assert [each.choice for each in chosen] == ["club", "club", ""]
    assert chosen[1].chosen_by == as_officer.user


def test_club_of_imported_players_is_shown_as_fixed(as_officer):
    ClubFactory(name="Örebro SK")
    file = listed(ADA)
    as_officer.post(f"{URL}{file.pk}/players/", {"act": "new"})
    posted_file(worked_on(file))
    response = as_officer.post(f"{URL}{file.pk}/clubs/", {"club-0": "out"})
    assert response.status_code == 409
    assert "Players of that club are in the register already" in text(response)


def test_ratings_of_a_pool_of_levels_are_shown_as_levels(as_officer, monkeypatch):
    chess_pool().editions.update(system="renju", parameters={})
    file = listed("7,Ada Ek,1980,f,,3 kyu")
    shown = text(as_officer.get(f"{URL}{file.pk}/"))
    assert "Start rating: 3 kyu." in shown


def test_rows_of_a_zip_are_downloaded_table_by_table(as_officer):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("players.csv", table(ADA, "8,,,,,", header=HEADER))
        archive.writestr("games.csv", table("2023-03-14,7,8,x,Open"))
    file = reviewed(content.getvalue(), "history.zip")
    url = f"{URL}{file.pk}/rows.csv"
    assert f"{url}?table=players.csv" in (
        as_officer.get(f"{URL}{file.pk}/?show=rows").content.decode()
    )
    all_rows = _rows_of(as_officer.get(url))
    assert all_rows[0] == [
        "line", "reason", "file", "date", "white", "black", "score", "event",
    ]  # fmt: skip
    assert [row[2] for row in all_rows[1:]] == ["games.csv", "players.csv"]
    of_players = _rows_of(as_officer.get(f"{url}?table=players.csv"))
    assert of_players == [
        ["line", "reason", *HEADER.split(",")],
        ["3", "the name is missing", "8", "", "", "", "", ""],
    ]
    assert len(_rows_of(as_officer.get(f"{url}?table=other.csv"))) == 3


def _rows_of(response):
    content = b"".join(response.streaming_content).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(content)))


@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_depend_on_number_of_rows(
    as_officer, django_assert_num_queries, count
):
    for n in range(count):
        PlayerFactory(national_id=str(n), first_name="Ada", last_name=f"Ek{n}")
        ClubFactory(name=f"Lunds Schackklubb {n}")
    lines = [f"{n},Ada Ek{n},,,Lunds Schack {n},1{n}00" for n in range(count)]
    file = listed(*lines)
    for query, most in (("?shelf=numbered", 18), ("?show=clubs", 12)):
        with django_assert_num_queries(most):
            as_officer.get(f"{URL}{file.pk}/{query}")
    assert ImportPlayer.objects.count() == count


def test_users_without_permission_may_not_choose_clubs(signed_in, strangers):
    file = listed(ADA)
    for stranger in (*strangers, signed_in(secretary_of(ClubFactory()))):
        response = stranger.post(f"{URL}{file.pk}/clubs/", {"act": "new"})
        assert response.status_code == 403
    assert ImportClub.objects.get().choice == ""
