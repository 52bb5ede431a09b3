"""Two-step sign-in is turned on and off: allauth's pages, made safe against a button that
is pressed twice.
"""

from collections.abc import Callable

from allauth.mfa.models import Authenticator
from allauth.mfa.totp import views
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from federation.models import User

Page = Callable[[HttpRequest], HttpResponse]
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


def has_code_app(request: HttpRequest) -> bool:
    """Return whether the user signs in with codes from an app."""
    kind = Authenticator.Type.TOTP
    return bool(Authenticator.objects.filter(user=request.user.pk, type=kind).exists())
