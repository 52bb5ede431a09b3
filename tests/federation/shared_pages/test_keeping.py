"""The pages of anonymous visitors, and when they are made again."""

import gzip
import threading
from concurrent.futures import ThreadPoolExecutor

import brotli
import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, RequestFactory
from django.test.signals import template_rendered
from django.test.utils import CaptureQueriesContext

from federation.domain.players import set_visibility
from federation.enums import Visibility
from federation.models import Player
from federation.shared_pages import keeping
from federation.shared_pages.numbers import move_all_numbers
from federation.shared_pages.page_request import shared_page_request
from tests.factories import OFFICE, officer

LIST = "/list/"


def queries_of(client: Client, address: str, **facts) -> int:
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address, **facts)
    assert response.status_code in (200, 304)
    return len(queries)


def test_second_reader_causes_no_queries(office, visitor):
    first = queries_of(visitor, LIST)
    assert first > 0
    assert queries_of(visitor, LIST) == 0


def test_reader_who_has_the_page_gets_304(office, visitor):
    page = visitor.get(LIST)
    known = {"If-None-Match": f'"other", {page["ETag"]}'}
    assert queries_of(visitor, LIST, headers=known) == 0
    again = visitor.get(LIST, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert (again["ETag"], again["Vary"]) == (page["ETag"], page["Vary"])


@pytest.mark.parametrize("path", ["/tournaments/calendar.ics", "/api/v1/openapi.json"])
def test_program_that_has_the_document_gets_304(office, visitor, path):
    document = visitor.get(path)
    assert document.status_code == 200
    again = visitor.get(path, headers={"If-None-Match": document["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert document["Content-Type"].startswith(("text/calendar", "application/json"))


def test_name_hidden_by_an_act_disappears_at_once(office, visitor):
    assert b"Wzorkander" in visitor.get(LIST).content
    set_visibility(office.player.pk, Visibility.HIDDEN, acting=OFFICE)
    assert b"Wzorkander" not in visitor.get(LIST).content


def test_name_hidden_by_an_update_disappears_at_once(office, visitor):
    assert b"Wzorkander" in visitor.get(LIST).content
    Player.objects.filter(pk=office.player.pk).update(visibility=Visibility.HIDDEN)
    assert b"Wzorkander" not in visitor.get(LIST).content


def test_rolled_back_change_does_not_move_the_page(office, visitor):
    visitor.get(LIST)
    with transaction.atomic():
        set_visibility(office.player.pk, Visibility.HIDDEN, acting=OFFICE)
        transaction.set_rollback(True)
    assert queries_of(visitor, LIST) == 0


def test_page_inside_a_transaction_is_made_as_the_transaction_sees_it(office, visitor):
    visitor.get(LIST)
    with transaction.atomic():
        set_visibility(office.player.pk, Visibility.HIDDEN, acting=OFFICE)
        assert b"Wzorkander" not in visitor.get(LIST).content
        transaction.set_rollback(True)
    assert b"Wzorkander" in visitor.get(LIST).content


def test_signed_in_user_gets_a_page_of_their_own(office, visitor, settings):
    settings.DEMO = True
    shared = visitor.get(LIST)
    inside = Client(headers={"Accept-Language": "en"})
    inside.force_login(officer())
    own = inside.get(LIST)
    assert own.content != shared.content
    assert own["Cache-Control"] == "private, no-store"
    assert "ETag" not in own
    assert visitor.get(LIST).content == shared.content


def test_each_language_has_its_own_page(office, visitor):
    english = visitor.get(LIST)
    swedish = visitor.get(LIST, headers={"Accept-Language": "sv"})
    chosen = Client(headers={"Accept-Language": "en"})
    chosen.cookies["django_language"] = "sv"
    assert (english["Content-Language"], swedish["Content-Language"]) == ("en", "sv")
    assert chosen.get(LIST).content == swedish.content != english.content


PACKINGS = {
    "gzip, deflate, br, zstd": "br",
    "gzip, deflate": "gzip",
    "br;q=0.5, gzip;q=1.0": "gzip",
    "br;q=0, gzip": "gzip",
    "gzip;q=0, br;q=0": "",
    "identity": "",
    "*": "br",
    "br;q=many, gzip": "gzip",
    "": "",
}
UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}


def test_page_is_compressed_as_the_reader_accepts(office, visitor):
    plain = visitor.get(LIST)
    pages = {
        encoding: visitor.get(LIST, headers={"Accept-Encoding": encoding})
        for encoding in PACKINGS
    }
    packed = {
        encoding: page.get("Content-Encoding", "") for encoding, page in pages.items()
    }
    assert packed == PACKINGS
    for encoding, page in pages.items():
        assert UNPACK[packed[encoding]](page.content) == plain.content
        assert page["Content-Length"] == str(len(page.content))
        assert page["ETag"] == plain["ETag"]
        assert "Accept-Encoding" in page["Vary"]


def headers_of(page) -> dict[str, str]:
    """Return the headers without the request's number, which differs for each request."""
    return {name: value for name, value in page.items() if name != "X-Request-ID"}


def test_head_request_has_the_headers_of_the_page(office, visitor):
    page, head = visitor.get(LIST), visitor.head(LIST)
    assert (head.status_code, head.content) == (200, b"")
    assert headers_of(head) == headers_of(page)


def test_range_request_gets_the_whole_page(office, visitor):
    page = visitor.get(LIST)
    piece = visitor.get(LIST, headers={"Range": "bytes=0-10"})
    assert (piece.status_code, piece.content) == (200, page.content)


def test_stored_page_has_the_headers_of_a_new_page(office, visitor):
    made, stored = visitor.get(LIST), visitor.get(LIST)
    assert headers_of(stored) == headers_of(made)
    assert stored["Cache-Control"] == "public, no-cache"
    assert stored["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "default-src 'none'" in stored["Content-Security-Policy"]
    assert not stored.cookies


def test_proxy_may_store_a_page_as_long_as_the_office_allows(office, visitor, settings):
    settings.PROXY_SECONDS = 2
    assert visitor.get(LIST)["Cache-Control"] == (
        "public, max-age=0, s-maxage=2, must-revalidate"
    )


SAME = (
    "?page=1",
    "?page=001",
    "?q=&club=",
    "?utm_source=a",
    "?page=",
    "?fbclid=1&page=1",
)


def test_equivalent_queries_share_one_page(office, visitor):
    page = visitor.get(LIST)
    assert {
        query: queries_of(visitor, LIST + query) for query in SAME
    } == dict.fromkeys(SAME, 0)
    assert {visitor.get(LIST + query).content for query in SAME} == {page.content}


def test_unknown_query_parameters_do_not_appear_on_a_page(office, visitor):
    assert b"smuggled" not in visitor.get(LIST + "?utm_source=smuggled").content
    assert b"smuggled" not in visitor.get(LIST).content


def test_order_of_query_parameters_makes_no_other_page(office, visitor):
    visitor.get(LIST + "?sort=name&gender=f")
    assert queries_of(visitor, LIST + "?gender=f&sort=name") == 0


def test_search_result_is_not_stored(office, visitor):
    assert queries_of(visitor, LIST + "?q=Berg") > 0
    assert queries_of(visitor, LIST + "?q=Berg") > 0


def test_missing_page_is_not_stored(office, visitor):
    for address in ("/list/999/", "/list/?pool=none") * 2:
        with CaptureQueriesContext(connection) as queries:
            assert visitor.get(address).status_code == 404
        assert len(queries) > 0


def test_list_requested_by_a_script_is_not_a_whole_page(office, visitor):
    script = {"HX-Request": "true", "HX-Target": "list"}
    page, part = visitor.get(LIST), visitor.get(LIST, headers=script)
    assert b"<html" in page.content
    assert b"<html" not in part.content
    assert queries_of(visitor, LIST, headers=script) == 0


def test_cookie_that_changes_a_page_makes_it_private(office, visitor):
    visitor.get(LIST)
    for name in ("pinned", "messages"):
        own = Client(headers={"Accept-Language": "en"})
        own.cookies[name] = f"p{office.player.pk}"
        assert queries_of(own, LIST) > 0


def test_other_cookies_change_nothing(office, visitor):
    visitor.get(LIST)
    visitor.cookies["csrftoken"] = "a" * 32
    visitor.cookies["theme"] = "dark"
    assert queries_of(visitor, LIST) == 0


def test_foreign_host_name_does_not_appear_on_a_page(office, visitor, settings):
    settings.ALLOWED_HOSTS = ["testserver", "other.example"]
    visitor.get(LIST)
    assert queries_of(visitor, LIST, headers={"Host": "other.example"}) > 0
    assert visitor.get(LIST, headers={"Host": "evil.example"}).status_code == 400


def test_plain_http_is_redirected_to_tls_although_the_page_is_stored(office, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    client = Client()
    secure = {"X-Forwarded-Proto": "https"}
    assert client.get(LIST, headers=secure).status_code == 200
    assert client.get(LIST, headers=secure).status_code == 200
    assert client.get(LIST).status_code == 301
    assert client.get(LIST, headers={"X-Forwarded-Proto": "http"}).status_code == 301


def test_every_page_is_made_while_valkey_is_down(office, visitor, settings):
    page = visitor.get(LIST)
    former_url, settings.REDIS_URL = settings.REDIS_URL, "redis://127.0.0.1:1/0"
    assert queries_of(visitor, LIST) > 0
    assert visitor.get(LIST).content == page.content
    settings.REDIS_URL = former_url


def test_concurrent_readers_get_a_page_that_was_made_once(office):
    made, begun = [], threading.Barrier(8)

    def note(template, **_facts):
        made.extend([template.name] * (template.name == "ratings/lists/list.html"))

    def reader():
        try:
            begun.wait(20)
            return Client(headers={"Accept-Language": "en"}).get(LIST).content
        finally:
            connection.close()

    template_rendered.connect(note)
    with ThreadPoolExecutor(8) as readers:
        seen = [each.result(60) for each in [readers.submit(reader) for _ in range(8)]]
    template_rendered.disconnect(note)
    assert (len(made), len(set(seen))) == (1, 1)


def test_other_process_uses_the_stored_page_instead_of_making_it(office, visitor):
    page = visitor.get(LIST)
    keeping.memory.clear()
    assert queries_of(visitor, LIST) == 0
    assert visitor.get(LIST).content == page.content


def test_process_that_gave_up_waiting_does_not_remove_the_lock(
    office, visitor, monkeypatch
):
    monkeypatch.setattr(keeping, "WAIT_FOR_PAGE", 0.1)
    request = RequestFactory().get(LIST, headers={"Accept-Language": "en"})
    lock = f"page-{shared_page_request(request.META).key}-making"
    cache.set(lock, "another process's", 15)
    move_all_numbers()
    assert queries_of(visitor, LIST) > 0
    assert cache.get(lock) == "another process's"
    cache.delete(lock)
    move_all_numbers()
    visitor.get(LIST)
    assert cache.get(lock) is None


def test_shared_page_gets_the_numbers_read_before_it(office, visitor, monkeypatch):
    has_numbers = []

    def noted(request):
        has_numbers.append(keeping.NUMBERS in request.META)
        return keeping.numbers_before(request)

    monkeypatch.setattr("ratings.lists.views.lists.numbers_before", noted)
    visitor.get("/list/live/")
    assert has_numbers == [True]


def test_private_page_keeps_the_numbers_read_at_its_start(office):
    request = RequestFactory().get("/list/live/")
    first = keeping.numbers_before(request)
    move_all_numbers()
    assert keeping.numbers_before(request) == first
    assert keeping.numbers_before(RequestFactory().get("/list/live/")) != first
