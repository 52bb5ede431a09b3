"""Tables of the register, accounts, the outbox and the audit log."""

from federation.models.account_events import AccountEvent
from federation.models.backups import Backup
from federation.models.duplicates import NotDuplicates, Resemblance
from federation.models.erasures import Erasure
from federation.models.exports import DataExport
from federation.models.failures import TaskFailure
from federation.models.joining import JoiningRequest
from federation.models.mail import OutboxMail
from federation.models.memberships import ClassMembership, Membership, Suspension
from federation.models.places import Club, District
from federation.models.players import Player
from federation.models.roles import Invitation, Role
from federation.models.tries import TryCount
from federation.models.users import User

__all__ = [
    "AccountEvent",
    "Backup",
    "ClassMembership",
    "Club",
    "DataExport",
    "District",
    "Erasure",
    "Invitation",
    "JoiningRequest",
    "Membership",
    "NotDuplicates",
    "OutboxMail",
    "Player",
    "Resemblance",
    "Role",
    "Suspension",
    "TaskFailure",
    "TryCount",
    "User",
]
