"""Invalid files: each kind gets its own message."""

import unicodedata
import zipfile
from io import BytesIO

import pytest

from federation.domain.authorship import ActionContext
from ratings.models import ImportBlock, ImportFile
from ratings.uploads.domain import uploading
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.domain.uploading import Upload, store_upload
from tests.factories import NOON, PlayerFactory, chess_pool, officer
from tests.ratings.uploads.bringing import (
    HEADER,
    brought,
    faults,
    matches,
    reviewed,
    table,
)

pytestmark = pytest.mark.django_db
ROW = "2023-03-14,1,2,½,Örebro öppna"


@pytest.fixture(autouse=True)
def two(db):
    return PlayerFactory(national_id="1"), PlayerFactory(national_id="2")


def why_not(content, name="games.csv"):
    file = reviewed(content, name)
    assert (file.state, file.games) == ("refused", 0)
    assert not ImportBlock.objects.exists()
    return file.problem["text"] % file.problem["facts"]


def archive(**files):
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, file_content in files.items():
            zipped.writestr(name.replace("__", "/"), file_content)
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"%PDF-1.4", "games.csv is a PDF; what is needed is a CSV file."),
        (
            bytes.fromhex("d0cf11e0a1b11ae1") + b"x" * 600,
            "games.csv is an old Excel workbook, or one with a password; save it as Excel"
            " (.xlsx) or CSV first.",
        ),
        (
            archive(**{"xl/workbook.xml": "x"}),
            "games.csv is a damaged Excel workbook. Open it in Excel, save it "
            "again, and upload that file.",
        ),
        (
            archive(**{"content.xml": "x", "META-INF/manifest.xml": "x"}),
            "games.csv is an OpenDocument file; save it as Excel (.xlsx) or CSV first.",
        ),
        (
            archive(**{"a.trf": b"0" * (9 << 20)}),
            "games.csv would unpack to 9 megabytes: that is not an archive of"
            " tournament files, and it is not opened.",
        ),
        (archive(), "games.csv is an empty zip archive."),
        (b"PK\x03\x04 and nothing", "games.csv is a damaged zip archive."),
        (b"date,white\0", "games.csv is not text: it contains null bytes."),
        (
            b"date,white,black,event\n",
            "The first line must name the columns; missing: score.",
        ),
        (
            b"date,date,white,black,score,event\n",
            "Columns that mean the same: date, date. Remove one of them.",
        ),
        (
            "date,white,black,score,event\n2023-03-14,1\0,2,1,X".encode("utf-16"),
            "games.csv is not text: it contains null bytes.",
        ),
        (
            b"x" * (1 << 20),
            "games.csv has a line longer than a megabyte: it is not a table.",
        ),
    ],
)
def test_file_that_is_no_table_is_refused_with_a_message(content, answer):
    assert why_not(content) == answer


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "latin-1"]
)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_every_encoding_and_line_end_is_read(encoding, ends):
    file = reviewed(table(ROW, encoding=encoding, ends=ends))
    assert (file.state, file.games, file.new_games, file.refused) == (
        "review", 1, 1, 0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        ("2023-03-14,1,2,0,5,X", "6 fields where the header has 5"),
        ("2023-03-14,1,1,1,X", "a player is paired against themselves"),
        ("2027-03-14,1,2,1,X", "date 2027-03-14 is in the future"),
        ("2023-02-30,1,2,1,X", "date ‘2023-02-30’ does not exist"),
        ("2023-03-14,1,,1,X", "black: nothing says who it was"),
        ("2023-03-14,1,2,2,X", "score ‘2’ is not one of 1, 0.5 (½, =), 0"),
        ("2023-03-14,1,2,1,", "the event has no name"),
        ('2023-03-14,1,2,1,"X', "a quotation mark on this line is not closed"),
        (
            f"2023-03-14,1,{'9' * 21},1,X",
            "black: the id is longer than 20 letters",
        ),
    ],
)
def test_invalid_row_is_reported_and_the_others_are_read(row, answer):
    file = reviewed(table(ROW, row, "2023-03-15;1;2", ROW.replace("½", "=")))
    assert (file.games, file.new_games) == (2, 1)
    assert faults(file)[0] == (3, answer)
    assert faults(file)[2] == (5, "the same game as on line 2")


def test_game_of_a_player_against_the_same_player_is_refused():
    PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950, national_id="7")
    file = reviewed(
        table(
            "2023-03-14,7,,,Ada Ek,1950,1,Open",
            header="date,white,black,white_name,black_name,black_birth_year,score,event",
        )
    )
    assert faults(file) == [
        (2, "both players are taken to be the same player in the register")
    ]


def test_line_that_gives_excel_the_delimiter_is_skipped():
    for header in (HEADER, "id,name,club"):
        file = reviewed(b"sep=,\r\n" + table(header=header))
        assert (file.state, file.header) == ("review", header.split(","))


def test_accented_letters_of_two_characters_are_the_same_letters():
    PlayerFactory(first_name="Åsa", last_name="Öst", birth_year=1950)
    rows = (
        "2023-03-14,Åsa Öst,1950,1,,½,Örebro öppna",
        "2023-03-15,Åsa Öst,1950,2,,½,Örebro öppna",
    )
    header = "datum,vit,vit_födelseår,svart,svart_födelseår,resultat,tävling"
    content = table(rows[0], unicodedata.normalize("NFD", rows[1]), header=header)
    file = reviewed(
        unicodedata.normalize("NFD", header).encode() + content[len(header.encode()) :]
    )
    assert (file.state, file.games, file.events, file.people) == ("review", 2, 1, 3)
    assert "nobody" not in {by for by, *_ in matches(file).values()}


def test_file_that_is_too_large_or_empty_is_not_stored(monkeypatch):
    acting = ActionContext(officer().pk, NOON)
    huge = Upload("games.csv", uploading.LARGEST + 1, lambda: [b""])
    for upload, code in (
        (huge, "file_too_large"),
        (Upload("a", 0, list), "file_empty"),
    ):
        with pytest.raises(ImportNotPossible) as answer:
            store_upload(chess_pool().pk, upload, acting=acting)
        assert answer.value.code == code
    assert not ImportFile.objects.exists()


def test_file_is_stored_byte_for_byte(monkeypatch):
    monkeypatch.setattr(uploading, "BLOCK", 5)
    content = table(ROW)
    taken = brought(content)
    blocks = ImportBlock.objects.filter(file=taken.file).order_by("number")
    stored_blocks = [bytes(each) for each in blocks.values_list("content", flat=True)]
    assert b"".join(stored_blocks) == content
    assert {len(each) for each in stored_blocks[:-1]} == {5}


def test_header_alone_is_nothing_to_post():
    file = reviewed(table(header=HEADER))
    assert (file.state, file.games, file.new_games) == ("review", 0, 0)


def test_rows_with_markup_in_a_name_are_left_out_and_the_rest_is_processed():
    header = "id,name,birth_year,gender,club,start_rating"
    rows = (
        "7,Ada Ek,1980,f,Örebro SK,1650",
        "8,Bo <b hx-post=/roles/5/end/>Al</b>,,,,",
        "9,Cy Ny,,,<b>Lund</b>,",
        "10,Di\u202e Dal,,,,",
        "<11>,Eva Ek,,,,",
    )
    file = reviewed(table(*rows, header=header), "<b>players.csv")
    assert (file.state, file.listed, file.name) == (
        "review", 1, "_b_players.csv",
    )  # fmt: skip
    sign = "a name cannot contain the character"
    assert faults(file) == [
        (3, f"{sign} <"), (4, f"{sign} <"), (5, f"{sign} U+202E"), (6, f"{sign} <"),
    ]  # fmt: skip


def test_event_with_markup_in_its_name_is_left_out_and_the_rest_is_processed():
    file = reviewed(table(ROW, "2023-03-15,1,2,1,<i>Cup</i>"))
    assert (file.state, file.games) == ("review", 1)
    assert faults(file) == [(3, "a name cannot contain the character <")]
