"""Shared pages are read from a replica of the database, and are never older for it."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from federation.models import Player
from federation.shared_pages import replica as replicas
from federation.shared_pages.replica import replica
from tests.standby import Standby

pytestmark = pytest.mark.alone
FIVE_SECONDS = replicas.LEFT_OUT


def last_queries(copy: Standby) -> list[str]:
    """Return the office's latest queries to the replica."""
    found = copy.sql(
        "SELECT datname, query FROM pg_stat_activity WHERE usename <> 'rankbok'"
    )
    return [query for name, query in found if name == connection.settings_dict["NAME"]]


def position() -> str:
    with connection.cursor() as cursor:
        cursor.execute(replicas.WRITTEN_SO_FAR)
        return cursor.fetchone()[0]


def test_shared_page_is_read_from_the_replica(office, visitor, followed):
    page = visitor.get(f"/players/{office.player.pk}/")

    assert page.status_code == 200
    assert last_queries(followed) == ["ROLLBACK"]


def test_replica_is_up_to_date_at_the_start_of_a_new_wal_file(
    office, followed, monkeypatch
):
    monkeypatch.setattr(replicas, "WAIT_FOR_REPLICA", 0.5)
    Player.objects.filter(pk=office.player.pk).update(last_name="Qzxlast")
    followed.ask_the_database("SELECT pg_switch_wal()")
    with replica().one_moment() as is_read:
        assert is_read


def test_page_is_read_from_the_database_while_the_replica_lags(
    office, visitor, followed, monkeypatch
):
    monkeypatch.setattr(replicas, "WAIT_FOR_REPLICA", 0.1)
    address = f"/players/{office.player.pk}/"
    followed.pause()
    Player.objects.filter(pk=office.player.pk).update(last_name="Qzxnewname")

    assert b"Qzxnewname" in visitor.get(address).content


def test_page_interrupted_by_the_replica_is_made_again_from_the_database(
    office, followed
):
    """The replica's session is ended in the middle of the page."""
    visitor = Client(raise_request_exception=False)
    address, broken = f"/players/{office.player.pk}/", []
    visitor.get(address)
    Player.objects.filter(pk=office.player.pk).update(last_name="Qzxbroken")

    def break_off(execute, sql, params, many, context):
        if "federation_player" in sql and not broken:
            broken.append(followed.end_sessions())
        return execute(sql, params, many, context)

    with replica()._connection().execute_wrapper(break_off):  # noqa: SLF001
        page = visitor.get(address)

    assert broken == [1]
    assert (page.status_code, b"Qzxbroken" in page.content) == (200, True)


def test_pages_are_read_from_the_database_while_the_replica_is_down(
    office, visitor, followed
):
    address = f"/players/{office.player.pk}/"
    visitor.get(address)
    Player.objects.filter(pk=office.player.pk).update(last_name="Qzxother")
    followed.stop()

    assert b"Qzxother" in visitor.get(address).content


def test_replica_that_lagged_is_not_used_for_five_seconds(
    office, followed, monkeypatch
):
    monkeypatch.setattr(replicas, "WAIT_FOR_REPLICA", 0.05)
    monkeypatch.setattr(replicas, "LEFT_OUT", FIVE_SECONDS)
    followed.pause()
    Player.objects.filter(pk=office.player.pk).update(last_name="Qzxlater")
    began = time.monotonic()
    read = [is_read_from_replica()]
    monkeypatch.setattr(replicas, "WAIT_FOR_REPLICA", 5.0)
    followed.resume()
    while not read[-1] and time.monotonic() < began + 4 * FIVE_SECONDS:
        time.sleep(0.05)
        read.append(is_read_from_replica())
    assert (read[0], read[-1]) == (False, True)
    assert time.monotonic() - began >= FIVE_SECONDS


def is_read_from_replica() -> bool:
    with replica().one_moment() as is_read:
        return is_read


def test_pages_report_that_the_database_is_down_and_are_not_read_from_the_replica(
    office, followed
):
    known = connection.settings_dict
    port, nobody = known["PORT"], "1"
    connection.close()
    known["PORT"] = nobody
    try:
        visitor = Client(raise_request_exception=False)
        assert visitor.get(f"/players/{office.player.pk}/records/").status_code == 503
    finally:
        connection.close()
        known["PORT"] = port


def test_server_that_is_no_replica_is_left_out(office, followed, settings):
    """As after it was promoted to the database, or with a wrong address in the
    settings.
    """
    at = {**settings.DATABASE_REPLICA, "PORT": connection.settings_dict["PORT"]}
    settings.DATABASE_REPLICA = at
    with replica().one_moment() as is_read:
        assert not is_read


def test_page_sees_one_moment_of_the_replica(office, followed):
    def name() -> str:
        return Player.objects.get(pk=office.player.pk).last_name

    with ThreadPoolExecutor(1) as others, replica().one_moment() as is_read:
        assert is_read
        first = name()
        followed.catch_up(others.submit(_rename_and_say, office.player.pk).result())
        assert name() == first
    with replica().one_moment():
        assert name() == "Qzxlater"


def _rename_and_say(player: int) -> str:
    try:
        Player.objects.filter(pk=player).update(last_name="Qzxlater")
        return position()
    finally:
        connection.close()


def test_no_replica_is_queried_if_none_is_configured(settings):
    settings.DATABASE_REPLICA = {}
    assert replica() is None
    assert Client().get("/list/").status_code == 200
