"""Lines of FIDE's layout, with names or numbers that do not fit. The columns end at 15,
76, 80, 84, 89, 94, 109, 113, 119, 123, 126, 132 and 136, as in the lists of
ratings.fide.com.
"""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.lists.formats.arbiters import (
    PairingListLine,
    fide_head,
    fide_line,
    in_code_page,
    swiss_manager_row,
)


def listed(**facts):
    return PairingListLine(
        **{
            "number": "900001",
            "last_name": "Ek",
            "first_name": "Adam",
            "country": "SWE",
            "gender": "",
            "title": "",
            "club_id": None,
            "club": "",
            "birth_year": None,
            "rating": 1976.0,
            "games": 1,
            "fide_number": None,
            "fide_rating": None,
            **facts,
        }
    )


def test_header_equals_that_of_the_official_list():
    assert fide_head(date(2026, 9, 1)) == (
        "ID Number      "
        "Name                                                         "
        "Fed Sex Tit  WTit OTit           FOA SEP26 Gms K  B-day Flag\r\n"
    )


@pytest.mark.parametrize(
    "facts",
    [{}, {"last_name": "x" * 60, "first_name": "y" * 60},
     {"last_name": "ŋ" * 60}, {"title": "ABCDEFG"},
     {"games": 10_000}, {"first_name": "A\tB\r\nC"}],
)  # fmt: skip
def test_all_lines_have_the_same_width(facts):
    line = fide_line(listed(**facts)).encode("cp1252")
    assert len(line) == 138
    assert line.count(b"\r\n") == 1


def test_overlong_name_is_cut_and_followed_by_a_blank():
    line = fide_line(listed(last_name="x" * 70))
    assert line[15:77] == "x" * 60 + " S"


def test_overlong_number_is_omitted():
    assert fide_line(listed(number="123456789012345"))[:15] == " " * 15
    assert fide_line(listed(number="12345678901234"))[:15] == "12345678901234 "


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Åsa Öberg, Søren Ærø", "Åsa Öberg, Søren Ærø"),
        ("A\u030asa", "Åsa"),
        ("Yılmaz Ağaoğlu", "Yilmaz Agaoglu"),
        ("Łukasz Dvořák", "Lukasz Dvorák"),
        ("Đorđe Nguyễn", "Dorde Nguyen"),
        ("Αθήνα", "Athina"),
        ("Королёв", "Korolev"),
        ("王", "Wang"),
        ("\U000f0000", "?"),
    ],
)
def test_a_letter_that_the_code_page_lacks_is_transliterated(text, written):
    assert in_code_page(text) == written


@given(st.text())
def test_every_name_can_be_written_in_the_code_page(text):
    line = fide_line(listed(last_name=text)).encode("cp1252")
    assert len(line) == 138


@pytest.mark.parametrize(
    ("rating", "rounded"), [(1976.0, 1976), (1843.5, 1844), (1843.4999, 1843), (0.5, 1)]
)
def test_ratings_are_rounded_with_halves_upward(rating, rounded):
    assert listed(rating=rating).whole_rating == rounded


def test_woman_has_title_in_both_columns_flag_and_games_that_fit():
    line = fide_line(
        listed(
            first_name="Åsa",
            gender="f",
            title="WFM",
            birth_year=1980,
            rating=1843.5,
            games=1000,
            coefficient=20,
        )
    )

    assert line == (
        "900001         "
        "Ek, Åsa                                                      "
        "SWE F   WFM  WFM                     1844  999 20 1980  w   \r\n"
    )


def test_man_has_no_womens_title_or_flag_and_games_are_capped_at_999():
    line = fide_line(listed(gender="m", title="FM", games=999))

    assert (
        line[76:] == "SWE M   FM                           1976  999              \r\n"
    )


def test_swiss_manager_line_has_national_number_and_fide_number():
    player_line = listed(
        gender="f",
        title="WFM",
        club_id=7,
        club="Lunds ASK",
        birth_year=1980,
        rating=1843.5,
        fide_number=1700123,
        fide_rating=1901,
    )

    assert swiss_manager_row(player_line) == (
        "900001", "Ek, Adam", "SWE", "F", 7, "Lunds ASK", 1980, 1844, 1700123, 1901,
        "WFM", "", "",
    )  # fmt: skip
    assert swiss_manager_row(listed()) == (
        "900001", "Ek, Adam", "SWE", "", "", "", "", 1976, "", "", "", "", "",
    )  # fmt: skip


def test_somebody_with_one_name_has_no_comma():
    assert listed(first_name="").name == "Ek"
