"""The waiting list: players move up when there is a place, in the order of their
requests.
"""

from federation.domain.authorship import ActionContext
from tournaments.domain.entering import enter_player, refuse_entering_twice
from tournaments.domain.entries.entry_letters import EntryNotice, notify_requester
from tournaments.domain.entries.requests import has_room, settle_request
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import RequestState
from tournaments.models import EntryRequest, Section
from tournaments.queries.entries.entry_requests import entered_in_tournament


def admit(request: EntryRequest, acting: ActionContext) -> None:
    """Enter the player of the request, or put them on the waiting list of a full
    section.

    Refuses as `enter_player` if there is a place, otherwise with `entered` or
    `entered_as` only.
    """
    if has_room(request.section):
        enter_player(request.section_id, request.player_id, acting=acting)
        return
    refuse_entering_twice(request.section, [request.player_id])
    settle_request(request, RequestState.WAITING, acting)
    notify_requester(request, EntryNotice.WAITING, at=acting.at)


def fill_places(section: Section, acting: ActionContext) -> None:
    """Enter players from the waiting list as long as there are places; the caller holds
    the lock.

    A player who in the meantime was entered in any section of the tournament, under any
    card, is left on the list, where the organiser sees it.
    """
    if section.started_at:
        return
    waiting = section.entry_requests.filter(state=RequestState.WAITING).in_order()
    players = list(waiting.values_list("player_id", flat=True))
    busy = entered_in_tournament(section, players)
    for player_id in [each for each in players if each not in busy]:
        if not has_room(section):
            return
        try:
            enter_player(section.pk, player_id, acting=acting)
        except TournamentRefusal:
            continue
