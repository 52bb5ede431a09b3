"""Add the people of a pasted list to a club: for each line the likely player is shown,
and the user decides.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.domain.new_members import AddedMembers, LinesRefused, add_members
from federation.domain.players import MatchesFound
from federation.domain.refusal import RegisterRefusal
from federation.models import Club
from federation.permissions import Permission
from federation.requests import OfficeRequest
from federation.views.members.access import require_somewhere
from federation.views.methods import reads_and_writes
from federation.views.refusals import refusal_words
from federation.views.signing import acting_in
from tournaments.forms.new_members import NewMembersForm
from tournaments.queries.player_lists.pasted_members import members_found
from tournaments.views.player_lists.member_lines import (
    MemberLineShown,
    listed_members,
    member_lines,
)


@login_required
@reads_and_writes
def paste_members(request: OfficeRequest) -> HttpResponse:
    """Read, review and add a list: all of its lines, or none."""
    require_somewhere(request.actor, Permission.EDIT_MEMBERS)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = NewMembersForm(*sent, actor=request.actor, today=request.today)
    if not form.is_valid():
        return render(
            request,
            "tournaments/player_lists/new_members.html",
            {"form": form},
            status=422 if form.errors else 200,
        )
    club, day = form.cleaned_data["club"], form.cleaned_data["from_date"]
    lines = member_lines(request, club.pk, day, form.pasted)
    is_sent = "enter" in request.POST
    if is_sent and _enter(request, club, lines):
        return redirect("federation:members")
    context = {
        "club": club,
        "from_date": day,
        "lines": lines,
        "text": form.cleaned_data["text"],
        "clear": sum(each.is_clear for each in lines),
        "is_refused": is_sent,
    }
    return render(
        request,
        "tournaments/player_lists/new_members_review.html",
        context,
        status=422 if is_sent else 200,
    )


def _enter(request: OfficeRequest, club: Club, lines: list[MemberLineShown]) -> bool:
    """Return whether everybody was added; otherwise nobody, and what is wrong is noted
    in the lines.
    """
    listed = listed_members(request, lines)
    if any(each.remarks for each in lines):
        return False
    try:
        done = add_members(club.pk, listed, acting=acting_in(request))
    except LinesRefused as refused:
        by_line = {each.line: each for each in lines}
        for line, why in refused.reasons.items():
            _note(request, club, by_line[line], why)
        return False
    _report(request, done)
    return True


def _note(
    request: OfficeRequest,
    club: Club,
    line: MemberLineShown,
    why: RegisterRefusal | MatchesFound,
) -> None:
    if not isinstance(why, MatchesFound):
        line.remarks.append(refusal_words(why))
        return
    ids = [match.player.pk for match in why.matches]
    found = members_found(club.pk, ids, request.actor, request.today)
    # A new player of an earlier line is not in the register again.
    line.others = [found[pk] for pk in ids if pk in found]
    line.remarks.append(
        _(
            "There is somebody similar in the register. Choose, or add the new player"
            " again if it is somebody else."
        )
    )


def _report(request: OfficeRequest, done: AddedMembers) -> None:
    if done.added:
        added = ngettext(
            "%(count)d member has been added.",
            "%(count)d members have been added.",
            done.added,
        )
        messages.success(request, added % {"count": done.added})
    if done.already:
        already = ngettext(
            "%(count)d was a member already.",
            "%(count)d were members already.",
            done.already,
        )
        messages.info(request, already % {"count": done.already})
    if not done.added and not done.already:
        messages.info(request, _("Nobody was added."))
