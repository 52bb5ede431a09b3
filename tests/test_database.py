"""Emptying the database between tests that commit."""

import threading
import time

import psycopg
import pytest
from django.db import connection
from psycopg.pq import TransactionStatus

from tests import database, template_database


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
