"""A player withdraws during a tournament, or comes back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.requests import OfficeRequest
from federation.views.refusals import perform
from federation.views.signing import acting_in
from tournaments.domain.results import withdraw_entry
from tournaments.forms.playing import WithdrawalForm
from tournaments.models import Entry, Pairing
from tournaments.queries.entry_sheet import EntrySheet, entry_sheet
from tournaments.queries.rounds.left_in_drafts import unpublished_rounds_with
from tournaments.rules.results import Result
from tournaments.views.access import organised_entry, organised_section, redirect_to


@login_required
@require_POST
def withdraw(request: OfficeRequest, pk: int) -> HttpResponse:
    section = organised_section(request, pk)
    sheet = entry_sheet(section, request.actor, request.today, timezone.now())
    form = withdrawal_form(sheet, request.POST)
    if form.is_valid():
        data = form.cleaned_data
        is_done = perform(
            request,
            lambda: withdraw_entry(
                data["entry"], data["after_round"], acting=acting_in(request)
            ),
            _success_message(sheet, data["entry"], data["after_round"]),
        )
        if is_done:
            entry = section.entries.get(pk=data["entry"])
            _notify_of_drafts(request, entry)
            _notify_of_bye(request, entry)
            _notify_of_games(request, sheet, entry)
    else:
        messages.error(request, _("Choose who leaves and after which round."))
    return redirect_to("results", pk)


@login_required
@require_POST
def come_back(request: OfficeRequest, pk: int) -> HttpResponse:
    entry = organised_entry(request, pk)
    drafts = list(unpublished_rounds_with(entry, timezone.now()).order_by("round"))
    is_done = perform(
        request,
        lambda: withdraw_entry(pk, None, acting=acting_in(request)),
        _("Noted: plays on."),
    )
    for draft in drafts if is_done else ():
        messages.warning(
            request,
            _("Round %(number)s is a draft: publish it when it is ready.")
            % {"number": draft.round},
        )
    return redirect_to("results", entry.section_id)


def _notify_of_drafts(request: OfficeRequest, entry: Entry) -> None:
    for draft in unpublished_rounds_with(entry, timezone.now()).order_by("round"):
        messages.warning(
            request,
            _(
                "The player has a board in round %(number)s, which is a draft. It "
                "will not be published automatically: pair the round again."
            )
            % {"number": draft.round},
        )


def _notify_of_bye(request: OfficeRequest, entry: Entry) -> None:
    """Warn of a bye with points in a public round that the player does not play any
    more.
    """
    after = entry.withdrawn_after
    drafts = unpublished_rounds_with(entry, timezone.now()).values("round")
    byes = entry.section.pairings.filter(white=entry, black=None, round__gt=after)
    byes = byes.exclude(result=Result.ZERO_BYE).exclude(round__in=drafts)
    for bye in byes.order_by("round"):
        messages.warning(
            request,
            _(
                "The player has a bye in round %(number)s, which still gives its "
                "points: remove it from the boards of the round if it should not."
            )
            % {"number": bye.round},
        )


def _notify_of_games(request: OfficeRequest, sheet: EntrySheet, entry: Entry) -> None:
    """Warn of a game without a result in a public round of a Swiss section: unlike
    those of a round robin, it is not settled by the rules. In a round robin warn of
    games of later rounds that have been played, which count as such.
    """
    if sheet.is_round_robin:
        _notify_of_played(request, entry)
        return
    drafts = unpublished_rounds_with(entry, timezone.now()).values("round")
    games = entry.section.pairings.filter(
        Q(white=entry) | Q(black=entry),
        black__isnull=False,
        result="",
        round__gt=entry.withdrawn_after,
    )
    for game in games.exclude(round__in=drafts).order_by("round"):
        messages.warning(
            request,
            _(
                "The player has a game in round %(number)s, which awaits its result: "
                "enter it as a forfeit, or change the boards of the round."
            )
            % {"number": game.round},
        )


def _notify_of_played(request: OfficeRequest, entry: Entry) -> None:
    boards = Pairing.objects.filter(Q(white=entry) | Q(black=entry))
    later = boards.filter(round__gt=entry.withdrawn_after).in_order()
    rounds = [str(each.round) for each in later if Result(each.result).is_played]
    if rounds:
        messages.warning(
            request,
            _(
                "The player has games entered as played after that: of round "
                "%(rounds)s. They count as played; remove a result that is wrong."
            )
            % {"rounds": ", ".join(rounds)},
        )


def withdrawal_form(sheet: EntrySheet, data: object | None = None) -> WithdrawalForm:
    names = [
        (each.entry.pk, f"{each.number}. {each.person.distinct_name}")
        for each in sheet.players
        if each.entry.withdrawn_after is None
    ]
    return WithdrawalForm(
        data,
        names=names,
        rounds=sheet.section.rounds,
        last_round=sheet.last_round,
    )


def _success_message(sheet: EntrySheet, entry_id: int, after_round: int) -> str:
    if sheet.is_round_robin:
        return _("Noted. The remaining games are settled by the rules.")
    if after_round <= sheet.last_round:
        return _("Noted. The results stand. The player is not paired again.")
    (name,) = (
        each.person.distinct_name for each in sheet.players if each.entry.pk == entry_id
    )
    return _("Noted. %(name)s is paired until round %(round)s, and not after it.") % {
        "name": name,
        "round": after_round,
    }
