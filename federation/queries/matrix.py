"""The permission matrix in words: each act for each kind of role."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from federation.agreements import AGREEMENTS
from federation.enums import CLUB_ROLES, DISTRICT_ROLES, RoleKind
from federation.permissions import MATRIX, Permission

PERMISSION_LABELS = {
    Permission.SEE_MEMBERS: _("See all members with their full names"),
    Permission.EDIT_MEMBERS: _("Add members and edit their details"),
    Permission.ASK_FOR_MEMBERS: _("Ask for a player of another club as a member"),
    Permission.ANSWER_JOINING: _(
        "Answer a club that asks for a member: the player’s club, or the office "
        "for players without a club"
    ),
    Permission.LINK_ACCOUNT: _("Give a player an account"),
    Permission.INVITE_TO_CLUB: _("Invite a club's secretary and deputies"),
    Permission.INVITE_ANYBODY: _("Invite to every role, and end every role"),
    Permission.AGREE_TO_ROLES: _("Agree to somebody’s role in the whole federation"),
    Permission.CLOSE_ACCOUNTS: _(
        "Close accounts, open them again, and turn off two-step sign-in that is lost"
    ),
    Permission.EDIT_CLUBS: _("Edit clubs and districts"),
    Permission.SUSPEND: _("Suspend players"),
    Permission.MANAGE_PERSONAL_DATA: _("Hand out a person’s data, and erase people"),
    Permission.SEE_AUDIT: _("Read the audit log and the outbox"),
    Permission.RUN_TOURNAMENT: _("Run tournaments"),
    Permission.SUBMIT_RESULTS: _("Submit results"),
    Permission.JUDGE_REPORTS: _("Accept, hold and return reports"),
    Permission.DECIDE_RATINGS: _("Decide start ratings and other exceptions"),
    Permission.MERGE_PLAYERS: _("Merge two cards of one player"),
    Permission.APPROVE_LISTS: _("Approve rating lists"),
    Permission.CLAIM_CORRECTIONS: _("Ask for the correction of a game"),
    Permission.DECIDE_CLAIMS: _("Decide correction requests"),
    Permission.SEE_RUNS: _("See the computations"),
    Permission.IMPORT_HISTORY: _("Import earlier games"),
    Permission.USE_LABORATORY: _("Try other rating systems in the laboratory"),
    Permission.MANAGE_FIDE_LISTS: _("Import FIDE’s rating lists"),
    Permission.MANAGE_POOLS: _("Manage the pools and their editions"),
    Permission.CONFIRM_MOVEMENTS: _("Confirm class movements"),
    Permission.DECIDE_LEVELS: _("Decide finally, as the board, about levels"),
    Permission.MANAGE_LEDGER: _(
        "Write initial ratings into a LASK ledger: the club during the season, the "
        "office in the summer"
    ),
    Permission.SEND_RETURNS: _("Send the club’s annual return"),
    Permission.RECEIVE_RETURNS: _("Receive the clubs’ annual returns"),
    Permission.ENDORSE_TOURNAMENTS: _(
        "Endorse or return applications for the sanction of a tournament"
    ),
    Permission.SANCTION_TOURNAMENTS: _(
        "Sanction tournaments, and note that the sanction fee is paid"
    ),
    Permission.SET_SANCTION_TERMS: _("Set the sanction fee, and from when it applies"),
}


@dataclass(frozen=True, slots=True)
class MatrixColumn:
    kind: RoleKind
    reach: str


@dataclass(frozen=True, slots=True)
class PermissionLine:
    permission: Permission
    label: str
    cells: tuple[tuple[MatrixColumn, bool], ...]


@dataclass(frozen=True, slots=True)
class AgreementLine:
    """An act that changes something for others: who may start it and who must agree."""

    changes: str
    says: str
    starts: str
    agrees: str
    note: str
    needs_two: bool


def agreement_table() -> tuple[AgreementLine, ...]:
    """Return the table of acts and agreeing people, in words."""
    return tuple(
        AgreementLine(
            str(each.changes.label),
            str(each.says),
            _holders(each.starts),
            _holders(() if each.agrees is None else (each.agrees,)),
            str(each.note),
            each.needs_two,
        )
        for each in AGREEMENTS.values()
    )


def _holders(permissions: tuple[Permission, ...]) -> str:
    """Return the roles that have any of the permissions, in the order of all roles."""
    kinds = frozenset[RoleKind]().union(*(MATRIX[each] for each in permissions))
    return ", ".join(str(kind.label) for kind in RoleKind if kind in kinds)


def columns() -> tuple[MatrixColumn, ...]:
    return tuple(MatrixColumn(kind, _reach(kind)) for kind in RoleKind)


def permission_matrix() -> tuple[PermissionLine, ...]:
    """Return a line for each permission, its cells in the order of `columns`."""
    return tuple(
        PermissionLine(
            permission,
            str(PERMISSION_LABELS.get(permission, permission.value)),
            tuple((each, each.kind in MATRIX[permission]) for each in columns()),
        )
        for permission in Permission
    )


def _reach(kind: RoleKind) -> str:
    if kind in CLUB_ROLES:
        return str(_("own club"))
    if kind in DISTRICT_ROLES:
        return str(_("own district"))
    return str(_("everywhere"))
