"""robots.txt: the pages that crawlers may read. Everything else is closed to them, so
that a new page of the office, file or fragment is closed without being listed.
"""

from collections.abc import Iterator

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared

PAGES = (
    "/list/", "/list/*/", "/lists/", "/records/", "/records/*/", "/players/",
    "/players/*/", "/clubs/", "/clubs/*/", "/districts/*/", "/tournaments/",
    "/tournaments/*/", "/calculators/", "/calculators/*/",
)  # fmt: skip
"""Paths; `*` is one part of a path."""
WHOLE = ("/$", "/api/docs$", "/static/", "/sitemap")
CLOSED = ("/tournaments/new/", "/tournaments/month/")
"""What a path of `PAGES` means too, but is not for crawlers."""


@shared()
@require_safe
def robots(request: OfficeRequest) -> HttpResponse:
    sitemap = request.build_absolute_uri(reverse("tournaments:sitemap_index"))
    lines = ["User-agent: *", "Disallow: /", *_rules(), "", f"Sitemap: {sitemap}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def _rules() -> Iterator[str]:
    """Yield the exceptions. The longest pattern that fits an address decides, and `*`
    also fits several parts: what is below a page is therefore closed by a longer one.
    """
    yield from (f"Allow: {each}" for each in WHOLE)
    for page in PAGES:
        yield f"Allow: {page}$"
        yield f"Allow: {page}?pool="
        yield f"Disallow: {page}?pool=*&"
        if "*" in page:
            yield f"Disallow: {page}*/"
            yield f"Disallow: {page}*/?pool="
    yield from (f"Disallow: {each}" for each in CLOSED)
