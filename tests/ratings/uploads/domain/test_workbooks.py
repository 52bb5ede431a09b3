"""Excel workbooks of games and of players, uploaded like tables."""

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import ImportKind
from ratings.models import ImportPlayer
from ratings.uploads.default_words import default_words
from ratings.uploads.domain.column_choices import choose_columns
from ratings.uploads.domain.reading import parts_of
from tests.factories import NOON, PlayerFactory, officer
from tests.ratings.files.books import DAY, OWN_DAY, book, number, row, text
from tests.ratings.uploads.bringing import (
    faults,
    posted_file,
    reviewed,
    table,
    worked_on,
)
from tests.ratings.uploads.domain.test_mixed_zips import archive

pytestmark = pytest.mark.django_db
FIRST_GAME = (
    number("A2", 44999, DAY), number("B2", 1), number("C2", 2), text("D2", "1 - 0"),
    text("E2", "Open"), number("F2", 1), text("G2", "90+30"),
)  # fmt: skip
LATER_GAMES = (
    row(4, number("A4", 45000, OWN_DAY), number("B4", 2), number("C4", 1),
        number("D4", "0.5"), text("E4", "Open"), number("F4", 2), number("G4", 120)),
    row(5, text("A5", "someday"), number("B5", 2), number("C5", 1), number("D5", 1),
        text("E5", "Open"), number("F5", 3), number("G5", 120)),
)  # fmt: skip


def header(*names):
    cells = [text(f"{'ABCDEFGH'[at]}1", name) for at, name in enumerate(names)]
    return row(1, *cells)


def games(names=("Datum", "Vit", "Svart", "Resultat", "Tävling", "Rond", "Betänketid")):
    return book(header(*names), row(2, *FIRST_GAME), *LATER_GAMES)


@pytest.fixture
def two(db):
    return PlayerFactory(national_id="1"), PlayerFactory(national_id="2")


def test_a_workbook_of_games_is_read_as_a_table_with_the_same_row_numbers(two):
    file = reviewed(games(), "partier.xlsx")

    assert (file.state, file.kind, file.games) == ("review", ImportKind.GAMES, 2)
    assert faults(file) == [(5, "date ‘someday’ is not written as 1987-03-14")]
    (read,) = parts_of(file.pk)
    assert [
        (int(game["line"]), int(game["day"]), int(game["score"]), int(game["minutes"]))
        for game in read
    ] == [(2, 19430, 2, 120), (4, 19431, 1, 120)]
    assert posted_file(file).posted_games == 2


def test_workbook_gives_the_same_as_the_text_table(two):
    as_text = table(
        "2023-03-14,1,2,1 - 0,Open,1,90+30",
        "",
        "2023-03-15,2,1,0.5,Open,2,120",
        "someday,2,1,1,Open,3,120",
        header="Datum,Vit,Svart,Resultat,Tävling,Rond,Betänketid",
    )
    one, other = reviewed(games(), "partier.xlsx"), reviewed(as_text)

    assert faults(one) == [(line, message) for line, message in faults(other)]
    assert [each.tolist() for each in parts_of(one.pk)] == [
        each.tolist() for each in parts_of(other.pk)
    ]


def test_a_workbook_of_players_is_read(db):
    content = book(
        header("id", "namn", "födelseår", "klubb"),
        row(2, number("A2", 17), text("B2", "Ek, Ada"), number("C2", 1950)),
    )

    file = reviewed(content, "spelare.xlsx")

    assert (file.kind, file.listed) == (ImportKind.PLAYERS, 1)
    who = ImportPlayer.objects.get(file=file)
    assert (who.number, who.last_name, who.birth_year) == ("17", "Ek", 1950)


def test_columns_of_a_workbook_can_be_chosen(two):
    odd = ("Speldag", "Ena", "Andra", "Utfall", "Serie", "Nr", "Tid")
    file = reviewed(games(odd), "partier.xlsx")
    assert file.state == "columns"
    assert file.asks["rows"][0][:5] == ["2023-03-14", "1", "2", "1 - 0", "Open"]

    columns = {"date": 0, "white": 1, "black": 2, "score": 3, "event": 4}
    acting = ActionContext(officer().pk, NOON)
    choose_columns(file.pk, ImportKind.GAMES, columns, acting=acting)

    assert worked_on(file).games == 2


def test_several_sheets_are_reported(two):
    content = book(
        header("date", "white", "black", "score", "event", "round", "minutes"),
        row(2, *FIRST_GAME[:6], number("G2", 120)),
        names=("Partier 1", "Partier 2"),
    )

    file = reviewed(content, "partier.xlsx")

    assert (
        "The workbook partier.xlsx has several sheets: only the first, ‘Partier 1’,"
        " is read."
    ) in default_words(file)


def test_workbooks_in_a_zip_are_read_beside_tables(two):
    players = table("17,Ek Ada", header="id,name")
    files = {"spelare.csv": players, "partier.xlsx": games()}

    file = reviewed(archive(**files), "all.zip")

    assert (file.kind, file.listed, file.games) == (ImportKind.BOTH, 1, 2)
    assert faults(file) == [(5, "date ‘someday’ is not written as 1987-03-14")]
