"""Rating lists as files."""

import csv
from io import BytesIO, StringIO
from itertools import pairwise
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from federation.enums import Gender, Visibility
from ratings.views.downloads import harmless
from tests.factories import line, secretary_of
from tests.ratings.published import (
    SPRING,
    accepted,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
HEAD = ["Rank", "Name", "Player number", "Club", "Class", "Rating", "Change", "Games"]
SWISS_MANAGER = [
    "ID_No", "Name", "Fed", "Sex", "ClubNumber", "ClubName", "Birthday", "Rtg_Nat",
    "Fide_No", "Rtg_Int", "Title", "Type", "Status",
]  # fmt: skip
FILES = ("list.csv", "list.xlsx", "swiss-manager.csv", "fide.txt")


def content(response):
    return b"".join(response.streaming_content)


def lines(response, delimiter=","):
    text = content(response).decode("utf-8-sig")
    return list(csv.reader(StringIO(text), delimiter=delimiter))


def sheet_of(response):
    with ZipFile(BytesIO(content(response))) as archive:
        assert archive.testzip() is None
        return archive.read("xl/worksheets/sheet1.xml").decode()


def cells(sheet):
    """The rows of a workbook's only sheet."""
    rows = [row for row in ET.fromstring(sheet).iter() if row.tag.endswith("}row")]  # noqa: S314 (our own file)
    return [["".join(cell.itertext()) for cell in row] for row in rows]


def fixed(response):
    """The lines of FIDE's layout, cut where its columns end."""
    stops = (0, 15, 76, 80, 84, 89, 94, 109, 113, 119, 123, 126, 132, 136)
    return [
        [line[a:b].decode("cp1252").strip() for a, b in pairwise(stops)]
        for line in content(response).split(b"\r\n")[:-1]
    ]


def test_a_published_list_comes_as_a_file(english):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    answer = english.get("/list/1/list.csv")
    club = {each: each.memberships.get().club.name for each in (adam, bertil)}
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == ('attachment; filename="chess-long-1.csv"')
    # SSF rating, Examples: +26 and −13.
    assert lines(answer) == [
        HEAD,
        ["1", "Bertil Öberg", bertil.national_id, club[bertil], "", "2207", "-13", "1"],
        ["2", "Adam Ek", adam.national_id, club[adam], "", "1976", "26", "1"],
    ]


def test_the_live_list_and_the_current_one_come_as_files(english):
    rulebook_game()
    up_to_date()
    live = lines(english.get("/list/live/list.csv"))
    assert [row[5] for row in live] == ["Rating", "2207", "1976"]
    assert lines(english.get("/list/list.csv")) == live


def test_a_narrowed_list_comes_narrowed_with_both_ranks(english):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    club = adam.memberships.get().club_id
    found = lines(english.get("/list/1/list.csv", {"club": club}))
    assert [row[:3] for row in found] == [
        ["Rank", "Rank in the selection", "Name"],
        ["2", "1", "Adam Ek"],
    ]


@pytest.mark.parametrize(
    ("visibility", "shown"),
    [(Visibility.HIDDEN, "Hidden player"), (Visibility.INITIALS, "A. E.")],
)
def test_a_file_tells_no_more_than_the_page(english, visibility, shown):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    adam.visibility = visibility
    adam.save()
    found = lines(english.get("/list/1/list.csv"))
    assert found[2][1:3] == [shown, ""]
    assert len(lines(english.get("/list/1/list.csv", {"q": "adam"}))) == 1
    english.force_login(secretary_of(adam.memberships.get().club))
    assert lines(english.get("/list/1/list.csv"))[2][1] == "Adam Ek"


@pytest.mark.parametrize("beginning", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_a_name_that_a_spreadsheet_would_compute_is_marked_as_text(beginning):
    assert harmless(f"{beginning}1+1") == f"'{beginning}1+1"


@pytest.mark.parametrize("cell", ["Ek", "Lind-Öst", "", -12, 7.5])
def test_every_other_cell_stays_as_it_is(cell):
    assert harmless(cell) == cell


def test_a_name_in_the_file_is_marked(english):
    adam, _bertil, _report = rulebook_game()
    adam.first_name = "=HYPERLINK(1)"
    adam.save()
    published(SPRING)
    assert lines(english.get("/list/1/list.csv"))[2][1] == "'=HYPERLINK(1) Ek"


def test_the_same_list_comes_as_a_workbook_with_numbers_as_numbers(english):
    rulebook_game()
    published(SPRING)
    answer = english.get("/list/1/list.xlsx")
    assert answer["Content-Disposition"] == 'attachment; filename="chess-long-1.xlsx"'
    sheet = sheet_of(answer)
    assert "<c><v>1976</v></c><c><v>26</v></c><c><v>1</v></c></row>" in sheet
    assert cells(sheet) == lines(english.get("/list/1/list.csv"))


def test_a_name_in_a_workbook_is_never_a_formula(english):
    adam, _bertil, _report = rulebook_game()
    adam.first_name = "=HYPERLINK(1)"
    adam.save()
    published(SPRING)
    sheet = sheet_of(english.get("/list/1/list.xlsx"))
    assert '<c t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(1) Ek</t>' in sheet
    assert "<f>" not in sheet


def test_swiss_manager_finds_the_columns_of_a_national_list(english):
    adam, bertil, _report = rulebook_game()
    bertil.fide_id, bertil.fide_rating, bertil.title = 1700001, 2210, "FM"
    bertil.gender = Gender.MALE
    bertil.save()
    published(SPRING)
    clubs = {each: each.memberships.get().club for each in (adam, bertil)}
    assert lines(english.get("/list/1/swiss-manager.csv"), ";") == [
        SWISS_MANAGER,
        [bertil.national_id, "Öberg, Bertil", "SWE", "M", str(clubs[bertil].pk),
         clubs[bertil].name, "", "2207", "1700001", "2210", "FM", "", ""],
        [adam.national_id, "Ek, Adam", "SWE", "", str(clubs[adam].pk),
         clubs[adam].name, "", "1976", "", "", "", "", ""],
    ]  # fmt: skip


def test_fides_layout_has_every_column_in_its_place(english):
    adam, bertil, _report = rulebook_game()
    adam.gender, adam.title = Gender.FEMALE, "WFM"
    adam.save()
    published(SPRING)
    answer = english.get("/list/1/fide.txt")
    assert answer["Content-Disposition"] == (
        'attachment; filename="chess-long-1-fide.txt"'
    )
    assert fixed(answer) == [
        ["ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA", "MAY26",
         "Gms", "K", "B-day", "Flag"],
        [bertil.national_id, "Öberg, Bertil", "SWE", "", "", "", "", "", "2207", "1",
         "", "", ""],
        [adam.national_id, "Ek, Adam", "SWE", "F", "WFM", "WFM", "", "", "1976", "1",
         "", "", "w"],
    ]  # fmt: skip


@pytest.mark.parametrize("layout", ["swiss-manager.csv", "fide.txt"])
@pytest.mark.parametrize("visibility", [Visibility.HIDDEN, Visibility.INITIALS])
def test_whoever_shows_no_number_has_no_line_for_arbiters(english, layout, visibility):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    adam.visibility = visibility
    adam.save()
    path = f"/list/1/{layout}"
    assert content(english.get(path)).count(b"\r\n") == 2
    english.force_login(secretary_of(adam.memberships.get().club))
    mine = content(english.get(path))
    assert b"Ek, Adam" in mine
    assert b"1980" in mine  # the year of birth, as on the player's page
    assert mine.count(b"1980") == 1


@pytest.mark.parametrize("layout", FILES)
def test_a_list_without_anybody_is_a_file_all_the_same(english, layout):
    assert len(content(english.get(f"/list/live/{layout}"))) > 50


@pytest.mark.parametrize("layout", FILES)
def test_whoever_has_the_newest_file_gets_a_short_answer(english, layout):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    path = f"/list/1/{layout}"
    mark = english.get(path)["ETag"]
    assert english.get(path, headers={"If-None-Match": mark}).status_code == 304
    adam.visibility = Visibility.HIDDEN
    adam.save()
    assert english.get(path, headers={"If-None-Match": mark}).status_code == 200


@pytest.mark.parametrize("layout", FILES)
@pytest.mark.parametrize("others", [0, 2])
def test_a_file_takes_the_same_queries_however_many_players(
    english, layout, others, django_assert_num_queries
):
    adam, _bertil, _report = rulebook_game()
    for _number in range(others):
        accepted(line(adam, rated(1900), 1, SPRING))
    published(SPRING)
    content(english.get(f"/list/1/{layout}"))
    queries = 6 if layout in FILES[:2] else 7
    with django_assert_num_queries(queries):
        content(english.get(f"/list/1/{layout}"))


def test_another_kind_of_file_is_not_found(english):
    rulebook_game()
    published(SPRING)
    assert english.get("/list/1/list.pdf").status_code == 404
