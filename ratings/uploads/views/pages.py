"""The page of an import, for every state of the file."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from federation.permissions import Permission, may
from federation.requests import OfficeRequest
from federation.views.refusals import refusal_words
from ratings.enums import IMPORT_CONTINUES, ImportKind, ImportState
from ratings.models import ImportFile
from ratings.pages.views.levels import format_as_pool
from ratings.uploads import trial_words
from ratings.uploads import words as import_words
from ratings.uploads.default_words import default_words
from ratings.uploads.domain.following import PostedState, count_posted_states
from ratings.uploads.domain.posting import request_digest
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.forms import ColumnsForm, MinutesForm, PostImport
from ratings.uploads.queries.findings import count_findings
from ratings.uploads.queries.imports import sums_of, waits_for_minutes
from ratings.uploads.views.parts import RejectedFormData, part_of


def file_of(pk: int) -> ImportFile:
    """Return the file with all users who are named on its page."""
    files = ImportFile.objects.select_related(
        "pool__computation",
        "uploaded_by",
        "posted_by",
        "confirmed_by",
        "answered_by",
        "undone_by",
    )
    return get_object_or_404(files, pk=pk)


def require_sure(request: OfficeRequest) -> None:
    """Refuse a destructive action with `not_sure`, unless it was ticked that the user has
    read what is lost.
    """
    if "sure" not in request.POST:
        raise ImportNotPossible("not_sure")


def import_page(
    request: OfficeRequest,
    file: ImportFile,
    status: int = 200,
    part: str = "",
    sent: RejectedFormData | None = None,
) -> HttpResponse:
    """Show the page of a file with one of its parts."""
    context = page_context(request, file, part, sent or RejectedFormData())
    return render(request, "ratings/uploads/import.html", context, status=status)


def refusal_page(
    request: OfficeRequest,
    pk: int,
    refused: ImportNotPossible,
    *,
    status: int = 409,
    part: str = "",
    sent: RejectedFormData | None = None,
) -> HttpResponse:
    """Show the file as it is now, with the reason why an action was refused."""
    messages.error(request, refusal_words(refused))
    return import_page(request, file_of(pk), status=status, part=part, sent=sent)


def page_context(
    request: OfficeRequest, file: ImportFile, part: str, sent: RejectedFormData
) -> dict[str, Any]:
    """Return the context of the page, with the part that is given or in the query."""
    sums = sums_of(file)
    is_asked = file.state == ImportState.ASKED
    is_read = file.state in (ImportState.REVIEW, ImportState.ASKED, ImportState.POSTED)
    own = file.posted_by_id == request.actor.user_id
    problem = file.problem
    findings = count_findings(file) if is_read else (0, 0)
    if file.trial.get("starts"):
        format_as_pool(file.pool_id, request.today)
    return {
        "file": file,
        "sums": sums,
        "kind": import_words.STATES[ImportState(file.state)],
        "works": file.state in IMPORT_CONTINUES,
        "is_read": is_read,
        "progress": import_words.progress_words(file),
        "problem": problem and import_words.problem_words(problem),
        "defaults": default_words(file),
        "happens": import_words.posting_effects(file, sums),
        "is_due": file.new_games or file.new_listed or file.new_starts,
        "is_asked": is_asked,
        "own": own,
        "may_approve": is_asked and not (own and settings.FOUR_EYES),
        "four_eyes": settings.FOUR_EYES,
        "asked_as": request_digest(file),
        "may_undo": file.state == ImportState.POSTED
        and may(request.actor, Permission.JUDGE_REPORTS),
        "why_undone": sent.why_undone,
        "posted": import_words.posted_words(file),
        "form": PostImport(initial={"seen": file.chosen}),
        "is_computing": _is_computing(file),
        **_time(file, sent.minutes),
        **_columns(request, file, sent.columns),
        **_outlook(file),
        "questions": findings[1],
        **(part_of(request, file, sums, part, sent, findings) if is_read else {}),
    }


def _columns(
    request: OfficeRequest, file: ImportFile, sent: ColumnsForm | None
) -> dict[str, Any]:
    """Return the context for choosing columns, or for choosing them again."""
    if file.state == ImportState.REVIEW:
        return {"may_choose_columns": bool(file.defaulted.get("columns"))}
    if file.state != ImportState.COLUMNS:
        return {}
    asks = file.asks
    form = sent or ColumnsForm(asks, columns_kind(request.GET.get("as", "")))
    return {
        "columns_form": form,
        "columns_of": asks["table"],
        "columns_why": import_words.problem_words(asks),
        "columns_header": list(enumerate(asks["header"], start=1)),
        "columns_rows": asks["rows"],
        "lists_players": form.kind == ImportKind.PLAYERS,
        "is_games": form.kind == ImportKind.GAMES,
    }


def columns_kind(text: str) -> ImportKind:
    """Return the chosen kind of a table: games, unless a list of players."""
    players = ImportKind.PLAYERS
    return players if text == players else ImportKind.GAMES


def _time(file: ImportFile, sent: MinutesForm | None) -> dict[str, Any]:
    """Return the context for setting the thinking time that the file lacks."""
    if not file.defaulted.get("minutes") or file.state != ImportState.REVIEW:
        return {}
    form = sent or MinutesForm(initial={"minutes": file.minutes})
    return {"minutes_form": form, "lacks_minutes": waits_for_minutes(file)}


def _outlook(file: ImportFile) -> dict[str, Any]:
    """Return the context with the trial before posting, or the events' states after."""
    if file.state in (ImportState.REVIEW, ImportState.ASKED):
        return {
            "tried": trial_words.trial_lines(file),
            "starts": trial_words.start_rows(file),
            "more_starts": file.trial.get("more_starts", 0),
            "is_warned": trial_words.has_warnings(file),
        }
    if file.state == ImportState.POSTED and file.events:
        counted = count_posted_states(file)
        return {
            "posted_states": trial_words.posted_state_counts(counted),
            "some_stopped": counted.get(PostedState.HELD, 0)
            + counted.get(PostedState.STOPPED, 0),
        }
    return {}


def _is_computing(file: ImportFile) -> bool:
    computed: int = file.pool.computation.computed
    return file.state == ImportState.POSTED and computed < file.pool.posted
