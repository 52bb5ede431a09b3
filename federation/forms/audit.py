"""The filter of the audit log."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.fields import DayField
from federation.queries.audit import AuditQuery, kinds
from federation.queries.audit_words import kind_label


def kind_choices() -> list[tuple[str, str]]:
    named = sorted(((kind, kind_label(kind)) for kind in kinds()), key=lambda k: k[1])
    return [("", str(_("All"))), *named]


class AuditForm(forms.Form):
    person = forms.CharField(
        label=_("Who"),
        required=False,
        max_length=100,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(label=_("What"), required=False, choices=kind_choices)
    first_day = DayField(label=_("From"), required=False)
    last_day = DayField(label=_("To"), required=False)
    about = forms.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput
    )

    @property
    def query(self) -> AuditQuery:
        """The query that the valid fields give; invalid ones are left out."""
        given: dict[str, Any] = {
            name: value
            for name, value in getattr(self, "cleaned_data", {}).items()
            if value not in (None, "")
        }
        return AuditQuery(**given)
