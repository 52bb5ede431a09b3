"""Renju 1 §1, 1 §5 and 2 §2b: levels and their indexes."""

import pytest

from ratings.rules.renju.levels import (
    LEVELS,
    UnknownLevel,
    check_level,
    level_of,
    level_parts,
    level_text,
    needs_board,
    parse_level,
    read_level,
)

# The table of 2 §2b, as it is printed.
DAN = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
DAN_INDEX = [20, 19, 18, 17, 16, 15, 14, 13, 12, 11]
KYU = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
KYU_INDEX = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
PRINTED = [
    *((number, "dan", index) for number, index in zip(DAN, DAN_INDEX, strict=True)),
    *((number, "kyu", index) for number, index in zip(KYU, KYU_INDEX, strict=True)),
]


@pytest.mark.parametrize(("number", "grade", "index"), PRINTED)
def test_every_level_has_the_index_of_the_table(number, grade, index):
    assert level_of(number, grade) == index
    assert level_parts(index) == (number, grade)
    assert level_text(index) == f"{number} {grade}"
    assert read_level(f"{number} {grade}") == index


def test_there_are_twenty_levels_without_a_gap():
    assert sorted(index for _, _, index in PRINTED) == list(LEVELS) == [*range(1, 21)]


@pytest.mark.parametrize("text", ["3 KYU", " 3 kyu ", "3  Kyu"])
def test_case_and_whitespace_do_not_matter(text):
    assert read_level(text) == 8


@pytest.mark.parametrize(
    ("text", "index"),
    [("3 kyu", 8), ("3kyu", 8), (" 3 K ", 8), ("3k", 8), ("1 dan", 11), ("1D", 11),
     ("10 dan", 20), ("10k", 1), ("8", 8), ("20", 20), ("1", 1)],
)  # fmt: skip
def test_level_is_parsed_in_common_notations(text, index):
    assert parse_level(text) == index


@pytest.mark.parametrize(
    "text",
    ["", "0", "21", "08", "-3", "8.0", "1850", "0 kyu", "11 dan", "3 kan", "3 dyu",
     "kyu 3", "٣", "3 kyu 4", "k"],
)  # fmt: skip
def test_other_notations_are_no_level(text):
    with pytest.raises(UnknownLevel, match=r"There is no level .*\."):
        parse_level(text)


@pytest.mark.parametrize(
    "text",
    ["", "kyu", "0 kyu", "11 dan", "03 kyu", "3kyu", "3 kuy", "-1 dan", "3.5 kyu",
     "3 kyu 4", "٣ kyu", None, 8, 3.0, ["3 kyu"]],
)  # fmt: skip
def test_invalid_level_is_refused_showing_it(text):
    with pytest.raises(UnknownLevel, match=r"There is no level .+\."):
        read_level(text)


@pytest.mark.parametrize("index", [0, 21, -1, 3.0, True, None, "3"])
def test_invalid_index_is_refused(index):
    for refuse in (check_level, level_parts, level_text):
        with pytest.raises(UnknownLevel, match="no ranking index"):
            refuse(index)


@pytest.mark.parametrize(
    ("number", "grade"),
    [(0, "kyu"), (11, "dan"), (1, "pro"), (2.5, "dan"), (3.0, "kyu")],
)
def test_invalid_pair_is_refused(number, grade):
    with pytest.raises(UnknownLevel):
        level_of(number, grade)


def test_the_board_decides_from_3_dan():
    # 1 §5: "from 3 DAN upwards".
    assert [level_text(index) for index in LEVELS if needs_board(index)] == [
        f"{number} dan" for number in range(3, 11)
    ]
