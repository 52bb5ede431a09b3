"""The page behind the link in an invitation's letter; it works signed out."""

from allauth.account.utils import perform_login
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from federation.domain.accounts.invitations import (
    accept_signed_in,
    accept_with_password,
    needs_password,
    open_invitation,
)
from federation.domain.refusal import RegisterRefusal
from federation.forms.accounts import NewAccountForm
from federation.models import Invitation, User
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import add_refusal, perform
from federation.views.signing import acting_in, signer
from federation.views.single_task import posted_data


@never_cache
@sensitive_post_parameters("password")
@reads_and_writes
def invitation(request: OfficeRequest, secret: str) -> HttpResponse:
    offered = open_invitation(secret, timezone.now())
    if offered is None:
        return _closed(request)
    if request.actor.signed_in:
        return _as_signed_in(request, offered, secret)
    if needs_password(offered):
        return _with_password(request, offered, secret)
    return render(request, "federation/invitation.html", {"invitation": offered})


def _closed(request: OfficeRequest) -> HttpResponse:
    return render(request, "federation/invitation_closed.html", status=404)


def _as_signed_in(
    request: OfficeRequest, offered: Invitation, secret: str
) -> HttpResponse:
    if request.method != "POST":
        own = User.objects.get(pk=signer(request)).email
        return render(
            request,
            "federation/invitation.html",
            {"invitation": offered, "other_address": own.lower() != offered.email},
        )
    acting = acting_in(request)
    perform(
        request,
        lambda: accept_signed_in(secret, acting=acting),
        _("Thank you: the invitation is accepted."),
    )
    return redirect("federation:my_account")


def _with_password(
    request: OfficeRequest, offered: Invitation, secret: str
) -> HttpResponse:
    form = NewAccountForm(
        posted_data(request),
        email=offered.email,
        initial={"name": offered.player.full_name if offered.player else ""},
    )
    if request.method == "POST" and form.is_valid():
        user = _accept(secret, form)
        if user is not None:
            messages.success(request, _("Welcome: your account is ready."))
            entered: HttpResponse = perform_login(
                request, user, email_verification="none", redirect_url="/"
            )
            return entered
        if open_invitation(secret, timezone.now()) is None:
            return _closed(request)  # The same form sent twice: the account exists.
    return render(
        request, "federation/invitation.html", {"invitation": offered, "form": form}
    )


def _accept(secret: str, form: NewAccountForm) -> User | None:
    try:
        return accept_with_password(
            secret,
            name=form.cleaned_data["name"],
            password=form.cleaned_data["password"],
            at=timezone.now(),
        )
    except RegisterRefusal as refused:
        add_refusal(form, refused)
        return None
