"""Joining a club by consent: a club sends a request, the other side answers.

About a person who is not its member a club is shown what is public, and nothing more
until the player, the player's club or the office has accepted.
"""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from federation.domain.accounts.tries import count_try, forget_tries
from federation.domain.authorship import ActionContext, written_by
from federation.domain.four_eyes import is_one_of
from federation.domain.joining_letters import (
    notify_outcome,
    write_to_those_who_may_answer,
)
from federation.domain.memberships import join_club
from federation.domain.refusal import RegisterRefusal, refusing_taken
from federation.enums import AnsweredAs, JoiningState
from federation.models import JoiningRequest, Player, User
from federation.models.joining import JoiningRequestQuerySet
from federation.queries.joining import can_be_forwarded, find_requested_player

ACT = "joining"
AT_ONCE = 200
"""The most requests that the worker expires, and that it looks up, in one run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedMember:
    """The person a club asks for: by the number, or by public name and year of birth."""

    club_id: int
    from_date: date
    number: str = ""
    name: str = ""
    birth_year: int | None = None
    is_main: bool = False


@transaction.atomic
def request_joining(
    wanted: WantedMember, *, acting: ActionContext, address: str
) -> JoiningRequest:
    """Store a club's request for a member, and count the attempt.

    It never reads the register: `settle_joining` looks up who is meant. So neither the
    answer nor its timing reveals whether there is such a player. Refuses with
    `asked_already` when the club has an open request for the same, and with
    `too_many_tries`.
    """
    day = timezone.localdate(acting.at)

    def refuse() -> None:
        if _waiting_as_typed(wanted):
            raise RegisterRefusal("asked_already")

    count_try(ACT, user_id=acting.person_id, address=address, day=day)
    with written_by(acting.person_id), refusing_taken(refuse):
        return JoiningRequest.objects.create(
            **asdict(wanted),
            asked_by_id=acting.person_id,
            asked_at=acting.at,
            expires_at=acting.at + timedelta(days=settings.JOINING_ANSWER_DAYS),
        )


@transaction.atomic
def answer_joining(
    request_id: int,
    *,
    accepts: bool,
    answered_as: AnsweredAs,
    acting: ActionContext,
    reason: str = "",
) -> JoiningRequest:
    """Accept a request, which makes the player a member of the club from the requested
    day, or decline it, and write to the person who sent it.

    Refuses with `joining_settled` when it is not open any more or no player was found,
    with `own_request` when the sender, with any account, answers for the club or the
    office, and with `not_player` when another user answers as the player; and as
    `join_club` does.
    """
    request = _locked_open(request_id, acting.at)
    if request.player_id is None:
        raise RegisterRefusal("joining_settled")
    if answered_as == AnsweredAs.PLAYER:
        if not User.objects.filter(
            pk=acting.person_id, player=request.player_id
        ).exists():
            raise RegisterRefusal("not_player")
    elif is_one_of(acting.person_id, [request.asked_by_id]):
        raise RegisterRefusal("own_request")
    state = JoiningState.ACCEPTED if accepts else JoiningState.DECLINED
    request.reason = "" if accepts else " ".join(reason.split())
    request.answered_as = answered_as
    if accepts:
        join_club(
            request.player_id,
            request.club_id,
            from_date=request.from_date,
            acting=acting,
            is_main=True if request.is_main else None,
        )
    _settle(request, state, acting=acting)
    notify_outcome(request, at=acting.at)
    return request


@transaction.atomic
def withdraw_joining(request_id: int, *, acting: ActionContext) -> JoiningRequest:
    """Withdraw a club's joining request. Refuses with `joining_settled`."""
    request = _locked_open(request_id, acting.at)
    _settle(request, JoiningState.WITHDRAWN, acting=acting)
    return request


def lock_requests_for(player_id: int) -> None:
    """Lock the waiting requests for a player whose card is about to be merged. As in an
    answer they are locked before the card, so that the two cannot deadlock.
    """
    waiting = JoiningRequest.objects.waiting().filter(player=player_id).order_by("pk")
    list(waiting.select_for_update(of=("self",)).values_list("pk"))


def pass_on_requests(giver: Player, taker: Player) -> tuple[int, ...]:
    """Let the waiting requests for one card be answered for the other one, into which
    it is merged, and return their ids. Those that cannot be forwarded remain, and end
    unanswered: the club has asked for that card too, or the player is its member.
    """
    found = JoiningRequest.objects.waiting().filter(player=giver).order_by("pk")
    passed = [each for each in found if can_be_forwarded(each, taker)]
    _ask_about(taker, passed)
    return tuple(each.pk for each in passed)


def give_back_requests(requests: Collection[int], giver: Player, taker: Player) -> None:
    """Undo `pass_on_requests` for those of these requests that still wait, except those
    of a club that has asked for the other card since.
    """
    waiting = JoiningRequest.objects.waiting()
    asked = waiting.filter(player=taker).values("club")
    found = waiting.filter(pk__in=requests, player=giver).exclude(club__in=asked)
    _ask_about(taker, found.order_by("pk"))


def settle_joining(*, at: datetime) -> int:
    """Expire the requests that were not answered in time, look up whom the new requests
    mean, and write to those who may answer, in a worker. Returns how many requests were
    looked up.
    """
    forget_tries(before=timezone.localdate(at))
    for pk in _ids(JoiningRequest.objects.waiting().filter(expires_at__lte=at)):
        _expire(pk, at)
    new = _ids(JoiningRequest.objects.to_look_up(at))
    return sum(_look_up(pk, at) for pk in new)


def _ids(requests: JoiningRequestQuerySet) -> list[int]:
    return list(requests.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])


@transaction.atomic
def _expire(request_id: int, at: datetime) -> None:
    # A locked row is being answered right now: the answer takes precedence.
    ended = JoiningRequest.objects.waiting().filter(pk=request_id, expires_at__lte=at)
    request = ended.select_for_update(skip_locked=True).first()
    if request is not None:
        _settle(request, JoiningState.EXPIRED, acting=ActionContext(None, at))
        notify_outcome(request, at=at)


@transaction.atomic
def _look_up(request_id: int, at: datetime) -> int:
    new = JoiningRequest.objects.to_look_up(at).filter(pk=request_id)
    request = new.select_for_update(skip_locked=True, of=("self",)).first()
    if request is None:
        return 0
    meant = find_requested_player(request)
    if meant is not None:
        # Two requests of a club that mean the same player are serialised by this lock.
        meant = Player.objects.select_for_update().get(pk=meant.pk)
        if meant.merged_into_id is not None:  # just now; the next run finds the other
            return 0
        if can_be_forwarded(request, meant):
            request.player = meant
    request.looked_up_at = at
    request.save(update_fields=["player", "looked_up_at"])
    if request.player_id is not None:
        write_to_those_who_may_answer(request, at=at)
    return 1


def _ask_about(player: Player, requests: Iterable[JoiningRequest]) -> None:
    for request in requests:
        request.player = player
        request.save(update_fields=["player"])


def _waiting_as_typed(wanted: WantedMember) -> bool:
    typed = asdict(wanted) | {"club": wanted.club_id}
    keys = ("club", "number", "name", "birth_year")
    same = {key: typed[key] for key in keys}
    return JoiningRequest.objects.waiting().filter(**same).exists()


def _locked_open(request_id: int, at: datetime) -> JoiningRequest:
    opened = JoiningRequest.objects.open(at).filter(pk=request_id)
    request = opened.select_for_update(of=("self",)).first()
    if request is None:
        raise RegisterRefusal("joining_settled")
    return request


def _settle(
    request: JoiningRequest, state: JoiningState, *, acting: ActionContext
) -> None:
    request.state = state
    request.settled_by_id = acting.user_id
    request.settled_at = acting.at
    with written_by(acting.user_id):
        request.save(
            update_fields=["state", "settled_by", "settled_at", "answered_as", "reason"]
        )
