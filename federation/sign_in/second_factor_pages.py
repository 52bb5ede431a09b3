"""Two-step sign-in is turned on and off, and asks for a code: allauth's pages, made safe
against what happens at the same time.
"""

from collections.abc import Callable

from allauth.mfa.base.views import authenticate
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from federation.models import User

Page = Callable[[HttpRequest], HttpResponse]
show_code_form: Page = authenticate
show_activation: Page = views.activate_totp
show_deactivation: Page = views.deactivate_totp


@login_required
def turn_on(request: HttpRequest) -> HttpResponse:
    """Turn it on. The second of two requests waits for the first, and shows the spare
    codes as the first one does.
    """
    if request.method != "POST":
        return show_activation(request)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=str(request.user.pk))
        if has_code_app(request):
            return redirect("mfa_view_recovery_codes")
        return show_activation(request)


@login_required
def turn_off(request: HttpRequest) -> HttpResponse:
    """Turn it off; if it is off, show that."""
    if not has_code_app(request):
        return redirect("mfa_index")
    return show_deactivation(request)


def enter_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code. If two-step sign-in was turned off since the password was
    entered, the sign-in begins again.
    """
    answer = show_code_form(request)
    if answer.headers.get("Location") == reverse("account_login"):
        # The page for signing in would lead back here as long as a sign-in waits.
        request.session.flush()
    return answer


def has_code_app(request: HttpRequest) -> bool:
    """Return whether the user signs in with codes from an app."""
    kind = Authenticator.Type.TOTP
    return bool(Authenticator.objects.filter(user=request.user.pk, type=kind).exists())
