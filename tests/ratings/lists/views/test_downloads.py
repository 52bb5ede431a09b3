"""Rating lists as files."""

import csv
from datetime import date
from io import BytesIO, StringIO
from itertools import pairwise
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from federation.enums import Gender, Visibility
from federation.formats.csv_files import escape_formula
from federation.models import Membership
from ratings.models import Edition
from tests.factories import (
    ClassMembershipFactory,
    ClubFactory,
    chess_pool,
    line,
    member,
    secretary_of,
)
from tests.ratings.earlier_list_files import brought_in
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    published,
    rated,
    rulebook_game,
    up_to_date,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db
HEAD = ["Rank", "Name", "Player number", "Club", "Class", "Rating", "Change", "Games"]
SWISS_MANAGER = [
    "ID_No", "Name", "Fed", "Sex", "ClubNumber", "ClubName", "Birthday", "Rtg_Nat",
    "Fide_No", "Rtg_Int", "Title", "Type", "Status",
]  # fmt: skip
FILES = ("list.csv", "list.xlsx", "swiss-manager.csv", "fide.txt")


@shared
def springs_players():
    """The two of the rulebook's game, which is on the list of the spring."""
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    return adam, bertil


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


def test_published_list_can_be_downloaded(english, springs_players):
    adam, bertil = springs_players
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


def test_live_list_and_current_list_can_be_downloaded(english):
    rulebook_game()
    up_to_date()
    live = lines(english.get("/list/live/list.csv"))
    assert [row[5] for row in live] == ["Rating", "2207", "1976"]
    assert lines(english.get("/list/list.csv")) == live


def test_filtered_list_is_downloaded_filtered_with_both_ranks(english, springs_players):
    adam, _bertil = springs_players
    club = adam.memberships.get().club_id
    found = lines(english.get("/list/1/list.csv", {"club": club}))
    assert [row[:3] for row in found] == [
        ["Rank", "Rank in the selection", "Name"],
        ["2", "1", "Adam Ek"],
    ]


@pytest.mark.parametrize("layout", FILES)
@pytest.mark.parametrize("filters", ["club=999", "age=U99", "q=" + 81 * "a"])
def test_file_with_an_invalid_filter_redirects_to_the_page_with_the_message(
    english, springs_players, layout, filters
):
    answer = english.get(f"/list/1/{layout}?{filters}", follow=True)
    assert answer.redirect_chain == [(f"/list/1/?{filters}", 302)]
    assert answer.context["listing"].refused
    live = english.get(f"/list/live/{layout}?{filters}")
    assert live["Location"] == f"/list/live/?{filters}"


@pytest.mark.parametrize("address", ["/list/", "/list/1/", "/list/live/"])
def test_links_to_files_follow_a_filter_chosen_by_script(
    english, springs_players, address
):
    alone = {"HX-Request": "true", "HX-Target": "list"}
    of_list = "live" if address == "/list/live/" else "1"
    page = english.get(address).content.decode()
    part = english.get(address, {"q": "Ek"}, headers=alone).content.decode()
    assert page.count('id="list-files"') == part.count('id="list-files"') == 1
    assert f'href="/list/{of_list}/list.xlsx"' in page
    assert f'href="/list/{of_list}/list.xlsx?q=Ek"' in part
    assert 'href="?q=Ek&amp;whole=1"' in part
    assert ("hx-swap-oob" in page, "hx-swap-oob" in part) == (False, True)


@pytest.mark.parametrize(
    ("visibility", "shown"),
    [(Visibility.HIDDEN, "Hidden player"), (Visibility.INITIALS, "A. E.")],
)
def test_file_reveals_no_more_than_the_page(
    english, visibility, shown, springs_players
):
    adam, _bertil = springs_players
    adam.visibility = visibility
    adam.save()
    found = lines(english.get("/list/1/list.csv"))
    assert found[2][1:3] == [shown, ""]
    assert len(lines(english.get("/list/1/list.csv", {"q": "adam"}))) == 1
    english.force_login(secretary_of(adam.memberships.get().club))
    assert lines(english.get("/list/1/list.csv"))[2][1] == "Adam Ek"


@pytest.mark.parametrize("beginning", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_name_that_looks_like_a_formula_is_marked_as_text(beginning):
    assert escape_formula(f"{beginning}1+1") == f"'{beginning}1+1"


@pytest.mark.parametrize("cell", ["Ek", "Lind-Öst", "", -12, 7.5])
def test_other_cells_are_unchanged(cell):
    assert escape_formula(cell) == cell


def test_formula_like_name_is_marked_in_the_file(english):
    adam, _bertil, _report = rulebook_game()
    adam.first_name = "=HYPERLINK(1)"
    adam.save()
    published(SPRING)
    assert lines(english.get("/list/1/list.csv"))[2][1] == "'=HYPERLINK(1) Ek"


def test_workbook_has_numbers_as_numbers(english, springs_players):
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


def test_swiss_manager_file_has_the_columns_of_a_national_list(english):
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


def test_fide_layout_has_every_column_at_its_position(english):
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


def coefficients(response):
    """K by family name."""
    return {line[1].split(",")[0]: line[10] for line in fixed(response)[1:]}


# As FIDE's, but two games suffice for an experienced player.
K_RULES = [
    {"k": 40, "until_age": 18, "below_rating": 2300, "sticky": True},
    {"k": 40, "under_games": 2, "below_rating": 2400, "sticky": True},
    {"k": 20, "below_rating": 2400, "sticky": True},
    {"k": 10},
]


def test_a_list_of_fide_ratings_gives_the_coefficients_of_the_next_period(english):
    rules = {"k_rules": K_RULES}
    Edition.objects.filter(pool=chess_pool()).update(system="elo", parameters=rules)
    new, old, best, young = (
        rated(rating, last_name=name, birth_year=born)
        for name, rating, born in (
            ("New", 2000, 1980),
            ("Old", 2100, 1980),
            ("Best", 2410, 1980),
            ("Young", 2050, 2008),
        )
    )
    accepted(
        line(new, old, 1, SPRING, key=1),
        line(old, young, 1, SPRING, key=2),
        line(young, best, 0, SPRING, key=3),
    )
    published(SPRING)
    expected = {"New": "40", "Old": "20", "Best": "10", "Young": "40"}
    assert coefficients(english.get("/list/1/fide.txt")) == expected
    assert coefficients(english.get("/list/live/fide.txt")) == expected
    # Later games move those of the live list only.
    accepted(line(new, old, 1, SUMMER, key=1), source_number=2)
    up_to_date()
    assert coefficients(english.get("/list/1/fide.txt")) == expected
    assert coefficients(english.get("/list/live/fide.txt"))["New"] == "20"


def test_list_has_no_coefficient_if_it_depends_on_the_game_category(
    english,
):
    rules = {
        "categories": ["A", "B"],
        "category_minutes": [120, 0],
        "k_rules": [{"k": 30, "category": "A"}, {"k": 20}],
    }
    Edition.objects.filter(pool=chess_pool()).update(system="elo", parameters=rules)
    accepted(line(rated(2000, last_name="Ek"), rated(2100), 1, SPRING, key=1))
    published(SPRING)
    assert coefficients(english.get("/list/1/fide.txt"))["Ek"] == ""


@pytest.mark.parametrize("layout", ["swiss-manager.csv", "fide.txt"])
@pytest.mark.parametrize("visibility", [Visibility.HIDDEN, Visibility.INITIALS])
def test_player_with_hidden_number_has_no_line_for_arbiters(
    english, layout, visibility, springs_players
):
    adam, _bertil = springs_players
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
def test_empty_list_can_be_downloaded(english, layout):
    assert len(content(english.get(f"/list/live/{layout}"))) > 50


@pytest.mark.parametrize("layout", FILES)
def test_unchanged_file_gives_304(english, layout, springs_players):
    adam, _bertil = springs_players
    path = f"/list/1/{layout}"
    mark = english.get(path)["ETag"]
    assert english.get(path, headers={"If-None-Match": mark}).status_code == 304
    adam.visibility = Visibility.HIDDEN
    adam.save()
    assert english.get(path, headers={"If-None-Match": mark}).status_code == 200


@pytest.mark.parametrize("layout", FILES)
@pytest.mark.parametrize("others", [0, 2])
def test_query_count_does_not_depend_on_number_of_players(
    english, layout, others, django_assert_num_queries
):
    adam, _bertil, _report = rulebook_game()
    for _number in range(others):
        accepted(line(adam, rated(1900), 1, SPRING))
    published(SPRING)
    content(english.get(f"/list/1/{layout}"))
    queries = dict(zip(FILES, (6, 6, 7, 8), strict=True))[layout]
    with django_assert_num_queries(queries):
        content(english.get(f"/list/1/{layout}"))


def test_unknown_file_format_gives_404(english, springs_players):
    assert english.get("/list/1/list.pdf").status_code == 404


def test_old_list_has_the_club_of_its_day(english, springs_players):
    adam, _bertil = springs_players
    then = adam.memberships.get().club.name
    Membership.objects.filter(player=adam).update(club=ClubFactory(name="SK Later"))

    rows = lines(english.get("/list/1/list.csv"))

    assert [row[3] for row in rows if row[1] == "Adam Ek"] == [then]


def test_old_list_has_the_class_of_its_day_and_live_list_the_current_one(english):
    adam, _bertil, _report = rulebook_game()
    ClassMembershipFactory(player=adam, player_class="II", from_date=SPRING)
    published(SPRING)
    ClassMembershipFactory(player=adam, player_class="I", from_date=date(2026, 6, 2))
    assert [
        [row[4] for row in lines(english.get(address)) if row[1] == "Adam Ek"]
        for address in ("/list/1/list.csv", "/list/live/list.csv")
    ] == [["II"], ["I"]]


def test_old_list_omits_a_class_gained_later(english, springs_players):
    adam, _bertil = springs_players
    ClassMembershipFactory(player=adam, player_class="II", from_date=date(2026, 6, 2))
    assert [
        [row[4] for row in lines(english.get(address)) if row[1] == "Adam Ek"]
        for address in ("/list/1/list.csv", "/list/live/list.csv")
    ] == [[""], ["II"]]


def test_old_list_without_club_and_class_shows_none(english, tmp_path):
    adam = member(first_name="Adam", last_name="Ek")
    ClassMembershipFactory(player=adam, player_class="II")
    brought_in(tmp_path, f"1985-07-01,{adam.national_id},,,1850,,,,")
    assert lines(english.get("/list/1/list.csv")) == [
        HEAD,
        ["1", "Adam Ek", adam.national_id, "", "", "1850", "", ""],
    ]


def test_menu_says_which_players_arbiter_files_omit(english, springs_players):
    assert "without players who show only initials or no name" in " ".join(
        english.get("/list/1/").content.decode().split()
    )
