"""Boards of a tournament file: the letters of both players make the result."""

import pytest

from ratings.files.wording import InvalidField
from tournaments.formats.sections_read import BoardRead
from tournaments.formats.trf.boards import read_section
from tournaments.rules.results import Result


def player(number, name, *cells):
    head = (
        f"001 {number:4} m    {name:33} 2000 SWE     1712345 1990/00/00  0.0 {number:4}"
    )
    return head + "".join(f"  {cell}" for cell in cells)


def boards(*lines):
    return read_section("\r".join(lines), "SWE").boards


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        ("   2 w 1", "   1 b 0", "1-0"),
        ("   2 w =", "   1 b =", "1/2"),
        ("   2 w +", "   1 b -", "+-"),
        ("   2 w -", "   1 b -", "--"),
        ("   2 w +", "   1 b +", "both-one"),
        ("   2 w 0", "   1 b 0", "0-0"),
        ("   2 w W", "   1 b L", "1-0 unr"),
        ("   2 w D", "   1 b D", "1/2 unr"),
    ],
)
def test_letters_of_both_players_make_the_result(one, other, result):
    found = boards(player(1, "Ahmed, Ada", one), player(2, "Berg, Bo", other))
    assert found == (BoardRead(1, 1, 2, Result(result)),)


def test_black_of_the_file_has_black():
    found = boards(
        player(1, "Ahmed, Ada", "   2 b 1"), player(2, "Berg, Bo", "   1 w 0")
    )
    assert found == (BoardRead(1, 2, 1, Result.BLACK_WIN),)


@pytest.mark.parametrize(
    ("letter", "result"),
    [
        ("U", "bye"),
        ("F", "full-bye"),
        ("H", "half-bye"),
        ("+", "bye"),
    ],
)
def test_round_without_an_opponent_is_a_bye(letter, result):
    (bye,) = boards(player(1, "Ahmed, Ada", f"0000 - {letter}"))
    assert bye == BoardRead(1, 1, None, Result(result))


@pytest.mark.parametrize("cell", ["0000 - Z", "0000 - -", "        "])
def test_round_of_absence_has_no_board(cell):
    assert boards(player(1, "Ahmed, Ada", cell)) == ()


def test_paired_game_without_a_result_is_a_board_without_a_result():
    read = read_section(
        "\n".join(
            [
                "240 H   1    1",
                player(1, "Ahmed, Ada", "   2 b  "),
                player(2, "Berg, Bo", "   1 w"),
                player(3, "Cato, Cy", "0000 - U"),
            ]
        ),
        "SWE",
    )
    assert read.faults == ()
    assert read.is_half_played
    assert read.boards == (
        BoardRead(1, 2, 1, Result.NOT_PLAYED),
        BoardRead(1, 3, None, Result.BYE),
    )


@pytest.mark.parametrize("theirs", ["   1 w", "   1 b 1", "0000 - Z", "   3 b"])
def test_game_without_a_result_in_one_line_only_is_reported(theirs):
    read = read_section(
        "\n".join([player(1, "A, A", "   2 w"), player(2, "B, B", theirs)]), "SWE"
    )
    assert read.boards == ()
    assert "round 1 against number 2 has no result" in [text for _, text in read.faults]


def test_boards_are_ordered_by_the_lowest_number_with_byes_last():
    found = boards(
        player(1, "A, A", "   4 b 0"),
        player(2, "B, B", "0000 - U"),
        player(3, "C, C", "   5 w ="),
        player(4, "D, D", "   1 w 1"),
        player(5, "E, E", "   3 b ="),
    )
    assert [(each.white, each.black) for each in found] == [(4, 1), (3, 5), (2, None)]


def test_contradicting_lines_are_reported_and_the_board_is_left_out():
    read = read_section(
        "\n".join([player(1, "A, A", "   2 w 1"), player(2, "B, B", "   1 b 1")]),
        "SWE",
    )
    assert read.boards == ()
    ((line, message),) = read.faults
    assert line == 1
    assert "do not match" in message


def test_file_without_players_is_refused():
    with pytest.raises(InvalidField, match="no player line"):
        read_section("012 Cup", "SWE")


def test_unrated_game_lost_by_both_is_read_as_lost_by_both():
    found = boards(
        player(1, "Ahmed, Ada", "   2 w L"), player(2, "Berg, Bo", "   1 b L")
    )
    assert found == (BoardRead(1, 1, 2, Result.DOUBLE_LOSS),)


def test_bye_of_line_240_holds_if_the_line_of_the_player_is_blank():
    found = boards(
        "240 H   1    3    2",
        "240 F   9    3",
        player(1, "Ahmed, Ada", "   2 w 1", "   2 b ="),
        player(2, "Berg, Bo", "   1 b 0", "   1 w ="),
        player(3, "Cato, Cy", "        ", "0000 - H"),
    )
    assert [each for each in found if each.black is None] == [
        BoardRead(1, 3, None, Result.HALF_BYE),
        BoardRead(2, 3, None, Result.HALF_BYE),
    ]


@pytest.mark.parametrize(
    ("cell", "result"),
    [
        ("0000 - =", Result.HALF_BYE),
        ("0000 - H", Result.HALF_BYE),
        ("0000 - h", Result.HALF_BYE),
        ("0000 - +", Result.BYE),
        ("0000 - U", Result.BYE),
        ("     - F", Result.FULL_BYE),
        ("0000   1", Result.BYE),
        ("0000 - -", None),
        ("0000 - Z", None),
        ("0000    ", None),
    ],
)
def test_byes_in_the_spelling_of_other_programs_are_read(cell, result):
    found = boards(player(1, "Ahmed, Ada", cell))
    assert [each.result for each in found] == ([result] if result else [])


@pytest.mark.parametrize(
    ("line", "pairs"),
    [
        ("260   1   9    1    3", ((1, 3),)),
        ("260   1   2    1    3", ()),
        ("XXP 3 1 2", ((1, 2), (1, 3), (2, 3))),
        ("260   1   9    1    7", ()),
    ],
)
def test_pairs_that_never_meet_are_those_forbidden_until_the_last_round(line, pairs):
    read = read_section("\n".join(["142 9", line, *map(lone, (1, 2, 3))]), "SWE")
    assert read.never_meet == pairs


def lone(number):
    return player(number, f"Player, {number}", "0000 - Z")


@pytest.mark.parametrize(
    "line",
    ["250       1.0   1   2    1    2", "XXA    1  1.0  1.0"],
)
def test_accelerated_points_are_reported_as_left_out(line):
    read = read_section("\n".join([line, lone(1), lone(2)]), "SWE")
    found = [str(each) for at, each in read.notes if at == 1]
    assert "accelerated points are for pairing only, and are left out" in found
