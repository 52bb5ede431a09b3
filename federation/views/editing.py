"""Edit data that others edit too: errors are shown next to their field, and concurrent
changes of another user next to one's own.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.db.models import Model
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from federation.domain.refusal import RegisterRefusal
from federation.domain.versions import EditedMeanwhile, VersionedFacts
from federation.requests import OfficeRequest
from federation.views.conflicts import EditConflict, conflict_between
from federation.views.refusals import add_refusal

Write = Callable[[Any, str], object]
"""Stores the data of a form for an editor who saw this version."""


def editing_page(
    request: OfficeRequest,
    form: Form,
    write: Write,
    *,
    row: Model | None,
    title: str | Promise,
    back: str,
) -> HttpResponse:
    """Show the form, or store its content and go back. Without a row a new one is
    created.
    """
    conflict = None
    if request.method == "POST" and form.is_valid():
        conflict = _write(form, write, row)
        if conflict is None and not form.errors:
            messages.success(request, _("The changes are saved."))
            return redirect(back)
    context = {"form": form, "conflict": conflict, "title": title, "back": back}
    return render(request, "federation/edit_facts.html", context | {"row": row})


def initial_facts(facts: VersionedFacts) -> dict[str, Any]:
    """Return the initial data of an editing form: the facts and their version."""
    return asdict(facts) | {"seen": facts.version}


def _write(form: Any, write: Write, row: Model | None) -> EditConflict | None:
    try:
        write(form.facts, form.cleaned_data.get("seen", ""))
    except EditedMeanwhile as meanwhile:
        if row is None:
            raise
        if meanwhile.now == form.facts:
            return None  # The same form sent twice: what it says is saved.
        return conflict_between(form, meanwhile.now, type(row), row.pk)
    except RegisterRefusal as refused:
        add_refusal(form, refused)
    return None
