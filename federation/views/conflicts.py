"""Two users edited the same data: show both versions side by side, so that nothing is
lost.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model
from django.forms import BoundField, Form

from federation.domain.versions import VersionedFacts
from federation.queries.audit import latest_change

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class FieldConflict:
    """A field that differs; `is_own_change` if the editor had changed it, too."""

    label: str
    theirs: str
    yours: str
    is_own_change: bool


@dataclass(frozen=True, slots=True)
class EditConflict:
    """What another user changed in the meantime. The form takes over what its editor
    had not changed and keeps the editor's own values; sending it again overwrites those
    of the other user knowingly.
    """

    by: str
    at: datetime | None
    differences: tuple[FieldConflict, ...]


def conflict_between(
    form: Form, theirs: VersionedFacts, model: type[Model], pk: int
) -> EditConflict:
    """Return the differences between the form and the current data, and take over into
    the form what its editor had not changed. The form's fields have the names of the
    facts, and each remembers what its editor saw (`show_hidden_initial`).
    """
    differences = tuple(
        _difference(form, bound, theirs)
        for bound in form.visible_fields()
        if getattr(theirs, bound.name) != form.cleaned_data[bound.name]
    )
    _take_over(form, theirs)
    change = latest_change(model, pk)
    return EditConflict(
        by=change.by if change else "",
        at=change.at if change else None,
        differences=differences,
    )


def _difference(form: Form, bound: BoundField, theirs: VersionedFacts) -> FieldConflict:
    return FieldConflict(
        label=str(bound.label),
        theirs=_shown(bound, getattr(theirs, bound.name)),
        yours=_shown(bound, form.cleaned_data[bound.name]),
        is_own_change=bound.name in form.changed_data,
    )


def _take_over(form: Form, theirs: VersionedFacts) -> None:
    changed_here = set(form.changed_data)
    data: Any = form.data.copy()  # type: ignore[attr-defined]
    for bound in form.visible_fields():
        value = _written(getattr(theirs, bound.name))
        data[bound.html_initial_name] = value
        if bound.name not in changed_here:
            data[bound.html_name] = value
    data[form.add_prefix("seen")] = theirs.version
    form.data = data


def _written(value: Any) -> str:
    return "" if value is None else str(value)


def _shown(bound: BoundField, value: Any) -> str:
    """Return a value as the label of its field's choice, if it has choices."""
    if value is None or value == "":
        return NOTHING
    choices = dict(getattr(bound.field, "choices", ()) or ())
    return str(choices.get(value, value))
