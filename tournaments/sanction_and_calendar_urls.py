"""The addresses of sanctions and of the calendar; a part of the tournaments' own."""

from django.urls import path

from tournaments.views.calendar import copying, month
from tournaments.views.sanctions import applying, deciding, fees

urlpatterns = [
    path("tournaments/month/", month.month, name="month"),
    path("tournaments/calendar.ics", month.feed, name="calendar_feed"),
    path("tournaments/<int:pk>/copy/", copying.copy, name="copy"),
    path("sanctions/terms/", fees.terms, name="sanction_terms"),
    path("tournaments/<int:pk>/sanction/", applying.sanction, name="sanction"),
    path("tournaments/<int:pk>/sanction/apply/", applying.apply, name="apply_sanction"),
    path(
        "tournaments/<int:pk>/sanction/withdraw/",
        applying.withdraw,
        name="withdraw_sanction",
    ),
    path("tournaments/<int:pk>/sanction/renew/", applying.renew, name="renew_sanction"),
    path(
        "tournaments/<int:pk>/sanction/endorse/",
        deciding.endorse,
        name="endorse_sanction",
    ),
    path(
        "tournaments/<int:pk>/sanction/decide/", deciding.decide, name="decide_sanction"
    ),
    path("tournaments/<int:pk>/sanction/invoice/", fees.invoice, name="invoice"),
    path("tournaments/<int:pk>/sanction/paid/", fees.paid, name="sanction_paid"),
    path(
        "tournaments/<int:pk>/sanction/not-paid/",
        fees.not_paid,
        name="sanction_not_paid",
    ),
]
