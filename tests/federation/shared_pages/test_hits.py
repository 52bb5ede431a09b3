"""Shared pages on the event loop of the web server: stored pages take no thread."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.test import RequestFactory

from federation.front.calls import Response, call
from federation.models import Player
from federation.shared_pages.hits import SharedPageHits
from federation.wsgi import application

LONGEST_WAIT = 600
"""Seconds, for a busy machine."""


class Server:
    """Answers as `federation.rsgi` does, and counts the requests that took a thread."""

    def __init__(self) -> None:
        self.hits = SharedPageHits()
        self.calls = 0
        self.threads = ThreadPoolExecutor(4)

    async def get(self, path: str, **headers: str) -> Response:
        environ = RequestFactory(headers={"Accept-Language": "en"}).get(
            path, headers=headers
        ).environ  # fmt: skip

        async def make() -> Response:
            self.calls += 1
            return await asyncio.get_running_loop().run_in_executor(
                self.threads, self._called, dict(environ)
            )

        return await self.hits.answer(environ, make)

    def _called(self, environ) -> Response:
        try:
            return call(application, environ)
        finally:
            connections.close_all()


def run_story(story: Callable[[Server], Awaitable[None]]) -> None:
    server = Server()

    def run() -> None:
        asyncio.run(story(server))

    # A loop in the thread of the test would prevent Django from using the database.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(run).result(LONGEST_WAIT)
    server.threads.shutdown()


def test_second_reader_takes_no_thread(office):
    async def story(server: Server) -> None:
        made = await server.get("/list/")
        stored = await server.get("/list/")
        assert (made.status, stored.status, server.calls) == (200, 200, 1)
        # The number is that of the request, and added by `federation.rsgi`.
        headers = dict(made.headers)
        assert headers.pop("X-Request-ID")
        assert (stored.content, dict(stored.headers)) == (made.content, headers)
        mark = dict(stored.headers)["ETag"]
        assert (await server.get("/list/", **{"If-None-Match": mark})).status == 304
        assert server.calls == 1

    run_story(story)


def test_concurrent_requests_for_a_page_take_one_thread(office, valkey):
    async def story(server: Server) -> None:
        answers = await asyncio.gather(*(server.get("/list/") for _ in range(64)))
        assert server.calls == 1
        assert len({answer.content for answer in answers}) == 1
        before = valkey.info("commandstats")["cmdstat_hgetall"]["calls"]
        await asyncio.gather(*(server.get("/list/") for _ in range(64)))
        after = valkey.info("commandstats")["cmdstat_hgetall"]["calls"]
        assert (server.calls, after - before) == (1, 1)

    run_story(story)


def test_missing_page_takes_a_thread_for_each_request(office):
    async def story(server: Server) -> None:
        answers = await asyncio.gather(*(server.get("/list/99/") for _ in range(5)))
        assert [answer.status for answer in answers] == [404] * 5
        assert server.calls == 5

    run_story(story)


def rename(pk: int) -> None:
    try:
        Player.objects.filter(pk=pk).update(first_name="Renamed")
    finally:
        connections.close_all()


def test_page_is_made_again_when_its_number_has_moved(office):
    async def story(server: Server) -> None:
        await server.get("/list/")
        await asyncio.to_thread(rename, office.player.pk)
        page = await server.get("/list/", **{"Accept-Encoding": "identity"})
        assert (server.calls, b"Renamed" in page.short_content) == (2, True)

    run_story(story)


def test_every_request_takes_a_thread_without_valkey(office, settings):
    async def story(server: Server) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        for _ in range(2):
            assert (await server.get("/list/")).status == 200
        assert server.calls == 2

    run_story(story)


def test_broken_connection_to_valkey_is_reopened(office, valkey):
    async def story(server: Server) -> None:
        await server.get("/list/")
        await server.get("/list/")
        valkey.client_kill_filter(_type="normal", skipme=True)
        statuses = [(await server.get("/list/")).status for _ in range(3)]
        assert statuses == [200] * 3
        assert server.calls <= 2

    run_story(story)


@pytest.mark.parametrize(
    "headers",
    [{"Cookie": "sessionid=a"}, {"Authorization": "Basic a"}, {"Content-Length": "3"}],
)
def test_request_with_personal_data_takes_a_thread(office, headers):
    async def story(server: Server) -> None:
        await server.get("/list/")
        await server.get("/list/", **headers)
        assert server.calls == 2

    run_story(story)
