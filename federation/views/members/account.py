"""A player's account, which the club gives by invitation and can unlink."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from federation.domain.accounts import roles
from federation.domain.accounts.invitations import InvitationOffer, invite
from federation.forms.invitations import LetterForm
from federation.permissions import Permission
from federation.requests import OfficeRequest
from federation.views.members.access import managed_player
from federation.views.members.facts import member_task
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from federation.views.single_task import TaskTexts, posted_data

INVITE = TaskTexts(
    title=_("Give the player an account"),
    lead=_("With it, players see their own details, and their name is highlighted."),
    says=_(
        "A letter with a link is sent to the address; the link is valid for fourteen "
        "days. Make sure that it is the player's own address, or a parent's."
    ),
    button=_("Send the invitation"),
    done=_("The invitation is on its way."),
)
UNLINK = TaskTexts(
    title=_("Unlink the account from the player"),
    says=_(
        "The account stays with its owner and keeps its roles, but no longer "
        "represents this player."
    ),
    button=_("Unlink the account"),
    done=_("The account is no longer linked to the player."),
    danger=True,
)


@login_required
@reads_and_writes
def invite_player(request: OfficeRequest, player_id: int) -> HttpResponse:
    player = managed_player(request, player_id, Permission.LINK_ACCOUNT)

    def send(given: dict[str, Any]) -> None:
        invite(
            InvitationOffer(player_id=player.pk, **given),
            acting=acting_in(request),
            url_of=lambda secret: request.build_absolute_uri(
                reverse("federation:invitation", args=[secret])
            ),
        )

    spoken = {"language": translation.get_language()}
    form = LetterForm(posted_data(request), initial=spoken)
    return member_task(request, player, INVITE, form, send)


@login_required
@reads_and_writes
def unlink_account(request: OfficeRequest, player_id: int) -> HttpResponse:
    player = managed_player(request, player_id, Permission.LINK_ACCOUNT)

    def take(_given: dict[str, Any]) -> None:
        roles.unlink_account(player.pk, acting=acting_in(request))

    return member_task(request, player, UNLINK, Form(posted_data(request)), take)
