"""Parts of pages that a script requests again and again: a short answer if nothing has
changed, otherwise a part that is made once for all anonymous visitors.
"""

import gzip
import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

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
"""Minimum seconds between two requests of a page."""
KEPT = 600
"""Seconds for which a part is cached: as long as a mark is valid."""
MAKING = 15
"""Seconds after which another request may make the part."""
WAIT_FOR_PART = 5.0
"""Seconds for which a request waits for the first part that another one makes."""
LOOKS = 0.05
"""Seconds between two checks whether it is made."""
SMALL = 0.25
"""Seconds of work up to which a part is made again as soon as anything changes."""
REST = 19
"""A part that took more work is not made again because of results alone for this many
times the work: two results a second in a section of 800 players would otherwise keep
the office busy with nothing else.
"""


@dataclass(frozen=True, slots=True)
class FreshPart:
    """A part of a page that keeps itself up to date. `url`: the address that the script
    requests. `for_everybody`: it shows public data only, even to a signed-in user.
    """

    url: str
    tournaments: TournamentQuerySet
    for_everybody: bool = False

    def reader(self, request: OfficeRequest) -> Actor:
        """Return the reader for whom the part is made."""
        return NOBODY if self.for_everybody else request.actor


@dataclass(frozen=True, slots=True)
class PartMade:
    """A part as made for all anonymous visitors. `packed`: the gzip-compressed body as
    it is sent; `rests_until`: seconds since 1970 until which results alone do not cause
    the part to be made again.
    """

    mark: str
    packed: bytes
    rests_until: float

    def serves(self, mark: str) -> bool:
        """Return whether this part may be shown when the newest one has the given mark."""
        if self.mark == mark:
            return True
        same_register = _register_of(self.mark) == _register_of(mark)
        return same_register and time.time() < self.rests_until

    @property
    def body(self) -> bytes:
        return gzip.decompress(self.packed)


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part as the page first shows it, with its mark; `has_report`: results of the
    tournament have been submitted. `body`: the part as made for all anonymous visitors,
    None if the page renders it itself. `is_behind`: a newer part is being made, or is
    not made yet because this one rests.
    """

    url: str
    mark: str
    has_report: bool
    body: SafeString | None = None
    is_behind: bool = False
    seconds: int = SECONDS

    @property
    def attributes(self) -> SafeString:
        """Return the attributes that the script reads from the element that it updates."""
        return format_html(
            ' data-live="{}" data-mark="{}" data-seconds="{}"',
            self.url,
            self.mark,
            self.seconds,
        )


def render_first(
    request: OfficeRequest,
    part: FreshPart,
    build: Callable[[], HttpResponse] | None = None,
) -> PartShown:
    """Return the part for the first showing of the page. Call it before the page reads
    anything, so that the page later requests what changes meanwhile. With `build`,
    anonymous visitors get the part that is made once for all: a whole hall opens the
    page at the same time.
    """
    changed = last_change(part.tournaments, timezone.now())
    has_report = changed is not None and changed.report is not None
    mark = _mark(request, part, changed)
    if build is None or changed is None or not _is_for_all(request, part, changed):
        return PartShown(part.url, mark, has_report)
    made = _shared_part(part.url, mark, build)
    body = SafeString(made.body.decode())
    return PartShown(part.url, made.mark, has_report, body, made.mark != mark)


def render_if_changed(
    request: OfficeRequest, part: FreshPart, build: Callable[[], HttpResponse]
) -> HttpResponseBase:
    """Return the part that `build` makes, or 304 if the page already has it. `build`
    also refuses readers who may not see it.
    """
    changed = last_change(part.tournaments, timezone.now())
    if changed is None:
        return build()
    mark = _mark(request, part, changed)
    unchanged = get_conditional_response(request, etag=mark)
    if unchanged is not None:
        return _with_mark(unchanged, mark)
    if not _is_for_all(request, part, changed):
        return _with_mark(build(), mark)
    made = _shared_part(part.url, mark, build)
    unchanged = get_conditional_response(request, etag=made.mark)
    return _with_mark(unchanged or _response_of(request, made), made.mark)


def _is_for_all(request: OfficeRequest, part: FreshPart, changed: LastChange) -> bool:
    return changed.is_public and not part.reader(request).signed_in


def _mark(request: OfficeRequest, part: FreshPart, changed: LastChange | None) -> str:
    """Return the mark from the state of the register, the reader and the tournament."""
    reader = part.reader(request)
    shown = mark_of(request.today, (part.url, reader.user_id, reader.roles))
    of_tournament = hashlib.sha256(repr(changed).encode()).hexdigest()[:16]
    return quote_etag(shown.strip('"') + "-" + of_tournament)


def _register_of(mark: str) -> str:
    return mark.partition("-")[0]


def _shared_part(url: str, mark: str, build: Callable[[], HttpResponse]) -> PartMade:
    """Return the part that is made once for all. While one request makes the newest,
    the others get the previous one with its own mark, and request it again later; if
    there is none they wait for it.
    """
    place = place_of(url)
    lock, own = f"{place}-made", uuid4().hex
    made: PartMade | None = cache.get(place)
    if made is not None and made.serves(mark):
        return made
    if not cache.add(lock, own, MAKING):
        made = made or _wait_for(place, lock)
        if made is not None:
            return made
    try:
        # Another request may have made it since.
        made = cache.get(place)
        if made is None or not made.serves(mark):
            made = _make(mark, build)
            cache.set(place, made, KEPT)
    finally:
        # Only the request that set the lock removes it.
        if cache.get(lock) == own:
            cache.delete(lock)
    return made


def _wait_for(place: str, lock: str) -> PartMade | None:
    """Return the part when the request with the lock has made it; None if it fails or
    takes too long.
    """
    end = time.monotonic() + WAIT_FOR_PART
    while cache.get(lock) is not None and time.monotonic() < end:
        time.sleep(LOOKS)
    made: PartMade | None = cache.get(place)
    return made


def _make(mark: str, build: Callable[[], HttpResponse]) -> PartMade:
    began = time.thread_time()
    packed = gzip.compress(build().content, compresslevel=6, mtime=0)
    work = time.thread_time() - began
    rest = 0 if work < SMALL else REST * work
    return PartMade(mark, packed, time.time() + rest)


def _response_of(request: OfficeRequest, made: PartMade) -> HttpResponse:
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(made.body)
    return HttpResponse(made.packed, headers={"Content-Encoding": "gzip"})


def place_of(url: str) -> str:
    """Return the cache key of the part in the reader's language."""
    named = hashlib.sha256(f"{get_language()} {url}".encode())
    return f"part-{named.hexdigest()[:32]}"


def _with_mark(response: HttpResponseBase, mark: str) -> HttpResponseBase:
    response["ETag"] = mark
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language", "Accept-Encoding"])
    return response
