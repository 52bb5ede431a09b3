"""Lines of a list of new members, each with the players who match and its forms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.forms import Form
from django.utils.translation import gettext as _

from federation.domain.new_members import ListedMember
from federation.domain.players import DuplicateCheck, PlayerDraft
from federation.models import Player
from federation.queries.members import shown_in_full
from federation.requests import OfficeRequest
from federation.views.lists import refusals
from ratings.files.spellings import gender_of
from ratings.files.wording import InvalidField
from tournaments.formats.pasted_players import PastedPlayer
from tournaments.forms.new_members import FirstDayForm, NewPlayerForm
from tournaments.queries.player_lists.pasted_members import (
    MemberFound,
    PastedMember,
    find_pasted_members,
    members_found,
)
from tournaments.views.planning.newcomer import is_id
from tournaments.views.player_lists.player_lines import (
    LEFT_OUT,
    NEWCOMER,
    words_of_wrong_birth,
)


@dataclass(slots=True)
class MemberLineShown:
    """A line of the review: the choice (a player's id, NEWCOMER or LEFT_OUT), the forms
    of a new player and of the first day, `notes` about what could not be read, and
    `remarks` about what has to be mended.
    """

    found: PastedMember
    newcomer: NewPlayerForm
    first_day: FirstDayForm
    chosen: str = ""
    notes: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    others: list[MemberFound] = field(default_factory=list)
    """Similar players who were found when the new player was to be registered, also
    with the last answer."""

    @property
    def line(self) -> int:
        return self.found.pasted.line

    @property
    def players(self) -> list[MemberFound]:
        shown = {each.known.pk: each for each in self.found.players}
        return [*shown.values(), *(x for x in self.others if x.known.pk not in shown)]

    @property
    def is_clear(self) -> bool:
        """Return whether the user need not look at the line."""
        return bool(self.chosen) and not self.remarks


def member_lines(
    request: OfficeRequest, club_id: int, day: date, pasted: Sequence[PastedPlayer]
) -> list[MemberLineShown]:
    """Return each line with what the user sent for it; by default with the player who
    clearly matches, left out if that one is a member already, or new if nobody matches.
    """
    sent = request.POST if "enter" in request.POST else None
    found = find_pasted_members(club_id, pasted, request.actor, request.today)
    lines = [_line(each, sent, day, request.today) for each in found]
    if sent is not None:
        _show_looked_at(request, club_id, lines)
    return lines


def _line(
    found: PastedMember, sent: Mapping[str, str] | None, day: date, today: date
) -> MemberLineShown:
    pasted = found.pasted
    prefix = f"new-{pasted.line}"
    facts, notes = _facts_of(pasted)
    if found.wrong_birth:
        notes.append(words_of_wrong_birth(found.wrong_birth, today))
    written = pasted.member_from.strip() or day.isoformat()
    typed_day = {f"{prefix}-from_date": written}
    first_day = FirstDayForm(typed_day, prefix=prefix, today=today)
    notes += refusals(first_day)
    chosen = "" if notes else _proposed(found)
    if sent is not None:
        chosen = sent.get(f"who-{pasted.line}", "")
        first_day = FirstDayForm(sent, prefix=prefix, today=today)
        facts |= {name: sent.get(f"{prefix}-{name}", "") for name in facts}
    typed = sent if chosen == NEWCOMER else None
    newcomer = NewPlayerForm(typed, prefix=prefix, initial=facts, today=today)
    return MemberLineShown(found, newcomer, first_day, chosen, notes)


def _facts_of(pasted: PastedPlayer) -> tuple[dict[str, Any], list[str]]:
    """Return the data of the line, and what could not be read."""
    first, last = pasted.names
    facts = {"first_name": first, "last_name": last, "birth_year": pasted.birth_year}
    try:
        return {**facts, "gender": gender_of(pasted.gender)}, []
    except InvalidField as wrong:
        why = wrong.message
        return {**facts, "gender": ""}, [_(why.text) % why.facts]


def _proposed(found: PastedMember) -> str:
    """Return the choice to begin with: a new player where nobody is similar and the line
    has a year of birth.
    """
    if found.sure is None:
        is_new = not found.players and found.pasted.birth_year
        return NEWCOMER if is_new else ""
    if found.sure.is_member:
        return LEFT_OUT
    return str(found.sure.known.pk) if found.sure.may_join else ""


def _show_looked_at(
    request: OfficeRequest, club_id: int, lines: Sequence[MemberLineShown]
) -> None:
    """Show again beside each line the similar players of the last answer: they may be
    chosen.
    """
    looked = {each.line: _looked_at(request, each) for each in lines}
    ids = {pk for those in looked.values() for pk in those}
    may_be_shown = shown_in_full(request.actor, request.today)
    shown = Player.objects.unmerged().filter(may_be_shown, pk__in=ids)
    found = members_found(
        club_id, shown.values_list("pk", flat=True), request.actor, request.today
    )
    for each in lines:
        each.others = [found[pk] for pk in looked[each.line] if pk in found]


def _looked_at(request: OfficeRequest, line: MemberLineShown) -> list[int]:
    seen = request.POST.getlist(f"looked-{line.line}")
    return [int(each) for each in seen if is_id(each)]


def listed_members(
    request: OfficeRequest, lines: Sequence[MemberLineShown]
) -> list[ListedMember]:
    """Return who is to become a member; what is wrong with the other lines is noted in
    them.
    """
    listed = []
    for each in lines:
        player = None if each.chosen == LEFT_OUT else _player(each)
        if player is not None and _is_valid(each.first_day, each):
            first = each.first_day.cleaned_data["from_date"]
            looked = _looked(request, each)
            listed.append(ListedMember(each.line, first, player, looked))
    return listed


def _player(line: MemberLineShown) -> int | PlayerDraft | None:
    if line.chosen == NEWCOMER:
        is_whole = _is_valid(line.newcomer, line)
        return line.newcomer.draft if is_whole else None
    # Somebody who became a member since the page was opened stays one.
    offered = (each for each in line.players if each.may_join or each.is_member)
    for each in offered:
        if str(each.known.pk) == line.chosen:
            return each.known.pk
    line.remarks.append(_("Choose who it is, a new player, or to leave the line out."))
    return None


def _is_valid(form: Form, line: MemberLineShown) -> bool:
    line.remarks += refusals(form)
    return form.is_valid()


def _looked(request: OfficeRequest, line: MemberLineShown) -> DuplicateCheck:
    """Return the similar players who were shown beside the line."""
    others = frozenset(_looked_at(request, line))
    return DuplicateCheck(others, shown_in_full(request.actor, request.today))
