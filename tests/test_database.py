"""Emptying the database between tests that commit."""

import threading
import time

import psycopg
import pytest
from django.db import connection
from psycopg import sql
from psycopg.pq import TransactionStatus

from federation.models.table_rights import READ, TABLES
from tests import database, template_database
from tests.factories import member


def reader(name: str) -> psycopg.Connection:
    return psycopg.connect(database.admin_url(name))


@pytest.mark.django_db(transaction=True)
def test_flush_waits_for_a_request_that_still_reads():
    with reader(connection.settings_dict["NAME"]) as other:
        other.execute("SELECT FROM ratings_pool")
        ended: list[float] = []

        def end():
            time.sleep(0.3)
            ended.append(time.monotonic())
            other.rollback()

        thread = threading.Thread(target=end)
        thread.start()
        with database.superuser():
            database.wait_for_others()
        assert time.monotonic() > ended[0]
        thread.join()


@pytest.mark.django_db(transaction=True)
def test_flush_gives_up_on_a_request_that_never_ends():
    with reader(connection.settings_dict["NAME"]) as other:
        other.execute("SELECT FROM ratings_pool")
        with database.superuser():
            database.wait_for_others(seconds=0.1)
        assert other.info.transaction_status == TransactionStatus.INTRANS


@pytest.mark.django_db(transaction=True)
def test_next_database_is_copied_from_the_one_found_or_migrated():
    with psycopg.connect(database.admin_url()) as admin:
        source = template_database.source_of_new(admin)

    assert source == template_database.name_of_template()


@pytest.mark.django_db(transaction=True)
def test_emptied_database_has_only_the_rows_that_no_test_writes():
    member()
    before = rows_of_each_table()
    with database.superuser(past_triggers=True):
        database.empty()
    after = rows_of_each_table()
    assert {table for table, rows in after.items() if rows} == {*database.PERMANENT}
    assert {table: before[table] for table in database.PERMANENT} == {
        table: after[table] for table in database.PERMANENT
    }
    assert before["federation_player"] == before["ratings_pool"] == 1


@pytest.mark.parametrize("table", database.PERMANENT)
def test_office_cannot_write_to_a_table_that_is_not_emptied(table):
    assert TABLES[table] == READ


def rows_of_each_table() -> dict[str, int]:
    with connection.cursor() as cursor:
        tables = connection.introspection.django_table_names(
            only_existing=True, include_views=False
        )
        counts = {}
        for table in tables:
            count = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
            cursor.execute(count)
            counts[table] = cursor.fetchone()[0]
    return counts
