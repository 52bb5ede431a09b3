"""Pages for uploading files of history: the files, their progress, and the review."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.domain.authorship import ActionContext
from federation.forms.reasons import LONGEST_REASON
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.uploads import takes_files
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words, show_unsent
from federation.views.signing import acting_in
from ratings.enums import IMPORT_CONTINUES
from ratings.models import ImportFile
from ratings.uploads import words as import_words
from ratings.uploads.domain import clubs, undoing, uploading
from ratings.uploads.domain.choices import accept_proposals, choose, set_minutes
from ratings.uploads.domain.clubs import create_the_remaining_clubs
from ratings.uploads.domain.newcomers import register_the_rest
from ratings.uploads.domain.posting import agree_to_post, ask_to_post, refuse_to_post
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.domain.uploading import LARGEST, Upload, store_upload
from ratings.uploads.forms import MinutesForm, PostImport, UploadForm
from ratings.uploads.queries.imports import imports_newest_first
from ratings.uploads.tables import ImportTable
from ratings.uploads.views.choices import PlayerChoices, read_choices, read_club_choices
from ratings.uploads.views.pages import file_of, import_page, refusal_page, require_sure
from ratings.uploads.views.parts import PARTS, RejectedFormData, chosen_status

PER_PAGE = 50


@takes_files(LARGEST)
@login_required
@reads_and_writes
def imports(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.IMPORT_HISTORY)
    if request.method != "POST":
        return _list(request, UploadForm())
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _list(request, form, status=422)
    pool, file = form.cleaned_data["pool"], form.cleaned_data["file"]
    try:
        taken = store_upload(pool.pk, _upload(file), acting=acting_in(request))
    except ImportNotPossible as refused:
        form.add_error("file", refusal_words(refused))
        return _list(request, form, status=422)
    if not taken.is_new:
        messages.info(
            request,
            _("This file was uploaded before: here it is. Nothing is duplicated."),
        )
    return redirect("ratings:import_file", taken.file.pk)


def _upload(file: "UploadedFile[Any]") -> Upload:
    def chunks() -> Any:
        file.seek(0)
        return file.chunks()

    return Upload(file.name or "", file.size or 0, chunks)


def _list(request: OfficeRequest, form: UploadForm, status: int = 200) -> HttpResponse:
    page = Paginator(imports_newest_first(), PER_PAGE).get_page(request.GET.get("page"))
    files = list(page.object_list)
    context = {
        "form": form,
        "page": page,
        "table": ImportTable(files),
        "busy": any(each.state in IMPORT_CONTINUES for each in files),
    }
    return render(request, "ratings/uploads/imports.html", context, status=status)


@login_required
@require_safe
def import_file(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.IMPORT_HISTORY)
    return import_page(request, file_of(pk))


@login_required
@require_POST
def choose_players(request: OfficeRequest, pk: int) -> HttpResponse:
    """Store the choices for the players of a page, or for all of one group at once."""
    allow(request.actor, Permission.IMPORT_HISTORY)
    file, acting = file_of(pk), acting_in(request)
    act = request.POST.get("act", "")
    if act == "sure":
        return _done(request, file, lambda: accept_proposals(pk, acting=acting))
    if act == "new":
        return _done(request, file, lambda: register_the_rest(pk, acting=acting))
    chosen = read_choices(request.POST, file)
    if chosen.unclear:
        return _partly_chosen(request, pk, chosen, acting)
    return _done(request, file, lambda: choose(pk, chosen.choices, acting=acting))


def _partly_chosen(
    request: OfficeRequest, pk: int, chosen: PlayerChoices, acting: ActionContext
) -> HttpResponse:
    """Save the clear choices, and show the others again with the typed texts."""
    try:
        choose(pk, chosen.choices, acting=acting)
    except ImportNotPossible as refused:
        return refusal_page(request, pk, refused)
    typed = ", ".join(each.text for each in chosen.unclear.values())
    messages.error(
        request,
        _(
            "“%(typed)s” does not say for certain who it is: choose below. "
            "Everything else was saved."
        )
        % {"typed": typed},
    )
    return import_page(
        request, file_of(pk), 422, sent=RejectedFormData(typed=chosen.unclear)
    )


@login_required
@require_POST
def choose_clubs(request: OfficeRequest, pk: int) -> HttpResponse:
    """Store the choices for the clubs of a page, or for all that are similar to none."""
    allow(request.actor, Permission.IMPORT_HISTORY)
    file, acting = file_of(pk), acting_in(request)
    if request.POST.get("act") == "new":
        return _done(
            request,
            file,
            lambda: create_the_remaining_clubs(pk, acting=acting),
            "clubs",
        )
    chosen = read_club_choices(request.POST, file)
    if chosen.unknown:
        try:
            clubs.choose_clubs(pk, chosen.choices, acting=acting)
        except ImportNotPossible as refused:
            return refusal_page(request, pk, refused, part="clubs")
        messages.error(
            request,
            _("There is no club called %(names)s. Everything else was saved.")
            % {"names": ", ".join(chosen.unknown)},
        )
        return import_page(request, file_of(pk), status=422, part="clubs")
    return _done(
        request,
        file,
        lambda: clubs.choose_clubs(pk, chosen.choices, acting=acting),
        "clubs",
    )


@login_required
@require_POST
def import_minutes(request: OfficeRequest, pk: int) -> HttpResponse:
    """Set the thinking time of games for which the file gives no time control."""
    allow(request.actor, Permission.IMPORT_HISTORY)
    file, form = file_of(pk), MinutesForm(request.POST)
    if not form.is_valid():
        return import_page(request, file, 422, sent=RejectedFormData(minutes=form))
    try:
        set_minutes(pk, form.cleaned_data["minutes"], acting=acting_in(request))
    except ImportNotPossible as refused:
        return refusal_page(request, pk, refused)
    return redirect("ratings:import_file", pk)


@login_required
@require_POST
def post_import(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.IMPORT_HISTORY)
    file, form = file_of(pk), PostImport(request.POST)
    if not form.is_valid():
        messages.error(request, import_words.REFUSALS["import_moved"])
        return import_page(request, file, status=422)
    try:
        ask_to_post(pk, **form.cleaned_data, acting=acting_in(request))
    except ImportNotPossible as refused:
        return refusal_page(request, pk, refused)
    return redirect("ratings:import_file", pk)


@login_required
@require_POST
def answer_import(request: OfficeRequest, pk: int) -> HttpResponse:
    """Approve or refuse the posting; the person who requested it can withdraw it."""
    allow(request.actor, Permission.IMPORT_HISTORY)
    file_of(pk)
    try:
        _answer(request, pk)
    except ImportNotPossible as refused:
        status = 422 if refused.code == "import_answer" else 409
        show_unsent(request, request.POST.get("answer", "")[:LONGEST_REASON])
        return refusal_page(request, pk, refused, status=status)
    return redirect("ratings:import_file", pk)


def _answer(request: OfficeRequest, pk: int) -> None:
    act, acting = request.POST.get("act", ""), acting_in(request)
    if act == "approve":
        agree_to_post(pk, seen=request.POST.get("seen", ""), acting=acting)
    elif act == "reject":
        answer = request.POST.get("answer", "")[:LONGEST_REASON]
        refuse_to_post(pk, answer, acting=acting)
    else:
        raise ImportNotPossible("import_choose")


@login_required
@require_POST
def drop_import(request: OfficeRequest, pk: int) -> HttpResponse:
    allow(request.actor, Permission.IMPORT_HISTORY)
    file = file_of(pk)
    try:
        require_sure(request)
        uploading.drop_import(pk)
    except ImportNotPossible as refused:
        messages.error(request, refusal_words(refused))
        return redirect("ratings:import_file", pk)
    messages.success(
        request,
        _("%(name)s was deleted. Nothing in it was posted.") % {"name": file}
        if not (file.posted_games or file.posted_players or file.posted_starts)
        else _("%(name)s was deleted. What was posted from it stays.") % {"name": file},
    )
    return redirect("ratings:imports")


@login_required
@require_POST
def undo_import(request: OfficeRequest, pk: int) -> HttpResponse:
    """Withdraw everything that was posted from a file."""
    allow(request.actor, Permission.IMPORT_HISTORY)
    allow(request.actor, Permission.JUDGE_REPORTS)
    file = file_of(pk)
    why = request.POST.get("why", "")[:LONGEST_REASON]
    try:
        undoing.undo_import(pk, why, acting=acting_in(request))
    except ImportNotPossible as refused:
        status = 422 if refused.code == "undo_reason" else 409
        kept = RejectedFormData(why_undone=why)
        return refusal_page(request, pk, refused, status=status, sent=kept)
    messages.success(
        request,
        _("%(name)s was undone: nothing in it counts any more.") % {"name": file},
    )
    return redirect("ratings:import_file", pk)


def _done(
    request: OfficeRequest,
    file: ImportFile,
    act: Callable[[], int],
    part: str = PARTS[0],
) -> HttpResponse:
    try:
        changed = act()
    except ImportNotPossible as refused:
        return refusal_page(request, file.pk, refused, part=part)
    if changed:
        messages.success(request, import_words.saved_words(part, changed))
    else:
        messages.info(request, import_words.unchanged_words(file))
    path = reverse("ratings:import_file", args=[file.pk])
    shown = f"shelf={chosen_status(request)}" if part == PARTS[0] else f"show={part}"
    return redirect(f"{path}?{shown}")
