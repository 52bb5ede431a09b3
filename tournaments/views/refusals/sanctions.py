"""Reasons, in words, why an act about sanctions, fees or copying a tournament was
refused.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SANCTION_REFUSALS: dict[str, Promise] = {
    "not_whole_weeks": gettext_lazy(
        "Choose the same day of the week as last time (%(day)s): %(before)s or "
        "%(after)s."
    ),
    "applied": gettext_lazy("A sanction has been applied for already."),
    "not_applied": gettext_lazy("No application is under way."),
    "not_taken_back": gettext_lazy("The application was not taken back."),
    "paid": gettext_lazy(
        "The sanction fee is paid, so the sanction stays. Ask the federation."
    ),
    "not_paid": gettext_lazy("No payment is noted."),
    "no_fee": gettext_lazy("No sanction fee is due."),
    "sanction_minutes": gettext_lazy(
        "A sanctioned tournament gives each player at least two hours for 60 moves"
        " (SSF §\u00a06)."
    ),
    "sanction_days": gettext_lazy("The last day comes before the first day."),
    "sanction_no_class": gettext_lazy(
        "Choose a class, or mixed, for at least one section."
    ),
    "sanction_points": gettext_lazy(
        "Class movements are based on 1 point for a win and ½ for a draw. Change the "
        "points of the section first."
    ),
    "sanction_reason": gettext_lazy("Write the reason that the organiser will read."),
    "sanction_covers": gettext_lazy(
        "A sanction for this section has been applied for or given. Take the "
        "application back first."
    ),
    "sanction_used": gettext_lazy(
        "Results have been sent in under this sanction, so it can no longer be taken back."
    ),
    "sanction_started": gettext_lazy(
        "A section has started under this sanction: its fee is owed, and it can no longer"
        " be taken back. Take back the start first, or ask the federation."
    ),
    "terms_past": gettext_lazy(
        "Choose a day in the future: tournaments that have begun without terms keep "
        "their class movements."
    ),
    "application_moved": gettext_lazy(
        "The application has changed or was answered in the meantime. It is shown as "
        "it is now; nothing was saved."
    ),
    "own_application": gettext_lazy(
        "You applied for it or endorsed it yourself: somebody else has to decide."
    ),
}
