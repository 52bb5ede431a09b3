"""The enumerations of the register."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Gender(TextChoices):
    FEMALE = "f", _("Woman")
    MALE = "m", _("Man")
    UNSTATED = "", _("Not stated")


class PlayerStatus(TextChoices):
    ACTIVE = "active", _("Active")
    LEFT = "left", _("Left")
    DECEASED = "deceased", _("Deceased")


class Visibility(TextChoices):
    PUBLIC = "public", _("Full name")
    INITIALS = "initials", _("Initials only")
    HIDDEN = "hidden", _("Hidden")


class PlayerClass(TextChoices):
    M = "M", "M"
    I = "I", "I"  # noqa: E741 (the class is called I)
    II = "II", "II"
    III = "III", "III"


class RoleKind(TextChoices):
    SECRETARY = "secretary", _("Club secretary")
    DEPUTY = "deputy", _("Deputy secretary")
    DISTRICT_OFFICER = "district", _("District officer")
    RATING_OFFICER = "officer", _("Rating officer")
    RULES_COMMITTEE = "committee", _("Rules committee")
    BOARD = "board", _("The board")
    ADMINISTRATOR = "administrator", _("Administrator")


class JoiningState(TextChoices):
    WAITING = "waiting", _("Waiting for an answer")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    EXPIRED = "expired", _("Not answered in time")


class AnsweredAs(TextChoices):
    PLAYER = "player", _("The player")
    CLUB = "club", _("The player's club")
    OFFICE = "office", _("The federation's office")
    NOBODY = "", _("Nobody")


class AccountEventKind(TextChoices):
    """Events of an account that its owner or an administrator may have to look up
    later.
    """

    SIGNED_IN = "signed_in", _("Signed in")
    SIGN_IN_FAILED = "sign_in_failed", _("Sign-in failed: wrong address or password")
    SIGN_IN_REFUSED = "sign_in_refused", _("Sign-in refused: too many attempts")
    CODE_FAILED = "code_failed", _("Wrong code at two-step sign-in")
    SIGNED_OUT = "signed_out", _("Signed out")
    RESET_ASKED = "reset_asked", _("Asked for a new password")
    PASSWORD_CHANGED = "password_changed", _("Changed the password")
    PASSWORD_RESET = "password_reset", _("Chose a new password with the link")
    ADDRESS_ASKED = "address_asked", _("Asked for another email address")
    ADDRESS_CHANGED = "address_changed", _("Changed the email address")
    FACTOR_ADDED = "factor_added", _("Turned two-step sign-in on")
    FACTOR_REMOVED = "factor_removed", _("Turned two-step sign-in off")
    FACTOR_LOST = "factor_lost", _("An administrator turned two-step sign-in off")
    CODES_MADE = "codes_made", _("Made new spare codes")


CLUB_ROLES = frozenset({RoleKind.SECRETARY, RoleKind.DEPUTY})
DISTRICT_ROLES = frozenset({RoleKind.DISTRICT_OFFICER})
FEDERATION_ROLES = frozenset(RoleKind) - CLUB_ROLES - DISTRICT_ROLES

# Those who can change what others are rated by sign in with two factors.
TWO_FACTOR_ROLES = FEDERATION_ROLES
