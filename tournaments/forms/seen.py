"""Remember the values that a form showed when it was opened, so that no user
unknowingly overwrites what another user has changed since.
"""

import json
from collections.abc import Iterator

from django import forms
from django.utils.translation import gettext as _

SEEN = "seen"


def initial_values_seen(form: forms.Form) -> str:
    """Return the initial values of the form, for a hidden field of the page."""
    return json.dumps({name: str(form.initial.get(name)) for name in form.fields})


def refuse_unseen_changes(form: forms.Form) -> None:
    """Add an error to a submitted form that would overwrite values changed since the
    page was opened; it names the fields and their current values. The page then
    remembers the current values, so that sending again is a deliberate decision.
    """
    if not form.is_bound:
        return
    changed = ", ".join(_changed_fields(form))
    if changed:
        form.add_error(
            None,
            _(
                "Somebody else has changed this since you opened the page: "
                "%(changed)s. Look through what you wrote, and save again if it is to "
                "apply."
            )
            % {"changed": changed},
        )


def _changed_fields(form: forms.Form) -> Iterator[str]:
    try:
        seen = json.loads(form.data.get(SEEN, ""))
    except (ValueError, RecursionError):
        return
    if not isinstance(seen, dict):
        return
    for name, field in form.fields.items():
        now = form.initial.get(name)
        is_sent = not field.has_changed(now, form[name].data)
        if name in seen and seen[name] != str(now) and not is_sent:
            yield f"{field.label} – {_in_words(field, now)}"


def _in_words(field: forms.Field, value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    choices = dict(getattr(field, "choices", ()))
    return str(choices.get(value, value)) if value not in (None, "") else "–"
