"""What people type about a section of a tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import LineField, required_when
from tournaments.domain.planning import SectionDraft
from tournaments.enums import ROUND_ROBINS, SectionFormat
from tournaments.models import Section
from tournaments.rules.tiebreaks import CUSTOMARY_TIE_BREAKS


class SectionForm(forms.Form):
    section_name = LineField(
        label=gettext_lazy("The section's name"),
        max_length=60,
        help_text=gettext_lazy("For example Group A. More sections can follow."),
    )
    format = forms.ChoiceField(
        label=gettext_lazy("How is it played?"),
        choices=SectionFormat.choices,
        initial=SectionFormat.ROUND_ROBIN,
        widget=forms.RadioSelect,
    )
    rounds = required_when(
        gettext_lazy("needed when it is paired round by round"),
        forms.IntegerField(
            label=gettext_lazy("Rounds"),
            min_value=1,
            max_value=40,
            help_text=gettext_lazy(
                "Only for a section that is paired round by round. Where everybody"
                " meets everybody, the number of players decides."
            ),
        ),
    )
    tie_breaks = forms.ChoiceField(
        label=gettext_lazy("When players have equal points"),
        choices=[
            ("standard", gettext_lazy("the federation's rule (§ 10.3)")),
            (
                "customary",
                gettext_lazy("quality points, games won, direct encounter, lots"),
            ),
        ],
        initial="standard",
        widget=forms.RadioSelect,
    )
    gives_titles = forms.BooleanField(
        label=gettext_lazy("Players can move between classes here"),
        required=False,
        help_text=gettext_lazy("Only in a tournament that is sanctioned."),
    )
    mean_rating = forms.IntegerField(
        label=gettext_lazy("Mean rating of the section"),
        required=False,
        min_value=500,
        max_value=3500,
        help_text=gettext_lazy(
            "Only where not everybody has a rating. It stands for every opponent, or,"
            " in a Monrad tournament, is what their scores are measured from."
        ),
    )
    mean_reason = required_when(
        gettext_lazy("needed with a mean rating"),
        forms.CharField(
            label=gettext_lazy("How it was found, and by whom"),
            max_length=200,
            help_text=gettext_lazy("For example: class II, average 1775 (table 1)."),
        ),
    )

    def __init__(self, *args: Any, is_whole: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not is_whole:
            del self.fields["mean_rating"], self.fields["mean_reason"]

    def clean(self) -> dict[str, Any]:
        paired = self.cleaned_data.get("format") == SectionFormat.BOARDS
        if (
            paired
            and not self.cleaned_data.get("rounds")
            and "rounds" not in self.errors
        ):
            self.add_error("rounds", _("Say how many rounds there will be."))
        if self.cleaned_data.get("mean_rating") and not self.cleaned_data.get(
            "mean_reason"
        ):
            self.add_error("mean_reason", _("Say how the mean was found."))
        return self.cleaned_data

    @property
    def section_draft(self) -> SectionDraft:
        told = self.cleaned_data
        drawn = told["format"] in ROUND_ROBINS
        customary = told["tie_breaks"] == "customary"
        return SectionDraft(
            name=told["section_name"],
            format=told["format"],
            rounds=1 if drawn else told["rounds"],
            tie_breaks=CUSTOMARY_TIE_BREAKS if customary else None,
            gives_titles=told["gives_titles"],
            mean_rating=told.get("mean_rating", self.initial.get("mean_rating")),
            mean_reason=told.get("mean_reason", self.initial.get("mean_reason", "")),
        )

    @staticmethod
    def initial_of_section(section: Section) -> dict[str, Any]:
        customary = tuple(section.tie_breaks) == CUSTOMARY_TIE_BREAKS
        return {
            "section_name": section.name,
            "format": section.format,
            "rounds": section.rounds,
            "tie_breaks": "customary" if customary else "standard",
            "gives_titles": section.gives_titles,
            "mean_rating": section.mean_rating,
            "mean_reason": section.mean_reason,
        }
