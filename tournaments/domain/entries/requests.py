"""Players' entry requests: locking them, noting them as entered, and their place in the
queue.
"""

from collections.abc import Sequence

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from federation.domain.authorship import ActionContext
from ratings.ledger.queries.player_aliases import aliases_now
from tournaments.domain.entries.entry_letters import EntryNotice, notify_requester
from tournaments.domain.locking import EDITABLE_STATES, lock_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import RequestState
from tournaments.models import Entry, EntryRequest, OpenEntries, Section
from tournaments.queries.entries.entry_requests import declined_by_start


def lock_request(request_id: int) -> EntryRequest:
    """Return the request, with its tournament locked; refusals: `state` or `gone`."""
    rows = EntryRequest.objects.filter(pk=request_id)
    section_id = rows.values_list("section_id", flat=True).first()
    if section_id is None:
        raise TournamentRefusal("gone")
    section = lock_section(section_id, *EDITABLE_STATES)
    found = rows.filter(section=section).select_related("asked_by", "entry").first()
    if found is None:
        raise TournamentRefusal("gone")
    found.section = section
    return found


def settle_entered_requests(
    section: Section, entries: Sequence[Entry], acting: ActionContext
) -> None:
    """Note the requests of these players as entered, and notify them. If the player's
    own card has none, the first one of a card that was merged into it is the entry's.
    """
    aliases = aliases_now()
    by_person = {aliases.person(entry.player_id): entry for entry in entries}
    cards = aliases.cards(by_person)
    standing = section.entry_requests.active().filter(player__in=cards, entry=None)
    found = list(standing.in_order().select_related("asked_by"))
    found.sort(key=lambda request: request.player_id not in by_person)
    for request in found:
        entry = by_person.pop(aliases.person(request.player_id), None)
        if entry is None:
            continue
        request.entry = entry
        settle_request(request, RequestState.ENTERED, acting)
        request.section = section
        notify_requester(request, EntryNotice.ENTERED, at=acting.at)


def settle_request(
    request: EntryRequest,
    state: RequestState,
    acting: ActionContext,
    reason: str = "",
    before_start: str = "",
) -> None:
    """Write the outcome of a request.

    Only an entered request keeps its entry, and only one declined by the start keeps
    its earlier state (`before_start`).
    """
    request.state = state
    request.before_start = before_start
    request.reason = reason
    request.answered_by_id = acting.user_id
    request.answered_at = acting.at
    if state != RequestState.ENTERED:
        request.entry = None
    request.save()


def decline_unanswered(section: Section, acting: ActionContext) -> None:
    """Decline, when a section starts, the requests that wait for an answer or a place.

    These players are notified, and may ask for another section. The caller holds the
    lock.
    """
    with translation.override(settings.LANGUAGE_CODE):
        reason = _("The section has started.")
    waiting = section.entry_requests.active().filter(entry=None).in_order()
    for request in waiting.select_related("asked_by"):
        settle_request(request, RequestState.DECLINED, acting, reason, request.state)
        request.section = section
        notify_requester(request, EntryNotice.DECLINED, at=acting.at)


def restore_declined(section: Section, acting: ActionContext) -> None:
    """Restore the requests that a start declined, when the start is undone.

    They wait as before and in the same order, and the players are notified. A player
    who by now plays in the tournament, or has asked for another of its sections, is
    left declined. The caller holds the lock.
    """
    for request in declined_by_start(section).select_related("asked_by"):
        request.section = section
        settle_request(request, RequestState(request.before_start), acting)
        notify_requester(request, EntryNotice.AGAIN, at=acting.at)


def has_room(section: Section) -> bool:
    """Return whether one more player fits in, by the limit for entry requests."""
    opened = OpenEntries.objects.filter(section=section).first()
    if opened is None or opened.most is None:
        return True
    return section.entries.count() < opened.most
