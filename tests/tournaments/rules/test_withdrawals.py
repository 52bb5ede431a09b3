"""Withdrawals by SSF §11.1: annulled below half, forfeits from half on."""

from dataclasses import replace

import pytest

from tournaments.rules.berger import schedule_double_round_robin, schedule_round_robin
from tournaments.rules.results import Result
from tournaments.rules.sections import (
    Board,
    Entry,
    Section,
    TournamentKind,
    UnknownEntryError,
)
from tournaments.rules.withdrawals import apply_withdrawals, find_annulled


def berger(size, results, withdrawn=(), cycles=1):
    """Return a Berger section of 1…size; `results` maps (white, black) to a result."""
    schedule = schedule_round_robin if cycles == 1 else schedule_double_round_robin
    rounds = schedule(size)
    boards = tuple(
        Board(planned.number, w, b, results.get((w, b), Result.NOT_PLAYED))
        for planned in rounds
        for w, b in planned.boards
    )
    entries = tuple(Entry(n, n, n in withdrawn) for n in range(1, size + 1))
    return Section(TournamentKind.BERGER, len(rounds), entries, boards, cycles)


def first_games_drawn(size, player, number, cycles=1):
    """Return the first games of a player by the schedule, all drawn."""
    schedule = schedule_round_robin if cycles == 1 else schedule_double_round_robin
    boards = [b for planned in schedule(size) for b in planned.boards if player in b]
    return dict.fromkeys(boards[:number], Result.DRAW)


def counted(section, player):
    return [c for c in apply_withdrawals(section) if player in c.board.players]


def test_three_of_seven_games_are_less_than_half_and_annul_everything():
    section = berger(8, first_games_drawn(8, 3, 3), withdrawn={3})
    assert find_annulled(section) == {3}
    boards = counted(section, 3)
    assert [c.annulled for c in boards] == [True] * 7
    assert [c.board.result for c in boards] == [Result.DRAW] * 3 + [
        Result.NOT_PLAYED
    ] * 4


def test_four_of_seven_games_make_the_rest_forfeits_for_the_opponents():
    section = berger(8, first_games_drawn(8, 3, 4), withdrawn={3})
    assert find_annulled(section) == frozenset()
    boards = counted(section, 3)
    assert [c.awarded for c in boards] == [False] * 4 + [True] * 3
    # The table for eight has 3-8, 3-4 and 5-3 in rounds 5 to 7.
    assert [(c.board.white, c.board.black, c.board.result) for c in boards[4:]] == [
        (3, 8, Result.FORFEIT_BLACK),
        (3, 4, Result.FORFEIT_BLACK),
        (5, 3, Result.FORFEIT_WHITE),
    ]


def test_exactly_half_of_the_scheduled_games_is_enough():
    section = berger(9, first_games_drawn(9, 2, 4), withdrawn={2})
    assert find_annulled(section) == frozenset()


def test_half_is_counted_on_the_scheduled_games_of_both_cycles():
    assert find_annulled(
        berger(4, first_games_drawn(4, 1, 2, cycles=2), withdrawn={1}, cycles=2)
    ) == {1}
    assert (
        find_annulled(
            berger(4, first_games_drawn(4, 1, 3, cycles=2), withdrawn={1}, cycles=2)
        )
        == frozenset()
    )


@pytest.mark.parametrize("forfeit", [Result.FORFEIT_WHITE, Result.FORFEIT_BLACK])
def test_a_forfeit_is_not_a_game_played_to_the_end(forfeit):
    results = dict.fromkeys(first_games_drawn(8, 3, 4), Result.DRAW)
    results[next(iter(results))] = forfeit
    assert find_annulled(berger(8, results, withdrawn={3})) == {3}


def test_an_adjourned_game_is_not_played_to_the_end_and_is_awarded():
    results = first_games_drawn(8, 3, 5)
    adjourned = list(results)[4]
    results[adjourned] = Result.ADJOURNED
    section = berger(8, results, withdrawn={3})
    assert find_annulled(section) == frozenset()
    (board,) = (
        c for c in counted(section, 3) if (c.board.white, c.board.black) == adjourned
    )
    assert board.awarded


def test_a_double_loss_was_played_to_the_end():
    results = dict.fromkeys(first_games_drawn(8, 3, 4), Result.DOUBLE_LOSS)
    assert find_annulled(berger(8, results, withdrawn={3})) == frozenset()


def test_a_recorded_forfeit_is_never_changed():
    results = first_games_drawn(8, 3, 4)
    results[(3, 8)] = Result.DOUBLE_FORFEIT
    boards = counted(berger(8, results, withdrawn={3}), 3)
    assert boards[4].board.result is Result.DOUBLE_FORFEIT
    assert not boards[4].awarded


def test_a_game_between_two_who_withdrew_is_lost_by_both():
    results = first_games_drawn(4, 1, 2) | first_games_drawn(4, 3, 2)
    section = berger(4, results, withdrawn={1, 3})
    (board,) = (
        c.board for c in apply_withdrawals(section) if set(c.board.players) == {1, 3}
    )
    assert board.result is Result.DOUBLE_FORFEIT


def test_a_game_against_an_annulled_player_is_annulled_for_both():
    results = first_games_drawn(8, 3, 4) | {(1, 8): Result.WHITE_WIN}
    section = berger(8, results, withdrawn={3, 8})
    assert find_annulled(section) == {8}
    assert all(c.annulled for c in counted(section, 8))


def test_remaining_games_without_a_board_are_awarded_in_the_last_round():
    played = (
        Board(1, 1, 4, Result.DRAW),
        Board(2, 1, 2, Result.DRAW),
        Board(1, 2, 3, Result.DRAW),
        Board(2, 3, 4, Result.DRAW),
        Board(3, 2, 4, Result.DRAW),
    )
    entries = tuple(Entry(n, n, withdrawn=n == 1) for n in (1, 2, 3, 4))
    section = Section(TournamentKind.BERGER, 3, entries, played)
    awarded = [c.board for c in apply_withdrawals(section) if c.awarded]
    assert awarded == [Board(3, 1, 3, Result.FORFEIT_BLACK)]


def test_nothing_is_awarded_between_players_who_stay():
    section = berger(4, {})
    assert all(
        c.board.result is Result.NOT_PLAYED and not c.awarded and not c.annulled
        for c in apply_withdrawals(section)
    )


def test_results_stay_unchanged_in_a_swiss_section():
    boards = (Board(1, 1, 2, Result.WHITE_WIN), Board(2, 3, 1, Result.NOT_PLAYED))
    entries = tuple(Entry(n, n, withdrawn=n == 1) for n in (1, 2, 3))
    section = Section(TournamentKind.SWISS, 7, entries, boards)
    assert find_annulled(section) == frozenset()
    assert [c.board for c in apply_withdrawals(section)] == list(boards)


def test_bye_is_no_board_in_a_berger_section():
    boards = (Board(1, 1, None, Result.BYE), Board(1, 2, 3, Result.DRAW))
    entries = tuple(Entry(n, n) for n in (1, 2, 3))
    section = Section(TournamentKind.BERGER, 3, entries, boards)
    assert [c.board for c in apply_withdrawals(section)] == [boards[1]]


def test_board_with_an_unknown_player_is_refused():
    with pytest.raises(UnknownEntryError) as refused:
        Section(
            TournamentKind.SWISS,
            1,
            (Entry(1, 1),),
            (Board(1, 1, 9, Result.DRAW),),
        )
    assert refused.value.entry == 9


def test_missing_second_game_of_a_pair_is_awarded():
    section = berger(4, first_games_drawn(4, 1, 4, cycles=2), withdrawn={1}, cycles=2)
    lacking = next(each for each in reversed(section.boards) if 1 in each.players)
    boards = tuple(each for each in section.boards if each is not lacking)

    without_it = replace(section, boards=boards)

    awarded = [each for each in counted(without_it, 1) if each.awarded]
    # Four of six games were played: one has a board and is awarded, one is missing.
    assert len(awarded) == 2
