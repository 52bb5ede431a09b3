"""Template context of every page: the federation of this installation, the current
reader, and the address under which search engines keep the page.
"""

from dataclasses import dataclass
from functools import cache, partial
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest

from federation.permissions import NOBODY

MOST_DIGITS = 9
"""Of the number of a page; none is longer."""


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
    return {
        "office": office_settings(),
        "actor": getattr(request, "actor", NOBODY),
        "canonical_address": partial(canonical_address, request),
    }


def office_origin(request: HttpRequest) -> str:
    """Return scheme and host under which people reach the office; those of the request
    where none is set.
    """
    return settings.OFFICE_ADDRESS.rstrip("/") or request.build_absolute_uri("/")[:-1]


def canonical_address(request: HttpRequest) -> str:
    """Return the address of a page without what only filters, sorts or decorates it; ""
    for a page that is not the same for everybody.
    """
    match = request.resolver_match
    if match is None or not hasattr(match.func, "shared_kind"):
        return ""
    of_page = getattr(request, "named_in_address", {})
    named = {name: value for name, value in of_page.items() if value}
    asked = {name: str(value) for name, value in request.GET.items() if value}
    page, others = asked.pop("page", ""), asked.keys() - of_page.keys()
    if _is_later_page(page) and not others:
        named["page"] = str(int(page))
    query = f"?{urlencode(named)}" if named else ""
    return f"{office_origin(request)}{request.path}{query}"


def _is_later_page(page: str) -> bool:
    return page.isdecimal() and len(page) <= MOST_DIGITS and int(page) > 1


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
