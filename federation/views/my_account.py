"""My account: my name here, my roles, and how I sign in."""

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from federation.domain.accounts.account import rename_account
from federation.forms.accounts import MyNameForm
from federation.models import Role, User
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.signing import signer
from federation.views.single_task import posted_data


@login_required
@reads_and_writes
def my_account(request: OfficeRequest) -> HttpResponse:
    user = User.objects.select_related("player").get(pk=signer(request))
    form = MyNameForm(posted_data(request), initial={"name": user.name})
    if request.method == "POST" and form.is_valid():
        rename_account(user.pk, form.cleaned_data["name"])
        messages.success(request, _("Your name is saved."))
        return redirect("federation:my_account")
    return render(
        request,
        "federation/my_account.html",
        {
            "form": form,
            "account": user,
            "roles": _held(request),
            "two_step": Authenticator.objects.filter(
                user=user, type=Authenticator.Type.TOTP
            ).exists(),
        },
    )


def _held(request: OfficeRequest) -> list[Role]:
    return list(
        Role.objects.on(request.today)
        .filter(user_id=signer(request))
        .select_related("club", "district")
        .order_by("kind", "pk")
    )
