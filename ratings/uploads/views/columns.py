"""Pages for choosing the columns of a table."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.signing import acting_in
from ratings.enums import ImportState
from ratings.uploads import words as import_words
from ratings.uploads.domain.column_choices import ask_columns_again, choose_columns
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.forms import ColumnsForm
from ratings.uploads.views.pages import (
    columns_kind,
    file_of,
    import_page,
    refusal_page,
    require_sure,
)
from ratings.uploads.views.parts import RejectedFormData


@login_required
@require_POST
def import_columns(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.IMPORT_HISTORY)
    file, kind = file_of(pk), columns_kind(request.POST.get("as", ""))
    if file.state != ImportState.COLUMNS:
        messages.error(request, import_words.REFUSALS["columns_settled"])
        return import_page(request, file, status=409)
    form = ColumnsForm(file.asks, kind, request.POST)
    if not form.is_valid():
        return import_page(request, file, 422, sent=RejectedFormData(columns=form))
    try:
        choose_columns(pk, kind, form.chosen, form.event, acting=acting_in(request))
    except ImportNotPossible as refused:
        return refusal_page(request, pk, refused)
    return redirect("ratings:import_file", pk)


@login_required
@require_POST
def import_columns_again(request: OfficeRequest, pk: int) -> HttpResponse:
    """Have the file read from the beginning, and its columns chosen again."""
    allow(request.actor, Permission.IMPORT_HISTORY)
    file_of(pk)
    try:
        require_sure(request)
        ask_columns_again(pk)
    except ImportNotPossible as refused:
        return refusal_page(request, pk, refused)
    return redirect("ratings:import_file", pk)
