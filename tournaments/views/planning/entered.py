"""The entered players with the ratings with which the section starts."""

from dataclasses import dataclass

from django.contrib import messages
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from ratings.ledger.domain.editions import NoEdition
from ratings.pages.level_words import rating_words
from ratings.pages.tables import HIDDEN_WORDS
from ratings.people.queries.names import distinct_name_in_register
from tournaments.domain.entering import levels_of_tournament
from tournaments.domain.start_facts import RatingsAtStart, ratings_at_start
from tournaments.models import Entry, Section
from tournaments.queries.entered import EnteredPlayer, entered_players

NO_RATINGS = RatingsAtStart({}, frozenset())


def players_with_ratings(
    section: Section, request: OfficeRequest
) -> list[EnteredPlayer]:
    """Return the players by pairing number, with the values that the page shows and
    sorts by.
    """
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


@dataclass(frozen=True, slots=True)
class CountingRating:
    """The rating that counts for a player, in words; "" if there is none. `is_own`: it
    is a rating in this pool, which takes precedence over any rating that is entered.
    """

    rating: str
    is_own: bool


def counting_rating(entry: Entry) -> CountingRating:
    """Return the rating that counts for the player of an entry."""
    tournament = entry.section.tournament
    try:
        start = ratings_at_start(entry.section, [entry])
    except NoEdition:
        start = NO_RATINGS
    number = start.by_player.get(entry.player_id)
    return CountingRating(
        ""
        if number is None
        else rating_words(levels_of_tournament(tournament), number),
        entry.player_id in start.known,
    )


def report_counting_rating(request: OfficeRequest, entry: Entry) -> None:
    """Report the effect of the FIDE rating or estimate that was entered."""
    counting = counting_rating(entry)
    if counting.is_own:
        message = _("Saved. It changes nothing: the rating here, %(rating)s, counts.")
    elif counting.rating:
        message = _("Saved. %(rating)s counts.")
    else:
        message = _("Saved. No rating counts.")
    messages.success(request, message % {"rating": counting.rating})


def report_entered_player(request: OfficeRequest, entry: Entry) -> None:
    """Name the player who was entered; of two players of one name in the register, say
    which.
    """
    name = distinct_name_in_register(entry.player, request.actor, request.today)
    message = _("%(name)s was entered.") % {"name": name or HIDDEN_WORDS}
    messages.success(request, message)
    warn_of_other_sections(request, entry)


def warn_of_other_sections(request: OfficeRequest, entry: Entry) -> None:
    """Warn if the player is also entered in other sections of the tournament, which may
    be intended.
    """
    others = Section.objects.filter(
        tournament=entry.section.tournament_id, entries__player=entry.player_id
    ).exclude(pk=entry.section_id)
    names = list(others.in_order().values_list("name", flat=True))
    if names:
        name = distinct_name_in_register(entry.player, request.actor, request.today)
        message = _(
            "%(name)s is entered in %(sections)s too. Remove one of the entries if the"
            " sections are played at the same time."
        )
        facts = {"name": name or HIDDEN_WORDS, "sections": ", ".join(names)}
        messages.warning(request, message % facts)


def _ratings(section: Section, entries: list[Entry]) -> RatingsAtStart:
    if section.started_at:
        return NO_RATINGS
    try:
        return ratings_at_start(section, entries)
    except NoEdition:
        return NO_RATINGS
