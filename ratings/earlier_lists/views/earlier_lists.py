"""Rating lists from before the office's own: uploaded as a file, reviewed, approved by
another officer.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.uploads import takes_files
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from federation.views.single_task import posted_data
from ratings.earlier_lists.domain.earlier_lists import (
    EarlierDraft,
    EarlierListsNotPossible,
    InvalidLists,
    approve_earlier_lists,
    propose_earlier_lists,
    reject_earlier_lists,
)
from ratings.earlier_lists.forms import EarlierListsForm
from ratings.earlier_lists.queries.earlier_lists import (
    EarlierList,
    lines_of,
    lists_of,
    newest_files,
)
from ratings.earlier_lists.tables import EarlierListsTable
from ratings.files.spreadsheets import SheetTooLarge, table_in
from ratings.files.text_files import NotATable, TextFile
from ratings.files.text_tables import RefusedRow
from ratings.files.wording import FileMessage
from ratings.four_eyes.views.settling import SettlementActions, settle, settling_context
from ratings.models import EarlierLists
from ratings.pages.views.levels import format_as_pool
from ratings.uploads.words import translated

LARGEST = 16 << 20
"""Bytes of a file: several hundred thousand lines."""
PER_PAGE = 100
SHOWN = 200
"""At most this many errors are shown; after correcting them the file is uploaded again.
"""
SETTLING = SettlementActions(
    approve=approve_earlier_lists,
    reject=reject_earlier_lists,
    approved=gettext_lazy("Approved: the lists are public from now on."),
)


@takes_files(LARGEST)
@login_required
@reads_and_writes
def earlier_lists(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.IMPORT_HISTORY)
    form = EarlierListsForm(posted_data(request), request.FILES or None)
    faults: Sequence[RefusedRow] = ()
    if request.method == "POST" and form.is_valid():
        try:
            file = _propose(request, form.cleaned_data)
            return redirect("ratings:earlier_lists_file", file.pk)
        except InvalidLists as wrong:
            faults = wrong.refusals
        except NotATable as wrong:
            form.add_error("file", translated(wrong.message.text, wrong.message.facts))
        except EarlierListsNotPossible as refused:
            form.add_error("file", refusal_words(refused))
    return _upload_page(request, form, faults)


@login_required
@reads_and_writes
def earlier_lists_file(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show what the file contains, and the two buttons while it waits."""
    allow(request.actor, Permission.IMPORT_HISTORY)
    found = _get_file(pk)
    if request.method != "POST":
        return _page(request, found)
    if status := settle(request, pk, SETTLING):
        return _page(request, _get_file(pk), status=status)
    return redirect("ratings:earlier_lists_file", pk)


def _propose(request: OfficeRequest, given: dict[str, Any]) -> EarlierLists:
    upload: UploadedFile[Any] = given["file"]
    if (upload.size or 0) > LARGEST:
        raise EarlierListsNotPossible("lists_too_many")
    with _on_disk(upload) as file:
        return propose_earlier_lists(
            EarlierDraft(given["pool"].pk, file, given["reason"]),
            today=request.today,
            acting=acting_in(request),
        )


@contextmanager
def _on_disk(upload: "UploadedFile[Any]") -> Iterator[TextFile]:
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "file"
        with path.open("wb") as disk:
            for chunk in upload.chunks():
                disk.write(chunk)
        try:
            file, _sheet = table_in(path, upload.name or "", Path(place), LARGEST)
        except SheetTooLarge:
            raise EarlierListsNotPossible("lists_too_many") from None
        yield file


def _upload_page(
    request: OfficeRequest, form: EarlierListsForm, faults: Sequence[RefusedRow]
) -> HttpResponse:
    page = Paginator(newest_files(), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "table": EarlierListsTable(list(page.object_list)),
        "faults": [(each.line, _fault(each), each.row) for each in faults[:SHOWN]],
        "count": len(faults),
    }
    status = 422 if faults or form.errors else 200
    return render(
        request, "ratings/earlier_lists/earlier_lists.html", context, status=status
    )


def _fault(refusal: RefusedRow) -> str:
    reason = refusal.reason
    return (
        translated(reason.text, reason.facts)
        if isinstance(reason, FileMessage)
        else reason
    )


def _get_file(pk: int) -> EarlierLists:
    people_too = ("pool", "made_by", "approved_by", "rejected_by")
    return get_object_or_404(EarlierLists.objects.select_related(*people_too), pk=pk)


def _page(
    request: OfficeRequest, found: EarlierLists, status: int = 200
) -> HttpResponse:
    lists = lists_of(found)
    context = settling_context(request, found) | {
        "lists": lists,
        **(_lines(request, found, lists) if found.is_waiting else {}),
    }
    return render(
        request, "ratings/earlier_lists/earlier_lists_file.html", context, status=status
    )


def _lines(
    request: OfficeRequest, found: EarlierLists, lists: Iterable[EarlierList]
) -> dict[str, Any]:
    """Return the list that is shown, page by page: the newest if none is named."""
    days = {each.valid_from.isoformat(): each.valid_from for each in lists}
    chosen_day = request.GET.get("day", max(days, default=""))
    if chosen_day not in days:
        raise Http404(_("There is no list of that day in the file."))
    day = days[chosen_day]
    format_as_pool(found.pool_id, day)
    page = Paginator(lines_of(found, day), PER_PAGE).get_page(request.GET.get("page"))
    return {"day": day, "page": page}
