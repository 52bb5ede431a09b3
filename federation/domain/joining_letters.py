"""Letters about joining requests, written in the transaction that they are about."""

from datetime import datetime

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.domain.mail import link_to, write_signed_letter
from federation.enums import JoiningState
from federation.models import JoiningRequest, Player, User
from federation.queries.joining import accounts_that_may_answer

_OUTCOMES = {
    JoiningState.ACCEPTED: gettext_lazy("Your request has been accepted: %(sought)s"),
    JoiningState.DECLINED: gettext_lazy("Your request has been declined: %(sought)s"),
    JoiningState.EXPIRED: gettext_lazy("Nobody has answered: %(sought)s"),
}
_MEANINGS = {
    JoiningState.ACCEPTED: gettext_lazy(
        "The player is a member of %(club)s from %(day)s and is listed under “Members”."
    ),
    JoiningState.DECLINED: gettext_lazy(
        "The player has not become a member of %(club)s."
    ),
    JoiningState.EXPIRED: gettext_lazy(
        "Nobody answered in time whether the player may become a member of "
        "%(club)s. Perhaps there is no such player. Check what you wrote, ask the "
        "player, and send a new request."
    ),
}


def write_to_those_who_may_answer(request: JoiningRequest, *, at: datetime) -> None:
    """Write to everyone who may answer; no one is asked about a request of their own,
    unless it is about themselves.
    """
    if request.player is None:
        return
    with translation.override(settings.LANGUAGE_CODE):
        for user in accounts_that_may_answer(request, timezone.localdate(at)):
            own = user.player_id == request.player_id
            if own or user.pk != request.asked_by_id:
                _ask(request, user, own=own, at=at)


def notify_outcome(request: JoiningRequest, *, at: datetime) -> None:
    """Write to the person who sent the request how it ended, and why."""
    if not request.asked_by.is_active or request.asked_by_id == request.settled_by_id:
        return
    state = JoiningState(request.state)
    with translation.override(settings.LANGUAGE_CODE):
        says = str(_MEANINGS[state]) % {
            "club": request.club.name,
            "day": request.from_date.isoformat(),
        }
        why = _("Reason: %(reason)s") % {"reason": request.reason}
        parts = (says, why if request.reason else "", link_to("federation:members"))
        write_signed_letter(
            to=request.asked_by.email,
            name=request.asked_by.name,
            subject=str(_OUTCOMES[state]) % {"sought": request.sought},
            parts=parts,
            at=at,
        )


def _ask(request: JoiningRequest, user: User, *, own: bool, at: datetime) -> None:
    facts = {
        "club": request.club.name,
        "player": _known_as(request.player) if request.player else "",
        "day": request.from_date.isoformat(),
        "until": timezone.localdate(request.expires_at).isoformat(),
    }
    says = (
        _("%(club)s wants to add you as a member from %(day)s.")
        if own
        else _("%(club)s wants to add %(player)s as a member from %(day)s.")
    )
    what = _(
        "Sign in, open “Waiting for you” and say yes or no by %(until)s. Until then "
        "nothing changes."
    )
    where = link_to("federation:joining", request.pk)
    write_signed_letter(
        to=user.email,
        name=user.name,
        subject=_("May %(club)s add a member?") % facts,
        parts=(says % facts, what % facts, where),
        at=at,
    )


def _known_as(player: Player) -> str:
    """Return how the letter refers to the player, for those who may edit the player's
    data: by the number where no name is shown.
    """
    return f"{player.public_name} ({player.national_id})"
