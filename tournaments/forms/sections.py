"""Forms about a section of a tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import LineField, required_when
from federation.forms.reasons import PublicReason, ReasonField
from federation.rules.fide import HIGHEST_RATING, LOWEST_RATING
from tournaments.domain.planning.sections import SectionDraft
from tournaments.enums import (
    ROUND_ROBINS,
    Acceleration,
    SectionFormat,
    SectionPairing,
    SectionPoints,
)
from tournaments.forms.tie_break_fields import TieBreakFields, initial_of_tie_breaks
from tournaments.models import Section


class SectionForm(TieBreakFields):
    rare_fields = ("acceleration", "tie_breaks", "own_list", "point_system")
    rare_title = gettext_lazy("Tie-breaks, points and accelerated rounds")

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
    rounds_reason = required_when(
        gettext_lazy("needed when there are more or fewer rounds than announced"),
        PublicReason(
            label=gettext_lazy("Why there are more or fewer rounds than announced"),
            readers=gettext_lazy("Everybody can read it beside the table."),
            rows=1,
            max_length=200,
        ),
    )
    pairing_system = forms.ChoiceField(
        label=gettext_lazy("How are the rounds paired?"),
        choices=SectionPairing.choices,
        initial=SectionPairing.MONRAD,
        required=False,
        help_text=gettext_lazy(
            "Only for a section that is paired round by round. What the system proposes"
            " can be changed, with a reason that everybody can read."
        ),
    )
    acceleration = required_when(
        gettext_lazy("for FIDE’s Dutch system"),
        forms.ChoiceField(
            label=gettext_lazy("First rounds"),
            choices=Acceleration.choices,
            help_text=gettext_lazy(
                "Only for FIDE’s Dutch system: the upper half is paired with up to one"
                " point more in the first half of the rounds. The table counts what was"
                " scored."
            ),
        ),
    )
    point_system = required_when(
        gettext_lazy("1 and ½ where players can move between classes"),
        forms.ChoiceField(
            label=gettext_lazy("Points"),
            choices=SectionPoints.choices,
            initial=SectionPoints.USUAL,
            help_text=gettext_lazy(
                "What the table counts. The games are rated the same, whatever it counts."
            ),
        ),
    )
    gives_titles = forms.BooleanField(
        label=gettext_lazy("Players can move between classes here"),
        required=False,
        help_text=gettext_lazy("Only in a tournament that is sanctioned."),
    )
    mean_rating = forms.IntegerField(
        label=gettext_lazy("Mean rating of the section"),
        required=False,
        min_value=LOWEST_RATING,
        max_value=HIGHEST_RATING,
        help_text=gettext_lazy(
            "Only where not everybody has a rating. It stands for every opponent, or,"
            " in a Monrad tournament, is what their scores are measured from."
        ),
    )
    mean_reason = required_when(
        gettext_lazy("needed with a mean rating"),
        ReasonField(
            label=gettext_lazy("How it was found, and by whom"),
            help_text=gettext_lazy("For example: class II, average 1775 (table 1)."),
            readers=gettext_lazy(
                "Those who run the tournament and the rating office can read it. It "
                "is not public."
            ),
            rows=1,
            max_length=200,
        ),
    )

    field_order = [
        "section_name", "format", "rounds", "rounds_reason", "pairing_system", "acceleration",
        "tie_breaks", "own_list", "point_system", "gives_titles",
    ]  # fmt: skip

    def __init__(
        self,
        *args: Any,
        is_whole: bool = False,
        planned_rounds: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if planned_rounds is None:
            del self.fields["rounds_reason"]
        else:
            self.fields["rounds"].help_text = _(
                "%(planned)s rounds were announced. A section that ends early has those"
                " that were paired."
            ) % {"planned": planned_rounds}
        if not is_whole:
            del self.fields["mean_rating"], self.fields["mean_reason"]

    def clean(self) -> dict[str, Any]:
        TieBreakFields.clean(self)
        paired = self.cleaned_data.get("format") == SectionFormat.BOARDS
        if (
            paired
            and not self.cleaned_data.get("rounds")
            and "rounds" not in self.errors
        ):
            self.add_error("rounds", _("Say how many rounds there will be."))
        if self.cleaned_data.get("acceleration") and not self._may_be_accelerated:
            self.add_error(
                "acceleration",
                _(
                    "The first rounds are accelerated in FIDE’s Dutch system, with 1 point"
                    " for a win and ½ for a draw."
                ),
            )
        if self.cleaned_data.get("mean_rating") and not self.cleaned_data.get(
            "mean_reason"
        ):
            self.add_error("mean_reason", _("Say how the mean was found."))
        if self.cleaned_data.get("gives_titles") and self._has_other_points:
            self.add_error(
                "point_system",
                _("Class movements are based on 1 point for a win and ½ for a draw."),
            )
        return self.cleaned_data

    @property
    def _may_be_accelerated(self) -> bool:
        is_dutch = self.cleaned_data.get("pairing_system") == SectionPairing.DUTCH_2026
        is_paired = self.cleaned_data.get("format") == SectionFormat.BOARDS
        return is_dutch and is_paired and not self._has_other_points

    @property
    def _has_other_points(self) -> bool:
        point_system = self.cleaned_data.get("point_system") or SectionPoints.USUAL
        return bool(point_system != SectionPoints.USUAL)

    @property
    def section_draft(self) -> SectionDraft:
        data = self.cleaned_data
        drawn = data["format"] in ROUND_ROBINS
        return SectionDraft(
            name=data["section_name"],
            format=data["format"],
            rounds=1 if drawn else data["rounds"],
            pairing_system=data["pairing_system"]
            if data["pairing_system"] and not drawn
            else SectionPairing.BY_HAND,
            acceleration=data["acceleration"] or Acceleration.NONE,
            rounds_reason=data.get("rounds_reason", ""),
            tie_breaks=self.announced,
            point_system=data["point_system"] or SectionPoints.USUAL,
            gives_titles=data["gives_titles"],
            mean_rating=data.get("mean_rating", self.initial.get("mean_rating")),
            mean_reason=data.get("mean_reason", self.initial.get("mean_reason", "")),
        )

    @staticmethod
    def initial_of_section(section: Section) -> dict[str, Any]:
        return {
            "section_name": section.name,
            "format": section.format,
            "rounds": section.rounds,
            "rounds_reason": section.rounds_reason,
            "pairing_system": section.pairing_system,
            "acceleration": section.acceleration,
            "point_system": section.point_system,
            **initial_of_tie_breaks(section),
            "gives_titles": section.gives_titles,
            "mean_rating": section.mean_rating,
            "mean_reason": section.mean_reason,
        }


class LeagueSectionForm(SectionForm):
    """A section that is played by teams, without the fields that its league settles."""

    SETTLED = (
        "format", "rounds", "pairing_system", "acceleration", "tie_breaks", "own_list",
        "point_system",
    )  # fmt: skip

    def __init__(self, *args: Any, section: Section, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section
        for name in self.SETTLED:
            del self.fields[name]

    @property
    def section_draft(self) -> SectionDraft:
        data = self.cleaned_data
        return SectionDraft(
            name=data["section_name"],
            format=self.section.format,
            rounds=self.section.rounds,
            tie_breaks=tuple(self.section.tie_breaks),
            point_system=self.section.point_system,
            gives_titles=data["gives_titles"],
            mean_rating=data.get("mean_rating", self.section.mean_rating),
            mean_reason=data.get("mean_reason", self.section.mean_reason),
        )
