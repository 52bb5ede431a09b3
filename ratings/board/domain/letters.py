"""Letters to the board about levels that wait for it, and to clubs about levels that it
has decided.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.domain.authorship import ActionContext
from federation.domain.mail import link_to, write_signed_letter
from federation.models import Membership, Player, User
from federation.queries.secretaries import secretaries_of
from ratings.board.queries.board import WaitingLevel, board_members
from ratings.models import Decision


def notify_members(waiting: Sequence[WaitingLevel], *, at: datetime) -> None:
    """Write one letter to each member of the board about the levels of one event that
    now wait for the board.
    """
    event = waiting[0].event
    with translation.override(settings.LANGUAGE_CODE):
        subject = ngettext(
            "%(count)d level is waiting for the board: %(event)s",
            "%(count)d levels are waiting for the board: %(event)s",
            len(waiting),
        ) % {"count": len(waiting), "event": event}
        parts = [
            _("%(event)s, %(start)s–%(end)s:")
            % {
                "event": event,
                "start": waiting[0].started_on.isoformat(),
                "end": waiting[0].ended_on.isoformat(),
            },
            "\n".join(_lines(waiting)),
            _(
                "They count at once as preliminary. The board decides finally: sign"
                " in and open “For the board”."
            ),
            link_to("ratings:board"),
        ]
        _write(board_members(timezone.localdate(at)), subject, parts, at)


def notify_secretaries(
    decision: Decision, level: str, *, acting: ActionContext
) -> None:
    """Write to the secretaries of the player's main club, in words, which level the
    board has decided.
    """
    player = decision.player
    if player is None:
        return
    today = timezone.localdate(acting.at)
    clubs = Membership.objects.main().on(today).filter(player=player)
    with translation.override(settings.LANGUAGE_CODE):
        facts = {
            "player": player.public_name,
            "level": level,
            "event": decision.report.name if decision.report else "",
            "reason": decision.reason,
        }
        subject = _("The board has decided: %(player)s, %(level)s") % facts
        parts = [_("%(player)s, %(event)s: %(level)s. This is final.") % facts]
        if decision.reason:
            parts.append(_("Reason: %(reason)s") % facts)
        parts.append(link_to("ratings:player", player.pk))
        secretaries = [
            user
            for club in clubs.values_list("club_id", flat=True)
            for user in secretaries_of(club, today)
            if user.pk != acting.user_id
        ]
        _write(secretaries, subject, parts, acting.at)


def _lines(waiting: Iterable[WaitingLevel]) -> list[str]:
    names = Player.objects.in_bulk({each.player_id for each in waiting})
    return [
        _("%(player)s: %(level)s")
        % {
            "player": names[each.player_id].public_name,
            "level": each.words,
        }
        for each in waiting
    ]


def _write(
    users: Iterable[User], subject: str, parts: Sequence[str], at: datetime
) -> None:
    for user in users:
        write_signed_letter(
            to=user.email, name=user.name, subject=subject, parts=parts, at=at
        )
