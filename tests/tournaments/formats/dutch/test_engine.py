"""Rounds by the Dutch system follow FIDE's rules (C.04.3)."""

from dataclasses import replace
from random import Random

import pytest

from tournaments.formats.dutch.engine import EngineError, pair_dutch
from tournaments.formats.dutch.file import write_dutch_file
from tournaments.rules.pairing.dutch import dutch_field
from tournaments.rules.pairing.paired import ColourReason, NoPairingError, WhyNot
from tournaments.rules.pairing.written import renumbered
from tournaments.rules.results import Colour, Result
from tournaments.rules.sections import Board, Entry, Section, TournamentKind

RESULTS = [
    *[Result.WHITE_WIN, Result.DRAW, Result.BLACK_WIN] * 4,
    Result.FORFEIT_WHITE,
    Result.FORFEIT_BLACK,
    Result.DOUBLE_FORFEIT,
    Result.DOUBLE_LOSS,
    Result.ADJOURNED,
]


def swiss(size, rounds, *boards):
    entries = tuple(Entry(100 + number, number) for number in range(1, size + 1))
    return Section(TournamentKind.SWISS, rounds, entries, boards)


def paired(section, number, first_colour=Colour.WHITE, **facts):
    return pair_dutch(dutch_field(section, number, first_colour, **facts))


def pairs(answer):
    return [(board.white, board.black) for board in answer.boards]


def test_upper_half_meets_lower_half_and_colours_alternate_from_the_drawn_one():
    first = paired(swiss(6, 5), 1)
    assert pairs(first) == [(1, 4), (5, 2), (3, 6)]
    assert {board.colour for board in first.boards} == {ColourReason.FIRST_COLOUR}
    assert pairs(paired(swiss(6, 5), 1, Colour.BLACK)) == [(4, 1), (2, 5), (6, 3)]


def test_lowest_player_has_the_bye_which_gives_a_point():
    first = paired(swiss(5, 3), 1)
    assert (pairs(first), first.bye.player) == ([(1, 3), (4, 2)], 5)
    section = swiss(
        5,
        3,
        Board(1, 101, 103, Result.WHITE_WIN),
        Board(1, 104, 102, Result.BLACK_WIN),
        Board(1, 105, None, Result.BYE),
    )
    # 1, 2 and 5 have a point each; 3 or 4, who have none, gets the bye.
    second = paired(section, 2)
    assert second.brackets[0].half_points == 2
    assert set(second.brackets[0].players) == {1, 2, 5}
    assert second.bye.player in (3, 4)


def test_absent_and_withdrawn_players_are_not_paired():
    entries = (*swiss(5, 3).entries[:4], Entry(105, 5, withdrawn=True))
    section = Section(TournamentKind.SWISS, 3, entries, ())
    answer = paired(section, 1, absent=[102])
    seated = {player for pair in pairs(answer) for player in pair}
    assert seated | {answer.bye.player} == {1, 3, 4}


def test_forbidden_pairs_do_not_meet():
    apart = [frozenset((101, 103)), frozenset((101, 104))]
    assert pairs(paired(swiss(4, 3), 1, forbidden=apart)) == [(1, 2), (3, 4)]


def with_gap(section, missing):
    """Return the same players with numbers one higher from the missing one on."""
    entries = (
        replace(each, number=each.number + (each.number >= missing))
        for each in section.entries
    )
    return replace(section, entries=tuple(entries))


@pytest.mark.parametrize("missing", [1, 3, 6])
def test_missing_number_changes_nothing(missing):
    """The round, its reasons and its refusal are those of numbers without a gap."""
    boards = [Board(1, 101, 104, Result.WHITE_WIN), Board(1, 105, 102, Result.DRAW)]
    section = swiss(7, 5, *boards, Board(1, 103, 106, Result.BLACK_WIN))
    rest = {"absent": [107], "forbidden": [frozenset((101, 106))]}
    ahead = dict.fromkeys((1, 2, 3, 4), (2, 2))
    own = {n: n + (n >= missing) for n in range(1, 8)}

    def field(of, points):
        dutch_section = dutch_field(of, 2, Colour.WHITE, **rest)
        return replace(dutch_section, virtual_points=points)

    expected = pair_dutch(field(section, ahead))
    shifted = {own[n]: points for n, points in ahead.items()}
    assert pair_dutch(field(with_gap(section, missing), shifted)) == renumbered(
        expected, own
    )
    assert expected.boards

    met = swiss(2, 3, Board(1, 101, 102, Result.DRAW))
    with pytest.raises(NoPairingError) as refused:
        paired(with_gap(met, 1), 2)
    assert refused.value.blocked == (2, 3)


def test_impossible_round_is_refused():
    met = swiss(2, 3, Board(1, 101, 102, Result.DRAW))
    with pytest.raises(NoPairingError) as refused:
        paired(met, 2)
    assert (refused.value.blocked, refused.value.is_kept_apart) == ((1, 2), False)


def test_round_without_a_possible_bye_is_refused_with_that_reason():
    byes = [Board(n, 100 + n, None, Result.BYE) for n in (1, 2, 3)]
    with pytest.raises(NoPairingError) as refused:
        paired(swiss(3, 9, *byes), 4)
    assert refused.value.is_bye_missing


def test_player_kept_apart_from_all_others_is_named():
    apart = [frozenset((101, n)) for n in (102, 103, 104)]
    with pytest.raises(NoPairingError) as refused:
        paired(swiss(4, 9), 1, forbidden=apart)
    assert (refused.value.blocked, refused.value.is_kept_apart) == ((1,), True)


@pytest.mark.parametrize("limit", [{"megabytes": 30}, {"seconds": 0}])
def test_engine_is_stopped_at_its_limits(limit):
    with pytest.raises(EngineError):
        pair_dutch(dutch_field(swiss(40, 5), 1, Colour.WHITE), **limit)


def test_file_has_the_columns_of_the_format():
    section = swiss(
        3, 4, Board(1, 101, 102, Result.FORFEIT_WHITE), Board(1, 103, None, Result.BYE)
    )
    apart = [frozenset((101, 103))]
    field = dutch_field(section, 2, Colour.BLACK, [102], apart)
    lines = write_dutch_file(field).splitlines()
    assert lines[:4] == ["012 Round", "142 4", "152 B", "192 FIDE_DUTCH_2026"]
    assert [line[80:] for line in lines[4:7]] == [
        " 1.0    1     2 w +",
        " 0.0    2     1 b -  0000 - Z",
        " 1.0    3  0000 - U",
    ]
    assert [line[4:8] for line in lines[4:7]] == ["   1", "   2", "   3"]
    assert lines[7:] == ["260   1   4    1    3"]


def assert_reasons_are_true(answer, earlier):
    """Assert that each player passed over was present and another player, and that
    those who have met did so in the given round.
    """
    met = {
        frozenset(board.players): board.round
        for board in earlier
        if board.black and not board.result.is_forfeit
    }
    for board in answer.boards:
        for each in board.passed_over:
            assert each.player in answer.players - {board.white, board.black}
            pair = frozenset((100 + board.seeker, 100 + each.player))
            assert met.get(pair) == each.round
            assert (each.why is WhyNot.MET) == (pair in met)
    assert dict(answer.scores).keys() == answer.players


@pytest.mark.parametrize("seed", range(6))
def test_whole_tournaments_satisfy_the_absolute_criteria(seed):
    """C.04.3 C 1 to C 3: no pair meets twice, no player has two byes or a bye after a
    forfeit win, and before the last round no player has a colour difference of three or
    one colour three times in a row.
    """
    random = Random(seed)  # noqa: S311
    size, rounds = random.choice([(9, 4), (14, 5), (21, 6)])
    boards: list[Board] = []
    for number in range(1, rounds + 1):
        absent = random.sample(range(101, 101 + size), random.randrange(3))
        answer = paired(swiss(size, rounds, *boards), number, absent=absent)
        assert_reasons_are_true(answer, boards)
        for board in answer.boards:
            chosen = random.choice(RESULTS)
            boards.append(Board(number, 100 + board.white, 100 + board.black, chosen))
        if answer.bye:
            boards.append(Board(number, 100 + answer.bye.player, None, Result.BYE))
        seated = {player for b in boards if b.round == number for player in b.players}
        assert seated == set(range(101, 101 + size)) - set(absent)
    games = [b for b in boards if b.black and not b.result.is_forfeit]
    met = [frozenset(game.players) for game in games]
    resting = [b.white for b in boards if b.black is None]
    assert len(met) == len(set(met))
    assert len(resting) == len(set(resting))
    for player in range(101, 101 + size):
        colours = [
            1 if game.white == player else -1
            for game in games
            if player in game.players and game.round < rounds
        ]
        assert abs(sum(colours)) <= 2
        assert all(
            abs(sum(colours[place : place + 3])) < 3
            for place in range(len(colours) - 2)
        )
