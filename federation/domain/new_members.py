"""Many members who are added to a club at once: all of them, or nobody."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.domain.memberships import join_club
from federation.domain.players import (
    DuplicateCheck,
    MatchesFound,
    PlayerDraft,
    register_player,
)
from federation.domain.refusal import RegisterRefusal
from federation.models import Membership, Player


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
    """Make all of them members of the club. Those who are members already, or will be,
    stay so, so that a button may be pressed twice. Raises `LinesRefused` if a line
    cannot be entered: as `join_club` and `register_player` refuse.
    """
    listed = list(listed)
    adding = _Adding(club_id, acting)
    adding.lock(each.player for each in listed if isinstance(each.player, int))
    reasons: dict[int, RegisterRefusal | MatchesFound] = {}
    added = already = 0
    for each in listed:
        try:
            is_new = adding.add(each)
        except (RegisterRefusal, MatchesFound) as why:
            reasons[each.line] = why
        else:
            added, already = added + is_new, already + (not is_new)
    if reasons:
        raise LinesRefused(reasons)
    return AddedMembers(added, already)


class _Adding:
    """The members added so far, with the new players among them."""

    def __init__(self, club_id: int, acting: ActionContext) -> None:
        self.club_id, self.acting = club_id, acting
        self.registered: dict[int, PlayerDraft] = {}

    def lock(self, players: Iterable[int]) -> None:
        """Lock the cards in the order of their keys as in all acts, so that two lists
        cannot deadlock.
        """
        cards = Player.objects.filter(pk__in=set(players)).order_by("pk")
        list(cards.select_for_update(of=("self",)).values_list("pk"))

    def add(self, listed: ListedMember) -> bool:
        """Return whether the player was no member before."""
        player, day = listed.player, listed.from_date
        if isinstance(player, PlayerDraft):
            return self._register(player, listed)
        if self._has_member([player]):
            return False
        join_club(player, self.club_id, from_date=day, acting=self.acting)
        return True

    def _register(self, draft: PlayerDraft, listed: ListedMember) -> bool:
        others = {
            pk for pk, other in self.registered.items() if not _is_same(other, draft)
        }
        try:
            player = register_player(
                draft,
                acting=self.acting,
                club_id=self.club_id,
                member_from=listed.from_date,
                looked=listed.looked.besides(others),
            )
        except MatchesFound as found:
            if not self._was_just_added(draft, listed.looked, found):
                raise
            return False
        self.registered[player.pk] = draft
        return True

    def _was_just_added(
        self, draft: PlayerDraft, looked: DuplicateCheck, found: MatchesFound
    ) -> bool:
        """Return whether somebody of the same name and year of birth became a member of
        the club after the list was shown: the button was pressed twice, or the line is
        there twice.
        """
        unseen = (
            match.player
            for match in found.matches
            if match.player.pk not in looked.others
        )
        return self._has_member([each.pk for each in unseen if _is_same(each, draft)])

    def _has_member(self, players: Collection[int]) -> bool:
        today = timezone.localdate(self.acting.at)
        held = Membership.objects.of_club(self.club_id).reaching(today)
        return held.filter(player__in=players).exists()


def _is_same(one: Player | PlayerDraft, other: PlayerDraft) -> bool:
    """Return whether name and year of birth are the same."""
    names = [f"{each.first_name} {each.last_name}".casefold() for each in (one, other)]
    return names[0] == names[1] and one.birth_year == other.birth_year
