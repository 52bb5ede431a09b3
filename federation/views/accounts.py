"""All accounts, as the administrator sees them: closing one and opening it again, and
turning off two-step sign-in that its owner has lost.
"""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from federation.domain.accounts import closing
from federation.domain.accounts.second_factors import turn_off_lost_factor
from federation.filters import AccountFilters
from federation.forms.accounts import CloseAccountForm
from federation.models import User
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.tables import AccountsTable
from federation.views.lists import build_listing, render_listing
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in, signer
from federation.views.single_task import TaskTexts, perform_task, posted_data, task_page

CLOSE = TaskTexts(
    title=_("Close an account"),
    says=_(
        "The person is signed out everywhere at once and cannot sign in again. All "
        "roles of the account end. What was done with them stays in the audit log."
    ),
    button=_("Close the account"),
    done=_("The account is closed."),
    danger=True,
)
REOPEN = TaskTexts(
    title=_("Open an account again"),
    says=_(
        "The person can sign in again with the same password, or ask for a new "
        "one. The roles do not come back: send new invitations where they are "
        "wanted."
    ),
    button=_("Open the account"),
    done=_("The account is open again."),
)
_CODE_APPS = Authenticator.objects.filter(
    user=OuterRef("pk"), type=Authenticator.Type.TOTP
)
LOST_FACTOR = TaskTexts(
    title=_("Turn two-step sign-in off"),
    says=_(
        "For somebody who has lost both the phone and the spare codes. Make sure first,"
        " by telephone or face to face, that it is the person who asks. The account is"
        " signed out everywhere, and its owner gets a letter. If a role needs two steps,"
        " they are set up again at the next sign-in."
    ),
    button=_("Turn two-step sign-in off"),
    done=_("Two-step sign-in is off. The person can sign in with the password."),
    danger=True,
)


@login_required
@require_safe
def accounts(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.CLOSE_ACCOUNTS)
    listing = build_listing(
        request,
        rows=User.objects.annotate(two_step=Exists(_CODE_APPS)).order_by("name", "pk"),
        table=AccountsTable,
        filters=AccountFilters,
        own_id=signer(request),
    )
    return render_listing(request, "federation/accounts.html", listing)


@login_required
@reads_and_writes
def close_account(request: OfficeRequest, user_id: int) -> HttpResponse:
    allow(request.actor, Permission.CLOSE_ACCOUNTS)
    user = get_object_or_404(User, pk=user_id)

    def end(given: dict[str, Any]) -> None:
        closing.close_account(
            user.pk, reason=given["reason"], acting=acting_in(request)
        )

    return _task(request, user, CLOSE, CloseAccountForm(posted_data(request)), end)


@login_required
@reads_and_writes
def reopen_account(request: OfficeRequest, user_id: int) -> HttpResponse:
    allow(request.actor, Permission.CLOSE_ACCOUNTS)
    user = get_object_or_404(User, pk=user_id)

    def open_again(_given: dict[str, Any]) -> None:
        closing.reopen_account(user.pk, acting=acting_in(request))

    return _task(request, user, REOPEN, Form(posted_data(request)), open_again)


@login_required
@reads_and_writes
def lost_factor(request: OfficeRequest, user_id: int) -> HttpResponse:
    allow(request.actor, Permission.CLOSE_ACCOUNTS)
    user = get_object_or_404(User, pk=user_id)

    def turn_off(_given: dict[str, Any]) -> None:
        turn_off_lost_factor(user.pk, acting=acting_in(request))

    return _task(request, user, LOST_FACTOR, Form(posted_data(request)), turn_off)


def _task(
    request: OfficeRequest, user: User, task: TaskTexts, form: Form, act: Any
) -> HttpResponse:
    if perform_task(request, form, act, task.done):
        return redirect("federation:accounts")
    back = reverse("federation:accounts")
    return task_page(request, task, form, about=f"{user.name}, {user.email}", back=back)
