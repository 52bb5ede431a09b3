"""The texts of the pages of pools."""

from django.utils.translation import gettext_lazy

from federation.views.refusals import OF_PROPOSALS

REFUSALS = {
    **OF_PROPOSALS,
    "results_after_end": gettext_lazy("Results of later days already count."),
    "held_after_end": gettext_lazy(
        "Results of later days are on hold: return or withdraw them first."
    ),
    "ends_before_edition": gettext_lazy("An edition begins later: withdraw it first."),
    "policy_waits": gettext_lazy(
        "Somebody has proposed this in the meantime. Approve or reject that "
        "proposal first."
    ),
    "policy_same": gettext_lazy("This has been changed already."),
    "policy_computing": gettext_lazy(
        "What has just been posted is still being computed. Try again in a moment."
    ),
    "policy_approved": gettext_lazy(
        "A list has been approved since corrections were carried forward, so this "
        "can no longer be changed."
    ),
}
