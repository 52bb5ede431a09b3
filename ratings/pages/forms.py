"""Parts shared by the forms of several subjects."""

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.reasons import ReasonField

LARGEST_ID = 2**63 - 1
LEAST_RATING, MOST_RATING = 100, 3500


class PoolActForm(forms.Form):
    """The reason for a change of a pool; the change is shown only within the office."""

    reason = ReasonField(
        label=_("Reason"),
        readers=_(
            "Administrators can read it: the one who approves, on the page of the "
            "pool, and others in the audit log. It is not public."
        ),
        error_messages={"required": _("Say why.")},
    )
