"""The entered players with the ratings that the section starts with."""

from django.contrib import messages
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from ratings.ledger.domain.editions import NoEdition
from ratings.pages.tables import HIDDEN_WORDS
from ratings.people.queries.names import told_apart_in_register
from tournaments.domain.start_facts import RatingsAtStart, ratings_at_start
from tournaments.models import Entry, Section
from tournaments.queries.entered import Entered, entered_players

NO_RATINGS = RatingsAtStart({}, frozenset())


def players_with_ratings(section: Section, request: OfficeRequest) -> list[Entered]:
    """In the order of pairing numbers, with what the page shows and orders by."""
    entries = list(section.entries.in_order().select_related("player"))
    start = _ratings(section, entries)
    return entered_players(
        section,
        entries,
        request.actor,
        request.today,
        ratings=start.by_player,
        known=start.known,
    )


def say_entered(request: OfficeRequest, entry: Entry) -> None:
    """Say who was entered: of two of one name in the register, which."""
    name = told_apart_in_register(entry.player, request.actor, request.today)
    said = _("%(name)s was entered.") % {"name": name or HIDDEN_WORDS}
    messages.success(request, said)


def _ratings(section: Section, entries: list[Entry]) -> RatingsAtStart:
    if section.started_at:
        return NO_RATINGS
    try:
        return ratings_at_start(section, entries)
    except NoEdition:
        return NO_RATINGS
