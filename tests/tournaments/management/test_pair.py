"""The next round of a tournament file, for other programs to compare."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.ratings.imports.formats.trf.files import player, tournament

HEADER = "board,white,black,bye"


@pytest.fixture
def pair(tmp_path):
    def paired(*lines, system="monrad", **options):
        path = tmp_path / "open.trf"
        path.write_text(tournament(*lines))
        output = StringIO()
        call_command("pair", str(path), system=system, stdout=output, **options)
        return output.getvalue().splitlines()

    return paired


FIRST_ROUND = (
    player(1, "Ek, Ada", (2, "b", "1")),
    player(2, "Al, Bo", (1, "w", "0")),
    player(3, "Dahl, Cy", (4, "b", "=")),
    player(4, "Fors, Di", (3, "w", "=")),
    player(5, "Gran, Ed", (0, "-", "U")),
)


def test_first_round_needs_only_the_players(pair):
    players = [player(n, f"Player{n}, A") for n in range(1, 6)]

    assert pair(*players) == [HEADER, "1,2,1,", "2,4,3,", "3,,,5"]
    assert pair(*players, system="nordic") == [HEADER, "1,3,1,", "2,4,2,", "3,,,5"]


def test_next_round_follows_the_results(pair):
    # 1 and 5 have a point and meet: 5's bye counts as a game with White. 3 and 4 have
    # met, so that one of them meets 2, who has none; 4, the lower, would have the bye.
    assert pair(*FIRST_ROUND) == [HEADER, "1,3,1,", "2,4,5,", "3,,,2"]


def test_player_with_an_entry_for_the_round_is_not_paired(pair):
    lines = (*FIRST_ROUND[:4], player(5, "Gran, Ed", (0, "-", "U"), (0, "-", "Z")))

    assert pair(*lines) == [HEADER, "1,3,1,", "2,2,4,"]


def test_gap_in_the_numbers_is_closed_up(pair):
    rows = pair(*(player(n, f"Player{n}, A") for n in range(1, 6)), system="dutch")
    assert rows == [HEADER, "1,1,3,", "2,4,2,", "3,,,5"]
    some = [player(n, f"Player{n}, A") for n in (2, 3, 5, 6, 7)]
    assert pair(*some, system="dutch") == [HEADER, "1,2,5,", "2,6,3,", "3,,,7"]


def test_first_round_of_a_file_without_the_drawn_colour_shows_it(pair):
    """Of 2 and 3 the first has the drawn colour, even if number 1 is missing."""
    games = (
        player(2, "Ek, Ada", (4, "w", "=")), player(4, "Al, Bo", (2, "b", "=")),
        player(3, "Dahl, Cy", (5, "b", "=")), player(5, "Fors, Di", (3, "w", "=")),
        player(6, "Gran, Ed"), player(7, "Holm, Ek"),
    )  # fmt: skip
    shown = pair(*games, "142 5", system="dutch")
    assert shown == pair(*games, "142 5", "152 W", system="dutch")
    assert shown != pair(*games, "142 5", "152 B", system="dutch")


def test_forfeit_is_no_meeting(pair):
    lines = (player(1, "Ek, Ada", (2, "b", "+")), player(2, "Al, Bo", (1, "w", "-")))

    assert pair(*lines) == [HEADER, "1,2,1,"]


def test_reason_is_given_if_there_is_no_pairing(pair):
    lines = (player(1, "Ek, Ada", (2, "b", "1")), player(2, "Al, Bo", (1, "w", "0")))

    with pytest.raises(CommandError) as refused:
        pair(*lines)
    assert str(refused.value).splitlines() == [
        "Has met everybody who is left: 1, 2.",
        "What helps: leave those players out (Z in the round), pair by hand, or end the"
        " tournament with the round before.",
    ]


@pytest.mark.parametrize("system", ["monrad", "dutch"])
def test_remedy_is_given_if_all_have_had_a_bye(pair, system):
    bye, game = (0, "-", "U"), (0, "-", "Z")
    lines = [
        player(n, f"Player{n}, A", *[bye if n == each else game for each in (1, 2, 3)])
        for n in (1, 2, 3)
    ]

    with pytest.raises(CommandError) as refused:
        pair(*lines, "142 5", system=system, round=4)
    assert str(refused.value).splitlines() == [
        "The number of players is odd, and everybody has had a bye.",
        "What helps: leave somebody out (Z in the round), enter one more player, pair by"
        " hand, or end the tournament with the round before.",
    ]


def test_reason_names_players_who_are_kept_apart(pair):
    lines = (player(1, "Ek, Ada"), player(2, "Al, Bo"), "XXP 1 2")

    with pytest.raises(CommandError) as refused:
        pair(*lines)
    assert str(refused.value).splitlines() == [
        "Has met, or is kept apart from, everybody who is left: 1, 2.",
        "What helps: let two of them meet (lines 260 and XXP), leave those players out"
        " (Z in the round), pair by hand, or end the tournament with the round before.",
    ]


def test_contradicting_lines_are_named(pair):
    lines = (player(1, "Ek, Ada", (2, "b", "1")), player(2, "Al, Bo", (1, "w", "1")))

    with pytest.raises(CommandError) as refused:
        pair(*lines)
    assert str(refused.value).splitlines() == [
        "The file cannot be paired from.",
        "line 4: round 1, column 92: the results of numbers 1 and 2 do not "
        "match: ‘1’ and ‘1’",
    ]


def test_game_without_a_result_is_named(pair):
    lines = (player(1, "Ek, Ada", (2, "b", " ")), player(2, "Al, Bo", (1, "w", " ")))

    with pytest.raises(CommandError, match="line 4: round 1 against number 2 has no"):
        pair(*lines)


def test_file_that_is_no_tournament_is_refused(tmp_path):
    path = tmp_path / "other.txt"
    path.write_text("hello")

    with pytest.raises(CommandError, match="there is no line 001"):
        call_command("pair", str(path), system="monrad")


def test_missing_file_is_refused(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("pair", str(tmp_path / "none.trf"), system="monrad")


def test_dutch_system_pairs_the_next_round(pair):
    # The bye goes to the lowest score (C 5), so that 3 and 4, who have met, meet 1 and
    # 5; 1 and 3 both had Black and would both want White (E 1).
    lines = (*FIRST_ROUND, "142 5", "152 B")

    assert pair(*lines, system="dutch") == [HEADER, "1,1,4,", "2,3,5,", "3,,,2"]


def test_drawn_colour_is_read_or_inferred_from_the_first_round(pair):
    players = [player(n, f"Player{n}, A") for n in range(1, 5)]

    assert pair(*players, system="dutch") == [HEADER, "1,1,3,", "2,4,2,"]
    for black_first in ("152 B", "XXC rank black1"):
        file_lines = [*players, black_first]
        assert pair(*file_lines, system="dutch") == [HEADER, "1,3,1,", "2,2,4,"]
    # 1 had Black in round 1, so Black was drawn for odd numbers. 4 and 6 were absent,
    # and neither has a wish: the higher, with an even number, gets White (E 5).
    lines = (
        player(1, "Ek, Ada", (2, "b", "1")),
        player(2, "Al, Bo", (1, "w", "0")),
        *(player(n, f"Player{n}, A", None) for n in range(3, 7)),
    )
    assert "4,6" in [row[2:5] for row in pair(*lines, system="dutch", round=2)]


@pytest.mark.parametrize("system", ["monrad", "nordic", "dutch"])
@pytest.mark.parametrize("apart", ["260   1   9    1    2", "XXP 1 2"])
def test_players_who_must_not_meet_are_kept_apart(pair, system, apart):
    players = [player(n, f"Player{n}, A") for n in range(1, 5)]

    boards = pair(*players, apart, system=system)[1:]

    assert not {"1,2", "2,1"} & {board[2:5] for board in boards}


@pytest.mark.parametrize("absent", ["XXZ 2", "240 H   1    2", "240 Z   1    2"])
def test_absent_players_of_a_round_are_not_paired(pair, absent):
    players = [player(n, f"Player{n}, A") for n in range(1, 4)]

    assert pair(*players, absent) == [HEADER, "1,3,1,"]


def test_points_of_accelerated_rounds_pair_the_favourites_with_each_other(pair):
    # Baku acceleration: a virtual point for the upper half in the first rounds.
    players = [player(n, f"Player{n}, A") for n in range(1, 9)]
    file_lines = [*players, "142 9", "250       1.0   1   3    1    4"]

    boards = pair(*file_lines, system="dutch")

    assert boards == [HEADER, "1,1,3,", "2,4,2,", "3,5,7,", "4,8,6,"]


def test_unreadable_line_about_pairing_is_named(pair):
    for line in ("260 a b c", "XXP 1 1", "XXA 1 inf"):
        with pytest.raises(CommandError, match="line 6: it has not the columns"):
            pair(*FIRST_ROUND[:2], line)


def test_file_needs_neither_name_nor_days(tmp_path):
    path = tmp_path / "open.trf"
    path.write_text("\r".join(player(n, f"Player{n}") for n in (1, 2)))
    output = StringIO()

    call_command("pair", str(path), system="dutch", stdout=output)

    assert output.getvalue().splitlines() == [HEADER, "1,1,2,"]


THREE_POINTS = "162  W 3.0    D 1.0    L 0.0"
# 1 and 2 have a win and a loss each, 3 and 4 two draws.
TWO_ROUNDS = (
    player(1, "Ek, Ada", (5, "b", "1"), (6, "w", "0")),
    player(2, "Al, Bo", (6, "b", "1"), (5, "w", "0")),
    player(3, "Dahl, Cy", (4, "b", "="), (7, "w", "=")),
    player(4, "Fors, Di", (3, "w", "="), (8, "b", "=")),
    player(5, "Gran, Ed", (1, "w", "0"), (2, "b", "1")),
    player(6, "Holm, Fi", (2, "w", "0"), (1, "b", "1")),
    player(7, "Ask, Gu", (8, "b", "="), (3, "b", "=")),
    player(8, "Berg, Ha", (7, "w", "="), (4, "w", "=")),
)


def first_pair(rows):
    return {int(each) for each in rows[1].split(",")[1:3]}


@pytest.mark.parametrize("system", ["monrad", "nordic", "dutch"])
def test_point_system_of_the_file_decides_the_pairing(pair, system):
    winners, drawers = {1, 2, 5, 6}, {3, 4, 7, 8}

    rows = pair(*TWO_ROUNDS, THREE_POINTS, system=system)

    pairs = [{int(n) for n in row.split(",")[1:3]} for row in rows[1:]]
    assert all(each <= winners or each <= drawers for each in pairs)
    assert first_pair(rows) <= winners
    usual = pair(*TWO_ROUNDS, system=system)
    assert usual != rows


def test_points_that_are_no_halves_are_named(pair):
    with pytest.raises(CommandError, match="its points are no halves"):
        pair(*FIRST_ROUND, "162  W 0.7")


@pytest.mark.parametrize("system", ["monrad", "nordic", "dutch"])
def test_game_lost_by_both_is_a_meeting_without_points(pair, system):
    lines = (
        player(1, "Ek, Ada", (2, "b", "0")),
        player(2, "Al, Bo", (1, "w", "0")),
        player(3, "Dahl, Cy", (4, "b", "1")),
        player(4, "Fors, Di", (3, "w", "0")),
    )

    rows = pair(*lines, system=system)

    pairs = [{int(n) for n in row.split(",")[1:3]} for row in rows[1:]]
    assert len(pairs) == 2
    assert {1, 2} not in pairs
