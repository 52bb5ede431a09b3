"""Who may do what: one matrix for the whole federation.

A permission is granted to kinds of roles; a role for a club or a district reaches only what
belongs to that club or district. The pages call `allow`, which raises 404 for other
clubs' rows and 403 for acts that the user may not do at all.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.core.exceptions import PermissionDenied
from django.http import Http404

from federation.enums import CLUB_ROLES, FEDERATION_ROLES, TWO_FACTOR_ROLES, RoleKind
from federation.models import Club, Role, User

OFFICER = RoleKind.RATING_OFFICER
COMMITTEE = RoleKind.RULES_COMMITTEE
BOARD = RoleKind.BOARD
ADMINISTRATOR = RoleKind.ADMINISTRATOR
SECRETARY = RoleKind.SECRETARY
DEPUTY = RoleKind.DEPUTY
DISTRICT = RoleKind.DISTRICT_OFFICER


class Permission(StrEnum):
    SEE_MEMBERS = "see_members"
    EDIT_MEMBERS = "edit_members"
    ASK_FOR_MEMBERS = "ask_for_members"
    ANSWER_JOINING = "answer_joining"
    LINK_ACCOUNT = "link_account"
    INVITE_TO_CLUB = "invite_to_club"
    INVITE_ANYBODY = "invite_anybody"
    AGREE_TO_ROLES = "agree_to_roles"
    CLOSE_ACCOUNTS = "close_accounts"
    EDIT_CLUBS = "edit_clubs"
    SUSPEND = "suspend"
    MANAGE_PERSONAL_DATA = "manage_personal_data"
    SEE_AUDIT = "see_audit"
    RUN_TOURNAMENT = "run_tournament"
    SUBMIT_RESULTS = "submit_results"
    JUDGE_REPORTS = "judge_reports"
    DECIDE_RATINGS = "decide_ratings"
    MERGE_PLAYERS = "merge_players"
    APPROVE_LISTS = "approve_lists"
    CLAIM_CORRECTIONS = "claim_corrections"
    DECIDE_CLAIMS = "decide_claims"
    SEE_RUNS = "see_runs"
    IMPORT_HISTORY = "import_history"
    USE_LABORATORY = "use_laboratory"
    MANAGE_FIDE_LISTS = "manage_fide_lists"
    MANAGE_POOLS = "manage_pools"
    CONFIRM_MOVEMENTS = "confirm_movements"
    DECIDE_LEVELS = "decide_levels"
    MANAGE_LEDGER = "manage_ledger"
    SEND_RETURNS = "send_returns"
    RECEIVE_RETURNS = "receive_returns"
    ENDORSE_TOURNAMENTS = "endorse_tournaments"
    SANCTION_TOURNAMENTS = "sanction_tournaments"
    SET_SANCTION_TERMS = "set_sanction_terms"


MATRIX: dict[Permission, frozenset[RoleKind]] = {
    Permission.SEE_MEMBERS: frozenset(
        {SECRETARY, DEPUTY, DISTRICT, OFFICER, ADMINISTRATOR}
    ),
    Permission.EDIT_MEMBERS: frozenset({SECRETARY, DEPUTY, ADMINISTRATOR}),
    Permission.ASK_FOR_MEMBERS: frozenset({SECRETARY, DEPUTY}),
    Permission.ANSWER_JOINING: frozenset({SECRETARY, DEPUTY, OFFICER, ADMINISTRATOR}),
    Permission.LINK_ACCOUNT: frozenset({SECRETARY, ADMINISTRATOR}),
    Permission.INVITE_TO_CLUB: frozenset({SECRETARY, ADMINISTRATOR}),
    Permission.INVITE_ANYBODY: frozenset({ADMINISTRATOR}),
    Permission.AGREE_TO_ROLES: FEDERATION_ROLES,
    Permission.CLOSE_ACCOUNTS: frozenset({ADMINISTRATOR}),
    Permission.EDIT_CLUBS: frozenset({ADMINISTRATOR}),
    Permission.SUSPEND: frozenset({ADMINISTRATOR}),
    Permission.MANAGE_PERSONAL_DATA: frozenset({ADMINISTRATOR}),
    Permission.SEE_AUDIT: frozenset({ADMINISTRATOR}),
    Permission.RUN_TOURNAMENT: frozenset({SECRETARY, DEPUTY, DISTRICT, OFFICER}),
    Permission.SUBMIT_RESULTS: frozenset({SECRETARY, DEPUTY, DISTRICT, OFFICER}),
    Permission.JUDGE_REPORTS: frozenset({OFFICER}),
    Permission.DECIDE_RATINGS: frozenset({OFFICER}),
    Permission.MERGE_PLAYERS: frozenset({OFFICER}),
    Permission.APPROVE_LISTS: frozenset({OFFICER}),
    Permission.CLAIM_CORRECTIONS: frozenset({SECRETARY, DEPUTY, DISTRICT, OFFICER}),
    Permission.DECIDE_CLAIMS: frozenset({OFFICER}),
    Permission.SEE_RUNS: frozenset({OFFICER, ADMINISTRATOR}),
    Permission.IMPORT_HISTORY: frozenset({OFFICER, ADMINISTRATOR}),
    Permission.USE_LABORATORY: frozenset({OFFICER, ADMINISTRATOR}),
    Permission.MANAGE_FIDE_LISTS: frozenset({OFFICER}),
    Permission.MANAGE_POOLS: frozenset({ADMINISTRATOR}),
    Permission.CONFIRM_MOVEMENTS: frozenset({COMMITTEE}),
    Permission.DECIDE_LEVELS: frozenset({BOARD}),
    Permission.MANAGE_LEDGER: frozenset({SECRETARY, DEPUTY, OFFICER}),
    Permission.SEND_RETURNS: frozenset({SECRETARY, DEPUTY}),
    Permission.RECEIVE_RETURNS: frozenset({OFFICER}),
    Permission.ENDORSE_TOURNAMENTS: frozenset({DISTRICT}),
    Permission.SANCTION_TOURNAMENTS: frozenset({COMMITTEE, BOARD}),
    Permission.SET_SANCTION_TERMS: frozenset({BOARD}),
}


@dataclass(frozen=True, slots=True)
class HeldRole:
    kind: RoleKind
    club_id: int | None = None
    district_id: int | None = None

    def reaches(self, club_id: int | None, district_id: int | None) -> bool:
        if self.club_id is not None:
            return self.club_id == club_id
        if self.district_id is not None:
            return self.district_id == district_id
        return True


@dataclass(frozen=True, slots=True)
class Actor:
    """The person who makes a request, with the roles held today."""

    user_id: int | None = None
    display_name: str = ""
    player_id: int | None = None
    roles: tuple[HeldRole, ...] = ()

    @property
    def signed_in(self) -> bool:
        return self.user_id is not None

    def holds(self, *kinds: RoleKind) -> bool:
        return any(role.kind in kinds for role in self.roles)

    @property
    def is_secretary(self) -> bool:
        return self.holds(*CLUB_ROLES)

    @property
    def is_district(self) -> bool:
        return self.holds(DISTRICT)

    @property
    def is_officer(self) -> bool:
        return self.holds(OFFICER)

    @property
    def is_committee(self) -> bool:
        return self.holds(COMMITTEE)

    @property
    def is_board(self) -> bool:
        return self.holds(BOARD)

    @property
    def is_administrator(self) -> bool:
        return self.holds(ADMINISTRATOR)

    @property
    def needs_second_factor(self) -> bool:
        return self.holds(*TWO_FACTOR_ROLES)

    def club_ids(self, permission: Permission) -> tuple[int, ...]:
        """Return the clubs for which a club role grants the permission to the actor."""
        return tuple(
            role.club_id
            for role in self.roles
            if role.kind in MATRIX[permission] and role.club_id is not None
        )

    def district_ids(self, permission: Permission) -> tuple[int, ...]:
        return tuple(
            role.district_id
            for role in self.roles
            if role.kind in MATRIX[permission] and role.district_id is not None
        )

    def everywhere(self, permission: Permission) -> bool:
        return any(
            role.kind in MATRIX[permission]
            and role.club_id is None
            and role.district_id is None
            for role in self.roles
        )


NOBODY = Actor()


def actor_of(user: User, on: date) -> Actor:
    held = Role.objects.on(on).filter(user=user).order_by("pk")
    return Actor(
        user_id=user.pk,
        display_name=str(user),
        player_id=user.player_id,
        roles=tuple(map(held_role, held)),
    )


def held_role(role: Role) -> HeldRole:
    return HeldRole(RoleKind(role.kind), role.club_id, role.district_id)


def may(
    actor: Actor,
    permission: Permission,
    *,
    club_id: int | None = None,
    district_id: int | None = None,
) -> bool:
    return any(
        role.kind in MATRIX[permission] and role.reaches(club_id, district_id)
        for role in actor.roles
    )


def may_for_club(actor: Actor, permission: Permission, club: Club | None) -> bool:
    return may(actor, permission, **_reach_of(club))


def may_somewhere(actor: Actor, permission: Permission) -> bool:
    return any(role.kind in MATRIX[permission] for role in actor.roles)


def allow(
    actor: Actor,
    permission: Permission,
    *,
    club_id: int | None = None,
    district_id: int | None = None,
) -> None:
    """Return if the actor has the permission; raise 403 (if the actor has it nowhere)
    or 404 (for another club's or district's rows) otherwise.
    """
    if not may_somewhere(actor, permission):
        raise PermissionDenied
    if not may(actor, permission, club_id=club_id, district_id=district_id):
        raise Http404


def allow_for_club(actor: Actor, permission: Permission, club: Club | None) -> None:
    allow(actor, permission, **_reach_of(club))


def may_invite_to(actor: Actor, kind: RoleKind, club_id: int | None) -> bool:
    """Return whether the actor may offer this role."""
    if may(actor, Permission.INVITE_ANYBODY):
        return True
    return kind in CLUB_ROLES and may(actor, Permission.INVITE_TO_CLUB, club_id=club_id)


def _reach_of(club: Club | None) -> dict[str, int | None]:
    """Return what a role must reach to reach the club; without a club only the
    federation's roles do.
    """
    return {
        "club_id": club.pk if club else None,
        "district_id": club.district_id if club else None,
    }
