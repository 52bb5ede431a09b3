"""The player that a page is about."""

from django.http import Http404
from django.utils.translation import gettext as _

from federation.requests import OfficeRequest
from ratings.people.queries.names import Person, person


def shown_player(request: OfficeRequest, player_id: int) -> Person:
    """Return the player as this reader may see them; Http404 where there is no page."""
    found = person(player_id, request.actor, request.today)
    if found is None:
        raise Http404(_("There is no such player."))
    return found
