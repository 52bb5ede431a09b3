"""Storing what is about to be deleted."""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain

from django.core import serializers
from django.db import DEFAULT_DB_ALIAS
from django.db.models.deletion import Collector

from federation.domain.authorship import ActionContext
from federation.domain.newcomers import drop_newcomer
from tournaments.models import Entry, League, Removal, SanctionSection, Section, Team

Rows = list[dict[str, object]]
DROPPED = "dropped"
"""Key beside the fields in an entry's row: the identifier under which the audit log has
the deletion of the card that was made with the entry.
"""
NOT_KEPT = (SanctionSection,)
"""Not stored: a section is removed only if no sanction is applied for or given for it,
so an earlier application was returned, refused or withdrawn.
"""


def keep_section(section: Section, acting: ActionContext) -> Removal:
    """Store a section with everything that is deleted with it; the caller holds the
    lock.
    """
    return Removal.objects.create(
        tournament_id=section.tournament_id,
        rows=_rows([section]),
        removed_by_id=acting.user_id,
        removed_at=acting.at,
    )


def keep_entry(entry: Entry, acting: ActionContext) -> Removal:
    """Store an entry with everything that is deleted with it; the caller holds the
    lock.
    """
    return _keep_of(entry.section, _rows([entry]), acting)


def keep_teams(
    section: Section, teams: Sequence[Team], acting: ActionContext
) -> Removal:
    """Store teams of a section with everything that is deleted with them; the caller
    holds the lock.
    """
    return _keep_of(section, _rows(teams), acting)


def keep_league(league: League, acting: ActionContext) -> Removal:
    """Store a league with its teams; the caller holds the lock."""
    teams = league.section.teams.all()
    return _keep_of(league.section, [*_rows([league]), *_rows(list(teams))], acting)


def drop_made_cards(removal: Removal, acting: ActionContext) -> None:
    """Delete the cards that were made with the entries of a removal.

    Memberships that were made with them are deleted too; a card to which something else
    refers is left. The deletions are noted in the removal, so that these cards can come
    back with their entries. Call it last in the transaction.
    """
    entries = removal.rows_of(Entry)
    made = [row for row in entries if row["fields"]["made_card"]]
    for row in made:
        row[DROPPED] = drop_newcomer(
            row["fields"]["player"],
            acting=acting,
            membership_id=row["fields"]["made_membership"],
        )
    if made:
        removal.save(update_fields=["rows"])


def clear_removals(*, at: datetime) -> int:
    """Delete for good what can no longer be put back, and return how many removals that
    were.
    """
    deleted, _by_model = Removal.objects.past_at(at).delete()
    return deleted


def _keep_of(section: Section, rows: Rows, acting: ActionContext) -> Removal:
    return Removal.objects.create(
        tournament_id=section.tournament_id,
        section_id=section.pk,
        rows=rows,
        removed_by_id=acting.user_id,
        removed_at=acting.at,
    )


def _rows(deleted: Sequence[Section | Entry | League | Team]) -> Rows:
    """Return the rows of one table and those that are deleted with them, as collected
    by Django's deletion.
    """
    collector = Collector(using=DEFAULT_DB_ALIAS)
    collector.collect(deleted)
    found = [*collector.data.values(), *collector.fast_deletes]
    # A row that refers to the section in two ways is found twice.
    rows = {
        (type(row), row.pk): row
        for row in chain(*found)
        if not isinstance(row, NOT_KEPT)
    }
    written: Rows = serializers.serialize("python", rows.values())
    return written
