"""The closed lists of the register."""

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
    WAITING = "waiting", _("Waits for an answer")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    EXPIRED = "expired", _("Not answered in time")


class AnsweredAs(TextChoices):
    PLAYER = "player", _("The player")
    CLUB = "club", _("The player's club")
    OFFICE = "office", _("The federation's office")
    NOBODY = "", _("Nobody")


CLUB_ROLES = frozenset({RoleKind.SECRETARY, RoleKind.DEPUTY})
DISTRICT_ROLES = frozenset({RoleKind.DISTRICT_OFFICER})
FEDERATION_ROLES = frozenset(RoleKind) - CLUB_ROLES - DISTRICT_ROLES

# Whoever can change what others are rated by signs in with two factors.
TWO_FACTOR_ROLES = FEDERATION_ROLES
