"""The outermost middleware: answers from stored pages, and ensures that each page is
made once.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from typing import cast
from uuid import uuid4

from django.core.cache import cache
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection
from django.http import HttpRequest, HttpResponse

from federation.shared_pages.memory import PageMakingLock, memory
from federation.shared_pages.numbers import BookNumbers, reader
from federation.shared_pages.page_request import SharedPageRequest, shared_page_request
from federation.shared_pages.pages import (
    LIFE,
    KeptPage,
    answer_from,
    can_be_shared,
    keep,
)
from federation.shared_pages.replica import replica
from federation.watching.counting import count_made

log = logging.getLogger(__name__)

ELSEWHERE = 60
"""Seconds for which a page is stored for the other processes, which take it at once or
make it themselves.
"""
MOST_ELSEWHERE = 64 << 20
"""Bytes of the pages of one such period: Valkey stores the office's messages as well.
"""
MAKING = 15
"""Seconds after which the lock of a process that makes a page expires."""
LOOKS = 0.02
"""Seconds between two checks whether another process has made it."""
WAIT_FOR_PAGE = 5.0
"""Seconds after which a process that waits for another one makes the page itself."""

making = PageMakingLock()


NUMBERS = "rankbok.numbers"
"""Key in the environment of a request: the numbers that were read before its page was
begun.
"""


class SharedPages:
    """Runs before everything else: a stored page needs no session, no language and no
    database. Inside a transaction, which may see uncommitted changes, it does nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        environ = request.META
        shared_request = (
            None if connection.in_atomic_block else shared_page_request(environ)
        )
        if shared_request is None:
            return self.get_response(request)
        found = self._found(request, shared_request)
        if not isinstance(found, KeptPage):
            return found
        answer = answer_from(found, environ)
        response = HttpResponse(answer.short_content, status=answer.status)
        del response["Content-Type"]
        for name, value in answer.headers:
            response[name] = value
        return response

    def _found(
        self, request: HttpRequest, shared_request: SharedPageRequest
    ) -> KeptPage | HttpResponse:
        """Return the page, or the answer to this request alone."""
        numbers = reader.read()
        if numbers is None:
            return self.get_response(
                plain_request(request, shared_request, whole=False)
            )
        page = memory.get(shared_request.key)
        if page is not None and page.serves(shared_request.kind, numbers):
            return page
        with making.first(shared_request.key) as is_first:
            if is_first:
                return self._made(request, shared_request)
        numbers = reader.read()
        page = memory.get(shared_request.key)
        if numbers and page and page.serves(shared_request.kind, numbers):
            return page
        return self.get_response(plain_request(request, shared_request, whole=False))

    def _made(
        self, request: HttpRequest, shared_request: SharedPageRequest
    ) -> KeptPage | HttpResponse:
        """Make the page, reading the numbers before anything else: whatever is
        committed later moves them, and the page is not shown.
        """
        with _alone_among_processes(shared_request) as elsewhere:
            numbers = reader.read()
            if elsewhere and numbers and elsewhere.serves(shared_request.kind, numbers):
                memory.put(shared_request.key, elsewhere)
                return elsewhere
            left = _seconds_left(shared_request)
            response = self._read(request, shared_request, numbers)
            if numbers is None or not can_be_shared(response):
                return response
            page = keep(response, shared_request.kind, numbers, numbers.at + left)
            memory.put(shared_request.key, page)
            _put_elsewhere(shared_request, page)
            return page

    def _read(
        self,
        request: HttpRequest,
        shared_request: SharedPageRequest,
        numbers: BookNumbers | None,
    ) -> HttpResponse:
        """Return the current page: read from the replica, or else from the database."""
        copy = replica()
        if copy is not None:
            with copy.one_moment() as is_read:
                if is_read:
                    page = plain_request(request, shared_request, whole=True)
                    page.META[NUMBERS] = numbers
                    response = self.get_response(page)
            if is_read and response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                count_made(from_replica=True)
                return response
            if is_read:
                copy.leave_out(f"a page could not be made: {response.status_code}")
        count_made(from_replica=False)
        page = plain_request(request, shared_request, whole=True)
        page.META[NUMBERS] = numbers
        return self.get_response(page)


def numbers_before(request: HttpRequest) -> BookNumbers | None:
    """Return the numbers from before this page was read, or, if it is made for one
    reader alone, from the first call; None when they cannot be read.
    """
    if NUMBERS not in request.META:
        request.META[NUMBERS] = reader.read()
    numbers: BookNumbers | None = request.META[NUMBERS]
    return numbers


def plain_request(
    request: HttpRequest, shared_request: SharedPageRequest, *, whole: bool
) -> HttpRequest:
    """Return the request reduced to what the key contains; unless it has to be the
    `whole` page, with the reader's validators and accepted encodings.
    """
    environ = shared_request.environment(request.META)
    if not whole:
        for name in ("HTTP_IF_NONE_MATCH", "HTTP_ACCEPT_ENCODING"):
            if name in request.META:
                environ[name] = request.META[name]
    return WSGIRequest(environ)


def _seconds_left(shared_request: SharedPageRequest) -> float:
    """Return the seconds until the clock changes the page, or, if it never does, those
    for which it is stored.
    """
    now = datetime.now(UTC)
    moment = shared_request.kind.moves_at and shared_request.kind.moves_at(now)
    return (moment - now).total_seconds() if moment else LIFE


@contextmanager
def _alone_among_processes(
    shared_request: SharedPageRequest,
) -> Iterator[KeptPage | None]:
    """Wait while another process makes the page, for `WAIT_FOR_PAGE` at most; yield
    what it made, or None. Only the process that set the lock removes it.
    """
    lock = f"page-{shared_request.key}-making"
    end = time.monotonic() + WAIT_FOR_PAGE
    own = uuid4().hex
    while not (has_lock := cache.add(lock, own, MAKING)) and time.monotonic() < end:
        time.sleep(LOOKS)
    try:
        yield cast(KeptPage | None, cache.get(f"page-{shared_request.key}"))
    finally:
        # After `MAKING` seconds the lock may be another process's.
        if has_lock and cache.get(lock) == own:
            cache.delete(lock)


def _put_elsewhere(shared_request: SharedPageRequest, page: KeptPage) -> None:
    room = f"pages-{int(time.time() // ELSEWHERE)}"
    cache.add(room, 0, 2 * ELSEWHERE)
    if cache.incr(room, page.size) <= MOST_ELSEWHERE:
        cache.set(f"page-{shared_request.key}", page, ELSEWHERE)
