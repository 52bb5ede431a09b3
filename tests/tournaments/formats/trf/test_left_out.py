"""Contents of a tournament file that the section ignores are noted with their line."""

import pytest

from tournaments.formats.trf.boards import read_section


def player(number, *cells):
    name = f"Player, {number}"
    head = (
        f"001 {number:4} m    {name:33} 2000 SWE     1712345 1990/00/00  0.0 {number:4}"
    )
    return head + "".join(f"  {cell}" for cell in cells)


PLAYERS = (
    player(1, "   2 w 1", "0000 - H"),
    player(2, "   1 b 0", "        "),
    player(3, "0000 - Z", "        "),
)


def notes(line, *players):
    """Return the notes about a line that follows the one with the number of rounds."""
    read = read_section("\n".join(["142 2", line, *(players or PLAYERS)]), "SWE")
    return [str(message) for at, message in read.notes if at == 2]


POINTS = "other points than those of a win, a draw and a loss (162) are left out"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("XXS W=3 D=1", [POINTS]),
        ("299     0.0  -1.0    1    1", [POINTS]),
        ("BBW  3.0", [POINTS]),
        ("BBD  1.0", [POINTS]),
        ("BBL  0.0", [POINTS]),
        ("BBU  1.0", [POINTS]),
        ("BBF  1.0", [POINTS]),
        ("BBZ  0.5", [POINTS]),
        ("162  W 3.0    D 1.0    L 0.0", []),
        ("162  W 1.0    D 0.5    L 0.0    P 1.0    A 0.0", []),
        ("162  W 3.0    D 1.0    L 0.0    P 2.0", ["points that are left out: P 2.0"]),
        ("162  W 1.0    A 0.5    X 9", ["points that are left out: A 0.5, X 9"]),
        ("162  something else", ["it has not the columns of its kind"]),
        ("260   1   2    1    3", []),
        ("260   1   2    1    7", ["players whom the file does not have: 7"]),
        ("260   1   1    1    3", ["it is for rounds 1 to 1, not to the last, and is left out"]),
        ("XXP 1 3", []),
        ("XXP 1 7 8", ["players whom the file does not have: 7, 8"]),
        ("240 H   2    2", []),
        ("240 Z   2    2", []),
        ("240 H   2    7", ["players whom the file does not have: 7"]),
        ("240 F   2    1", ["round 2: what the line of number 1 says is taken instead"]),
        ("240 H   2    1", []),
        ("240 H   3    2", ["round 3: nobody has played in it yet, and byes for it are left out"]),
        ("XXZ 2", ["who is absent from the next round is left out"]),
    ],
)  # fmt: skip
def test_ignored_part_of_a_line_is_noted(line, expected):
    assert notes(line) == expected


def test_note_names_at_most_twenty_players():
    line = "XXP " + " ".join(map(str, range(1000, 1300)))
    (message,) = notes(line)
    assert message == (
        "players whom the file does not have: "
        + ", ".join(map(str, range(1000, 1020)))
        + " …"
    )


def test_line_that_is_read_is_not_noted_as_left_out():
    assert notes("152 W") == []
    assert notes("192 FIDE_DUTCH_2026") == []
