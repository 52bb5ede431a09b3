"""Locks on tournaments.

A tournament is locked as a whole: locking a section, an entry or a board locks its
tournament, and the rest is read under that lock.
"""

from collections.abc import Collection, Mapping

from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import TournamentState
from tournaments.models import Entry, Pairing, Section, Tournament

EDITABLE_STATES = (TournamentState.DRAFT, TournamentState.RUNNING)


def lock_tournament(tournament_id: int, *states: TournamentState) -> Tournament:
    """Return the tournament, locked until the commit; refusals: `state` or `gone`."""
    return _lock({"pk": tournament_id}, states)


def lock_section(section_id: int, *states: TournamentState) -> Section:
    """Return the section, with its tournament locked and in `section.tournament`.

    Refusals: `state` or `gone`.
    """
    tournament = _lock({"sections": section_id}, states)
    # Read only now: another writer may have held the lock until here.
    section = Section.objects.filter(pk=section_id).first()
    if section is None:
        raise TournamentRefusal("gone")
    section.tournament = tournament
    return section


def lock_entry(entry_id: int, *states: TournamentState) -> Entry:
    """Return the entry, with its tournament locked; refusals: `state` or `gone`."""
    tournament = _lock({"sections__entries": entry_id}, states)
    entry = Entry.objects.select_related("section").filter(pk=entry_id).first()
    if entry is None:
        raise TournamentRefusal("gone")
    entry.section.tournament = tournament
    return entry


def lock_pairing(pairing_id: int, *states: TournamentState) -> Pairing:
    """Return the board, with its tournament locked; refusals: `state` or `gone`."""
    tournament = _lock({"sections__pairings": pairing_id}, states)
    pairing = Pairing.objects.select_related("section").filter(pk=pairing_id).first()
    if pairing is None:
        raise TournamentRefusal("gone")
    pairing.section.tournament = tournament
    return pairing


def count_change(tournament: Tournament) -> None:
    """Count a change of entries or results; the caller holds the lock."""
    tournament.version += 1
    tournament.save(update_fields=["version"])


def set_state(tournament: Tournament, state: TournamentState) -> None:
    """Set the state of the tournament; the caller holds the lock and names who writes
    (`written_by`).
    """
    tournament.state = state
    tournament.save(update_fields=["state"])


def _lock(where: Mapping[str, int], states: Collection[TournamentState]) -> Tournament:
    # Only the tournament's own row: a section or board is read without a lock.
    rows = Tournament.objects.select_for_update(of=("self",)).filter(**where)
    tournament = rows.first()
    if tournament is None:
        raise TournamentRefusal("gone")
    if states and tournament.state not in states:
        raise TournamentRefusal("state", state=tournament.state)
    return tournament
