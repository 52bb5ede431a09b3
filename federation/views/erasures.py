"""Erasing a person who has left: requesting, agreeing, withdrawing."""

from collections.abc import Callable
from datetime import date

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.domain import erasing
from federation.domain.erasing import (
    ask_to_erase_player,
    confirm_erasure,
    withdraw_erasure,
)
from federation.domain.refusal import RegisterRefusal
from federation.models import Erasure, Player, User
from federation.permissions import Permission, allow
from federation.queries.persons import (
    hindrances_of_erasure,
    name_of_person,
    open_duties,
    person_of_account,
    person_of_erasure,
    person_of_player,
)
from federation.requests import OfficeRequest
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in, require_recent_password

LONGEST = 2000


@login_required
@reads_and_writes
@require_recent_password()
def ask_to_be_erased(request: OfficeRequest) -> HttpResponse:
    """Request one's own erasure, or withdraw the request."""
    acting = acting_in(request)
    user = User.objects.get(pk=acting.user_id)
    person = person_of_account(user)
    open_ones = Erasure.objects.open().of_person(person.cards, person.accounts)
    waits = open_ones.newest_first().first()
    act = request.POST.get("act", "")

    def ask() -> None:
        erasing.ask_to_be_erased(acting=acting)

    def withdraw() -> None:
        if waits is not None:
            withdraw_erasure(waits.pk, acting=acting)

    acts = {
        "ask": (
            ask,
            _(
                "The office has received your request. An administrator will look at "
                "it."
            ),
        ),
        "withdraw": (withdraw, _("Nothing is erased.")),
    }
    status = _done(request, acts, act)
    if not status:
        return redirect("federation:ask_to_be_erased")
    duties = (
        hindrances_of_erasure(waits, request.today)
        if waits
        else open_duties(person, request.today)
    )
    context = {"waits": waits, "duties": duties}
    return render(request, "federation/be_erased.html", context, status=status)


@login_required
@reads_and_writes
def ask_to_erase(request: OfficeRequest, player_id: int) -> HttpResponse:
    """Request the erasure of a player, as an administrator."""
    allow(request.actor, Permission.MANAGE_PERSONAL_DATA)
    return _ask(request, get_object_or_404(Player, pk=player_id))


@require_recent_password()
def _ask(request: OfficeRequest, player: Player) -> HttpResponse:
    person = person_of_player(player.pk)
    reason = request.POST.get("reason", "")[:LONGEST]

    def propose() -> None:
        ask_to_erase_player(player.pk, reason=reason, acting=acting_in(request))

    message = _("Another administrator has been asked to agree.")
    status = _done(request, {"ask": (propose, message)}, request.POST.get("act", "ask"))
    if not status:
        return redirect("federation:erasures")
    context = {
        "player": player,
        "duties": open_duties(person, request.today),
        "reason": reason,
    }
    return render(request, "federation/ask_to_erase.html", context, status=status)


@login_required
@require_safe
def erasures(request: OfficeRequest) -> HttpResponse:
    """List the open erasures, and those that were carried out or withdrawn, without
    names.
    """
    allow(request.actor, Permission.MANAGE_PERSONAL_DATA)
    rows = Erasure.objects.select_related("player", "user", "asked_by", "confirmed_by")
    newest = rows.newest_first()
    waiting = [_waiting(each, request.today) for each in newest.open()]
    context = {"waiting": waiting, "ended": newest.exclude(pk__in=rows.open())[:200]}
    return render(request, "federation/erasures.html", context)


@login_required
@reads_and_writes
def erasure(request: OfficeRequest, erasure_id: int) -> HttpResponse:
    """Let another administrator agree, or an administrator withdraw the erasure."""
    allow(request.actor, Permission.MANAGE_PERSONAL_DATA)
    rows = Erasure.objects.select_related(
        "player", "user", "asked_by", "confirmed_by", "closed_by"
    )
    return _answer(request, get_object_or_404(rows, pk=erasure_id))


@require_recent_password(to_read=False)
def _answer(request: OfficeRequest, shown: Erasure) -> HttpResponse:
    acting = acting_in(request)

    def agree() -> None:
        confirm_erasure(shown.pk, acting=acting)

    def withdraw() -> None:
        withdraw_erasure(shown.pk, acting=acting)

    acts = {
        "approve": (
            agree,
            _("The erasure is approved. It can be cancelled until that day."),
        ),
        "withdraw": (withdraw, _("Nothing is erased.")),
    }
    status = _done(request, acts, request.POST.get("act", ""))
    if not status:
        return redirect("federation:erasure", shown.pk)
    person = person_of_erasure(shown)
    own = acting.user_id in (shown.asked_by_id, *person.accounts)
    context = {
        "erasure": shown,
        "name": name_of_person(person),
        "is_open": shown.erased_at is None and shown.closed_at is None,
        "duties": hindrances_of_erasure(shown, request.today),
        "may_agree": shown.confirmed_at is None and not (own and settings.FOUR_EYES),
    }
    return render(request, "federation/erasure.html", context, status=status)


def _waiting(erasure: Erasure, today: date) -> tuple[Erasure, str, bool]:
    """Return an open erasure, the person's name, and whether it is held up by something
    that happened after it was agreed to.
    """
    name = name_of_person(person_of_erasure(erasure))
    is_agreed = erasure.due_at is not None
    return erasure, name, is_agreed and bool(hindrances_of_erasure(erasure, today))


def _done(
    request: OfficeRequest,
    acts: dict[str, tuple[Callable[[], None], str]],
    act: str,
) -> int:
    """Carry out the action of the button that was pressed. Return the HTTP status with
    which to render the page again, 0 on success.
    """
    if request.method != "POST":
        return 200
    if act not in acts:
        messages.error(request, _("Choose what to do."))
        return 422
    carry_out, message = acts[act]
    try:
        carry_out()
    except RegisterRefusal as refused:
        messages.error(request, refusal_words(refused))
        return 422 if refused.code == "reason" else 409
    messages.success(request, message)
    return 0
