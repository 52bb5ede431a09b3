"""Which acts need two people: one table of everything that changes a rating, a list, a
role or a rule, with who may start it and who must agree.

The acts in `domain` name their line (`federation.domain.four_eyes`) and look up in it
who may agree. Who may start is printed from here, on the page of roles and in
docs/four-eyes.md, and checked by the pages (`allow`).
"""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.permissions import Permission


class Changes(TextChoices):
    """What an act changes."""

    RATING = "rating", _("Ratings")
    LIST = "list", _("Lists")
    ROLE = "role", _("Roles")
    RULE = "rule", _("Rules")
    REGISTER = "register", _("The register")


class Matter(StrEnum):
    """What people agree about: a line of the table."""

    REPORT = "report"
    STOPPED_REPORT = "stopped_report"
    HISTORY = "history"
    UNDONE_IMPORT = "undone_import"
    EARLIER_LISTS = "earlier_lists"
    DECISION = "decision"
    REVOCATION = "revocation"
    CORRECTION = "correction"
    LIFTING = "lifting"
    MERGE = "merge"
    UNDOING_MERGE = "undoing_merge"
    LEVEL = "level"
    ANNUAL_RETURN = "return"
    FIDE_LIST = "fide_list"
    LIST = "list"
    EDITION = "edition"
    EDITION_WITHDRAWAL = "withdrawal"
    POLICY = "policy"
    LAST_DAY = "last_day"
    FIDE_BESIDE = "fide_beside"
    NEW_POOL = "new_pool"
    POOL_NAME = "pool_name"
    APPOINTMENT = "appointment"
    CLUB_ROLE = "club_role"
    END_OF_ROLE = "end_of_role"
    ERASURE = "erasure"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Agreement:
    """A line of the table. If `starts` is empty the act is started by the rules or by
    an operator of the machine; if `agrees` is empty one person is enough, and `note`
    gives the reason. Otherwise `note` says who may not agree.
    """

    changes: Changes
    says: Promise
    starts: tuple[Permission, ...]
    agrees: Permission | None
    note: Promise

    @property
    def needs_two(self) -> bool:
        return self.agrees is not None


_ANOTHER = _("Not the person who proposed it.")


def _two(changes: Changes, says: Promise, act: Permission, note: Promise) -> Agreement:
    """Return a line for an act that holders of one role propose and agree to."""
    return Agreement(changes, says, (act,), act, note)


def _one(
    changes: Changes, says: Promise, note: Promise, *starts: Permission
) -> Agreement:
    return Agreement(changes, says, starts, None, note)


AGREEMENTS: dict[Matter, Agreement] = {
    Matter.REPORT: Agreement(
        Changes.RATING,
        _("Accept the results of a tournament"),
        (Permission.SUBMIT_RESULTS,),
        Permission.JUDGE_REPORTS,
        _(
            "Not the person who sent the results in, typed one of them, set the day of "
            "a round or changed the tournament; nor can they clear its warnings."
        ),
    ),
    Matter.STOPPED_REPORT: _one(
        Changes.RATING,
        _("Hold, return, release or withdraw results"),
        _(
            "Doubtful results must be stopped at once. Nothing is added: the "
            "sender is told why, and somebody else accepts what is sent in again."
        ),
        Permission.JUDGE_REPORTS,
    ),
    Matter.HISTORY: _two(
        Changes.RATING,
        _("Post a file of earlier games"),
        Permission.IMPORT_HISTORY,
        _("Not the person who asked for the file to be posted."),
    ),
    Matter.UNDONE_IMPORT: _one(
        Changes.RATING,
        _("Undo a file of earlier games, with its start ratings"),
        _(
            "What was posted is taken back in full, and what it replaced counts "
            "again. Nothing is added: whoever wants it back imports the file again, "
            "and somebody else agrees."
        ),
        Permission.JUDGE_REPORTS,
    ),
    Matter.EARLIER_LISTS: _two(
        Changes.LIST,
        _("Show rating lists published in earlier years"),
        Permission.IMPORT_HISTORY,
        _ANOTHER,
    ),
    Matter.DECISION: _two(
        Changes.RATING,
        _("Decide a start rating, a deduction or another exception"),
        Permission.DECIDE_RATINGS,
        _("Not the person who made the decision, nor the player it is about."),
    ),
    Matter.REVOCATION: _two(
        Changes.RATING, _("Revoke a decision"), Permission.DECIDE_RATINGS, _ANOTHER
    ),
    Matter.CORRECTION: Agreement(
        Changes.RATING,
        _("Correct a game"),
        (Permission.CLAIM_CORRECTIONS,),
        Permission.DECIDE_CLAIMS,
        _("Not the person who asked for it, plays in the game or sent the results in."),
    ),
    Matter.LIFTING: _two(
        Changes.RATING,
        _("Lift a correction that applies to the rating only"),
        Permission.DECIDE_CLAIMS,
        _("Not the person who proposed it, nor anybody the correction concerns."),
    ),
    Matter.MERGE: _two(
        Changes.RATING,
        _("Merge two cards of one player"),
        Permission.MERGE_PLAYERS,
        _ANOTHER,
    ),
    Matter.UNDOING_MERGE: _two(
        Changes.RATING, _("Undo a merge"), Permission.MERGE_PLAYERS, _ANOTHER
    ),
    Matter.LEVEL: Agreement(
        Changes.RATING,
        _("Decide finally about a high level"),
        (),
        Permission.DECIDE_LEVELS,
        _(
            "The rules propose it. Not the person who sent the results in or "
            "accepted them, nor the player."
        ),
    ),
    Matter.ANNUAL_RETURN: Agreement(
        Changes.RATING,
        _("Receive a club’s annual return"),
        (Permission.SEND_RETURNS,),
        Permission.RECEIVE_RETURNS,
        _("Not the person who sent it."),
    ),
    Matter.FIDE_LIST: _one(
        Changes.RATING,
        _("Import one of FIDE’s lists"),
        _(
            "It changes no rating here: entries copy from it, and somebody else "
            "accepts the results."
        ),
        Permission.MANAGE_FIDE_LISTS,
    ),
    Matter.LIST: _one(
        Changes.LIST,
        _("Approve a rating list"),
        _(
            "Two people already stand behind everything in it, and it is exactly "
            "what the officer saw. Not the person who held, returned or took back "
            "accepted results of the period or an earlier one, or undid a file of "
            "earlier games, until somebody else has approved a list over those days."
        ),
        Permission.APPROVE_LISTS,
    ),
    Matter.EDITION: _two(
        Changes.RULE,
        _("Adopt or change an edition: which system rates a pool, and from when"),
        Permission.MANAGE_POOLS,
        _ANOTHER,
    ),
    Matter.EDITION_WITHDRAWAL: _two(
        Changes.RULE, _("Withdraw an edition"), Permission.MANAGE_POOLS, _ANOTHER
    ),
    Matter.POLICY: _two(
        Changes.RULE,
        _("Change what happens to corrections of approved periods"),
        Permission.MANAGE_POOLS,
        _ANOTHER,
    ),
    Matter.LAST_DAY: _two(
        Changes.RULE, _("Set a pool’s last day"), Permission.MANAGE_POOLS, _ANOTHER
    ),
    Matter.FIDE_BESIDE: _two(
        Changes.RULE,
        _("Choose the FIDE rating shown beside a pool’s own"),
        Permission.MANAGE_POOLS,
        _ANOTHER,
    ),
    Matter.NEW_POOL: _one(
        Changes.RULE,
        _("Open a new pool"),
        _("It contains no games, so nobody’s rating changes."),
        Permission.MANAGE_POOLS,
    ),
    Matter.POOL_NAME: _one(
        Changes.RULE,
        _("Rename a pool"),
        _("Only the name on the pages changes; the audit log keeps the old one."),
        Permission.MANAGE_POOLS,
    ),
    Matter.APPOINTMENT: _two(
        Changes.ROLE,
        _("Invite to a role in the whole federation"),
        Permission.AGREE_TO_ROLES,
        _(
            "Neither the person who invites nor the person invited. Nobody can "
            "invite themselves. An administrator who is the first to have such a "
            "role invites alone."
        ),
    ),
    Matter.CLUB_ROLE: _one(
        Changes.ROLE,
        _("Invite a club’s secretary or deputy, or a district officer"),
        _("What they send in is accepted by somebody at the rating office."),
        Permission.INVITE_TO_CLUB,
        Permission.INVITE_ANYBODY,
    ),
    Matter.END_OF_ROLE: _one(
        Changes.ROLE,
        _("End a role"),
        _(
            "It must be possible to end an abuse of power at once. The last "
            "administrator stays, and whoever is left cannot appoint anybody alone."
        ),
        Permission.INVITE_TO_CLUB,
        Permission.INVITE_ANYBODY,
    ),
    Matter.ERASURE: _two(
        Changes.REGISTER,
        _("Erase a person who has left"),
        Permission.MANAGE_PERSONAL_DATA,
        _(
            "The person may ask for it too. Neither the one who asked for it nor "
            "the person concerned."
        ),
    ),
    Matter.COMMAND: _one(
        Changes.RULE,
        _("Commands on the server: import, new pools, the first administrator"),
        _(
            "Whoever has access to the server has access to the database too. What a "
            "command wrote is in the audit log or the journal under its own name."
        ),
    ),
}
