from django.urls import include, path

from federation.views.door import healthz

handler400 = "federation.views.errors.bad_request"
handler403 = "federation.views.errors.forbidden"
handler404 = "federation.views.errors.not_found"
handler500 = "federation.views.errors.broken"

urlpatterns = [
    path("healthz", healthz),
    path("i18n/", include("django.conf.urls.i18n")),
    path("account/", include("allauth.urls")),
    path("", include("federation.pages")),
    path("", include("ratings.pages")),
    path("", include("tournaments.pages")),
]
