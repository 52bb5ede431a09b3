"""The sitemap, in files of at most some thousand addresses."""

from collections.abc import Sequence

from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import SitemapIndexItem
from django.contrib.sites.requests import RequestSite
from django.http import Http404, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from federation.requests import OfficeRequest
from federation.shared_pages.declared import shared
from ratings.players.queries.public_pages import parts_with_public_players
from tournaments.views.search_engines.public_pages import (
    PublicPage,
    pages_of_players,
    pages_of_the_office,
    pages_of_tournaments,
    parts_with_tournaments,
)

XML = "application/xml"


class SitemapOf(Sitemap):  # type: ignore[type-arg] # not generic when it runs
    """A file of the sitemap with these pages."""

    def __init__(self, pages: Sequence[PublicPage]) -> None:
        self.pages = pages

    def items(self) -> Sequence[PublicPage]:
        return self.pages

    def location(self, page: PublicPage) -> str:
        return page.address

    def lastmod(self, page: PublicPage) -> object:
        return page.changed


@shared()
@require_safe
def sitemap_index(request: OfficeRequest) -> HttpResponse:
    files = [reverse("tournaments:sitemap_pages")]
    files += [
        reverse(f"tournaments:sitemap_{name}", args=[part])
        for name, parts in (
            ("players", parts_with_public_players()),
            ("tournaments", parts_with_tournaments()),
        )
        for part in parts
    ]
    listed = [SitemapIndexItem(request.build_absolute_uri(each)) for each in files]
    context = {"sitemaps": listed}
    return TemplateResponse(request, "sitemap_index.xml", context, XML)


@shared()
@require_safe
def sitemap_pages(request: OfficeRequest) -> HttpResponse:
    return _sitemap(request, pages_of_the_office(request.today))


@shared()
@require_safe
def sitemap_players(request: OfficeRequest, part: int) -> HttpResponse:
    return _sitemap(request, pages_of_players(part))


@shared()
@require_safe
def sitemap_tournaments(request: OfficeRequest, part: int) -> HttpResponse:
    return _sitemap(request, pages_of_tournaments(part))


def _sitemap(request: OfficeRequest, pages: Sequence[PublicPage]) -> HttpResponse:
    if not pages:
        raise Http404
    written = SitemapOf(pages).get_urls(
        site=RequestSite(request), protocol=request.scheme
    )
    return TemplateResponse(request, "sitemap.xml", {"urlset": written}, XML)
