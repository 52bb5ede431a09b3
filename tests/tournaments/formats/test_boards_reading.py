"""Reading a table of boards: pairings in various spellings, and errors of rows."""

from datetime import date

import pytest

from ratings.files.wording import InvalidField
from tournaments.formats.boards_reading import read_boards
from tournaments.formats.sections_read import BoardRead
from tournaments.rules.results import Result


def read(*lines):
    return read_boards("\n".join(lines))


def faults(*lines):
    found = read(*lines)
    return [(line, str(message)) for line, message in found.faults]


def test_swedish_table_with_numbers_and_names_is_read():
    found = read(
        "Rond;Bord;Vits startnummer;Vit;Resultat;Svart;Svarts startnummer;Datum",
        "1;1;1;Ek, Ida;1-0;Bo Holm;2;2026-05-04",
        "1;2;3;Åsa Öst;frirond;;;",
        "2;1;2;;½-½;;3;2026-05-05",
        "2;2;1;;0;;;",
    )
    assert found.faults == ()
    assert [(n, p.first_name, p.last_name) for n, p in found.players.items()] == [
        (1, "Ida", "Ek"),
        (2, "Bo", "Holm"),
        (3, "Åsa", "Öst"),
    ]
    assert found.boards == (
        BoardRead(1, 1, 2, Result.WHITE_WIN),
        BoardRead(1, 3, None, Result.BYE),
        BoardRead(2, 2, 3, Result.DRAW),
        BoardRead(2, 1, None, Result.ZERO_BYE),
    )
    assert [day.isoformat() for day in found.days.values()] == [
        "2026-05-04",
        "2026-05-05",
    ]
    assert (found.rounds, found.points, found.is_round_robin) == (2, None, None)


def test_table_without_a_column_of_results_is_reported():
    lines = "Kretsserien", "rond;vit;svart;utfall", "1;Bo Ek", "1;Ida Ek;Bo Holm;1-0"
    assert faults(*lines) == [
        (2, "no column is called “result”: the boards are read without results"),
        (3, "2 fields where the header has 4"),
    ]


@pytest.mark.parametrize("word", ["frilott", "Frirond", "Spelfri", "står över", "bye"])
def test_word_for_no_opponent_is_no_player(word):
    found = read("round,white,black,result", f"1,Ida Ek,{word},1", f"2,{word},Ida Ek,½")
    assert [p.last_name for p in found.players.values()] == ["Ek"]
    assert found.boards == (
        BoardRead(1, 1, None, Result.BYE),
        BoardRead(2, 1, None, Result.HALF_BYE),
    )


def test_names_alone_are_enough_and_numbers_follow_the_order_of_rows():
    found = read("round,white,black,result", "1,Ida Ek,Bo Holm,1", "1,Eva Al,Ulf By,0")
    assert [p.last_name for p in found.players.values()] == ["Ek", "Holm", "Al", "By"]
    assert found.boards[1] == BoardRead(1, 3, 4, Result.BLACK_WIN)


def test_register_numbers_are_distinguished_from_starting_numbers():
    found = read("round,white,black,result", "1,100234,100235,1-0", "2,7,8,0-1")
    assert [(n, p.number) for n, p in found.players.items()] == [
        (1, "100234"),
        (2, "100235"),
        (7, ""),
        (8, ""),
    ]


def test_player_without_a_board_is_a_row_without_a_round():
    found = read(
        "round,white,white id,black,result", ",Ida Ek,100234,,", "1,A B,,C D,1"
    )
    assert found.players[1].number == "100234"
    assert [(b.white, b.black) for b in found.boards] == [(2, 3)]


@pytest.mark.parametrize(
    ("rows", "line", "words"),
    [
        (["1,1,2,2-0"], 2, "‘2-0’ is not a result: write 1-0, ½-½ or 0-1"),
        (["1,1,2,1-0", "1,1,3,1-0"], 3, "round 1: 1 is in line 2 already"),
        (["1,1,1,1-0"], 2, "round 1: a player meets themselves"),
        (["x,1,2,1-0"], 2, "round ‘x’ is not a whole number"),
        (["1,1,,1-0 w.o."], 2, "‘1-0 w.o.’ against nobody is not a result"),
        (["1,,,1-0"], 2, "nobody is named in this row"),
        ([",1,2,1-0"], 2, "the row has a result and no round"),
        (["1,0,2,1-0"], 2, "‘0’ is not a start number"),
        ([f"1,{'9' * 5000},2,1-0"], 2, "the id is longer than 20 letters"),
        ([f"{'9' * 5000},1,2,1-0"], 2, "is not a whole number from 1 to 9999"),
        (["1,1,2,+-+"], 2, "‘+-+’ is not a result"),
        ([",1,2,"], 2, "the row has no round"),
        (["1,1,,"], 2, "nothing says which bye it is: write bye, ½ or 0"),
        (["1,,1,1-0"], 2, "‘1-0’ against nobody is not a result"),
        (["1,1,,0-1"], 2, "‘0-1’ against nobody is not a result"),
        (['1,"1,2,1-0'], 2, "a quotation mark on this line is not closed"),
        (["1,1,2"], 2, "3 fields where the header has 4"),
    ],
)
def test_faulty_rows_are_reported_with_their_line_and_the_rest_is_kept(
    rows, line, words
):
    valid_row = "9,8,9,0-1"
    found = read("round,white,black,result", *rows, valid_row)
    assert BoardRead(9, 8, 9, Result.BLACK_WIN) in found.boards
    (fault,) = found.faults
    assert fault[0] == line
    assert words in str(fault[1])


def test_game_with_an_unreadable_result_is_read_without_one():
    found = read("round,white,black,result", "1,1,2,2-0")
    assert found.boards == (BoardRead(1, 1, 2, Result.NOT_PLAYED),)


def test_two_names_for_one_number_are_reported():
    head = "round,white number,white,black,result"
    assert faults(head, "1,1,Ida Ek,Bo Holm,1", "2,1,Åsa Öst,Bo Holm,1") == [
        (3, "Åsa Öst here and Ida Ek in line 2 for one player")
    ]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["white,black,result", "1,2,1"], "missing: round"),
        (["round,white,result", "1,2,1"], "missing: black"),
        (["round,white,black,result"], "the table has no player"),
        (["round,white,vit,black", "1,2,1,1"], "Columns that mean the same"),
    ],
)
def test_table_without_its_columns_is_refused(lines, words):
    with pytest.raises(InvalidField, match=words):
        read(*lines)


@pytest.mark.parametrize("cell", ["9" * 5000, "12345", "1a"])
def test_invalid_board_number_is_reported_and_the_board_is_read(cell):
    found = read("round,board,white,black,result", f"1,{cell},1,2,1-0", "1,1,3,4,½")
    assert [(each.white, each.black) for each in found.boards] == [(1, 2), (3, 4)]
    ((line, words),) = found.faults
    assert line == 2
    assert words.text == "‘%(said)s’ is not a board number"


@pytest.mark.parametrize("cell", ["9" * 5000, "00000", "²"])
def test_invalid_start_number_is_reported(cell):
    head = "round,white number,white,black,result"
    ((line, words),) = read(head, f"1,{cell},Ida Ek,Bo Holm,1").faults
    assert (line, words.text) == (2, "‘%(said)s’ is not a start number")


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (
            ["1,7,100234,,,Ida Ek", "2,7,100235,,,Ida Ek"],
            "player number 100235 here and 100234 in line 2 for one player",
        ),
        (
            ["1,7,100234,,,Ida Ek", "2,8,100234,,,Ida Ek"],
            "start number 8 here and 7 in line 2 for one player",
        ),
        (
            ["1,7,,1700001,,Ida Ek", "2,7,,1700002,,Ida Ek"],
            "FIDE number 1700002 here and 1700001 in line 2 for one player",
        ),
        (
            ["1,7,,,1990,Ida Ek", "2,7,,,1991,Ida Ek"],
            "year of birth 1991 here and 1990 in line 2 for one player",
        ),
        (
            ["1,7,,,,Ida Ek", "2,7,,,,Åsa Öst"],
            "Åsa Öst here and Ida Ek in line 2 for one player",
        ),
        (
            ["1,7,100234,,,Ida Ek", "2,8,100235,,,Åsa Öst", "3,7,100235,,,"],
            "one player here, and two in lines 2 and 3: Ida Ek and Åsa Öst",
        ),
    ],
)
def test_contradicting_numbers_are_reported_with_both_rows(rows, words):
    head = (
        "round,white number,white id,white fide id,white birth year,white,black,result"
    )
    found = read(head, *(f"{row},Bo Holm,1" for row in rows))
    assert [(line, str(message)) for line, message in found.faults] == [
        (len(rows) + 1, words)
    ]


@pytest.mark.parametrize(
    ("rows", "players"),
    [
        (["1,7,,,Ida Ek", "2,,,,Ida Ek"], [(7, "", "Ida", "Ek")]),
        (["1,,,,Ida Ek", "2,7,,,Ida Ek"], [(7, "", "Ida", "Ek")]),
        (["1,,,,Ida Ek", '2,,100234,,"EK, Ida"'], [(1, "100234", "Ida", "EK")]),
        (["1,7,,,", "2,,100234,,", "3,7,100234,,"], [(7, "100234", "", "")]),
        (["1,7,,,Ida Ek", "2,,100234,,Ida Ek"], [(7, "100234", "Ida", "Ek")]),
        (["1,,,1990,Ida Ek", "2,,,,Ida Ek"], [(1, "", "Ida", "Ek")]),
        (
            ["1,,,1990,Ida Ek", "2,,,1991,Ida Ek"],
            [(1, "", "Ida", "Ek"), (2, "", "Ida", "Ek")],
        ),
        (
            ["1,7,,,Ida Ek", "2,8,,,Ida Ek"],
            [(7, "", "Ida", "Ek"), (8, "", "Ida", "Ek")],
        ),
    ],
)
def test_player_with_a_number_in_some_rows_and_a_name_in_others_is_one(rows, players):
    head = "round,white number,white id,white birth year,white,result,black"
    found = read(head, *(f"{row},bye," for row in rows))
    assert found.faults == ()
    assert [
        (number, who.number, who.first_name, who.last_name)
        for number, who in found.players.items()
    ] == players


def test_name_of_two_players_is_reported_with_the_rows_of_both():
    head = "round,white number,white,result,black"
    found = read(head, "1,7,Ida Ek,bye,", "1,8,Ida Ek,bye,", "2,,Ida Ek,bye,")
    assert [(line, str(message)) for line, message in found.faults] == [
        (4, "Ida Ek is the name of two players, on lines 2 and 3: enter the number")
    ]


@pytest.mark.parametrize("nobody", ["", "-", "bye", "BYE", "Frirond", "(bye)"])
def test_word_for_no_opponent_is_read_as_no_opponent(nobody):
    found = read("round,white,black,result", f"1,Ida Ek,{nobody},bye")
    assert found.boards == (BoardRead(1, 1, None, Result.BYE),)
    assert found.faults == ()


@pytest.mark.parametrize("word", ["w.o.", "W.O", "wo", "w/o", "Walkover", "(wo)"])
def test_word_for_a_forfeit_is_no_opponent_and_is_reported(word):
    (fault,) = faults(
        "Round,White,Black,Result", f"1,Ada Ek,{word},1-0", "2,Ada Ek,Bo Berg,1-0 w.o."
    )
    assert fault == (
        2,
        f"‘{word}’ is no player: name the opponent, and write the result as 1-0 w.o. or"
        " 0-1 w.o.",
    )


def test_round_without_games_yet_is_planned():
    found = read(
        "round,date,white,black,result",
        "1,2026-05-04,1,2,1-0", "2,2026-05-11,,,", "3,2026-05-18,,,",
    )  # fmt: skip
    assert found.faults == ()
    assert (found.rounds, len(found.boards)) == (3, 1)
    assert [day.isoformat() for day in found.days.values()] == [
        "2026-05-04", "2026-05-11", "2026-05-18",
    ]  # fmt: skip


def test_board_finished_on_another_day_keeps_it():
    found = read(
        "round,date,finished on,white,black,result",
        "1,2026-05-04,2026-05-09,1,2,1-0", "1,2026-05-04,,3,4,1-0",
    )  # fmt: skip
    assert found.days == {1: date(2026, 5, 4)}
    assert [each.finished for each in found.boards] == [date(2026, 5, 9), None]


def test_day_of_a_round_is_that_of_most_of_its_boards():
    found = read(
        "round,date,white,black,result",
        "1,2026-05-09,1,2,1-0", "1,2026-05-04,3,4,1-0", "1,2026-05-04,5,6,1-0",
        "1,,7,8,1-0",
    )  # fmt: skip
    assert found.days == {1: date(2026, 5, 4)}
    assert [each.finished for each in found.boards] == [date(2026, 5, 9), *[None] * 3]


def test_withdrawn_player_is_a_row_without_a_round():
    found = read(
        "Rond;Vit;Svart;Resultat;Lämnade efter rond",
        "1;Ida Ek;Bo Holm;1-0;", ";Ida Ek;;;1", ";Bo Holm;;;0", ";Eva Al;;;soon",
    )  # fmt: skip
    assert found.withdrawn == {1: 1, 2: 0}
    assert [line for line, _said in found.faults] == [5]


def test_titles_above_the_header_are_skipped_and_lines_keep_their_numbers():
    found = read(
        "Klubbmästerskap 2026;;;", "", "Örebro;2026;;",
        "Rond;Vit;Svart;Resultat", "1;Ida Ek;Bo Holm;0,5", "1;Åsa Öst;Eva Al;2-0",
    )  # fmt: skip
    assert found.boards[0] == BoardRead(1, 1, 2, Result.DRAW)
    assert [line for line, _said in found.faults] == [6]
    assert [*found.lines.values()] == [5, 5, 6, 6]


def test_more_players_than_fit_are_refused():
    with pytest.raises(InvalidField, match="more than 300 players"):
        read("round,white,black,result", *(f"1,Ida Ek{n},A{n},1" for n in range(200)))
