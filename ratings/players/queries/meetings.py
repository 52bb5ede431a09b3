"""Two players' games against each other, and a player's opponents."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models.query import QuerySet

from ratings.engine.queries.own_games import NEWEST_FIRST, own_games, totals
from ratings.models import Game


@dataclass(frozen=True, slots=True)
class MeetingTally:
    """Totals of the games that were played; `points` are half points."""

    games: int = 0
    points: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def theirs(self) -> int:
        """The opponent's half points."""
        return 2 * self.games - self.points

    def __add__(self, other: "MeetingTally") -> "MeetingTally":
        return MeetingTally(
            self.games + other.games,
            self.points + other.points,
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
        )


@dataclass(frozen=True, slots=True)
class Meetings:
    """One player's score against another, and the games, the newest first."""

    white: MeetingTally
    black: MeetingTally
    games: QuerySet[Any]

    @property
    def both(self) -> MeetingTally:
        return self.white + self.black


@dataclass(frozen=True, slots=True)
class MetOpponent:
    """An opponent with the score against them; the tally is empty for a player who was
    never met.
    """

    player_id: int
    tally: MeetingTally


def meetings(pool_id: int, player_id: int, opponent_id: int, number: int) -> Meetings:
    """Return all games between the two players that count in the pool as of the number.
    Games that were not played are among the games but not in the score.
    """
    games = own_games(pool_id, player_id, number).filter(opponent=opponent_id)
    by_colour = {row["is_white"]: _tally(row) for row in totals(games, "is_white")}
    return Meetings(
        white=by_colour.get(True, MeetingTally()),
        black=by_colour.get(False, MeetingTally()),
        games=games.select_related("report").order_by(*NEWEST_FIRST),
    )


def most_met(
    pool_id: int, player_id: int, number: int, limit: int
) -> list[MetOpponent]:
    """Return the opponents, those with most games first."""
    rows = totals(own_games(pool_id, player_id, number), "opponent")
    return [_met(row) for row in rows.order_by("-games", "opponent")[:limit]]


def met_among(
    pool_id: int, player_id: int, number: int, others: Iterable[int]
) -> dict[int, MetOpponent]:
    """Return the score against each of these players."""
    wanted = set(others)
    games = own_games(pool_id, player_id, number).filter(opponent__in=wanted)
    found = {row["opponent"]: _met(row) for row in totals(games, "opponent")}
    return {each: found.get(each, MetOpponent(each, MeetingTally())) for each in wanted}


def places_of(games: Iterable[Game]) -> set[tuple[int, date]]:
    """Return the games' reports and the days on which the games are booked."""
    return {(game.report_id, game.booked_on) for game in games}


def _met(row: dict[str, Any]) -> MetOpponent:
    return MetOpponent(row["opponent"], _tally(row))


def _tally(row: dict[str, Any]) -> MeetingTally:
    return MeetingTally(
        row["games"], row["points"], row["wins"], row["draws"], row["losses"]
    )
