"""Properties of tie-breaks in every tournament."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.rules.tiebreaks import generated
from tournaments.queries.rating_tables import rating_tables
from tournaments.rules.sections import TournamentKind
from tournaments.rules.standings import rank_record
from tournaments.rules.tiebreaks.lots import draw_lots
from tournaments.rules.tiebreaks.registry import TIE_BREAKS
from tournaments.rules.tiebreaks.rule_sets import OWN_LIST, RULE_SETS, name_of_list
from tournaments.rules.tiebreaks.typed_lists import read_list, typed_list

SUMS = [
    code
    for code in TIE_BREAKS
    if code.startswith(("buchholz", "median", "sonneborn", "fore", "koya", "quality"))
]
seeds = st.integers(0, 10**9)
systems = st.sampled_from([generated.swiss, generated.round_robin])


def values(found, code):
    return TIE_BREAKS[code].compute(found, found.entries)


def rated(found):
    return replace(found, rating_tables=rating_tables())


@settings(max_examples=40, deadline=None)
@given(systems, seeds, st.sampled_from(SUMS))
def test_working_adds_up_and_has_each_round_once(system, seed, code):
    for value in values(system(seed), code).values():
        if not value.key:
            continue
        left = [s.amount for n, s in enumerate(value.working) if n not in value.cut]
        assert value.key == (sum(left),)
        rounds = [step.round for step in value.working]
        assert len(set(rounds)) == len(rounds)
        assert len(set(value.cut)) == len(value.cut)


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from([2009, 2024, 2026]))
def test_more_cuts_leave_less(seed, year):
    found = generated.swiss(seed)
    columns = [
        values(found, f"{name}_{year}")
        for name in ("buchholz", "buchholz_cut1", "buchholz_cut2", "median_buchholz2")
    ]
    for entry in found.entries:
        sums = [column[entry].key[0] for column in columns]
        assert sums == sorted(sums, reverse=True)
        assert sums[-1] >= 0
        lengths = [len(column[entry].cut) for column in columns]
        rounds = found.rounds_played
        assert lengths == [0, 1, 2, min(4, rounds)]


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_cap_of_2026_only_reduces(seed):
    found = generated.swiss(seed)
    before, since = values(found, "buchholz_2024"), values(found, "buchholz_2026")
    assert all(since[e].key <= before[e].key for e in found.entries)


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_each_player_gives_each_opponent_the_same_score(seed):
    # The Buchholz of all players together, from games only, is the counted score of
    # each player times the number of their games.
    found = generated.swiss(seed)
    met, given_by = {}, {}
    for value in values(found, "buchholz_2026").values():
        for step in value.working:
            if step.kind == "opponent":
                (opponent,) = step.opponents
                met[opponent] = met.get(opponent, 0) + 1
                given_by.setdefault(opponent, set()).add(step.score)
    games = {
        entry: sum(own.is_played for own in found.rounds[entry])
        for entry in found.entries
    }
    assert met == {entry: number for entry, number in games.items() if number}
    assert all(len(scores) == 1 for scores in given_by.values())


@settings(max_examples=60, deadline=None)
@given(
    systems,
    seeds,
    st.lists(st.sampled_from(sorted(TIE_BREAKS)), max_size=8, unique=True),
)
def test_places_follow_the_points_without_gaps_whatever_the_list(system, seed, codes):
    found = rated(system(seed))
    rows = rank_record(found, codes)
    assert sorted(row.entry for row in rows) == sorted(found.entries)
    points = [row.half_points for row in rows]
    assert points == sorted(points, reverse=True)
    for index, row in enumerate(rows, start=1):
        assert row.first_place <= index <= row.last_place
        level = [each for each in rows if each.first_place == row.first_place]
        assert len(level) == row.last_place - row.first_place + 1


@settings(max_examples=60, deadline=None)
@given(
    systems,
    seeds,
    st.lists(st.sampled_from(sorted(TIE_BREAKS)), max_size=8, unique=True),
)
def test_order_of_the_entries_changes_nothing(system, seed, codes):
    found = rated(system(seed))
    draw = Random(seed)  # noqa: S311
    ids = dict(zip(found.entries, draw.sample(range(100, 200), 14), strict=False))
    other = replace(
        found,
        entries=tuple(ids[e] for e in found.entries),
        rounds={
            ids[entry]: tuple(
                replace(own, opponent=own.opponent and ids[own.opponent])
                for own in rounds
            )
            for entry, rounds in reversed(found.rounds.items())
        },
        numbers={ids[e]: number for e, number in found.numbers.items()},
        ratings={ids[e]: rating for e, rating in found.ratings.items()},
    )
    rows = [
        (ids[r.entry], r.first_place, r.last_place) for r in rank_record(found, codes)
    ]
    assert rows == [
        (r.entry, r.first_place, r.last_place) for r in rank_record(other, codes)
    ]


@given(
    st.text(max_size=20), st.sets(st.integers(1, 500), max_size=30), st.integers(501)
)
def test_late_entry_does_not_change_the_order_of_the_other_lots(seed, numbers, late):
    drawn = draw_lots(seed, numbers)
    assert sorted(drawn) == sorted(numbers)
    assert drawn == draw_lots(seed, sorted(numbers))
    assert [n for n in draw_lots(seed, numbers | {late}) if n != late] == list(drawn)


def test_lots_of_a_seed_are_stable():
    assert draw_lots("4ff4ebba06dd0741", range(1, 11)) == (
        3, 7, 6, 9, 5, 1, 2, 8, 10, 4,
    )  # fmt: skip


@given(st.lists(st.sampled_from(sorted(TIE_BREAKS)), unique=True))
def test_list_is_read_as_it_was_written(codes):
    assert read_list(typed_list(codes)) == tuple(codes)


@pytest.mark.parametrize("kind", TournamentKind)
@pytest.mark.parametrize("name", RULE_SETS)
def test_list_is_recognised_as_its_rule_set(name, kind):
    codes = RULE_SETS[name].codes(kind)
    expected = name if codes else OWN_LIST
    assert name_of_list(codes or (), kind) == expected
