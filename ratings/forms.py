"""What comes in from the rating officer's pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.enums import ReportState
from ratings.models import Pool
from ratings.queries.listing import Seen

LONGEST_REASON = 2000
LARGEST_ID = 2**63 - 1


class Ids(forms.Field):
    """Ticked rows: the numbers of what they stand for."""

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


class TickedReports(forms.Form):
    reports = Ids()


class Judgement(forms.Form):
    """What an officer does with a report, in the state in which it was seen."""

    seen = forms.ChoiceField(
        choices=ReportState.choices, required=False, widget=forms.HiddenInput
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("The sender reads this in a letter and on this page."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": _("Say why: the sender has to know what to do.")},
    )


class Ticks(forms.Form):
    """The warnings that an officer has looked at."""

    kinds = forms.Field(widget=forms.MultipleHiddenInput, required=False)

    def clean_kinds(self) -> list[str]:
        return [str(kind)[:30] for kind in self.cleaned_data["kinds"] or ()]


class SeenField(forms.RegexField):
    """A proposal as it was seen (`listing.Seen`)."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(r"^[0-9]{1,18}-[0-9a-f]{64}$", **facts)

    def clean(self, value: Any) -> Seen:
        moved, digest = super().clean(value).split("-")
        return Seen(int(moved), digest)


class ApprovalForm(forms.Form):
    """An approval of the proposal that was seen."""

    seen = SeenField(widget=forms.HiddenInput)
    comment = forms.CharField(
        label=_("Public comment"),
        help_text=_("Stands above the list for as long as the list is kept."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


LEAST_RATING, MOST_RATING = 100, 3500


class Revocation(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Say why the decision no longer holds.")},
    )


class UploadForm(forms.Form):
    """A file of history for a pool."""

    pool = forms.ModelChoiceField(
        label=_("Pool"), queryset=Pool.objects.order_by("pk"), empty_label=None
    )
    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "A list of players or a table of games (CSV), one a line, or tournament"
            " files of FIDE (TRF16, TRF26), alone or together in a zip. At most 256"
            " megabytes."
        ),
        max_length=500,
        allow_empty_file=True,
        error_messages={"required": _("Choose a file first.")},
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        pools = list(Pool.objects.order_by("pk")[:2])
        self.fields["pool"].initial = pools[0].pk if pools else None
        if len(pools) == 1:
            self.fields["pool"].widget = forms.HiddenInput()


class EarlierListsForm(UploadForm):
    """A file of rating lists that were published before."""

    reason = forms.CharField(
        label=_("Where they were published"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_(
            "As everybody reads it over each list: “Printed in the federation’s magazine,"
            " 1985 to 1998”."
        ),
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["file"].help_text = _(
            "A table (CSV) with a line for each player of each list. At most 16 megabytes."
        )


class PostImport(forms.Form):
    """What was reviewed, as it was seen."""

    seen = forms.IntegerField(
        min_value=0, max_value=LARGEST_ID, widget=forms.HiddenInput
    )
    replaces = forms.BooleanField(
        label=_("Let such events replace what was imported before"), required=False
    )
    why = forms.CharField(
        label=_("Where the file comes from"),
        help_text=_("Whoever approves reads it, and it is kept."),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class Rejection(forms.Form):
    """Why an officer does not confirm; whoever made the decision needs no words."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": _("Say why the decision is rejected.")},
    )

    def __init__(self, data: Any = None, *, is_own: bool = False, **facts: Any) -> None:
        super().__init__(data, **facts)
        self.fields["reason"].required = not is_own


Reasoned = Rejection | Revocation


def reason_form(act: str, data: Any, *, is_own: bool) -> Reasoned:
    """The form that asks why, for an act on a decision."""
    return Revocation(data) if act == "revoke" else Rejection(data, is_own=is_own)
