"""Pages with one task: what it is for, what will happen, one form and one button."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise

from federation.domain.refusal import ChangedMeanwhile, Refusal
from federation.requests import OfficeRequest
from federation.views.refusals import add_refusal, show_current_value

Words = str | Promise


@dataclass(frozen=True, slots=True)
class TaskTexts:
    """The texts of such a page, and the message when it is done."""

    title: Words
    says: Words
    button: Words
    done: Words
    lead: Words = ""
    danger: bool = False


def posted_data(request: OfficeRequest) -> QueryDict | None:
    """Return the data with which a form was submitted; None while the page is only
    read.
    """
    return request.POST if request.method == "POST" else None


def perform_task(
    request: OfficeRequest,
    form: Form,
    act: Callable[[dict[str, Any]], object],
    done: Words,
) -> bool:
    """Carry out the act with the content of the form. Errors are added to the form."""
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        act(form.cleaned_data)
    except ChangedMeanwhile as changed:
        show_current_value(form, changed)
        return False
    except Refusal as refused:
        add_refusal(form, refused)
        return False
    messages.success(request, str(done))
    return True


def task_page(
    request: OfficeRequest, task: TaskTexts, form: Form, *, about: str, back: str
) -> HttpResponse:
    """Show the page while the task is still to be done."""
    context = {"task": task, "form": form, "about": about, "back": back}
    return render(request, "federation/task.html", context)
