"""The order of a section: points, announced tie-breaks, shared places."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.queries.rating_tables import rating_tables
from tournaments.rules.results import Result
from tournaments.rules.scores import count_section
from tournaments.rules.sections import Board, Entry, Section, TournamentKind
from tournaments.rules.standings import rank_section
from tournaments.rules.tiebreaks.counted import record_of
from tournaments.rules.tiebreaks.registry import (
    TIE_BREAKS,
    UnknownTieBreakError,
    find_tie_breaks,
)
from tournaments.rules.tiebreaks.rule_sets import RULE_SETS, SSF_2008

WIN, DRAW, LOSS = Result.WHITE_WIN, Result.DRAW, Result.BLACK_WIN

# Scores 1½, 2, 1½, 1; without player 4 the first keeps 1½, the third ½.
FOUR = {(1, 3): WIN, (1, 4): LOSS, (2, 4): WIN, (3, 4): WIN}


def berger(size, results, withdrawn=()):
    boards = tuple(
        Board(1, one, other, results.get((one, other), DRAW))
        for one, other in combinations(range(1, size + 1), 2)
    )
    entries = tuple(Entry(n, n, n in withdrawn) for n in range(1, size + 1))
    return Section(TournamentKind.BERGER, size - 1, entries, boards)


def places(rows):
    return [(row.entry, row.first_place, row.last_place) for row in rows]


def test_without_tie_breaks_equal_points_share_the_places():
    rows = rank_section(count_section(berger(4, FOUR)), ())
    assert places(rows) == [(2, 1, 1), (1, 2, 3), (3, 2, 3), (4, 4, 4)]
    assert [row.is_shared for row in rows] == [False, True, True, False]
    assert [(row.half_points, row.games, row.wins) for row in rows] == [
        (4, 3, 1),
        (3, 3, 1),
        (3, 3, 1),
        (2, 3, 1),
    ]


def test_announced_tie_break_decides_and_is_named():
    rows = rank_section(count_section(berger(4, FOUR)), ("berger_elimination",))
    assert places(rows) == [(2, 1, 1), (1, 2, 2), (3, 3, 3), (4, 4, 4)]
    assert [row.separated_by for row in rows] == [
        None,
        None,
        "berger_elimination",
        None,
    ]
    # 2 won 1 of its 2 points against player 4, who has no points left without player 1.
    assert [row.tie_breaks[0].key for row in rows] == [(2, 0), (3, 1), (1, 1), (2, 0)]


def test_relative_tie_break_has_values_only_for_tied_players():
    rows = rank_section(count_section(berger(4, FOUR)), ("direct_encounter",))
    assert [value and value.key for row in rows for value in row.tie_breaks] == [
        None,
        (2,),
        (0,),
        None,
    ]


def test_order_of_the_list_is_the_order_of_the_tie_breaks():
    # 3 beat 2 and has fewer wins than 2 at equal points: 2 won against 4 and
    # 5, 3 won once and drew twice.
    section = berger(
        5,
        {
            (2, 3): LOSS,
            (2, 4): WIN,
            (2, 5): WIN,
            (1, 2): WIN,
            (1, 3): WIN,
        },
    )
    counted = count_section(section)
    assert counted.scores[2].half_points == counted.scores[3].half_points
    by_wins = rank_section(counted, ("wins", "direct_encounter"))
    by_encounter = rank_section(counted, ("direct_encounter", "wins"))
    assert [row.entry for row in by_wins][1:3] == [2, 3]
    assert [row.entry for row in by_encounter][1:3] == [3, 2]


def test_relative_tie_break_counts_only_players_who_are_still_tied():
    # 1 beat 2, 2 beat 3 and 3 beat 1; all have 2 points, and 3 has fewer wins. The
    # direct encounters of the three are level, those of 1 and 2 are not.
    results = {
        (1, 2): WIN, (2, 3): WIN, (1, 3): LOSS, (1, 4): WIN, (2, 4): WIN,
        (1, 5): LOSS, (2, 5): LOSS,
    }  # fmt: skip
    counted = count_section(berger(5, results))
    assert {counted.scores[entry].half_points for entry in (1, 2, 3)} == {4}
    rows = rank_section(counted, ("wins", "direct_encounter"))
    assert places(rows)[1:4] == [(1, 2, 2), (2, 3, 3), (3, 4, 4)]


def test_lots_come_last_and_places_are_shared_until_drawn():
    counted = count_section(berger(3, {}))
    announced = SSF_2008.berger
    assert announced == ("berger_elimination", "lots")
    assert places(rank_section(counted, announced)) == [(1, 1, 3), (2, 1, 3), (3, 1, 3)]
    drawn = rank_section(counted, announced, record_of(counted, lots=(3, 1, 2)))
    assert places(drawn) == [(3, 1, 1), (1, 2, 2), (2, 3, 3)]
    assert [row.separated_by for row in drawn] == [None, "lots", "lots"]


def test_player_withdrawn_too_early_is_last_without_a_place():
    results = {(1, 2): DRAW, (2, 3): WIN, (2, 4): WIN, (3, 4): WIN} | {
        (1, n): Result.NOT_PLAYED for n in (3, 4)
    }
    rows = rank_section(
        count_section(berger(4, results, withdrawn={1})), ("berger_elimination", "lots")
    )
    assert places(rows) == [(2, 1, 1), (3, 2, 2), (4, 3, 3), (1, None, None)]
    assert rows[-1].tie_breaks == (None, None)
    assert [row.half_points for row in rows] == [4, 2, 0, 0]


def test_player_withdrawn_later_keeps_a_place_and_loses_the_remaining_games():
    results = {(1, 2): WIN, (1, 3): WIN, (1, 4): Result.NOT_PLAYED}
    rows = rank_section(count_section(berger(4, results, withdrawn={1})), ())
    assert [(row.entry, row.half_points) for row in rows] == [
        (1, 4),
        (4, 4),
        (2, 2),
        (3, 2),
    ]


def test_an_unknown_tie_break_is_refused_by_name():
    with pytest.raises(UnknownTieBreakError) as refused:
        rank_section(count_section(berger(3, {})), ("lots", "sumo"))
    assert refused.value.code == "sumo"


def test_every_rule_set_is_in_the_registry():
    announced = {
        code
        for rules in RULE_SETS.values()
        for codes in (rules.swiss, rules.berger)
        for code in codes or ()
    }
    assert announced <= set(TIE_BREAKS)
    assert [each.code for each in find_tie_breaks(("lots", "wins"))] == ["lots", "wins"]
    assert {code for code, t in TIE_BREAKS.items() if t.relative} == {
        "direct_encounter",
        "direct_encounter_fide",
        "lots",
    }


@st.composite
def swiss_sections(draw):
    size = draw(st.integers(2, 9))
    rounds = draw(st.integers(1, 5))
    boards = []
    for number in range(1, rounds + 1):
        order = draw(st.permutations(range(1, size + 1)))
        for white, black in zip(order[::2], order[1::2], strict=False):
            result = draw(st.sampled_from([r for r in Result if r is not Result.BYE]))
            boards.append(Board(number, white, black, result))
        if size % 2:
            boards.append(Board(number, order[-1], None, Result.BYE))
    entries = tuple(Entry(n, n) for n in range(1, size + 1))
    return Section(TournamentKind.SWISS, rounds, entries, tuple(boards))


def ranked(section, codes, lots=()):
    counted = count_section(section)
    ratings = {entry: 1500 + 37 * entry for entry in range(1, 10)}
    record = record_of(
        counted, ratings=ratings, rating_tables=rating_tables(), lots=tuple(lots)
    )
    return rank_section(counted, codes, record)


@settings(max_examples=60, deadline=None)
@given(
    swiss_sections(),
    st.lists(st.sampled_from(sorted(TIE_BREAKS)), max_size=8, unique=True),
    st.permutations(range(1, 10)),
    st.integers(),
)
def test_order_of_the_input_never_changes_the_table(section, codes, lots, seed):
    shuffled = Random(seed)  # noqa: S311
    entries, boards = list(section.entries), list(section.boards)
    shuffled.shuffle(entries)
    shuffled.shuffle(boards)
    other = Section(section.kind, section.rounds, tuple(entries), tuple(boards))
    assert ranked(section, codes, lots) == ranked(other, codes, lots)


@settings(max_examples=60, deadline=None)
@given(
    swiss_sections(),
    st.lists(st.sampled_from(sorted(TIE_BREAKS)), max_size=8, unique=True),
)
def test_places_are_a_ranking_by_points_without_gaps(section, codes):
    rows = ranked(section, codes)
    assert len(rows) == len(section.entries)
    for index, row in enumerate(rows, start=1):
        assert row.first_place <= index <= row.last_place
        level = [r for r in rows if r.first_place == row.first_place]
        assert len(level) == row.last_place - row.first_place + 1
    points = [row.half_points for row in rows]
    assert points == sorted(points, reverse=True)


@settings(max_examples=40, deadline=None)
@given(swiss_sections(), st.permutations(range(1, 10)))
def test_no_place_is_shared_after_lots_are_drawn(section, lots):
    rows = ranked(section, ("progressive", "lots"), lots)
    assert not any(row.is_shared for row in rows)
