"""Requests are counted by page, method and status class, with their durations.

The web server runs in several processes, and each of them has to report the counts of
all. If PROMETHEUS_MULTIPROC_DIR names a directory each process stores its counts there,
in files that outlive it; without it a process reports only its own.
"""

import os
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import structlog
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from prometheus_client import CollectorRegistry, Counter, Histogram, Summary
from prometheus_client.multiprocess import MultiProcessCollector

log = structlog.get_logger(__name__)

FILES = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
if FILES:
    Path(FILES).mkdir(parents=True, exist_ok=True)
BEGUN = "rankbok.begun"
"""Key in the environment of a request: when it arrived, before it waited for a thread.
"""
METHODS = {"GET", "HEAD", "POST", "OPTIONS"}
SAFE = {"GET", "HEAD", "OPTIONS"}
NO_PAGE = "none"
LONGEST = 300
"""The most characters of a path that is resolved: none of ours is longer."""
BROKEN = 500

registry = CollectorRegistry()
_of_page = Summary(
    "rankbok_request_duration_seconds",
    "Requests, from when they are whole to their answer",
    ["view", "method", "status"],
    registry=registry,
)
# Without labels: figures for each page and step would be most of the output.
_of_all = Histogram(
    "rankbok_any_request_duration_seconds",
    "The same of all pages together",
    buckets=(0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 15.0),
    registry=registry,
)
_shared = Counter(
    "rankbok_shared_pages",
    "Requests for a page that all see alike: from what is kept (hit), or made (miss)",
    ["result"],
    registry=registry,
)
_made = Counter(
    "rankbok_pages_made",
    "Pages that all see alike, made from what the database or its replica says",
    ["source"],
    registry=registry,
)


def counts() -> CollectorRegistry:
    """Return the counts of all processes of the web server."""
    if not FILES:
        return registry
    of_all = CollectorRegistry()
    MultiProcessCollector(of_all, path=FILES)  # type: ignore[no-untyped-call]
    return of_all


def count(path: str, method: str, status: int, seconds: float, view: str = "") -> None:
    """Count a request. No label contains anything that a client can invent, so that no
    one can fill the memory of the monitoring.
    """
    known = method if method in METHODS else "other"
    kind = f"{status // 100}xx"
    _of_page.labels(view or view_at(path), known, kind).observe(seconds)
    _of_all.observe(seconds)


def count_shared(*, is_kept: bool) -> None:
    _shared.labels("hit" if is_kept else "miss").inc()


def count_made(*, from_replica: bool) -> None:
    _made.labels("replica" if from_replica else "database").inc()


def view_at(path: str) -> str:
    """Return the name of the page at a path."""
    return _view_at(path) if len(path) <= LONGEST else NO_PAGE


@lru_cache(maxsize=4096)
def _view_at(path: str) -> str:
    try:
        return resolve(path).view_name
    except Resolver404:
        return NO_PAGE


class CountedRequests:
    """Counts what Django answers. Acts and errors are logged too, by the name of their
    page: a path may contain a secret, and a query a person's name.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = request.META.get(BEGUN) or time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - begun
        match = request.resolver_match
        view = match.view_name if match else view_at(request.path_info)
        method, status = request.method or "", response.status_code
        count(request.path_info, method, status, seconds, view)
        if method not in SAFE or status >= BROKEN:
            log.info(
                "request answered",
                view=view,
                method=method if method in METHODS else "other",
                status=status,
                milliseconds=round(seconds * 1000),
            )
        return response
