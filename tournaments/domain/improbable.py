"""Pairs whose results are very improbable by what the pool's own system expects."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ratings.ledger.domain.editions import NoEdition, edition_in_force
from ratings.ledger.queries.player_aliases import merged_now
from ratings.rules.calendar import day_number
from ratings.rules.pair_expectations import Rated, expected_of_pairs
from ratings.rules.protocol import System
from ratings.rules.step import FloatArray, StartFrom
from tournaments.domain.games import Gathered, PlannedGame
from tournaments.domain.start_facts import memories
from tournaments.models import Entry
from tournaments.rules.plausibility import LIMIT, pair_probability
from tournaments.rules.results import Colour, half_points


@dataclass(frozen=True, slots=True)
class ImprobablePair:
    """All games of two players, and how probable their results are at most."""

    games: Sequence[PlannedGame]
    chance: float


def improbable_pairs(gathered: Gathered) -> Iterator[ImprobablePair]:
    """Find the pairs whose results are less probable than 1 in 1,000, by the ratings
    recorded when the section started.
    """
    pairs = list(_rated_pairs(gathered.lines))
    for games, expected in zip(pairs, _expected(gathered, pairs), strict=True):
        first, _other = games[0].sides
        score = sum(_score(game, first.player_id) for game in games)
        if not np.isnan(expected):
            chance = pair_probability(float(expected), len(games), score)
            if chance < LIMIT:
                yield ImprobablePair(games, chance)


def _rated_pairs(lines: Iterable[PlannedGame]) -> Iterator[list[PlannedGame]]:
    pairs: dict[frozenset[int], list[PlannedGame]] = defaultdict(list)
    for game in lines:
        if game.result.is_played:
            pairs[frozenset(entry.player_id for entry in game.sides)].append(game)
    for games in pairs.values():
        if all(entry.rating is not None for entry in games[0].sides):
            yield games


def _score(game: PlannedGame, player_id: int) -> int:
    colour = Colour.WHITE if game.white.player_id == player_id else Colour.BLACK
    return half_points(game.result, colour)


def _expected(gathered: Gathered, pairs: Sequence[Sequence[PlannedGame]]) -> FloatArray:
    """Return the expected score of White of each pair's first game, NaN where the
    system predicts none.
    """
    tournament = gathered.tournament
    try:
        edition = edition_in_force(tournament.pool_id, tournament.start_date)
    except NoEdition:
        return np.full(len(pairs), np.nan)
    entries = {entry.player_id: entry for games in pairs for entry in games[0].sides}
    place_of = {player: place for place, player in enumerate(entries)}
    return expected_of_pairs(
        edition.system,
        edition.parameters,
        _rated(gathered, edition.system, entries),
        [tuple(place_of[each.player_id] for each in games[0].sides) for games in pairs],
        day_number(tournament.start_date),
    )


def _rated(
    gathered: Gathered, system: System[Any], entries: Mapping[int, Entry]
) -> list[Rated]:
    """The entries as their ratings were recorded; what a system remembers besides is
    read for the tournament's first day.
    """
    if not system.memory:
        return [Rated(_rating(entry)) for entry in entries.values()]
    tournament = gathered.tournament
    persons = merged_now().persons(entries)
    had = memories(tournament.pool_id, set(persons.values()), tournament.start_date)
    return [
        Rated(_rating(entry), memory=had[person])
        if (person := persons[player]) in had
        else Rated(_rating(entry), _start(entry))
        for player, entry in entries.items()
    ]


def _rating(entry: Entry) -> float:
    assert entry.rating is not None  # noqa: S101 - pairs without were left out
    return entry.rating


def _start(entry: Entry) -> StartFrom:
    is_outside = entry.outside_rating == entry.rating
    return StartFrom.OUTSIDE if is_outside else StartFrom.DEFAULT
