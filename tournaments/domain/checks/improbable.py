"""Results that are very improbable by the pool's own system: those of a pair, and those
of a player against several opponents.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django.utils.formats import number_format

from ratings.ledger.domain.editions import NoEdition
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.rules.calendar import day_number
from ratings.rules.pair_expectations import KnownRating, expected_of_pairs
from ratings.rules.protocol import System
from ratings.rules.step import FloatArray, StartFrom
from tournaments.domain.checks.findings import FindingRow, game_row, public_name
from tournaments.domain.report_material import PlannedGame, ReportMaterial
from tournaments.domain.start_facts import memories
from tournaments.models import Entry
from tournaments.rules.plausibility import (
    LIMIT,
    is_improbable,
    pair_probability,
    surprise_probability,
    surprises,
    total_probability,
)
from tournaments.rules.results import Colour, half_points


@dataclass(frozen=True, slots=True)
class ExpectedPair:
    """All games of two players whose results the system can predict.

    `expected` is the expected score in each game of the player who had White in the
    first.
    """

    games: Sequence[PlannedGame]
    expected: float

    @property
    def chance(self) -> float:
        """The highest probability that their results can have."""
        scored = sum(_score(game, self.first.player_id) for game in self.games)
        return pair_probability(self.expected, len(self.games), scored)

    @property
    def first(self) -> Entry:
        """The player who had White in the first game."""
        return self.games[0].white


@dataclass(frozen=True, slots=True)
class ImprobableGame:
    """A game from the point of view of one of its players."""

    game: PlannedGame
    entry: Entry
    expected: float
    scored: int


@dataclass(frozen=True)
class GamesOfPlayer:
    """The games of a player in the whole tournament."""

    games: Sequence[ImprobableGame]

    @cached_property
    def _expected(self) -> list[float]:
        return [each.expected for each in self.games]

    @cached_property
    def _scored(self) -> list[int]:
        return [each.scored for each in self.games]

    def rows(self) -> Iterator[FindingRow]:
        """Yield the surprising games if they are very improbable, otherwise the total
        score if that is.
        """
        found = surprises(self._expected, self._scored)
        chance = surprise_probability(self._expected, self._scored, found)
        if chance < LIMIT:
            yield from (game_row(self.games[at].game, _odds(chance)) for at in found)
            return
        if is_improbable(self._expected, sum(self._scored)):
            yield self._total()

    def _total(self) -> FindingRow:
        chance = total_probability(self._expected, sum(self._scored))
        whole, half = divmod(sum(self._scored), 2)
        points = f"{whole or ''}½" if half else str(whole)
        expected = number_format(round(sum(self._expected), 1), 1)
        details = ", ".join(filter(None, (f"≈ {expected}", _odds(chance))))
        first = self.games[0]
        text = f"{public_name(first.entry)} {points}/{len(self.games)} ({details})"
        return FindingRow(first.game.section.name, text)


def improbable_results(
    material: ReportMaterial,
) -> tuple[list[FindingRow], list[FindingRow]]:
    """Find the improbable pairs and players, and return the rows of both.

    These are the pairs whose results are less probable than `LIMIT`, by the ratings
    recorded when the section started, and the players whose results against all others
    are.
    """
    pairs = _expected_pairs(material)
    rows, others = [], []
    for pair in pairs:
        chance = pair.chance
        if chance < LIMIT:
            rows += [game_row(game, _odds(chance)) for game in pair.games]
        else:
            others.append(pair)
    own = _own_games(material, others)
    return rows, [row for games in own for row in games.rows()]


def _own_games(
    material: ReportMaterial, pairs: Sequence[ExpectedPair]
) -> Iterable[GamesOfPlayer]:
    """Return the games of each player, without the pairs in which a rating is only the
    one that beginners start from.
    """
    if not pairs:
        return []
    day = material.tournament.start_date
    known = material.bases([day])[day].known
    of_player: dict[int, list[ImprobableGame]] = defaultdict(list)
    for pair in pairs:
        if not all(_is_known(each, known) for each in pair.games[0].sides):
            continue
        for game in pair.games:
            for entry in game.sides:
                is_first = entry.player_id == pair.first.player_id
                expected = pair.expected if is_first else 1 - pair.expected
                scored = _score(game, entry.player_id)
                own = ImprobableGame(game, entry, expected, scored)
                of_player[entry.player_id].append(own)
    return [GamesOfPlayer(games) for games in of_player.values()]


def _is_known(entry: Entry, known: Mapping[int, float]) -> bool:
    return entry.player_id in known or entry.outside_rating is not None


def _odds(chance: float) -> str:
    return f"1:{1 / chance:.0f}" if chance else ""


def _expected_pairs(material: ReportMaterial) -> list[ExpectedPair]:
    pairs = list(_rated_pairs(material.lines))
    return [
        ExpectedPair(games, float(expected))
        for games, expected in zip(pairs, _expected(material, pairs), strict=True)
        if not np.isnan(expected)
    ]


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


def _expected(
    material: ReportMaterial, pairs: Sequence[Sequence[PlannedGame]]
) -> FloatArray:
    """Return the expected score of White of each pair's first game, NaN if the system
    predicts none.
    """
    day = material.tournament.start_date
    try:
        edition = material.bases([day])[day].edition
    except NoEdition:
        return np.full(len(pairs), np.nan)
    entries = {entry.player_id: entry for games in pairs for entry in games[0].sides}
    place_of = {player: place for place, player in enumerate(entries)}
    return expected_of_pairs(
        edition.system,
        edition.parameters,
        _rated(material, edition.system, entries),
        [tuple(place_of[each.player_id] for each in games[0].sides) for games in pairs],
        day_number(day),
    )


def _rated(
    material: ReportMaterial, system: System[Any], entries: Mapping[int, Entry]
) -> list[KnownRating]:
    """Return the entries with the ratings that were recorded; the system's memory of a
    player is read as of the tournament's first day.
    """
    if not system.memory:
        return [KnownRating(_rating(entry)) for entry in entries.values()]
    tournament = material.tournament
    persons = aliases_now().persons(entries)
    had = memories(tournament.pool_id, set(persons.values()), tournament.start_date)
    return [
        KnownRating(_rating(entry), memory=had[person])
        if (person := persons[player]) in had
        else KnownRating(_rating(entry), _start(entry))
        for player, entry in entries.items()
    ]


def _rating(entry: Entry) -> float:
    assert entry.rating is not None  # noqa: S101 - pairs without were left out
    return entry.rating


def _start(entry: Entry) -> StartFrom:
    is_outside = entry.outside_rating == entry.rating
    return StartFrom.OUTSIDE if is_outside else StartFrom.DEFAULT
