"""No form requires a field that its label calls optional."""

import ast
import importlib
import inspect
import re
import textwrap
from pathlib import Path

import pytest
from django import forms
from django.template import Context, Template

from tournaments.forms.sections import SectionForm

ROOT = Path(__file__).parents[3]


def all_forms():
    """Return every form of the three apps that declares fields."""
    for app in ("federation", "ratings", "tournaments"):
        for path in sorted((ROOT / app).rglob("*.py")):
            module = path.relative_to(ROOT).with_suffix("").parts
            if "forms" in module:
                importlib.import_module(".".join(module).removesuffix(".__init__"))
    return sorted(_below(forms.Form), key=lambda form: form.__qualname__)


def _below(form):
    own = {each for each in form.__subclasses__() if _is_ours(each)}
    return own.union(*(_below(each) for each in form.__subclasses__()))


def _is_ours(form):
    return form.__module__.split(".")[0] in ("federation", "ratings", "tournaments")


def fields_with_errors(form):
    """Return the names of the fields to which the form adds an error."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(form)))
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "add_error"
        and isinstance(node.args[0], ast.Constant)
    }


def called_optional(field):
    return not (
        field.required
        or isinstance(field.widget, forms.HiddenInput)
        or getattr(field, "required_when", "")
    )


def test_no_required_field_is_called_optional():
    found = {
        (form.__name__, name)
        for form in all_forms()
        for name in fields_with_errors(form)
        if name in form.base_fields and called_optional(form.base_fields[name])
    }

    assert found == set()


@pytest.mark.django_db
def test_label_says_when_a_field_is_needed():
    page = Template("{% load components %}{% field field=form.rounds %}")

    shown = page.render(Context({"form": SectionForm()}))

    assert "(needed when it is paired round by round)" in " ".join(shown.split())
    assert "(optional)" not in shown


FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
FOLDED = re.compile(r"<details\b.*?</details>", re.DOTALL)
ASKS = re.compile(r"{% form_fields|{% field |\brequired\b")


def test_form_with_required_fields_in_folded_parts_is_not_validated_by_browsers():
    """A browser would silently refuse to submit it, as it cannot show the field."""
    found = [
        (path.relative_to(ROOT).as_posix(), attributes.strip())
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for attributes, inside in FORM.findall(path.read_text("utf-8"))
        if any(ASKS.search(folded) for folded in FOLDED.findall(inside))
    ]

    assert found
    assert [each for each in found if "novalidate" not in each[1]] == []
