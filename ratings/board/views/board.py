"""The board's page: the levels that wait for it, each with the working behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.forms.fields import required_when
from federation.forms.reasons import PublicReason, ReasonField
from federation.models import Player
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from ratings.board.domain.board import (
    BoardCannotDecide,
    BoardDraft,
    decide_level,
    lowest_of,
)
from ratings.board.queries.board import (
    BoardDecision,
    WaitingLevel,
    decided_by_board,
    level_in_words,
    waiting_for_board,
)
from ratings.ledger.queries.player_aliases import aliases_now
from ratings.models import Pool, Report


class LevelForm(forms.Form):
    """A level on which the board decides, where the rules give `seen`."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    level = forms.TypedChoiceField(
        label=gettext_lazy("Level"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose the level.")},
    )
    reason = required_when(
        gettext_lazy("needed for a level other than the rules give"),
        ReasonField(
            label=gettext_lazy("Reason for those concerned"),
            readers=gettext_lazy(
                "The player, the rating office and the board can read it, and the "
                "secretaries of the player’s club get it in a letter. It is not "
                "public."
            ),
        ),
    )
    public_reason = PublicReason(
        readers=gettext_lazy(
            "Shown with the level on the player’s page. Left empty, the page says only"
            " what was decided and when."
        )
    )

    def __init__(
        self, waiting: WaitingLevel, data: Mapping[str, Any] | None = None
    ) -> None:
        key = f"{waiting.report_id}_{waiting.player_id}"
        super().__init__(
            data,
            initial={"seen": int(waiting.level), "level": int(waiting.level)},
            auto_id=f"id_{key}_%s",
        )
        levels = range(int(waiting.level), lowest_of(waiting) - 1, -1)
        offered = cast("forms.TypedChoiceField", self.fields["level"])
        offered.choices = [
            (level, level_in_words(waiting.system, level)) for level in levels
        ]


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A level that waits, as shown to the board."""

    waiting: WaitingLevel
    player: Player
    pool: Pool
    is_own: bool
    may_decide: bool
    form: LevelForm


@dataclass(frozen=True, slots=True)
class DecidedRow:
    decision: BoardDecision
    player: Player
    pool_code: str


@login_required
@require_safe
def board(request: OfficeRequest) -> HttpResponse:
    allow(request.actor, Permission.DECIDE_LEVELS)
    return _page(request)


@login_required
@require_POST
def decide(request: OfficeRequest, report_id: int, player_id: int) -> HttpResponse:
    allow(request.actor, Permission.DECIDE_LEVELS)
    if not Report.objects.filter(pk=report_id).exists():
        raise Http404
    waiting = waiting_for_board(players=[player_id], reports=[report_id])
    if not waiting:
        return _refused(request, BoardCannotDecide("moved"))
    form = LevelForm(waiting[0], request.POST)
    if not form.is_valid():
        return _page(request, form=form, key=(report_id, player_id), status=422)
    cleaned = form.cleaned_data
    draft = BoardDraft(player_id, report_id, **cleaned)
    try:
        decide_level(draft, acting=acting_in(request))
    except BoardCannotDecide as answer:
        if answer.code != "reason":
            again = LevelForm(waiting[0])
            kept = ("reason", "public_reason")
            again.initial.update({each: cleaned[each] for each in kept})
            return _refused(request, answer, again, (report_id, player_id))
        form.add_error("reason", refusal_words(answer))
        return _page(request, form=form, key=(report_id, player_id), status=422)
    messages.success(
        request, _("Decided: it is final, and the ratings are recomputed.")
    )
    return redirect("ratings:board")


def _refused(
    request: OfficeRequest,
    refused: BoardCannotDecide,
    form: LevelForm | None = None,
    key: tuple[int, int] | None = None,
) -> HttpResponse:
    messages.error(request, refusal_words(refused))
    return _page(request, form=form, key=key, status=409)


def _page(
    request: OfficeRequest,
    *,
    form: LevelForm | None = None,
    key: tuple[int, int] | None = None,
    status: int = 200,
) -> HttpResponse:
    waiting, decided = waiting_for_board(), decided_by_board()
    ids = {each.player_id for each in waiting} | {each.player_id for each in decided}
    # The board decides about players whose names the public may not see.
    known = Player.objects.in_bulk(ids)
    pools = Pool.objects.in_bulk({each.pool_id for each in waiting})
    own = aliases_now().person(request.actor.player_id or 0)
    context = {
        "rows": [
            _row(
                request,
                each,
                known[each.player_id],
                pools[each.pool_id],
                form if (each.report_id, each.player_id) == key else None,
                is_own=each.player_id == own,
            )
            for each in waiting
        ],
        "decided": _decided_rows(decided, known),
        "four_eyes": settings.FOUR_EYES,
    }
    return render(request, "ratings/board/board.html", context, status=status)


def _decided_rows(
    decided: Sequence[BoardDecision], known: Mapping[int, Player]
) -> list[DecidedRow]:
    reports = Report.objects.filter(pk__in=[each.report_id for each in decided])
    codes = dict(reports.values_list("pk", "pool__code"))
    return [
        DecidedRow(each, known[each.player_id], codes[each.report_id])
        for each in decided
    ]


def _row(
    request: OfficeRequest,
    waiting: WaitingLevel,
    player: Player,
    pool: Pool,
    form: LevelForm | None,
    *,
    is_own: bool,
) -> WaitingRow:
    is_another = not settings.FOUR_EYES or waiting.may_decide(request.actor.user_id)
    return WaitingRow(
        waiting=waiting,
        player=player,
        pool=pool,
        is_own=is_own,
        may_decide=is_another and not is_own,
        form=form or LevelForm(waiting),
    )
