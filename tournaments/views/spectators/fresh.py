"""Parts of pages that a script asks for again and again: a short answer while nothing has
changed, and otherwise a part that is made once for all who have not signed in.
"""

import gzip
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import cache
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.html import format_html
from django.utils.http import quote_etag
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from federation.permissions import NOBODY, Actor
from federation.requests import OfficeRequest
from ratings.pages.views.conditional import mark_of
from tournaments.models.tournaments import TournamentQuerySet
from tournaments.queries.spectators.last_change import LastChange, last_change

SECONDS = 10
"""A page asks no more often."""
KEPT = 600
"""Seconds, as long as a mark lasts."""
MAKING = 15
"""Seconds after which somebody else makes the part."""
SMALL = 0.25
"""Seconds of work for a part that is made again as soon as anything changes."""
REST = 19
"""For so many times the work of a larger part, results alone do not make it anew: two
results a second in a section of 800 players would keep the office at nothing else.
"""


@dataclass(frozen=True, slots=True)
class FreshPart:
    """A part of a page that keeps itself up to date. `url`: where the script asks for it.
    `for_everybody`: it shows what everybody may see, whoever is signed in.
    """

    url: str
    tournaments: TournamentQuerySet
    for_everybody: bool = False

    def reader(self, request: OfficeRequest) -> Actor:
        """For whom the part is made."""
        return NOBODY if self.for_everybody else request.actor


@dataclass(frozen=True, slots=True)
class PartMade:
    """A part as it was made for all who have not signed in. `packed`: by gzip, as it goes
    out; `rests_until`: seconds since 1970 until which results do not make it anew.
    """

    mark: str
    packed: bytes
    rests_until: float

    def serves(self, mark: str) -> bool:
        """Return whether it may be shown where the newest has the mark."""
        if self.mark == mark:
            return True
        same_register = _register_of(self.mark) == _register_of(mark)
        return same_register and time.time() < self.rests_until

    @property
    def body(self) -> bytes:
        return gzip.decompress(self.packed)


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part as the page shows it first, with the mark of what is shown; `has_report`:
    something of the tournament was sent in. `body`: the part as it was made for all who
    have not signed in, none where the page makes it. `is_behind`: a newer one rests or is
    being made.
    """

    url: str
    mark: str
    has_report: bool
    body: SafeString | None = None
    is_behind: bool = False
    seconds: int = SECONDS

    @property
    def attributes(self) -> SafeString:
        """What the script reads of the element that it fills anew."""
        return format_html(
            ' data-live="{}" data-mark="{}" data-seconds="{}"',
            self.url,
            self.mark,
            self.seconds,
        )


def shown_first(
    request: OfficeRequest,
    part: FreshPart,
    build: Callable[[], HttpResponse] | None = None,
) -> PartShown:
    """Made before the page reads anything, so that what changes meanwhile is asked for
    again. With `build`, whoever has not signed in gets what is made once for all: a hall
    opens the page at the same time.
    """
    changed = last_change(part.tournaments, timezone.now())
    has_report = changed is not None and changed.report is not None
    mark = _mark(request, part, changed)
    if build is None or changed is None or not _is_for_all(request, part, changed):
        return PartShown(part.url, mark, has_report)
    made = _shared(part.url, mark, build)
    body = SafeString(made.body.decode())
    return PartShown(part.url, made.mark, has_report, body, made.mark != mark)


def answer_if_new(
    request: OfficeRequest, part: FreshPart, build: Callable[[], HttpResponse]
) -> HttpResponseBase:
    """Return the part that `build` makes, or 304 where the page has it. `build` also
    refuses who may not look.
    """
    changed = last_change(part.tournaments, timezone.now())
    if changed is None:
        return build()
    mark = _mark(request, part, changed)
    unchanged = get_conditional_response(request, etag=mark)
    if unchanged is not None:
        return _marked(unchanged, mark)
    if not _is_for_all(request, part, changed):
        return _marked(build(), mark)
    made = _shared(part.url, mark, build)
    unchanged = get_conditional_response(request, etag=made.mark)
    return _marked(unchanged or _packed(request, made), made.mark)


def _is_for_all(request: OfficeRequest, part: FreshPart, changed: LastChange) -> bool:
    return changed.is_public and not part.reader(request).signed_in


def _mark(request: OfficeRequest, part: FreshPart, changed: LastChange | None) -> str:
    """Return what the register and the reader give, and what the tournament gives."""
    reader = part.reader(request)
    shown = mark_of(request.today, (part.url, reader.user_id, reader.roles))
    of_tournament = hashlib.sha256(repr(changed).encode()).hexdigest()[:16]
    return quote_etag(shown.strip('"') + "-" + of_tournament)


def _register_of(mark: str) -> str:
    return mark.partition("-")[0]


def _shared(url: str, mark: str, build: Callable[[], HttpResponse]) -> PartMade:
    """Made once for everybody. While one request makes the newest, the others get the one
    before it with its own mark, and ask again later.
    """
    place = place_of(url)
    making = f"{place}-made"
    made: PartMade | None = cache.get(place)
    if made is not None and (made.serves(mark) or not cache.add(making, mark, MAKING)):
        return made
    try:
        made = _made(mark, build)
        cache.set(place, made, KEPT)
    finally:
        cache.delete(making)
    return made


def _made(mark: str, build: Callable[[], HttpResponse]) -> PartMade:
    began = time.thread_time()
    packed = gzip.compress(build().content, compresslevel=6, mtime=0)
    work = time.thread_time() - began
    rest = 0 if work < SMALL else REST * work
    return PartMade(mark, packed, time.time() + rest)


def _packed(request: OfficeRequest, made: PartMade) -> HttpResponse:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(made.body)
    return HttpResponse(made.packed, headers={"Content-Encoding": "gzip"})


def place_of(url: str) -> str:
    """Return where the part is kept, in the language of the reader."""
    named = hashlib.sha256(f"{get_language()} {url}".encode())
    return f"part-{named.hexdigest()[:32]}"


def _marked(response: HttpResponseBase, mark: str) -> HttpResponseBase:
    response["ETag"] = mark
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language", "Accept-Encoding"])
    return response
