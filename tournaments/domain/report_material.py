"""Gather a tournament's games with their days and the register's facts about the
players.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from federation.models import Membership
from federation.queries.register_facts import RegisterFacts, read_register
from tournaments.domain.start_facts import BaseRatings, bases_by_day
from tournaments.enums import PeriodRule
from tournaments.models import (
    Entry,
    League,
    Pairing,
    Round,
    Section,
    TeamMatch,
    Tournament,
)
from tournaments.queries.section_results import SectionResults, read_results_of
from tournaments.queries.teams.leagues import boards_in, unconfirmed_matches
from tournaments.rules.results import Result


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """A board of two players, with the day on which it is or was played."""

    section: Section
    pairing: Pairing
    white: Entry
    black: Entry
    day: date

    @property
    def result(self) -> Result:
        """The result from White's point of view."""
        return Result(self.pairing.result)

    @property
    def sides(self) -> tuple[Entry, Entry]:
        """White and Black."""
        return self.white, self.black

    @property
    def in_ledger(self) -> bool:
        """Whether the game gets a line in the ledger (`Result.is_rated`)."""
        return self.result.is_rated


@dataclass(frozen=True)
class ReportMaterial:
    """All data that a report is made of, read once."""

    tournament: Tournament
    sections: tuple[SectionResults, ...]
    games: tuple[PlannedGame, ...]
    round_days: Mapping[int, Mapping[int, date]]
    """By section and number of the round."""
    open_matches: tuple[TeamMatch, ...] = ()
    """Team matches that are not confirmed: their games are not submitted."""
    leagues: frozenset[int] = frozenset()
    """The sections that are played by teams."""

    @cached_property
    def lines(self) -> tuple[PlannedGame, ...]:
        """The games that get a line in the ledger."""
        return tuple(game for game in self.games if game.in_ledger)

    @cached_property
    def players(self) -> tuple[int, ...]:
        """The ids of all entered players."""
        entries = (entry for results in self.sections for entry in results.entries)
        return tuple(sorted({entry.player_id for entry in entries}))

    @cached_property
    def register(self) -> RegisterFacts:
        """The register on the tournament's first day and all days of the games."""
        days = [self.tournament.start_date, *(game.day for game in self.games)]
        return read_register(self.players, min(days), max(days))

    @cached_property
    def ever_members(self) -> frozenset[int]:
        """The entered players who have ever been a member of a club."""
        stays = Membership.objects.filter(player__in=self.players)
        return frozenset(stays.values_list("player", flat=True))

    def is_inside(self, game: PlannedGame) -> bool:
        """Return whether the game's day is one of the tournament's."""
        return self.tournament.start_date <= game.day <= self.tournament.end_date

    def counted_on(self, game: PlannedGame) -> date:
        """Return the day whose base ratings and period count (SSF rating, point 8)."""
        if self.tournament.period_rule == PeriodRule.FIRST_DAY:
            return self.tournament.start_date
        return game.day

    def bases(self, days: Iterable[date]) -> dict[date, BaseRatings]:
        """Return the base ratings of each of the days, read once for each period."""
        pool_id = self.tournament.pool_id
        return bases_by_day(pool_id, self.players, days, self._bases_read)

    @cached_property
    def _bases_read(self) -> list[BaseRatings]:
        return []


def read_report_material(tournament: Tournament) -> ReportMaterial:
    """Read the started sections with their boards. Byes are not games; the boards of
    unconfirmed team matches are left out.
    """
    sections = list(tournament.sections.exclude(started_at=None).in_order())
    all_results = read_results_of(sections)
    rounds = Round.objects.filter(section__in=sections)
    days: dict[int, dict[int, date]] = {}
    for each in rounds:
        days.setdefault(each.section_id, {})[each.number] = each.date
    open_matches = unconfirmed_matches(sections)
    leagues = League.objects.filter(section__in=sections)
    waiting = {board for match in open_matches for board in boards_in(match)}
    games = (
        _planned(results, pairing, days, tournament)
        for results in all_results
        for pairing in results.pairings
        if pairing.black_id is not None
        and (pairing.section_id, pairing.round, pairing.board) not in waiting
    )
    return ReportMaterial(
        tournament,
        tuple(all_results),
        tuple(games),
        days,
        open_matches,
        frozenset(leagues.values_list("pk", flat=True)),
    )


def _planned(
    results: SectionResults,
    pairing: Pairing,
    days: Mapping[int, Mapping[int, date]],
    tournament: Tournament,
) -> PlannedGame:
    of_section = days.get(results.section.pk, {})
    day = of_section.get(pairing.round, tournament.start_date)
    assert pairing.black_id is not None  # noqa: S101 - byes were left out
    return PlannedGame(
        section=results.section,
        pairing=pairing,
        white=results.entry[pairing.white_id],
        black=results.entry[pairing.black_id],
        day=pairing.finished_date or day,
    )
