"""Players with more than one game in a round of an event."""

import numpy as np
import pytest

from ratings.imports.domain.rounds import of_batch, twice_in_round, with_rounds
from ratings.imports.formats.game_columns import GAMES

ADA, BO, CY, DI = 1, 2, 3, 4


def games(*rows):
    """Return games from (event, round, White, Black, White's half points, day)."""
    found = np.zeros(len(rows), GAMES)
    for place, (event, number, white, black, score, day) in enumerate(rows):
        found[place]["line"] = place + 2
        found[place]["event"], found[place]["round"] = event, number
        found[place]["white"], found[place]["black"] = white, black
        found[place]["score"], found[place]["day"] = score, day
    return found


def twice(*rows):
    """Return the lines of players with two games, by event, round and player."""
    found = twice_in_round(of_batch(games(*rows)))
    return {place: [each["line"] for each in those] for place, those in found.items()}


def test_a_player_of_either_colour_with_two_games_in_a_round_is_found():
    rows = (0, 1, ADA, BO, 2, 1), (0, 1, CY, ADA, 1, 1), (0, 2, ADA, CY, 1, 1)

    assert twice(*rows) == {(0, 1, ADA): [2, 3]}


def test_both_players_of_a_pair_with_two_results_in_a_round_are_found():
    rows = (0, 1, ADA, BO, 2, 1), (0, 1, ADA, BO, 0, 1)

    assert twice(*rows) == {(0, 1, ADA): [2, 3], (0, 1, BO): [2, 3]}


@pytest.mark.parametrize(
    "other",
    [
        (0, 1, BO, ADA, 2, 1),
        (0, 1, ADA, BO, 2, 2),
    ],
)
def test_same_pair_with_other_colours_or_day_is_another_game(other):
    assert set(twice((0, 1, ADA, BO, 2, 1), other)) == {(0, 1, ADA), (0, 1, BO)}


def test_duplicate_line_counts_as_one_game():
    assert twice((0, 1, ADA, BO, 2, 1), (0, 1, ADA, BO, 2, 1)) == {}


@pytest.mark.parametrize(
    "other",
    [
        (1, 1, ADA, CY, 2, 1),  # another event
        (0, 2, ADA, CY, 2, 1),  # another round
        (0, 1, CY, DI, 2, 1),  # other players
    ],
)
def test_games_of_other_events_rounds_or_players_are_no_duplicates(other):
    assert twice((0, 1, ADA, BO, 2, 1), other) == {}


def test_missing_rounds_are_not_compared():
    assert twice((0, 0, ADA, BO, 2, 1), (0, 0, ADA, CY, 2, 1)) == {}


def test_finding_has_line_round_players_and_score():
    rows = (7, 3, ADA, BO, 2, 1), (7, 3, CY, ADA, 1, 1)

    assert twice_in_round(of_batch(games(*rows))) == {
        (7, 3, ADA): [
            {"line": 2, "round": 3, "white": ADA, "black": BO, "score": 2},
            {"line": 3, "round": 3, "white": CY, "black": ADA, "score": 1},
        ]
    }


def test_a_game_without_a_round_is_of_the_first():
    found = with_rounds(games((0, 0, ADA, BO, 2, 1), (0, 5, ADA, CY, 2, 1)))

    assert found["round"].tolist() == [1, 5]
