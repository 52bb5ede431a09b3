"""The form of a new experiment, and the draft made from it."""

from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.formats.labels import labelled
from federation.forms.fields import DayField, LineField, required_when
from ratings.editions.parameter_fields import ParametersForm
from ratings.enums import DecisionsInExperiment
from ratings.laboratory.domain.experiments import (
    MOST_CANDIDATES,
    BadCandidate,
    CandidateDraft,
    ExperimentDraft,
)
from ratings.laboratory.queries.starting_numbers import starting_numbers
from ratings.models import Experiment, Pool
from ratings.models.experiments import LONGEST_NAME
from ratings.rules.systems import systems
from ratings.system_words.lookup import (
    fault_words,
    parameter_words,
    system_choices,
    system_label,
)

LONGEST_LABEL = 60
Stored = dict[str, Any]
ROWS = MOST_CANDIDATES - 1
"""Candidates in the form; the first candidate is always the pool as it is rated."""


class ExperimentForm(forms.Form):
    name = LineField(
        label=gettext_lazy("The question"),
        help_text=gettext_lazy("For example: what if K had been 20 for everybody?"),
        max_length=LONGEST_NAME,
        error_messages={"required": gettext_lazy("Enter the question.")},
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
            "A system with numbers of another size, such as Scrabble’s, can be tested "
            "fairly only without them. What the board decided is always left out."
        ),
    )
    measured_from = DayField(
        label=gettext_lazy("Predictions are measured from"),
        required=False,
        help_text=gettext_lazy(
            "The first years of a history say little: everybody is still finding"
            " their place. Empty: every game counts."
        ),
    )


class CandidateForm(forms.Form):
    """A further way to rate the pool; empty when no system is chosen."""

    system = required_when(
        gettext_lazy("needed when anything is written below"),
        forms.ChoiceField(label=gettext_lazy("Rating system")),
    )
    label = LineField(
        label=gettext_lazy("Called"),
        required=False,
        max_length=LONGEST_LABEL,
        help_text=gettext_lazy("Empty: the system’s own name."),
    )

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        choices = [("", gettext_lazy("No system")), *system_choices()]
        self.fields["system"].choices = choices  # type: ignore[attr-defined]

    @property
    def system_shown(self) -> str:
        """The system whose parameters the page shows, or an empty text."""
        chosen = str(self["system"].value() or "")
        return chosen if chosen in systems() else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("system") and cleaned.get("label"):
            self.add_error("system", _("Choose the system that this is about."))
        return cleaned


class CandidateInput:
    """A candidate's system and, once a system is chosen, the form of its parameters,
    which begins with those by which the pool is rated if it has that system.

    `data` is to be checked; `kept` was typed before the form of the parameters was
    shown.
    """

    def __init__(
        self, number: int, pool_id: int | None, data: Any, kept: Any, stored: Stored
    ) -> None:
        prefix = f"c{number}"
        self.choice = CandidateForm(data, prefix=prefix, initial=stored)
        if kept is not None:
            self.choice.initial = written_in(self.choice, kept)
        self.shown_name = f"{prefix}-shown"
        self.system = self.choice.system_shown
        sent_data = data if data is not None else kept
        shown_before = (
            sent_data.get(self.shown_name, "") if sent_data is not None else ""
        )
        self.is_other_system = bool(shown_before) and shown_before != self.system
        """Whether the parameters in the form data belong to a system other than the
        chosen one.
        """
        self.numbers: ParametersForm | None = None
        if self.system and pool_id is not None:
            self.numbers = ParametersForm(
                data if shown_before == self.system else None,
                system=systems()[self.system],
                prefix=prefix,
                initial=ParametersForm.initial_of(
                    starting_numbers(pool_id, self.system)
                    | stored.get("parameters", {})
                ),
            )
            if kept is not None and shown_before == self.system:
                self.numbers.initial = written_in(self.numbers, kept)

    @property
    def is_asked(self) -> bool:
        return bool(self.choice.cleaned_data.get("system"))

    @property
    def is_open(self) -> bool:
        """Whether any of the fields has a value."""
        return any(bound.value() for bound in self.choice)

    @property
    def forms(self) -> list[forms.Form]:
        """The forms that have been filled in."""
        bound = self.numbers is not None and self.numbers.is_bound
        return [self.choice, self.numbers] if self.numbers and bound else [self.choice]

    @property
    def draft(self) -> CandidateDraft:
        cleaned = self.choice.cleaned_data
        label = cleaned["label"].strip() or system_label(cleaned["system"])
        filled = self.numbers is not None and self.numbers.is_bound
        return CandidateDraft(
            label,
            cleaned["system"],
            self.numbers.parameters if self.numbers and filled else {},
        )

    def refuse(self, errors: dict[str, str]) -> None:
        """Add an error to the field of the system for each parameter that it refuses."""
        for name, code in errors.items():
            label = parameter_words(self.system, name).label
            self.choice.add_error("system", labelled(label, fault_words(code)))


class ExperimentForms:
    """The form of a new experiment with its candidates."""

    def __init__(
        self, data: Any = None, *, kept: Any = None, copied: Experiment | None = None
    ) -> None:
        self.form = ExperimentForm(data, initial=_initial(copied))
        if kept is not None:
            self.form.initial = written_in(self.form, kept)
        pools = list(Pool.objects.order_by("pk")[:2])
        self.many_pools = len(pools) > 1
        if not self.many_pools:
            self.form.fields["pool"].widget = forms.HiddenInput()
        self.form.fields["pool"].initial = pools[0].pk if pools else None
        pool_id = _chosen_pool(self.form)
        self.rows = [
            CandidateInput(number, pool_id, data, kept, stored)
            for number, stored in enumerate(_stored_rows(copied))
        ]

    @cached_property
    def is_valid(self) -> bool:
        valid = [each.is_valid() for each in self._filled]
        for row in self.rows:
            if row.is_other_system:
                row.choice.add_error(
                    "system",
                    _("You chose another system. Look at its numbers, and try again."),
                )
        if all(valid) and not self._asked_rows:
            self.rows[0].choice.add_error(
                "system", _("Choose at least one system to compare with.")
            )
        return not self.errors

    @property
    def _filled(self) -> list[forms.Form]:
        return [self.form, *(form for row in self.rows for form in row.forms)]

    @property
    def _asked_rows(self) -> list[CandidateInput]:
        return [row for row in self.rows if row.is_asked]

    @property
    def errors(self) -> list[tuple[str, str, str]]:
        """The errors: the id of the field on the page, its name, and the reason."""
        return [
            (bound.id_for_label or bound.auto_id, str(bound.label), str(error))
            for each in self._filled
            for bound in each
            for error in bound.errors
        ]

    def draft(self) -> ExperimentDraft:
        cleaned = self.form.cleaned_data
        own = CandidateDraft(_("As it is rated"))
        return ExperimentDraft(
            pool_id=cleaned["pool"].pk,
            name=cleaned["name"],
            candidates=[own, *(row.draft for row in self._asked_rows)],
            decisions=DecisionsInExperiment(cleaned["decisions"]),
            measured_from=cleaned["measured_from"],
        )

    def refuse(self, fault: BadCandidate) -> None:
        self._asked_rows[fault.place - 1].refuse(fault.errors)


def _chosen_pool(form: ExperimentForm) -> int | None:
    """Return the pool with whose parameters the candidates begin; the first pool if the
    form data names none.
    """
    chosen = str(form["pool"].value() or "")
    pools = list(Pool.objects.order_by("pk").values_list("pk", flat=True))
    known = [pk for pk in pools if str(pk) == chosen]
    return next(iter(known + pools), None)


def _initial(copied: Experiment | None) -> Stored:
    if copied is None:
        return {}
    return {
        "name": copied.name,
        "pool": copied.pool_id,
        "decisions": copied.decisions,
        "measured_from": copied.measured_from,
    }


def _stored_rows(copied: Experiment | None) -> list[Stored]:
    rows = [_stored_row(each) for each in copied.candidates[1:]] if copied else []
    return [*rows, *({} for _number in range(ROWS))][:ROWS]


def _stored_row(candidate: Stored) -> Stored:
    stretch = candidate["stretches"][-1]
    return {
        "system": stretch["system"],
        "label": candidate["label"],
        "parameters": stretch["parameters"],
    }


def written_in(form: forms.Form, data: Any) -> Stored:
    """Return the values typed into a form's fields, to be shown again without
    validation.
    """
    return {
        name: field.widget.value_from_datadict(data, {}, form.add_prefix(name))
        for name, field in form.fields.items()
    }
