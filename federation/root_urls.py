from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from federation.sign_in.second_factor_pages import enter_code, turn_off, turn_on
from federation.views.health import healthz
from federation.views.metrics import metrics

handler400 = "federation.views.errors.bad_request"
handler403 = "federation.views.errors.forbidden"
handler404 = "federation.views.errors.not_found"
handler500 = "federation.views.errors.broken"

urlpatterns = [
    path("healthz", healthz),
    path("metrics", metrics),
    # It sets a cookie and nothing else; public pages contain no CSRF token, so that one
    # stored copy serves all readers.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("account/2fa/authenticate/", enter_code, name="mfa_authenticate"),
    path("account/2fa/totp/activate/", turn_on, name="mfa_activate_totp"),
    path(
        "account/2fa/totp/deactivate/",
        turn_off,
        name="mfa_deactivate_totp",
    ),
    path("account/", include("allauth.urls")),
    path("api/", include("ratings.calculators.api.urls")),
    path("", include("federation.urls")),
    path("", include("ratings.urls")),
    path("", include("tournaments.urls")),
]
