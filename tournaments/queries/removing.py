"""What would be lost by cancelling a tournament or removing a section or an entry."""

from collections.abc import Iterable
from dataclasses import dataclass

from ratings.enums import OutsideKind
from ratings.fide.queries.offers import fide_ratings_beside
from ratings.people.queries.fide_ratings import FideBeside
from tournaments.models import Entry, LineUp, Pairing, Section, Tournament
from tournaments.queries.entries.entry_requests import declined_by_start
from tournaments.queries.reports import newest_report
from tournaments.rules.results import BYES, Result

NO_RESULT = (Result.NOT_PLAYED, *BYES)
"""A bye is given by the pairing, or by a line-up with an empty board."""


@dataclass(frozen=True, slots=True)
class TournamentContents:
    """What a tournament that may be cancelled contains."""

    sections: int
    entries: int
    results: int
    sent_version: int | None
    """The version of the newest submitted report; None if none was ever submitted."""


def tournament_contents(tournament: Tournament) -> TournamentContents:
    report = newest_report(tournament.pk)
    boards = Pairing.objects.filter(section__tournament=tournament)
    return TournamentContents(
        sections=tournament.sections.count(),
        entries=Entry.objects.filter(section__tournament=tournament).count(),
        results=boards.exclude(result__in=NO_RESULT).count(),
        sent_version=report.version if report else None,
    )


@dataclass(frozen=True, slots=True)
class SectionContents:
    """What a section that may be removed or undone contains."""

    entries: int
    estimates: int
    """FIDE ratings and estimates that were typed for the entries."""
    cards: int
    """Cards of the register that were made with the entries."""
    boards: int
    matches: int
    """Matches of teams, in a league."""
    line_ups: int
    declined: int
    """Players whose requests the start declined, and who would wait again if it were
    undone.
    """


def section_contents(section: Section) -> SectionContents:
    entries = section.entries.all()
    for_all = entries.select_related("player", "section__tournament__pool")
    return SectionContents(
        entries=entries.count(),
        estimates=typed_ratings(for_all),
        cards=entries.filter(made_card=True).count(),
        boards=section.pairings.count(),
        matches=section.matches.count(),
        line_ups=LineUp.objects.filter(match__section=section).count(),
        declined=declined_by_start(section).count(),
    )


def typed_ratings(entries: Iterable[Entry]) -> int:
    """Return how many estimates and FIDE ratings of the entries, of one section, were
    typed: all but those that are copied from FIDE's list or the register automatically.
    """
    written = [each for each in entries if each.outside_rating is not None]
    if not written:
        return 0
    tournament = written[0].section.tournament
    players = [each.player_id for each in written]
    listed = fide_ratings_beside(
        tournament.pool.fide_tempo, tournament.start_date, players
    )
    return sum(not _is_taken(each, listed.get(each.player_id)) for each in written)


def _is_taken(entry: Entry, listed: FideBeside | None) -> bool:
    known = {entry.player.fide_rating, listed.rating if listed else None}
    return entry.outside_kind == OutsideKind.FIDE and entry.outside_rating in known
