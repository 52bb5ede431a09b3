"""Checks whether the games are long enough for the pool to rate them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ratings.ledger.domain.editions import NoEdition, edition_in_force
from ratings.rules.calendar import period_of
from tournaments.domain.checks.findings import FindingRow
from tournaments.domain.rated_games import judged_games
from tournaments.domain.report_material import ReportMaterial
from tournaments.domain.start_facts import BaseRatings
from tournaments.enums import UnratedReason
from tournaments.models import Tournament

MINUTES_OF_INCREMENTS = 30
"""What 30 seconds a move amount to in 60 moves."""


@dataclass(frozen=True, slots=True)
class MinimumThinkingTime:
    """The thinking time that a rating system requires.

    `minutes` are enough for all players. `rates_some_games`: whether games of players
    with low ratings may be rated with the time that is planned.
    """

    minutes: int
    rates_some_games: bool

    @property
    def with_increments(self) -> int:
        """The minutes that are enough together with 30 seconds a move."""
        return self.minutes - MINUTES_OF_INCREMENTS


def planned_too_short(tournament: Tournament) -> MinimumThinkingTime | None:
    """Return what the rating system of the first day requires if the tournament is
    planned with less, else None.
    """
    try:
        edition = edition_in_force(tournament.pool_id, tournament.start_date)
    except NoEdition:
        return None
    period = period_of(tournament.start_date, edition.parameters.period_starts)
    base = BaseRatings(period, {}, edition)
    required = base.required_minutes(None, adopts=False)
    if tournament.minutes >= required:
        return None
    rates_some = base.rates(tournament.minutes)
    return MinimumThinkingTime(required, rates_some_games=rates_some)


def too_short(material: ReportMaterial) -> Iterator[FindingRow]:
    """Find, section by section, how many games are rated for no player because of their
    thinking time, and the minutes that would have been enough for one.
    """
    found = Counter(
        (planned.section.name, min(side.required_minutes for side in game.members))
        for planned, game in judged_games(material)
        if game.unrated_because == UnratedReason.TOO_SHORT
    )
    minutes = material.tournament.minutes
    for (section, required), games in found.items():
        yield FindingRow(section, f"{games} × {minutes} min < {required} min")
