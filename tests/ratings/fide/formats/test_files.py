"""FIDE's lists as files. The layouts are those of the files behind
ratings.fide.com/download_lists.phtml; the lines of Carlsen and Ding are copied
from the lists of October 2026, January 2023 and March 2011.
"""

import io
import struct
import zipfile

import pytest

from ratings.fide.formats.columns import layout_of
from ratings.fide.formats.files import open_fide_list
from ratings.fide.formats.players import FieldUnreadable, player_of
from tests.ratings.fide_list import (
    CARLSEN,
    DING,
    HEADER,
    OF_ONE_KIND,
    OLD,
    OLD_LINE,
    WITHOUT_FOA,
    WOMAN,
    line,
    text,
    xml,
    xml_player,
    zipped,
)
from tests.refusals import refusal_code


def read(content, name="players_list_foa.txt"):
    """Return kind, month, players and faults of a file."""
    with open_fide_list(io.BytesIO(content), name) as found:
        reading = found.read()
        chunks = list(reading.chunks)
    players = [player for chunk in chunks for player in chunk.players]
    faults = [fault for chunk in chunks for fault in chunk.faults]
    return reading.kind, reading.month, players, faults


def refused(content, name="players_list_foa.txt"):
    return refusal_code(read, content, name)


def ratings(player):
    return (player.fide_id, player.standard, player.rapid, player.blitz)


def test_full_list_gives_every_field_of_a_player():
    kind, month, (carlsen, ding), faults = read(text(CARLSEN, DING))
    assert (kind, month, faults) == ("all", None, [])
    assert carlsen == (
        1503014, "Carlsen, Magnus", "NOR", "m", "GM", 1990, False, 2823, 2801, 2860,
    )  # fmt: skip
    assert ratings(ding) == (8603677, 2723, 2693, 2736)


def test_columns_are_read_at_fides_positions():
    assert [HEADER.index(each) for each in ("Fed", "SRtng", "B-day", "Flag")] == [
        76, 113, 152, 158,
    ]  # fmt: skip
    assert (len(HEADER), len(line(1, "A")), len(CARLSEN)) == (162, 162, 162)


def test_zero_means_no_rating_and_no_year():
    _kind, _month, (player,), _faults = read(text(line(17, "Ek, Ada", born=0)))
    assert ratings(player) == (17, None, None, None)
    assert (player.birth_year, player.is_rated) == (None, False)


def test_flag_marks_inactive_players():
    lines = [line(1, "A", flag=""), line(2, "B", flag="i"), line(3, "C", flag="wi")]
    _kind, _month, players, _faults = read(text(*lines))
    assert [each.inactive for each in players] == [False, True, True]


def test_list_without_arena_column_is_read():
    lines = [each[:109] + each[113:] for each in (CARLSEN, DING)]
    kind, _month, players, faults = read(text(*lines, header=WITHOUT_FOA))
    assert (kind, faults) == ("all", [])
    assert [ratings(each) for each in players] == [
        (1503014, 2823, 2801, 2860),
        (8603677, 2723, 2693, 2736),
    ]


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
def test_list_of_one_kind_is_recognised_by_file_name_and_has_its_month(kind):
    found, month, (player,), _faults = read(
        text(WOMAN, header=OF_ONE_KIND), f"{kind}_rating_list.txt"
    )
    assert (found, month) == (kind, (2026, 10))
    assert getattr(player, kind) == 1876
    assert ratings(player).count(None) == 2
    assert (player.title, player.sex, player.birth_year) == ("WFM", "f", 2001)


def test_list_of_one_kind_with_another_file_name_is_refused():
    assert refused(text(WOMAN, header=OF_ONE_KIND), "list.txt") == "which_kind"


def test_the_list_of_before_2012_is_the_standard_one():
    kind, month, (player,), faults = read(text(OLD_LINE, header=OLD), "mar11frl.txt")
    assert (kind, month, faults) == ("standard", (2011, 3), [])
    assert ratings(player) == (5080444, 1447, None, None)
    assert (player.name, player.federation, player.inactive) == (
        "A, Sohita",
        "IND",
        True,
    )


def test_old_title_abbreviations_are_translated():
    old = " 5080444  A, Sohita                         wm  IND  1447    0  1995  wi"
    _kind, _month, (player,), _faults = read(text(old, header=OLD), "mar11frl.txt")
    assert player.title == "WIM"


def test_overlong_titles_shift_the_following_columns():
    spilt = line(5, "Spill, Ola", 2105, rapid=2050, other="SI,FI,LSI,SLI,NA", foa="AFM")
    assert len(spilt) == 163
    _kind, _month, (player,), faults = read(text(spilt))
    assert (ratings(player), player.birth_year, faults) == (
        (5, 2105, 2050, None), 1980, [],
    )  # fmt: skip


def test_unreadable_lines_are_reported_and_the_others_read():
    lines = [
        CARLSEN,
        line("12x", "Ek, Ada", 2000),
        line(7, "", 2000),
        line(8, "Al, Bo", "21O5"),
        line(9, "Asp, Cy", 9999),
        "10   Alm, Di",
        "",
    ]
    _kind, _month, players, faults = read(text(*lines))
    assert [each.fide_id for each in players] == [1503014]
    assert [(each.line, each.code) for each in faults] == [
        (3, "number"), (4, "name"), (5, "rating"), (6, "rating"), (7, "short"),
    ]  # fmt: skip


def test_a_name_in_another_encoding_is_read_as_it_was_meant():
    for encoding in ("utf-8", "cp1252"):
        name = line(5, "Ek, Bj@rn", 2000).encode()
        name = name.replace(b"@", "ö".encode(encoding))
        _kind, _month, (player,), _faults = read(text() + name + b"\r\n")
        assert (player.name, player.standard) == ("Ek, Björn", 2000)


def test_xml_gives_the_same_players():
    kind, month, (player,), faults = read(
        xml(xml_player(1503014, "Carlsen, Magnus", 2823)), "players_list_xml_foa.xml"
    )
    assert (kind, month, faults) == ("all", None, [])
    assert player == (
        1503014, "Carlsen, Magnus", "NOR", "m", "GM", 1990, False, 2823, 2801, None,
    )  # fmt: skip


def test_xml_of_one_kind_is_recognised_by_file_name():
    content = xml(xml_player(1503014, "Carlsen, Magnus", 2801, one_kind=True))
    kind, _month, (player,), _faults = read(content, "rapid_rating_list.xml")
    assert (kind, ratings(player)) == ("rapid", (1503014, None, 2801, None))
    assert refused(content, "list.xml") == "which_kind"


def test_a_zip_is_the_same_list_with_the_same_digest():
    with open_fide_list(io.BytesIO(text(CARLSEN)), "players_list_foa.txt") as bare:
        digest = bare.digest
    with open_fide_list(
        io.BytesIO(zipped(text(CARLSEN))), "players_list.zip"
    ) as packed:
        assert (packed.digest, packed.name) == (digest, "players_list_foa.txt")
    assert len(read(zipped(text(CARLSEN)), "players_list.zip")[2]) == 1


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"date,white,black\n2026-01-01,1,2\n", "header"),
        (text(CARLSEN, header=HEADER.replace("SRtng", "     ")), "header"),
        (bytes.fromhex("d0cf11e0a1b11ae1") + b"x" * 600, "workbook"),
        (zipped(b"<workbook/>", "xl/workbook.xml"), "workbook"),
        (b"\x1f\x8b\x08\x00rest", "gzip"),
        (b"%PDF-1.7", "pdf"),
        (b"Rar!\x1a\x07", "archive"),
        (text(CARLSEN).decode().encode("utf-16"), "encoding"),
        (text(CARLSEN).decode().encode("utf-16-le"), "encoding"),
        (text(CARLSEN) + b"\0\0\0", "encoding"),
        (text(CARLSEN, DING)[:-60], "cut_short"),
        (xml(xml_player(1, "A"))[:-60], "xml_cut_short"),
        (xml(xml_player(1, "A & B")), "xml"),
        (b'<?xml version="1.0" encoding="KLINGON"?><playerslist/>', "encoding"),
        (b'<?xml version="1.0" encoding="big5"?><playerslist/>', "encoding"),
        (b"<playerslist></playerslist>", "no_players"),
        (zipped(text(CARLSEN), a_txt=text(DING)), "which_file"),
        (zipped(b"x", "readme.md"), "which_file"),
        (zipped(text(CARLSEN))[:-80], "damaged_zip"),
        (zipped(text(CARLSEN), **{f"a{n}_md": b"x" for n in range(30)}), "many_files"),
    ],
)  # fmt: skip
def test_invalid_file_is_refused_by_what_it_is(content, code):
    assert refused(content) == code


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_damaged_bytes_in_a_zip_are_reported(method):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        archive.writestr("players_list_foa.txt", text(*[CARLSEN] * 50))
    content = bytearray(file.getvalue())
    content[70:90] = b"\xff" * 20
    assert refused(bytes(content)) == "damaged_zip"


def test_xml_entities_are_never_expanded():
    laughing = (
        b'<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
        b"<playerslist><player><name>&b;</name></player></playerslist>"
    )
    assert refused(laughing, "standard.xml") == "doctype"


def test_a_zip_bomb_is_not_unpacked():
    assert refused(zipped(b"\0" * 30_000_000)) == "too_much"


def test_zip_with_a_false_size_is_cut_at_the_maximum_size(monkeypatch):
    monkeypatch.setattr("ratings.fide.formats.files.MOST_BYTES", 2_000_000)
    content = bytearray(zipped(bytes(range(1, 251)) * 20_000))
    start = content.index(b"PK\x01\x02")
    content[start + 24 : start + 28] = struct.pack("<I", 100)
    assert refused(bytes(content)) in ("too_much", "damaged_zip")


def test_encrypted_zip_is_reported():
    content = bytearray(zipped(text(CARLSEN)))
    start = content.index(b"PK\x01\x02")
    content[start + 8] |= 1
    assert refused(bytes(content)) == "locked"


def read_as(**fields):
    return player_of({"id": "7", "name": "Ek, Ada", "federation": "SWE", **fields})


@pytest.mark.parametrize(
    ("rating", "read"), [("500", 500), ("3500", 3500), ("0", None), ("000", None)]
)
def test_rating_is_a_number_in_fides_range(rating, read):
    assert read_as(standard=rating).standard == read


@pytest.mark.parametrize("rating", ["499", "3501", "-1", "20.5"])
def test_number_outside_fides_range_is_no_rating(rating):
    with pytest.raises(FieldUnreadable) as why:
        read_as(rapid=rating)
    assert (why.value.code, why.value.text) == ("rating", rating)


@pytest.mark.parametrize(
    ("year", "read"),
    [("1880", 1880), ("1879", None), ("2100", 2100), ("2101", None), ("198", None)],
)
def test_birth_year_must_be_plausible(year, read):
    assert read_as(birth_year=year).birth_year == read


def test_fide_number_must_fit_the_register():
    assert read_as(id=str(2**31 - 1)).fide_id == 2**31 - 1
    for wrong in ("0", str(2**31), "", "7a"):
        with pytest.raises(FieldUnreadable, match="number"):
            read_as(id=wrong)


def test_open_title_takes_precedence_over_womens_title():
    titles = [
        read_as(title=title, woman_title=woman).title
        for title, woman in (("IM", "WGM"), ("", "WGM"), ("x", "wf"), ("wm", ""))
    ]
    assert titles == ["IM", "WGM", "WFM", "WIM"]


@pytest.mark.parametrize(
    ("header_month", "month"),
    [(b"JAN71", (1971, 1)), (b"DEC99", (1999, 12)), (b"OCT70", (2070, 10))],
)
def test_century_of_a_list_is_one_with_fide_lists(header_month, month):
    header = OF_ONE_KIND.encode().replace(b"OCT26", header_month)
    assert layout_of(header).month == month


@pytest.mark.parametrize(("field", "code"), [("id", "number"), ("standard", "rating")])
def test_number_of_thousands_of_digits_is_reported(field, code):
    with pytest.raises(FieldUnreadable) as why:
        player_of({"id": "1503014", "name": "Ek, Ada"} | {field: "9" * 5000})
    assert why.value.code == code
