"""The organiser's answers to entry requests: accept, decline, move."""

from django.db import transaction

from federation.domain.authorship import ActionContext
from federation.domain.reasons import require_reason
from tournaments.domain.entering import enter_player
from tournaments.domain.entries.entry_letters import EntryNotice, notify_requester
from tournaments.domain.entries.requests import lock_request, settle_request
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.entry_requests.waiting_list import admit
from tournaments.domain.locking import count_change
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import RequestState
from tournaments.models import EntryRequest, Section

WITHOUT_PLACE = (RequestState.ASKED, RequestState.WAITING)


@transaction.atomic
def accept_request(request_id: int, *, acting: ActionContext) -> EntryRequest:
    """Enter the player of a request, or put them on the waiting list of a full section.

    A player on the waiting list is entered although the section is full.

    Refusals: `answered` or `started`, and as `enter_player`.
    """
    request = _unanswered(request_id)
    if request.state == RequestState.WAITING:
        enter_player(request.section_id, request.player_id, acting=acting)
    else:
        admit(request, acting)
    count_change(request.section.tournament)
    request.refresh_from_db(fields=["state", "entry"])
    return request


@transaction.atomic
def decline_request(request_id: int, reason: str, *, acting: ActionContext) -> None:
    """Decline a request, with a reason that the player reads. Refusals: `answered`,
    `started` or `reason`.
    """
    request = _unanswered(request_id)
    reason = require_reason(reason, TournamentRefusal)
    settle_request(request, RequestState.DECLINED, acting, reason)
    notify_requester(request, EntryNotice.DECLINED, at=acting.at)
    count_change(request.section.tournament)


@transaction.atomic
def move_request(
    request_id: int, section_id: int, *, acting: ActionContext
) -> EntryRequest:
    """Move a request to another section of the tournament.

    If that section is full the player goes on its waiting list, in the order of the
    requests.

    Refusals: `answered`, `started`, `other_tournament`, and as `enter_player`.
    """
    request = lock_request(request_id)
    target = Section.objects.filter(
        pk=section_id, tournament=request.section.tournament_id
    ).first()
    if target is None or target.pk == request.section_id:
        raise TournamentRefusal("other_tournament")
    if request.section.started_at or target.started_at:
        raise TournamentRefusal("started")
    target.tournament = request.section.tournament
    entry = request.entry
    if request.state == RequestState.ENTERED and entry is not None:
        settle_request(request, RequestState.ASKED, acting)
        remove_entry(entry.pk, acting=acting)
    elif request.state not in WITHOUT_PLACE:
        raise TournamentRefusal("answered")
    request.section = target
    request.save(update_fields=["section"])
    admit(request, acting)
    count_change(target.tournament)
    request.refresh_from_db(fields=["state", "entry"])
    return request


def _unanswered(request_id: int) -> EntryRequest:
    request = lock_request(request_id)
    if request.state not in WITHOUT_PLACE:
        raise TournamentRefusal("answered")
    if request.section.started_at:
        raise TournamentRefusal("started")
    return request
