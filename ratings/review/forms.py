"""Forms of the inbox and of the page of a report."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.forms.reasons import PublicReason, ReasonField
from ratings.enums import ReportState
from ratings.pages.forms import LARGEST_ID


class IdsField(forms.Field):
    """The ids of the ticked rows."""

    widget = forms.MultipleHiddenInput
    default_error_messages = {
        "required": _("Tick at least one report first."),
        "invalid": _("The list of ticked rows could not be read. Tick them again."),
    }

    def to_python(self, value: Any) -> list[int]:
        try:
            ids = [int(each) for each in value or ()]
        except (TypeError, ValueError) as error:
            raise self._invalid() from error
        if not all(0 < each <= LARGEST_ID for each in ids):
            raise self._invalid()
        return list(dict.fromkeys(ids))

    def _invalid(self) -> forms.ValidationError:
        return forms.ValidationError(self.error_messages["invalid"], code="invalid")


class ChosenReports(forms.Form):
    reports = IdsField()


class Judgement(forms.Form):
    """An act of an officer on a report, with the state in which the report was seen."""

    seen = forms.ChoiceField(
        choices=ReportState.choices, required=False, widget=forms.HiddenInput
    )
    reason = ReasonField(
        label=_("Reason for the sender"),
        readers=_(
            "The sender gets it in a letter, and those who run the tournament can "
            "read it on its page. It is not public."
        ),
        rows=4,
        error_messages={"required": _("Say why: the sender has to know what to do.")},
    )
    public_reason = PublicReason(
        readers=_(
            "Shown on the tournament's public page. Left empty, the page says only what"
            " was done and when."
        ),
    )


class ClearedWarnings(forms.Form):
    """The warnings that an officer has ticked."""

    kinds = forms.Field(widget=forms.MultipleHiddenInput, required=False)

    def clean_kinds(self) -> list[str]:
        return [str(kind)[:30] for kind in self.cleaned_data["kinds"] or ()]
