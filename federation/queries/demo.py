"""The demo federation: whether the database contains it, and its log-ins, which are
public.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.models import District, User

PASSWORD = "rankbok-demo"  # noqa: S105 (public: it opens an invented federation)
ROLES: dict[str, str | Promise] = {
    "sekreterare@demo.example": _("Club secretary"),
    "vice@demo.example": _("Deputy secretary"),
    "distrikt@demo.example": _("District officer"),
    "ratingansvarig@demo.example": _("Rating officer"),
    "ratingansvarig2@demo.example": _("Rating officer, the second pair of eyes"),
    "regelkommitte@demo.example": _("Rules committee"),
    "styrelse@demo.example": _("The board"),
    "admin@demo.example": _("Administrator"),
    "admin2@demo.example": _("Administrator, the second pair of eyes"),
    "spelare@demo.example": _("Player"),
}


class DatabaseContents(StrEnum):
    """Whether a database contains the demo or a real federation."""

    NOTHING = "nothing"
    DEMO = "demo"
    OWN = "own"


def contents() -> DatabaseContents:
    """Return what the database contains. It is the demo as long as one of the demo's
    log-ins exists. Any other account makes it a real federation: setting one up begins
    with creating its administrator.
    """
    if User.objects.filter(email__in=ROLES).exists():
        return DatabaseContents.DEMO
    if User.objects.exists() or District.objects.exists():
        return DatabaseContents.OWN
    return DatabaseContents.NOTHING


@dataclass(frozen=True, slots=True)
class DemoLogin:
    role: str
    name: str
    email: str
    password: str


def demo_logins() -> list[DemoLogin]:
    """Return the existing users of a demo; none outside a demo."""
    if not settings.DEMO:
        return []
    names = dict(
        User.objects.filter(email__in=ROLES, is_active=True).values_list(
            "email", "name"
        )
    )
    return [
        DemoLogin(str(role), names[email], email, PASSWORD)
        for email, role in ROLES.items()
        if email in names
    ]
