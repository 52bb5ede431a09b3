"""Malicious files: reading time grows no faster than the file, and lines with too much
content are reported.
"""

import time
from contextlib import suppress

import pytest

from ratings.files.spellings import result_of
from ratings.files.wording import InvalidField
from ratings.imports.formats.trf.times import spoken_minutes
from tournaments.formats.boards_reading import read_boards
from tournaments.formats.trf.boards import read_section
from tournaments.formats.trf.wishes import MOST_SAID, read_wishes

SECONDS = 3
"""Limit of processor time. Quadratic growth would take several times as long."""
PLAYER = f"001    1 m    {'Ek, Ada':33} 2000 SWE     1712345 1990/00/00  0.0    1"


def seconds(read, *arguments):
    began = time.process_time()
    with suppress(InvalidField):
        read(*arguments)
    return time.process_time() - began


def columns():
    return ",".join(f"c{number}" for number in range(60_000))


HOSTILE = {
    "a header of many columns": (read_boards, f"round,white,black,{columns()}"),
    "a known column many times": (
        read_boards, "round,white,black," + columns() + ",round" * 20_000,
    ),
    "quotation marks that are open in every line": (
        read_boards, "round,white,black\n" + 'a"b,"c\n' * 20_000,
    ),
    "brackets for a result": (result_of, "(" * 30_000),
    "blanks for a time control": (spoken_minutes, f"90{' ' * 30_000}x"),
}  # fmt: skip


@pytest.mark.parametrize("hostile", HOSTILE)
def test_reading_time_grows_no_faster_than_the_file(hostile):
    assert seconds(*HOSTILE[hostile]) < SECONDS


@pytest.mark.parametrize(
    "line",
    [
        "XXP " + " ".join(map(str, range(1, 1000))),
        "260   1   9 " + " ".join(f"{number:4}" for number in range(1, 1000)),
        "250       1.0   1 999    1 9999",
        "XXA    1" + " 1.0" * (MOST_SAID + 1),
        "240 F   1 " + " ".join(["   1"] * (MOST_SAID + 1)),
    ],
    ids=lambda line: line[:3],
)
def test_line_with_too_much_content_is_left_out_and_named(line):
    wishes = read_wishes(f"012 Cup\n{line}\n260   1   9    1    2", 9)
    assert (wishes.too_much, wishes.unread) == ([2], [])
    assert wishes.forbidden == {frozenset((1, 2))}
    assert (wishes.virtual_points, wishes.byes) == ({}, {})
    noted = read_section(f"142 9\n{line}\n{PLAYER}", "SWE").notes
    assert (2, "it says more than a tournament can, and is left out") in noted


def test_lines_together_may_contain_no_more_than_one():
    line = "XXP " + " ".join(map(str, range(1, 301)))
    wishes = read_wishes("\n".join([line] * 500), 9)
    assert wishes.too_much == list(range(3, 501))


@pytest.mark.parametrize("number", ["12345", "9" * 5000, "0", "-1", "1_0", "²"])
def test_impossible_player_number_is_not_read(number):
    wishes = read_wishes(f"XXP 1 {number}\nXXZ {number}\nXXA {number} 1.0", 9)
    assert wishes.unread == [1, 2, 3]


def test_round_number_of_many_digits_is_not_read():
    assert read_wishes("142 12345", 9).unread == [1]
    assert read_wishes(f"XXR {'9' * 5000}", 9).unread == [1]


def test_name_of_many_players_in_many_rows_is_looked_up_once():
    rows = [f"1,Ida Ek,{1880 + at},,bye" for at in range(200)]
    rows += ["2,Ida Ek,2099,,bye"] * 20_000 + ["3,Ida Ek,,,bye"] * 5_000
    text = "\n".join(["round,white,white birth year,black,result", *rows])
    assert seconds(read_boards, text) < SECONDS
