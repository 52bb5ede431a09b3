"""The texts of acts that need two people."""

from django.utils.translation import gettext_lazy

from federation.views.refusals import OF_PROPOSALS

REFUSALS = {
    **OF_PROPOSALS,
    "act_waits": gettext_lazy(
        "Somebody has proposed this in the meantime. Approve or reject that proposal "
        "first."
    ),
}
