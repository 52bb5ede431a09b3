"""What a phone code allows. Boards of a confirmed match are refused elsewhere, by
`results.enter_wish`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from federation.models import Role
from federation.permissions import Actor, Permission, held_role, may
from tournaments.enums import TournamentState
from tournaments.models import Pairing, PhoneCode, Tournament
from tournaments.queries.entry_sheet import DECIDED, MAIN, REST
from tournaments.queries.rounds.being_played import rounds_being_played
from tournaments.rules.results import Result


@dataclass(frozen=True, slots=True)
class PhonePermit:
    """The results that a code allows: of the section's boards in the rounds being
    played. `closed` is the refusal code if the phone code is not valid now.
    """

    code: PhoneCode
    rounds: frozenset[int]
    closed: str

    @property
    def other_results(self) -> tuple[Result, ...]:
        """The results other than a win, a draw and a loss. What needs a decision is
        left to the organiser and to a deputy.
        """
        return (*REST, *DECIDED) if self.code.is_deputys else REST

    @property
    def results(self) -> frozenset[Result]:
        return frozenset((*MAIN, *self.other_results))

    def refuses(self, board: Pairing) -> str:
        """Return why this board's result may not be entered; empty if it may."""
        if self.closed:
            return self.closed
        if board.section_id != self.code.section_id:
            return "phone_section"
        if board.round not in self.rounds:
            return "phone_round"
        if not self.reaches(board.board):
            return "phone_board"
        return ""

    def reaches(self, board_number: int) -> bool:
        first, last = self.code.first_board, self.code.last_board
        return first is None or last is None or first <= board_number <= last


def permit_of(code: PhoneCode, moment: datetime) -> PhonePermit:
    """Return what the code allows at a moment, by its section and tournament as they
    are loaded.
    """
    section = code.section
    closed = _why_closed(code, moment)
    if not closed and not givers_in_office(section.tournament, [code], moment):
        closed = "phone_giver"
    return PhonePermit(code, rounds_being_played(section, moment), closed)


def givers_in_office(
    tournament: Tournament, codes: Iterable[PhoneCode], moment: datetime
) -> set[int]:
    """Return, of the accounts that gave out these codes, those that are open and may
    still run the tournament.
    """
    givers = {code.made_by_id for code in codes}
    held = Role.objects.on(timezone.localdate(moment)).filter(
        user__in=givers, user__is_active=True
    )
    return {
        role.user_id
        for role in held
        if may(
            Actor(roles=(held_role(role),)),
            Permission.RUN_TOURNAMENT,
            club_id=tournament.organiser_id,
            district_id=tournament.district_id,
        )
    }


def _why_closed(code: PhoneCode, moment: datetime) -> str:
    if code.revoked_at is not None:
        return "phone_revoked"
    if code.expires_at <= moment:
        return "phone_expired"
    if code.section.started_at is None:
        return "phone_not_started"
    if code.section.tournament.state != TournamentState.RUNNING:
        return "phone_closed"
    return ""
