"""What somebody asks of the laboratory: the form, and the draft made of it."""

import json
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.forms.fields import DayField, LineField
from ratings.enums import DecisionsInExperiment
from ratings.laboratory.domain.experiments import (
    MOST_CANDIDATES,
    BadCandidate,
    CandidateDraft,
    ExperimentDraft,
)
from ratings.models import Experiment, Pool
from ratings.models.experiments import LONGEST_NAME
from ratings.pages.parameter_words import fault, system_choices, system_label, words_of

LONGEST_LABEL = 60
LONGEST_PARAMETERS = 10_000
ROWS = MOST_CANDIDATES - 1
"""The first candidate is how the pool is rated."""


class ExperimentForm(forms.Form):
    name = LineField(
        label=gettext_lazy("What is asked"),
        help_text=gettext_lazy("Such as: what if K had been 20 for everybody?"),
        max_length=LONGEST_NAME,
        error_messages={"required": gettext_lazy("Write what is asked.")},
    )
    pool = forms.ModelChoiceField(
        label=gettext_lazy("Pool"),
        queryset=Pool.objects.order_by("pk"),
        empty_label=None,
    )
    decisions = forms.ChoiceField(
        label=gettext_lazy("Decisions of the office"),
        choices=DecisionsInExperiment.choices,
        initial=DecisionsInExperiment.ALL,
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "A system with numbers of another size, such as Scrabble’s, is tried"
            " fairly only without them. What the board decided is always left out."
        ),
    )
    measured_from = DayField(
        label=gettext_lazy("Foretelling is measured from"),
        required=False,
        help_text=gettext_lazy(
            "The first years of a history say little: everybody is still finding"
            " their place. Empty: every game counts."
        ),
    )


class CandidateForm(forms.Form):
    """One more way to rate the pool; empty when no system is chosen."""

    system = forms.ChoiceField(label=gettext_lazy("Rating system"), required=False)
    label = LineField(
        label=gettext_lazy("Called"),
        required=False,
        max_length=LONGEST_LABEL,
        help_text=gettext_lazy("Empty: the system’s own name."),
    )
    parameters = forms.CharField(
        label=gettext_lazy("Numbers that differ"),
        required=False,
        max_length=LONGEST_PARAMETERS,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy(
            'As JSON, such as {"tau": 0.8}. Empty: the numbers of the system’s text.'
            " Their names stand at the end of this page."
        ),
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        choices = [("", gettext_lazy("No system")), *system_choices()]
        self.fields["system"].choices = choices  # type: ignore[attr-defined]

    def clean_parameters(self) -> dict[str, Any]:
        text = self.cleaned_data["parameters"].strip()
        if not text:
            return {}
        try:
            read = json.loads(text)
        except json.JSONDecodeError as error:
            raise forms.ValidationError(
                _("This is not JSON: look at line %(line)d, sign %(sign)d.")
                % {"line": error.lineno, "sign": error.colno}
            ) from error
        except (RecursionError, ValueError) as error:
            raise forms.ValidationError(fault("not_json")) from error
        if not isinstance(read, dict):
            raise forms.ValidationError(
                _('This has to be an object, with names and numbers: {"tau": 0.8}.')
            )
        return read

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if not said.get("system") and (said.get("parameters") or said.get("label")):
            self.add_error("system", _("Choose the system that this is about."))
        return said

    @property
    def is_asked(self) -> bool:
        return bool(self.cleaned_data.get("system"))

    @property
    def is_open(self) -> bool:
        """Whether any of the fields has a value."""
        return any(self[name].value() for name in self.fields)

    def draft(self) -> CandidateDraft:
        said = self.cleaned_data
        label = said["label"].strip() or system_label(said["system"])
        return CandidateDraft(label, said["system"], said["parameters"])

    def refuse(self, errors: dict[str, str]) -> None:
        """Add an error to the field of the parameters for each one that the system
        refuses.
        """
        for name, code in errors.items():
            called = words_of(name).label
            self.add_error("parameters", f"{called} ({name}): {fault(code)}")


class ExperimentForms:
    """The form of a new experiment with its candidates."""

    def __init__(self, data: Any = None, copied: Experiment | None = None) -> None:
        self.form = ExperimentForm(data, initial=_initial(copied))
        self.rows = [
            CandidateForm(data, prefix=f"c{number}", initial=initial)
            for number, initial in enumerate(_initial_rows(copied))
        ]
        pools = list(Pool.objects.order_by("pk")[:2])
        self.many_pools = len(pools) > 1
        if not self.many_pools:
            self.form.fields["pool"].widget = forms.HiddenInput()
        self.form.fields["pool"].initial = pools[0].pk if pools else None

    @cached_property
    def is_valid(self) -> bool:
        valid = [each.is_valid() for each in (self.form, *self.rows)]
        if all(valid) and not self._asked_rows:
            self.rows[0].add_error(
                "system", _("Choose at least one system to compare with.")
            )
            return False
        return all(valid)

    @property
    def _asked_rows(self) -> list[CandidateForm]:
        return [row for row in self.rows if row.is_asked]

    @property
    def errors(self) -> list[tuple[str, str, str]]:
        """What is wrong: the field's address on the page, its name, and why."""
        return [
            (bound.id_for_label or bound.auto_id, str(bound.label), str(error))
            for each in (self.form, *self.rows)
            for bound in each
            for error in bound.errors
        ]

    def draft(self) -> ExperimentDraft:
        said = self.form.cleaned_data
        own = CandidateDraft(_("As it is rated"))
        return ExperimentDraft(
            pool_id=said["pool"].pk,
            name=said["name"],
            candidates=[own, *(row.draft() for row in self._asked_rows)],
            decisions=DecisionsInExperiment(said["decisions"]),
            measured_from=said["measured_from"],
        )

    def refuse(self, fault: BadCandidate) -> None:
        self._asked_rows[fault.place - 1].refuse(fault.errors)


def _initial(copied: Experiment | None) -> dict[str, Any]:
    if copied is None:
        return {}
    return {
        "name": copied.name,
        "pool": copied.pool_id,
        "decisions": copied.decisions,
        "measured_from": copied.measured_from,
    }


def _initial_rows(copied: Experiment | None) -> list[dict[str, Any]]:
    rows = [_initial_row(each) for each in copied.candidates[1:]] if copied else []
    return [*rows, *({} for _number in range(ROWS))][:ROWS]


def _initial_row(stored: dict[str, Any]) -> dict[str, Any]:
    (stretch,) = stored["stretches"][:1]
    return {
        "system": stretch["system"],
        "label": stored["label"],
        "parameters": json.dumps(stretch["parameters"], ensure_ascii=False, indent=1),
    }
