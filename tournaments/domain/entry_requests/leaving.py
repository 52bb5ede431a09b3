"""Removing an entry, with everything that was made for it."""

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.entering import number_entries
from tournaments.domain.entries.entry_letters import EntryNotice, notify_requester
from tournaments.domain.entries.late_entries import (
    boards_of,
    can_be_removed_after_draw,
    is_drawn,
)
from tournaments.domain.entries.requests import settle_request
from tournaments.domain.entry_requests.waiting_list import fill_places
from tournaments.domain.locking import EDITABLE_STATES, count_change, lock_entry
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.removals.keeping import drop_made_cards, keep_entry
from tournaments.enums import RequestState
from tournaments.models import Entry, EntryRequest


@transaction.atomic
def remove_entry(entry_id: int, *, acting: ActionContext) -> None:
    """Delete an entry.

    Those after it move up until the section starts, and a player on the waiting list
    gets the place. A card that was made with the entry is deleted too, with the
    membership that was made with it, unless something else refers to the card. The
    entry can be put back for 30 days.

    Refuses as `removal_blocker` says.
    """
    entry = lock_entry(entry_id, *EDITABLE_STATES)
    section = entry.section
    blocker = removal_blocker(entry)
    if blocker:
        raise TournamentRefusal(blocker)
    boards_of(entry).delete()
    _note_left(entry, acting)
    removal = keep_entry(entry, acting)
    entry.delete()
    if not section.started_at:
        number_entries(list(section.entries.in_order()))
    count_change(section.tournament)
    fill_places(section, acting)
    drop_made_cards(removal, acting)


def removal_blocker(entry: Entry) -> str:
    """Return why the entry cannot be deleted, "" if it can.

    `state`; `started` in a round robin that has started, unless the entry can be
    removed without a trace (`can_be_removed_after_draw`); `has_boards` for a player who
    is paired.
    """
    if entry.section.tournament.state not in EDITABLE_STATES:
        return "state"
    if is_drawn(entry.section):
        return "" if can_be_removed_after_draw(entry) else "started"
    is_paired = entry.section.started_at and boards_of(entry).exists()
    return "has_boards" if is_paired else ""


def _note_left(entry: Entry, acting: ActionContext) -> None:
    """Notify a player who had entered themselves that the entry is removed."""
    own = EntryRequest.objects.filter(entry=entry).select_related("asked_by").first()
    if own is None:
        return
    own.section = entry.section
    settle_request(own, RequestState.LEFT, acting)
    is_own_act = own.asked_by_id == acting.user_id
    notify_requester(
        own, EntryNotice.LEFT if is_own_act else EntryNotice.REMOVED, at=acting.at
    )
