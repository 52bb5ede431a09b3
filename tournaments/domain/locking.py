"""A tournament is locked as a whole: whoever locks a section, an entry or a board locks
its tournament, and reads the rest behind that lock.
"""

from django.db.models import QuerySet

from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import TournamentState
from tournaments.models import Entry, Pairing, Section, Tournament

EDITABLE_STATES = (TournamentState.DRAFT, TournamentState.RUNNING)


def lock_tournament(tournament_id: int, *states: TournamentState) -> Tournament:
    """Return the tournament, locked until the commit; refusals: `state` or `gone`."""
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise TournamentRefusal("gone")
    if states and tournament.state not in states:
        raise TournamentRefusal("state", state=tournament.state)
    return tournament


def lock_section(section_id: int, *states: TournamentState) -> Section:
    """Return the section, with its tournament locked and in `section.tournament`.

    Refusals: `state` or `gone`.
    """
    tournament = lock_tournament(
        _tournament_of(Section.objects.filter(pk=section_id), "tournament_id"), *states
    )
    # Read again: another writer may have held the lock until now.
    section = Section.objects.filter(pk=section_id).first()
    if section is None:
        raise TournamentRefusal("gone")
    section.tournament = tournament
    return section


def lock_entry(entry_id: int, *states: TournamentState) -> Entry:
    """Return the entry, with its tournament locked; refusals: `state` or `gone`."""
    section = lock_section(
        _tournament_of(Entry.objects.filter(pk=entry_id), "section_id"), *states
    )
    entry = Entry.objects.filter(pk=entry_id).first()
    if entry is None:
        raise TournamentRefusal("gone")
    entry.section = section
    return entry


def lock_pairing(pairing_id: int, *states: TournamentState) -> Pairing:
    """Return the board, with its tournament locked; refusals: `state` or `gone`."""
    section = lock_section(
        _tournament_of(Pairing.objects.filter(pk=pairing_id), "section_id"), *states
    )
    pairing = Pairing.objects.filter(pk=pairing_id).first()
    if pairing is None:
        raise TournamentRefusal("gone")
    pairing.section = section
    return pairing


def count_change(tournament: Tournament) -> None:
    """Count a change of entries or results; the caller holds the lock."""
    tournament.version += 1
    tournament.save(update_fields=["version"])


def _tournament_of(rows: "QuerySet[Section | Entry | Pairing]", column: str) -> int:
    above = rows.values_list(column, flat=True).first()
    if above is None:
        raise TournamentRefusal("gone")
    return int(above)
