from django.urls import path

from ratings.views import inbox, reports

app_name = "ratings"
urlpatterns: list = [
    # the rating officer
    path("inbox/", inbox.inbox, name="inbox"),
    path("reports/<int:pk>/", reports.report, name="report"),
    path("reports/<int:pk>/changes/", reports.changes, name="report_changes"),
    path("reports/<int:pk>/judge/", reports.judge, name="judge"),
    path("reports/<int:pk>/recall/", reports.recall, name="recall"),
]
