"""Pages of FIDE's lists: the imported months, uploading a list, and its progress."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.uploads import takes_files
from federation.views.methods import reads_and_writes
from federation.views.signing import acting_in
from ratings.fide.domain.uploads import MOST_BYTES, store_fide_upload
from ratings.fide.formats.players import NotAFideList
from ratings.fide.forms import FideListForm
from ratings.fide.queries.differences import (
    newest_list,
    numbers_missing,
    players_unlike_fide,
)
from ratings.fide.queries.lists import imported_lists, recent_uploads
from ratings.fide.tables import FideListTable, FideUploadTable
from ratings.fide.words import FAULTS, why_not
from ratings.models import FideUpload

PER_PAGE = 50
FIELD_OF_REFUSAL = {"too_early": "month", "future": "month"}


@login_required
@require_safe
def fide_lists(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.MANAGE_FIDE_LISTS)
    lists, uploads = imported_lists(), recent_uploads()
    context = {
        "lists": lists,
        "uploads": uploads,
        "list_table": FideListTable(lists),
        "upload_table": FideUploadTable(uploads),
    }
    return render(request, "ratings/fide/fide_lists.html", context)


@takes_files(MOST_BYTES)
@login_required
@reads_and_writes
def bring_fide_list(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.MANAGE_FIDE_LISTS)
    if request.method == "POST":
        form = FideListForm(request.POST, request.FILES)
    else:
        form = FideListForm(initial={"month": request.today})
    upload = _upload(request, form) if form.is_valid() else None
    if upload is not None:
        return redirect("ratings:fide_upload", upload.pk)
    return render(
        request,
        "ratings/fide/fide_bring.html",
        {"form": form},
        status=422 if form.errors else 200,
    )


def _upload(request: OfficeRequest, form: FideListForm) -> FideUpload | None:
    file = form.cleaned_data["file"]
    try:
        return store_fide_upload(
            file,
            file.name,
            size=file.size,
            month=form.cleaned_data["month"],
            today=request.today,
            acting=acting_in(request),
        )
    except NotAFideList as refused:
        field = FIELD_OF_REFUSAL.get(refused.code, "file")
        form.add_error(field, why_not(refused.code, refused.facts))
        return None


@login_required
@require_safe
def fide_differences(request: OfficeRequest) -> HttpResponse:
    """Show the players whose data differs on FIDE's newest list, or whose FIDE number the
    list may have. Nothing is changed here: that is left to those who may edit the
    player.
    """
    allow(request.actor, Permission.MANAGE_FIDE_LISTS)
    newest = newest_list()
    page_number = request.GET.get("page")
    shows_numbers = request.GET.get("show") == "numbers"
    rows = numbers_missing(newest) if shows_numbers else players_unlike_fide(newest)
    page = Paginator(rows, PER_PAGE).get_page(page_number)
    context = {"newest": newest, "page": page, "shows_numbers": shows_numbers}
    return render(request, "ratings/fide/fide_differences.html", context)


@login_required
@require_safe
def fide_upload(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the progress of an upload, and later its result."""
    allow(request.actor, Permission.MANAGE_FIDE_LISTS)
    upload = get_object_or_404(FideUpload.objects.select_related("list"), pk=pk)
    context = {
        "upload": upload,
        "why": why_not(upload.code, upload.facts) if upload.code else "",
        "faults": [(line, FAULTS[code], text) for line, code, text in upload.faults],
    }
    return render(request, "ratings/fide/fide_upload.html", context)
