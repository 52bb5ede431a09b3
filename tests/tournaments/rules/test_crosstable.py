"""Crosstables by opponent and by round."""

from tournaments.rules.crosstable import cross_by_opponent, cross_by_round, round_text
from tournaments.rules.results import Colour, Result
from tournaments.rules.scores import count_section
from tournaments.rules.sections import Board, Entry, Section, TournamentKind

THREE = tuple(Entry(n, n) for n in (1, 2, 3))
BERGER = Section(
    TournamentKind.BERGER,
    3,
    THREE,
    (
        Board(1, 2, 3, Result.DRAW),
        Board(2, 1, 2, Result.WHITE_WIN),
        Board(3, 3, 1, Result.FORFEIT_WHITE),
    ),
)


def texts(rows):
    return [[[cell.text for cell in place] for place in row.places] for row in rows]


def test_a_round_robin_has_a_place_for_each_opponent():
    rows = cross_by_opponent(count_section(BERGER), (1, 2, 3))
    assert [(row.row, row.entry) for row in rows] == [(1, 1), (2, 2), (3, 3)]
    assert texts(rows) == [
        [[], ["1"], ["−"]],
        [["0"], [], ["½"]],
        [["+"], ["½"], []],
    ]


def test_rows_and_columns_follow_the_given_order():
    rows = cross_by_opponent(count_section(BERGER), (3, 1, 2))
    assert [row.entry for row in rows] == [3, 1, 2]
    assert texts(rows)[0] == [[], ["+"], ["½"]]


def test_two_games_of_one_pair_are_in_one_cell():
    boards = (Board(1, 1, 2, Result.DRAW), Board(2, 2, 1, Result.WHITE_WIN))
    section = Section(TournamentKind.BERGER, 2, THREE[:2], boards, cycles=2)
    assert texts(cross_by_opponent(count_section(section), (1, 2))) == [
        [[], ["½", "0"]],
        [["½", "1"], []],
    ]


def test_annulled_and_awarded_games_are_marked():
    left = (Entry(1, 1, withdrawn=True), *THREE[1:])
    started = Section(TournamentKind.BERGER, 3, left, BERGER.boards[:2])
    rows = cross_by_opponent(count_section(started), (1, 2, 3))
    assert [cell.awarded for place in rows[2].places for cell in place] == [True, False]
    early = Section(TournamentKind.BERGER, 3, left, BERGER.boards[:1])
    boards = (*early.boards, Board(2, 1, 2, Result.ADJOURNED))
    annulled = Section(TournamentKind.BERGER, 3, left, boards)
    rows = cross_by_opponent(count_section(annulled), (1, 2, 3))
    assert [cell.annulled for cell in rows[1].places[0]] == [True]


SWISS = Section(
    TournamentKind.SWISS,
    3,
    THREE,
    (
        Board(1, 1, 3, Result.WHITE_WIN),
        Board(1, 2, None, Result.BYE),
        Board(2, 2, 1, Result.DRAW),
        Board(2, 3, None, Result.BYE),
    ),
)


def by_round(white, black):
    letters = {Colour.WHITE: white, Colour.BLACK: black}
    rows = cross_by_round(count_section(SWISS), (1, 2, 3))
    return [
        [
            [
                cell.text
                if cell.opponent is None
                else round_text(cell, cell.opponent, letters[cell.colour])
                for cell in place
            ]
            for place in row.places
        ]
        for row in rows
    ]


def test_other_sections_have_a_place_for_each_round():
    assert by_round("w", "b") == [
        [["3w1"], ["2b½"], []],
        [["1"], ["1w½"], []],
        [["1b0"], ["1"], []],
    ]


def test_colours_have_the_letters_of_the_language():
    assert by_round("v", "s")[0] == [["3v1"], ["2s½"], []]


def test_game_keeps_its_opponent_in_any_order_of_rows():
    rows = cross_by_round(count_section(SWISS), (2, 3, 1))
    (cell,) = rows[2].places[0]
    assert (rows[2].entry, cell.opponent, cell.colour) == (1, 3, Colour.WHITE)
