"""Template context of every page: the federation of this installation and the current
reader.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from federation.permissions import NOBODY


@dataclass(frozen=True)
class OfficeSettings:
    name: str
    accent: str
    demo: bool


def office_settings() -> OfficeSettings:
    return OfficeSettings(
        name=settings.FEDERATION_NAME,
        accent=settings.FEDERATION_ACCENT,
        demo=settings.DEMO,
    )


def office_context(request: HttpRequest) -> dict[str, Any]:
    return {"office": office_settings(), "actor": getattr(request, "actor", NOBODY)}


@cache
def build_number() -> int:
    """Return a number that changes with each version of the code, templates and
    translations, since another version renders other pages.
    """
    folders = ("templates", "locale", "federation", "ratings", "tournaments", "static")
    sources = (
        path for folder in folders for path in (settings.BASE_DIR / folder).rglob("*")
    )
    return max(path.stat().st_mtime_ns for path in sources)
