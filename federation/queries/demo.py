"""The log-ins of the demo federation, which everybody may know."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.models import User

PASSWORD = "rankbok-demo"  # noqa: S105 (public: it opens an invented federation)
ROLES: dict[str, str | Promise] = {
    "sekreterare@demo.example": _("Club secretary"),
    "vice@demo.example": _("Deputy secretary"),
    "distrikt@demo.example": _("District officer"),
    "ratingansvarig@demo.example": _("Rating officer"),
    "ratingansvarig2@demo.example": _("Rating officer, the second pair of eyes"),
    "regelkommitte@demo.example": _("Rules committee"),
    "admin@demo.example": _("Administrator"),
    "spelare@demo.example": _("Player"),
}


@dataclass(frozen=True, slots=True)
class DemoLogin:
    role: str
    name: str
    email: str
    password: str


def demo_logins() -> list[DemoLogin]:
    """Nothing outside a demo; in one, those of its users that exist."""
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
