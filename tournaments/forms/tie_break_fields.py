"""Fields to choose how ties in points are broken."""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import required_when
from tournaments.enums import ROUND_ROBINS
from tournaments.models import Section
from tournaments.queries.standings.words import RULE_SET_GROUPS
from tournaments.rules.sections import TournamentKind
from tournaments.rules.tiebreaks.registry import UnknownTieBreakError
from tournaments.rules.tiebreaks.rule_sets import OWN_LIST, RULE_SETS, name_of_list
from tournaments.rules.tiebreaks.typed_lists import ACRONYMS, read_list, typed_list

STANDARD = "standard"
"""The federation's own rules that apply on the first day of the tournament."""


class TieBreakFields(forms.Form):
    """The rule set of a section, or a list of its own."""

    tie_breaks = forms.ChoiceField(
        label=gettext_lazy("When players have equal points"),
        choices=[
            (STANDARD, gettext_lazy("the federation's rule in the tournament's year")),
            *RULE_SET_GROUPS,
            (OWN_LIST, gettext_lazy("a list of your own")),
        ],
        initial=STANDARD,
    )
    own_list = required_when(
        gettext_lazy("needed for a list of your own"),
        forms.CharField(
            label=gettext_lazy("A list of your own, in order"),
            max_length=200,
            help_text=format_lazy(
                "{} {}.",
                gettext_lazy(
                    "Short names with commas between them, for example BH/C1, BH, SB. "
                    "Without a year the newest rule about unplayed rounds applies; "
                    "BH@2009 and BH@2024 are the earlier ones. There are:"
                ),
                ", ".join(ACRONYMS),
            ),
        ),
    )

    def clean_own_list(self) -> str:
        """Refuse a list with an unknown tie-break, and name the known ones."""
        typed: str = self.cleaned_data["own_list"]
        try:
            read_list(typed)
        except UnknownTieBreakError as error:
            raise forms.ValidationError(
                _("There is no tie-break called %(unknown)s. There are: %(known)s."),
                params={"unknown": error.code, "known": ", ".join(ACRONYMS)},
            ) from error
        return typed

    def clean(self) -> dict[str, Any]:
        """Refuse a rule set that has no list for the format of the section."""
        cleaned = self.cleaned_data
        rules = cleaned.get("tie_breaks")
        if rules == OWN_LIST and not cleaned.get("own_list"):
            if "own_list" not in self.errors:
                self.add_error("own_list", _("Say which tie-breaks decide, in order."))
        elif rules and rules in RULE_SETS and self._codes(rules) is None:
            self.add_error(
                "tie_breaks",
                _("These rules have no tie-breaks for a section where all meet all."),
            )
        return cleaned

    @property
    def announced(self) -> tuple[str, ...] | None:
        """The codes of the chosen tie-breaks; None for the federation's own rules."""
        rules = self.cleaned_data["tie_breaks"]
        if rules == STANDARD:
            return None
        if rules == OWN_LIST:
            return read_list(self.cleaned_data["own_list"])
        return self._codes(rules)

    def _codes(self, rules: str) -> tuple[str, ...] | None:
        return RULE_SETS[rules].codes(_kind(self.cleaned_data.get("format")))


def initial_of_tie_breaks(section: Section) -> dict[str, str]:
    """Return the initial values of the fields for an existing section."""
    rules = name_of_list(section.tie_breaks, _kind(section.format))
    own = typed_list(section.tie_breaks) if rules == OWN_LIST else ""
    return {"tie_breaks": rules, "own_list": own}


def _kind(of_section: object) -> TournamentKind:
    berger = of_section in ROUND_ROBINS
    return TournamentKind.BERGER if berger else TournamentKind.SWISS
