"""Many members who are added to a club at once: all of them, or nobody."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction

from federation.domain.authorship import ActionContext
from federation.domain.memberships import join_club
from federation.domain.players import (
    DuplicateCheck,
    MatchesFound,
    PlayerDraft,
    register_player,
)
from federation.domain.refusal import RegisterRefusal
from federation.models import Membership


@dataclass(frozen=True, slots=True)
class ListedMember:
    """A line of the list: a player of the register, by id, or a new one; `looked` as for
    `register_player`.
    """

    line: int
    from_date: date
    player: int | PlayerDraft
    looked: DuplicateCheck


@dataclass(frozen=True, slots=True)
class AddedMembers:
    """How many became members, and how many were members of the club already."""

    added: int
    already: int


class LinesRefused(Exception):
    """Nobody was added; `reasons` say why, by line."""

    def __init__(self, reasons: dict[int, RegisterRefusal | MatchesFound]) -> None:
        """Store the reasons."""
        super().__init__("lines refused")
        self.reasons = reasons


@transaction.atomic
def add_members(
    club_id: int, listed: Iterable[ListedMember], *, acting: ActionContext
) -> AddedMembers:
    """Make all of them members of the club. Those who are members already stay so, so
    that a button may be pressed twice. Raises `LinesRefused` if a line cannot be
    entered: as `join_club` and `register_player` refuse.
    """
    reasons: dict[int, RegisterRefusal | MatchesFound] = {}
    added = already = 0
    for each in listed:
        try:
            is_new = _add(club_id, each, acting)
        except (RegisterRefusal, MatchesFound) as why:
            reasons[each.line] = why
        else:
            added, already = added + is_new, already + (not is_new)
    if reasons:
        raise LinesRefused(reasons)
    return AddedMembers(added, already)


def _add(club_id: int, listed: ListedMember, acting: ActionContext) -> bool:
    """Return whether the player was no member before."""
    player, day = listed.player, listed.from_date
    try:
        if isinstance(player, int):
            join_club(player, club_id, from_date=day, acting=acting)
        else:
            register_player(
                player,
                acting=acting,
                club_id=club_id,
                member_from=day,
                looked=listed.looked,
            )
    except RegisterRefusal as refused:
        if refused.code != "already_member":
            raise
        return False
    except MatchesFound as found:
        if not _was_just_added(club_id, listed, found):
            raise
        return False
    return True


def _was_just_added(club_id: int, listed: ListedMember, found: MatchesFound) -> bool:
    """Return whether somebody of the same name and year of birth became a member of the
    club after the list was shown: the button was pressed twice, or the line is there
    twice.
    """
    draft = listed.player
    assert isinstance(draft, PlayerDraft)  # noqa: S101
    same = [
        match.player.pk
        for match in found.matches
        if match.player.pk not in listed.looked.others
        and (match.player.full_name.casefold(), match.player.birth_year)
        == (f"{draft.first_name} {draft.last_name}".casefold(), draft.birth_year)
    ]
    held = Membership.objects.of_club(club_id).reaching(listed.from_date)
    return held.filter(player__in=same).exists()
