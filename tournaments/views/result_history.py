"""The history of results: who entered which result, when and from what to what; and
undoing a change.
"""

from collections.abc import Iterator, Sequence

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.requests import OfficeRequest
from federation.views.refusals import perform
from federation.views.signing import acting_in
from tournaments.domain.result_history import undoing
from tournaments.models import ResultChange
from tournaments.queries.result_history.changes import Author, own_undo_redo
from tournaments.queries.result_history.rows import ResultChangeShown, shown_changes
from tournaments.views.access import organised_board, organised_section, redirect_to

ON_A_PAGE = 50


@login_required
@require_safe
def board_history(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the history of one board's result."""
    pairing = organised_board(request, pk)
    rows = pairing.changes.with_boards().newest_first()
    context = {
        "board": pairing,
        "section": pairing.section,
        "tournament": pairing.section.tournament,
        "rows": shown_changes(rows, request.actor, request.today),
        "is_open": pairing.section.tournament.state == "running",
    }
    return render(request, "tournaments/result_history/board.html", context)


@login_required
@require_safe
def result_changes(request: OfficeRequest, pk: int) -> HttpResponse:
    """Show the latest changes of a section's results, and the user's own ones to undo
    and redo.
    """
    found = organised_section(request, pk)
    if not found.started_at:
        return redirect_to("section", pk)
    rows = ResultChange.objects.of_section(pk).with_boards().newest_first()
    page = Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page"))
    turns = own_undo_redo(pk, Author(request.actor.user_id))
    context = {
        "section": found,
        "tournament": found.tournament,
        "page": page,
        "rows": shown_changes(page.object_list, request.actor, request.today),
        "undo": next(_shown(request, turns.done[-1:]), None),
        "redo": next(_shown(request, turns.undone[-1:]), None),
        "is_open": found.tournament.state == "running",
    }
    return render(request, "tournaments/result_history/section.html", context)


def _shown(
    request: OfficeRequest, changes: Sequence[ResultChange]
) -> Iterator[ResultChangeShown]:
    return iter(shown_changes(changes, request.actor, request.today))


@login_required
@require_POST
def take_back_change(request: OfficeRequest, pk: int) -> HttpResponse:
    """Restore the result that a board had before a change."""
    change = get_object_or_404(ResultChange.objects.select_related("pairing"), pk=pk)
    board = organised_board(request, change.pairing_id)
    perform(
        request,
        lambda: undoing.take_back_change(pk, acting=acting_in(request)),
        _("Round %(round)s, board %(board)s: the change is undone.")
        % {"round": board.round, "board": board.board},
    )
    return redirect_to("result_changes", board.section_id)
