"""Letters to players about their own entries, written in the transaction that causes
them.
"""

from datetime import datetime
from enum import StrEnum

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.domain.mail import link_to, write_signed_letter
from tournaments.models import EntryRequest, Section, Tournament
from tournaments.models.entry_requests import EntryRequestQuerySet
from tournaments.queries.entries.entry_requests import place_in_queue


class EntryNotice(StrEnum):
    """What a letter notifies the player of."""

    ASKED = "asked"
    WAITING = "waiting"
    ENTERED = "entered"
    DECLINED = "declined"
    AGAIN = "again"
    LEFT = "left"
    REMOVED = "removed"
    SECTION_REMOVED = "section_removed"
    SECTION_BACK = "section_back"
    CALLED_OFF = "called_off"
    TAKEN_UP = "taken_up"


_SUBJECTS = {
    EntryNotice.ASKED: gettext_lazy("Your entry is waiting for an answer: %(event)s"),
    EntryNotice.WAITING: gettext_lazy("You are on the waiting list: %(event)s"),
    EntryNotice.ENTERED: gettext_lazy("You are entered: %(event)s"),
    EntryNotice.DECLINED: gettext_lazy("Your entry has been declined: %(event)s"),
    EntryNotice.AGAIN: gettext_lazy("Your entry is waiting again: %(event)s"),
    EntryNotice.LEFT: gettext_lazy("You have withdrawn: %(event)s"),
    EntryNotice.REMOVED: gettext_lazy("You are no longer entered: %(event)s"),
    EntryNotice.SECTION_REMOVED: gettext_lazy("You are no longer entered: %(event)s"),
    EntryNotice.SECTION_BACK: gettext_lazy("Your entry stands again: %(event)s"),
    EntryNotice.CALLED_OFF: gettext_lazy("The tournament is cancelled: %(event)s"),
    EntryNotice.TAKEN_UP: gettext_lazy(
        "The tournament will be played after all: %(event)s"
    ),
}
_SAYS = {
    EntryNotice.ASKED: gettext_lazy(
        "You have asked to play in %(section)s of %(event)s. The organiser answers each"
        " entry; you get a letter then."
    ),
    EntryNotice.WAITING: gettext_lazy(
        "%(section)s of %(event)s is full. You are number %(place)s on the waiting "
        "list, and will get a letter when there is a place for you."
    ),
    EntryNotice.ENTERED: gettext_lazy("You are entered in %(section)s of %(event)s."),
    EntryNotice.DECLINED: gettext_lazy(
        "The organiser has declined your entry in %(section)s of %(event)s."
    ),
    EntryNotice.AGAIN: gettext_lazy(
        "The organiser has taken back the start of %(section)s of %(event)s. Your "
        "entry is waiting again as it was before, and you will get a letter when it "
        "is answered or when there is a place for you."
    ),
    EntryNotice.LEFT: gettext_lazy("You have withdrawn from %(section)s of %(event)s."),
    EntryNotice.REMOVED: gettext_lazy(
        "The organiser has taken you out of %(section)s of %(event)s."
    ),
    EntryNotice.SECTION_REMOVED: gettext_lazy(
        "The organiser has removed %(section)s of %(event)s, and your entry in it."
    ),
    EntryNotice.SECTION_BACK: gettext_lazy(
        "The organiser has put back %(section)s of %(event)s. Your entry stands again as"
        " it did before."
    ),
    EntryNotice.CALLED_OFF: gettext_lazy(
        "The organiser has cancelled %(event)s, where you entered %(section)s."
    ),
    EntryNotice.TAKEN_UP: gettext_lazy(
        "%(event)s, which was cancelled, will be played after all. Your entry in "
        "%(section)s stands as it did before."
    ),
}


_STANDING = (
    EntryNotice.ASKED,
    EntryNotice.WAITING,
    EntryNotice.AGAIN,
    EntryNotice.ENTERED,
    EntryNotice.SECTION_BACK,
    EntryNotice.TAKEN_UP,
)
"""Letters to players who take part or still may: these give the tournament's days."""
_OF_TOURNAMENT = (EntryNotice.SECTION_REMOVED, EntryNotice.CALLED_OFF)
"""These link to the tournament: the list of entries no longer exists."""


def notify_requesters(
    requests: EntryRequestQuerySet, what: EntryNotice, *, at: datetime
) -> None:
    """Write to the players of all requests that are active, entered or not."""
    standing = requests.active().in_order()
    for request in standing.select_related("asked_by", "section__tournament"):
        notify_requester(request, what, at=at)


def notify_requester(request: EntryRequest, what: EntryNotice, *, at: datetime) -> None:
    """Write to the player of a request, whose section has its tournament loaded."""
    if not request.asked_by.is_active:
        return
    section = request.section
    facts = {
        "section": section.name,
        "event": section.tournament.name,
        "place": place_in_queue(request) if what is EntryNotice.WAITING else "",
    }
    with translation.override(settings.LANGUAGE_CODE):
        why = _("Reason: %(reason)s") % {"reason": request.reason}
        write_signed_letter(
            to=request.asked_by.email,
            name=request.asked_by.name,
            subject=str(_SUBJECTS[what]) % facts,
            parts=(
                str(_SAYS[what]) % facts,
                _days(section.tournament) if what in _STANDING else "",
                why if request.reason else "",
                _link(section, what),
            ),
            at=at,
        )


def _link(section: Section, what: EntryNotice) -> str:
    if what in _OF_TOURNAMENT:
        return link_to("tournaments:tournament", section.tournament_id)
    return link_to("tournaments:entry_list", section.pk)


def _days(tournament: Tournament) -> str:
    days = f"{tournament.start_date}"
    if tournament.end_date != tournament.start_date:
        days = f"{days} – {tournament.end_date}"
    where = f"{days}, {tournament.place}" if tournament.place else days
    return _("It is played %(days)s.") % {"days": where}
