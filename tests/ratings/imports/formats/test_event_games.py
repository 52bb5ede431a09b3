"""Games gathered by event."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.imports.formats.event_games import GamesOnDisk, arrange_by_event
from ratings.imports.formats.game_columns import GAMES


def games_of(*rows):
    """Games as (event, line, day, white, black, score[, round])."""
    games = np.zeros(len(rows), GAMES)
    games["minutes"], games["played"] = 120, True
    games["white_rating"] = games["black_rating"] = -1
    for game, (event, line, day, white, black, score, *round_) in zip(
        games, rows, strict=True
    ):
        game["event"], game["line"], game["day"] = event, line, day
        game["white"], game["black"], game["score"] = white, black, score
        game["round"] = round_[0] if round_ else 1
    return games


EVENTS = st.lists(st.integers(0, 6), min_size=1, max_size=60)


@given(EVENTS, st.integers(1, 20), st.integers(1, 9))
def test_batches_hold_whole_events_once_each_in_the_order_of_the_file(
    events, size, chunk
):
    games = games_of(*((e, line, 0, 1, 2, 0) for line, e in enumerate(events)))
    with GamesOnDisk() as spool:
        for start in range(0, len(games), chunk):
            spool.add(games[start : start + chunk])
        batches = [batch.tolist() for batch in spool.batches(size)]
    lines = [row[1] for batch in batches for row in batch]
    assert sorted(lines) == list(range(len(events)))
    assert all(
        [row[1] for row in each] == sorted(row[1] for row in each) for each in batches
    )
    events_by_batch = [{row[0] for row in batch} for batch in batches]
    assert sum(map(len, events_by_batch)) == len(set(events))


def test_event_above_the_limit_is_a_batch_of_its_own():
    games = games_of(*((line % 2, line, 0, 1, 2, 0) for line in range(5)))
    with GamesOnDisk() as spool:
        spool.add(games)
        assert [part["line"].tolist() for part in spool.above(2)] == [[0, 2, 4]]
        assert [batch["line"].tolist() for batch in spool.batches(9, 2)] == [[1, 3]]


def test_games_are_ordered_by_day_round_and_line_with_boards():
    events, twice = arrange_by_event(
        games_of(
            (4, 2, -5, 1, 2, 0, 2),
            (4, 3, -5, 3, 4, 0, 1),
            (7, 4, 9, 1, 2, 0),
            (4, 5, -6, 5, 6, 0, 3),
            (4, 6, -5, 7, 8, 0, 1),
        )
    )
    assert events.games["line"].tolist() == [5, 3, 6, 2, 4]
    assert events.boards.tolist() == [1, 1, 2, 1, 1]
    assert (events.numbers.tolist(), events.sizes.tolist()) == ([4, 7], [4, 1])
    assert len(twice.games) == 0


def test_duplicate_game_names_the_line_of_the_first():
    events, twice = arrange_by_event(
        games_of(
            (0, 2, 1, 1, 2, 2),
            (0, 3, 1, 2, 1, 2),
            (0, 4, 1, 1, 2, 2),
            (1, 5, 1, 1, 2, 2),
            (0, 6, 1, 1, 2, 2),
            (0, 7, 1, 1, 2, 1),
            (0, 8, 1, 1, 2, 2, 2),
        )
    )
    assert twice.games["line"].tolist() == [4, 6]
    assert twice.first_lines.tolist() == [2, 2]
    assert events.games["line"].tolist() == [2, 3, 7, 8, 5]


def test_digest_does_not_depend_on_the_order_of_lines():
    rows = [(0, 2, 1, 1, 2, 2), (0, 3, 1, 3, 4, 0), (0, 4, 2, 1, 3, 1)]
    one, _ = arrange_by_event(games_of(*rows))
    turned = [(5, line, *row[2:]) for line, row in enumerate(reversed(rows), 9)]
    other, _ = arrange_by_event(games_of(*turned))
    changed, _ = arrange_by_event(games_of(*rows[:2], (0, 4, 2, 1, 3, 2)))
    assert one.digests == other.digests != changed.digests


def test_a_game_keeps_its_key_when_its_score_is_corrected_or_others_come():
    one, _ = arrange_by_event(games_of((0, 2, 1, 1, 2, 2), (0, 3, 1, 3, 4, 0)))
    other, _ = arrange_by_event(
        games_of((0, 2, 1, 5, 6, 2), (0, 3, 1, 3, 4, 1), (0, 4, 1, 1, 2, 2))
    )
    assert one.keys.tolist() == [other.keys[2], other.keys[1]]


@given(
    st.lists(
        st.tuples(st.integers(1, 4), st.integers(5, 8), st.integers(0, 2)),
        max_size=40,
        min_size=1,
    )
)
def test_keys_are_positive_and_differ_within_an_event(pairs):
    rows = ((0, line, 1, *pair) for line, pair in enumerate(pairs))
    events, twice = arrange_by_event(games_of(*rows))
    keys = events.keys.tolist()
    assert len(set(keys)) == len(keys) == len(set(pairs))
    assert len(twice.games) == len(pairs) - len(keys)
    assert min(keys) >= 0


def test_selected_events_come_with_all_their_games():
    events, _ = arrange_by_event(
        games_of((0, 2, 1, 1, 2, 2), (1, 3, 1, 3, 4, 0), (1, 4, 1, 5, 6, 0))
    )
    chosen = events.only(np.array([False, True]))
    assert chosen.games["line"].tolist() == [3, 4]
    assert (chosen.bounds.tolist(), chosen.digests) == ([0, 2], events.digests[1:])
    with pytest.raises(IndexError):
        _ = events.only(np.array([False, False])).digests[0]
