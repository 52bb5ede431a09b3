"""Template tags of forms: their fields with the errors, and buttons.

`components` registers them again, so that templates load one library.
"""

from typing import Any

from django import template
from django.forms import (
    BaseForm,
    BoundField,
    Field,
    FileInput,
    PasswordInput,
    RadioSelect,
)
from django.utils.translation import gettext as _

register = template.Library()

Words = str | None


@register.filter
def problems(field: BoundField) -> list[str]:
    """Return the errors of a field; if one of several had to be chosen, that error
    rather than "required".
    """
    usual = str(Field.default_error_messages["required"])
    is_choice = isinstance(field.field.widget, RadioSelect)
    return [
        _("Choose one.") if is_choice and error == usual else str(error)
        for error in field.errors
    ]


@register.inclusion_tag("components/form_fields.html")
def form_fields(*, form: BaseForm, title: Words = None) -> dict[str, Any]:
    """Render all fields of a form, with a summary of the errors first and each error
    again next to its field. The `rare_fields` of a form are last, folded away under its
    `rare_title` unless one of them has an error or a value of its own.
    """
    rare = getattr(form, "rare_fields", ())
    folded = [each for each in form.visible_fields() if each.name in rare]
    return {
        "form": form,
        "title": title or _title_of_errors(form) if form.errors else "",
        "usual": [each for each in form.visible_fields() if each.name not in rare],
        "folded": folded,
        "folded_title": getattr(form, "rare_title", ""),
        "is_open": any(each.errors or _is_set(each) for each in folded),
    }


def _title_of_errors(form: BaseForm) -> str:
    """Return the title of a form's errors. It promises that what was written is kept
    only if something was: browsers keep neither files nor passwords.
    """
    if not form.visible_fields():
        return _("This could not be done.")
    written = (
        form[name].field for name in form.changed_data if not form[name].is_hidden
    )
    if all(isinstance(each.widget, FileInput | PasswordInput) for each in written):
        return _("This could not be saved yet.")
    return _("This could not be saved yet. What you wrote is kept.")


def _is_set(field: BoundField) -> bool:
    return str(field.value() or "") != str(field.field.initial or "")


@register.inclusion_tag("components/field.html")
def field(
    *,
    field: BoundField,
    label: Words = None,
    help: Words = None,  # noqa: A002 (the word for it)
) -> dict[str, Any]:
    widget = field.field.widget
    if _repeats(widget.attrs.get("placeholder", ""), str(field.label)):
        del widget.attrs["placeholder"]
    return {
        "field": field,
        "label": field.label if label is None else label,
        "help": field.help_text if help is None else help,
        "when": getattr(field.field, "required_when", ""),
        "tick": getattr(widget, "input_type", "") == "checkbox"
        and not field.use_fieldset,
        "choice": field.use_fieldset,
    }


def _repeats(placeholder: str, label: str) -> bool:
    """Return whether a placeholder only repeats the label, as those of allauth do."""
    written, named = (
        "".join(filter(str.isalnum, str(text).casefold()))
        for text in (placeholder, label)
    )
    return bool(written) and written.startswith(named)


@register.inclusion_tag("components/button.html")
def button(
    *,
    label: str,
    kind: str = "main",
    name: Words = None,
    value: object = None,
    href: Words = None,
    disabled: bool = False,
) -> dict[str, Any]:
    if kind not in ("main", "plain", "quiet", "danger"):
        raise ValueError(f"There is no {kind!r} button")
    return {
        "label": label,
        "kind": kind,
        "name": name,
        "value": value,
        "href": href,
        "disabled": disabled,
    }
