"""A stored page, compressed once, and the answers that are given from it."""

import gzip
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus

import brotli
from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase

from federation.front.calls import Response
from federation.shared_pages.declared import SharedKind
from federation.shared_pages.numbers import BookNumbers
from federation.shared_pages.page_request import Environ

LIFE = 600.0
"""Seconds that a page is stored at most."""
LAG = 1.0
"""Seconds for which a page may be shown after something other than the register has
changed, so that it is made once a second at most whatever happens.
"""
BROTLI_QUALITY, GZIP_LEVEL = 6, 6
VARY = "Accept-Encoding, Accept-Language, Cookie, HX-Request, HX-Target"
DIFFERS_BY = frozenset(name.lower() for name in VARY.split(", "))
OF_ONE_ANSWER = frozenset(
    (
        "cache-control",
        "content-encoding",
        "content-length",
        "etag",
        "vary",
        "set-cookie",
    )
)


@dataclass(frozen=True, slots=True)
class KeptPage:
    """`register` and `others`: the numbers from before anything of it was read; `made`:
    when they were read, `until`: how long it may be shown at most, both in seconds
    since 1970 by Valkey's clock.
    """

    register: tuple[str, str]
    others: tuple[str, ...]
    made: float
    until: float
    mark: str
    headers: tuple[tuple[str, str], ...]
    brotli: bytes
    gzip: bytes

    def serves(self, kind: SharedKind, numbers: BookNumbers) -> bool:
        """Return whether it may be shown while the numbers are these."""
        return (
            numbers.at < self.until
            and self.register == numbers.register
            and (numbers.at < self.made + LAG or self.others == numbers.of(kind.books))
        )

    @property
    def size(self) -> int:
        return len(self.brotli) + len(self.gzip)


def can_be_shared(response: HttpResponseBase) -> bool:
    """Return whether a page that was made for one anonymous reader may be shown to all."""
    varies = {
        name.strip().lower() for name in response.get("Vary", "").split(",") if name
    }
    cached = response.get("Cache-Control", "")
    return (
        response.status_code == HTTPStatus.OK
        and not response.streaming
        and not response.cookies
        and "no-store" not in cached
        and "private" not in cached
        and "Content-Encoding" not in response
        and "nonce-" not in response.get("Content-Security-Policy", "")
        and varies <= DIFFERS_BY
    )


def keep(
    response: HttpResponse,
    kind: SharedKind,
    numbers: BookNumbers,
    until: float,
) -> KeptPage:
    body = response.content
    life = LAG if getattr(response, "is_behind", False) else LIFE
    headers = (
        (name, value)
        for name, value in response.items()
        if name.lower() not in OF_ONE_ANSWER
    )
    return KeptPage(
        numbers.register,
        numbers.of(kind.books),
        numbers.at,
        min(until, numbers.at + life),
        f'W/"{hashlib.sha256(body).hexdigest()[:32]}"',
        tuple(headers),
        brotli.compress(body, mode=brotli.MODE_TEXT, quality=BROTLI_QUALITY),
        gzip.compress(body, compresslevel=GZIP_LEVEL, mtime=0),
    )


def answer_from(page: KeptPage, environ: Environ) -> Response:
    """Return the page in the reader's best encoding, or 304 if the reader has it
    already.
    """
    headers = [
        ("ETag", page.mark), ("Cache-Control", cache_control()), ("Vary", VARY),
    ]  # fmt: skip
    if _has(page.mark, environ.get("HTTP_IF_NONE_MATCH", "")):
        return Response(HTTPStatus.NOT_MODIFIED, headers, b"")
    packing = best_packing(environ.get("HTTP_ACCEPT_ENCODING", ""))
    if packing == "br":
        content = page.brotli
    else:
        content = page.gzip if packing else gzip.decompress(page.gzip)
    if packing:
        headers.append(("Content-Encoding", packing))
    headers.append(("Content-Length", str(len(content))))
    return Response(HTTPStatus.OK, [*page.headers, *headers], content)


def cache_control() -> str:
    """Return the header by which caches revalidate a page before showing it again,
    except for the seconds that the office allows to proxies.
    """
    seconds = settings.PROXY_SECONDS
    if not seconds:
        return "public, no-cache"
    return f"public, max-age=0, s-maxage={seconds}, must-revalidate"


def _has(mark: str, if_none_match: str) -> bool:
    if not if_none_match:
        return False
    known = (each.strip() for each in if_none_match.split(","))
    plain = mark.removeprefix("W/")
    return any(each == "*" or each.removeprefix("W/") == plain for each in known)


@lru_cache(maxsize=512)
def best_packing(accepted: str) -> str:
    """Return `br`, `gzip`, or nothing where the reader takes neither."""
    weights = dict(_weights(accepted.lower().split(",")))
    rest = weights.get("*", 0.0)
    found = max(("br", "gzip"), key=lambda name: weights.get(name, rest))
    return found if weights.get(found, rest) > 0 else ""


def _weights(named: Iterable[str]) -> Iterable[tuple[str, float]]:
    for each in named:
        name, _, facts = each.partition(";")
        _, _, weight = facts.partition("q=")
        try:
            yield name.strip(), float(weight or 1)
        except ValueError:
            yield name.strip(), 0.0
