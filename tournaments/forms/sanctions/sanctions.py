"""Forms about a tournament's sanction."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import DayField, LineField
from federation.forms.reasons import ReasonField
from tournaments.domain.sanctions.applying import Application
from tournaments.domain.sanctions.deciding import SanctionAnswer
from tournaments.domain.sanctions.fees import TermsDraft
from tournaments.enums import SanctionKind, SectionClass
from tournaments.models import Sanction, Section
from tournaments.models.sanctions import HIGHEST_FEE

NOT_INCLUDED = ("", gettext_lazy("Not part of the application"))
NOT_CHOSEN = ("", gettext_lazy("Choose the class"))


class ApplicationForm(forms.Form):
    """The organiser's application, with a choice of class for every section."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What kind of tournament is it?"),
        choices=SanctionKind.choices,
        widget=forms.RadioSelect,
    )
    arbiter = LineField(label=gettext_lazy("Arbiter"), max_length=120)
    prizes = forms.CharField(
        label=gettext_lazy("How are prizes given?"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "For example: three prizes in each section; nobody gets two."
        ),
    )

    def __init__(self, *args: Any, sections: Sequence[Section], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections
        is_only = len(sections) == 1
        for section in sections:
            self.fields[f"class_{section.pk}"] = forms.ChoiceField(
                label=_("Class of %(section)s") % {"section": section.name},
                choices=[
                    NOT_CHOSEN if is_only else NOT_INCLUDED,
                    *SectionClass.choices,
                ],
                required=is_only,
            )

    @property
    def application(self) -> Application:
        data = self.cleaned_data
        return Application(
            kind=data["kind"],
            arbiter=data["arbiter"],
            prizes=data["prizes"].strip(),
            classes={
                each.pk: data[f"class_{each.pk}"]
                for each in self.sections
                if data[f"class_{each.pk}"]
            },
        )

    @staticmethod
    def initial_of(sanction: Sanction | None) -> dict[str, Any]:
        if sanction is None:
            return {}
        classes = sanction.sections.values_list("section", "section_class")
        return {
            "kind": sanction.kind,
            "arbiter": sanction.arbiter,
            "prizes": sanction.prizes,
            **{f"class_{section}": named for section, named in classes},
        }


class SanctionAnswerForm(forms.Form):
    """An answer to an application, with a reason for the applicant and an internal one."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    reason = ReasonField(
        label=gettext_lazy("What the organiser reads"),
        readers=gettext_lazy(
            "Those who run the tournament, the district and the federation can read "
            "it, also in a letter. It is not public."
        ),
        required=False,
    )
    internal_reason = ReasonField(
        label=gettext_lazy("For the district and the federation only"),
        readers=gettext_lazy(
            "The district’s officers, the rules committee and the board can read it, "
            "and administrators in the audit log. The organiser cannot."
        ),
        required=False,
        rows=2,
    )

    @property
    def answer(self) -> SanctionAnswer:
        return SanctionAnswer(**self.cleaned_data)


class TermsForm(forms.Form):
    """The terms on which the federation sanctions tournaments from a day on."""

    from_date = DayField(
        label=gettext_lazy("For tournaments that begin from"),
        help_text=gettext_lazy(
            "Class movements in these tournaments need a sanction that was applied for"
            " here."
        ),
    )
    fee_each = forms.DecimalField(
        label=gettext_lazy("Fee for each participant, in kronor"),
        min_value=Decimal(0),
        max_value=HIGHEST_FEE,
        max_digits=7,
        decimal_places=2,
    )
    pay_to = LineField(
        label=gettext_lazy("Where it is paid"),
        max_length=200,
        required=False,
        help_text=gettext_lazy(
            "For example a bank giro number. It appears on invoices."
        ),
    )

    @property
    def draft(self) -> TermsDraft:
        return TermsDraft(**self.cleaned_data)
