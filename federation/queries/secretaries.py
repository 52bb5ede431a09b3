"""The secretaries of a club."""

from datetime import date

from federation.enums import RoleKind
from federation.models import Role, User


def secretaries_of(club_id: int, today: date) -> list[User]:
    """Return the accounts that are a club's secretaries on a day and can sign in, the
    oldest first.
    """
    held = Role.objects.on(today).filter(kind=RoleKind.SECRETARY, club_id=club_id)
    users = User.objects.filter(pk__in=held.values("user_id"), is_active=True)
    return list(users.order_by("pk"))
