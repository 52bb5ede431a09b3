"""People and roles: who holds what, inviting, handing over, ending."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.domain.accounts import invitations
from federation.domain.accounts.appointments import (
    agree_to_invitation,
    refuse_invitation,
)
from federation.domain.accounts.invitation_letters import HOLDS_FOR, InvitationUrl
from federation.domain.accounts.roles import end_role
from federation.domain.refusal import RegisterRefusal
from federation.enums import FEDERATION_ROLES
from federation.filters import RoleFilters
from federation.forms.invitations import InviteForm
from federation.models import Invitation, Role
from federation.models.roles import InvitationQuerySet
from federation.permissions import Actor, Permission, may, may_somewhere
from federation.queries.matrix import agreement_table, columns, permission_matrix
from federation.requests import OfficeRequest
from federation.tables import RolesTable
from federation.views.lists import build_listing, render_listing
from federation.views.methods import reads_and_writes
from federation.views.refusals import (
    add_refusal,
    perform,
    refusal_words,
    show_unsent,
)
from federation.views.signing import acting_in
from federation.views.single_task import posted_data

LONGEST_ANSWER = 2000


@login_required
@require_safe
def roles(request: OfficeRequest) -> HttpResponse:
    _require_inviter(request.actor)
    held = (
        Role.objects.on(request.today)
        .filter(_in_reach_of(request.actor))
        .select_related("user", "club", "district")
        .order_by("kind", "club__sort_key", "district__name", "user__name", "pk")
    )
    listing = build_listing(
        request,
        rows=held,
        table=RolesTable,
        filters=RoleFilters,
        endable_roles=frozenset(held.values_list("pk", flat=True)),
    )
    return render_listing(
        request,
        "federation/roles.html",
        listing,
        invitations=_open_invitations(request),
        columns=columns(),
        matrix=permission_matrix(),
        agreements=agreement_table(),
        refused=_refused_lately(request),
        four_eyes=settings.FOUR_EYES,
    )


@login_required
@reads_and_writes
def invite(request: OfficeRequest) -> HttpResponse:
    _require_inviter(request.actor)
    form = InviteForm(
        posted_data(request),
        actor=request.actor,
        initial={"language": translation.get_language()},
    )
    if request.method == "POST" and form.is_valid() and _invite(request, form):
        return redirect("federation:roles")
    return render(request, "federation/invite.html", {"form": form})


@login_required
@reads_and_writes
def end(request: OfficeRequest, role_id: int) -> HttpResponse:
    role = get_object_or_404(
        Role.objects.on(request.today).select_related("user", "club", "district"),
        pk=role_id,
    )
    _require_may_end(request.actor, role)
    own = role.user_id == request.actor.user_id
    if request.method == "POST":
        perform(
            request,
            lambda: end_role(role.pk, acting=acting_in(request)),
            _("%(person)s no longer has the role “%(role)s”.")
            % {"person": role.user, "role": role.get_kind_display()},
        )
        return redirect("federation:my_account" if own else "federation:roles")
    return render(request, "federation/end_role.html", {"role": role, "own": own})


@login_required
@reads_and_writes
def agree_invitation(request: OfficeRequest, invitation_id: int) -> HttpResponse:
    """Let another person agree to an invitation to a role of the whole federation."""
    if not may(request.actor, Permission.AGREE_TO_ROLES):
        raise PermissionDenied
    invitation = get_object_or_404(_federation_invitations(), pk=invitation_id)
    status = 200
    if request.method == "POST":
        status = _answer(request, invitation)
        if not status:
            return redirect("federation:agree_invitation", invitation.pk)
    own = invitation.invited_by_id == request.actor.user_id
    context = {
        "invitation": invitation,
        "waits": invitation.agreed_at is None and invitation.withdrawn_at is None,
        "own": own,
        "may_approve": not (own and settings.FOUR_EYES),
        "answer": request.POST.get("answer", ""),
    }
    return render(request, "federation/agree_invitation.html", context, status=status)


def _federation_invitations() -> QuerySet[Invitation]:
    return Invitation.objects.filter(kind__in=FEDERATION_ROLES).select_related(
        "club", "district", "player", "invited_by", "agreed_by", "refused_by"
    )


def _answer(request: OfficeRequest, invitation: Invitation) -> int:
    """Carry out the action of the button that was pressed. Return the HTTP status with
    which to render the page again, 0 on success.
    """
    act, acting = request.POST.get("act", ""), acting_in(request)
    try:
        if act == "approve":
            agree_to_invitation(
                invitation.pk, acting=acting, url_of=_url_of_invitation(request)
            )
            done = _("The invitation to %(email)s is on its way.")
        elif act == "reject":
            answer = request.POST.get("answer", "")[:LONGEST_ANSWER]
            refuse_invitation(invitation.pk, answer, acting=acting)
            done = _("The invitation to %(email)s has been set aside.")
        else:
            messages.error(request, _("Choose what to do with the invitation."))
            return 422
    except RegisterRefusal as refused:
        messages.error(request, refusal_words(refused))
        if refused.code == "answer":
            return 422
        show_unsent(request, request.POST.get("answer", "")[:LONGEST_ANSWER])
        return 409
    messages.success(request, done % {"email": invitation.email})
    return 0


def _url_of_invitation(request: OfficeRequest) -> InvitationUrl:
    return lambda secret: request.build_absolute_uri(
        reverse("federation:invitation", args=[secret])
    )


@login_required
@require_POST
def withdraw_invitation(request: OfficeRequest, invitation_id: int) -> HttpResponse:
    _require_inviter(request.actor)
    invitation = get_object_or_404(_sent_invitations(request.actor), pk=invitation_id)
    perform(
        request,
        lambda: invitations.withdraw_invitation(
            invitation.pk, acting=acting_in(request)
        ),
        _("The invitation to %(email)s is withdrawn.") % {"email": invitation.email},
    )
    return redirect("federation:roles")


def _require_inviter(actor: Actor) -> None:
    if not (
        may_somewhere(actor, Permission.INVITE_TO_CLUB)
        or may_somewhere(actor, Permission.INVITE_ANYBODY)
    ):
        raise PermissionDenied


def _in_reach_of(actor: Actor) -> Q:
    """Return the condition for roles and invitations of the clubs for which the actor
    may invite.
    """
    if actor.everywhere(Permission.INVITE_ANYBODY):
        return Q()
    return Q(club_id__in=actor.club_ids(Permission.INVITE_TO_CLUB))


def _require_may_end(actor: Actor, role: Role) -> None:
    """Check that the actor may end the role; everyone may end their own."""
    if role.user_id == actor.user_id or may(actor, Permission.INVITE_ANYBODY):
        return
    if not may_somewhere(actor, Permission.INVITE_TO_CLUB):
        raise PermissionDenied
    if role.club_id is None or not may(
        actor, Permission.INVITE_TO_CLUB, club_id=role.club_id
    ):
        raise Http404


def _sent_invitations(actor: Actor) -> InvitationQuerySet:
    """Return the invitations that the actor may see, including their own to players."""
    # An empty condition disappears from an "or": actors who see all are handled first.
    if actor.everywhere(Permission.INVITE_ANYBODY):
        return Invitation.objects.all()
    return Invitation.objects.filter(_in_reach_of(actor) | Q(invited_by=actor.user_id))


def _open_invitations(request: OfficeRequest) -> QuerySet[Invitation]:
    return (
        _sent_invitations(request.actor)
        .open(timezone.now())
        .select_related("club", "district", "player", "invited_by")
        .order_by("-invited_at", "-pk")
    )


def _refused_lately(request: OfficeRequest) -> QuerySet[Invitation]:
    """Return invitations that were refused within the time that a letter is valid."""
    since = timezone.now() - HOLDS_FOR
    refused = (
        _sent_invitations(request.actor)
        .filter(withdrawn_at__gt=since)
        .exclude(refusal="")
    )
    people = refused.select_related("club", "district", "player", "invited_by")
    return people.select_related("refused_by").order_by("-withdrawn_at", "-pk")


def _invite(request: OfficeRequest, form: InviteForm) -> bool:
    try:
        invitation = invitations.invite(
            form.invitation_offer,
            acting=acting_in(request),
            url_of=_url_of_invitation(request),
        )
    except RegisterRefusal as refused:
        add_refusal(form, refused)
        return False
    if invitation.agreed_at is None:
        words = _("The letter to %(email)s will be sent when somebody else has agreed.")
    else:
        words = _("The invitation to %(email)s is on its way.")
    messages.success(request, words % {"email": invitation.email})
    return True
