from federation.models.failures import TaskFailure
from federation.models.likenesses import Apart, Resemblance
from federation.models.mail import OutboxMail
from federation.models.memberships import ClassMembership, Membership, Suspension
from federation.models.places import Club, District
from federation.models.players import Player
from federation.models.roles import Invitation, Role
from federation.models.users import User

__all__ = [
    "Apart",
    "ClassMembership",
    "Club",
    "District",
    "Invitation",
    "Membership",
    "OutboxMail",
    "Player",
    "Resemblance",
    "Role",
    "Suspension",
    "TaskFailure",
    "User",
]
