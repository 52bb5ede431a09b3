"""A replay that writes into the spare slot from a second connection."""

import time
from datetime import date

import psycopg
import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from ratings.engine.domain.computation import replay_whole_pool
from ratings.ledger.domain import spare_filling
from ratings.ledger.domain.slots import (
    CHANGES,
    empty_spare,
    is_spare_empty,
    lock_spare,
    spares_to_empty,
)
from ratings.models import Change, ChangeRow, Computation, Run
from tests import database
from tests.database import failing_writes
from tests.factories import NOON, chess_pool, computed, line, member, posted
from tests.races import LONGEST_WAIT
from tests.worlds import shared

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # A long transaction of another test keeps a slot from being emptied.
    pytest.mark.alone,
]


@shared
def pool():
    posted(line(member(), member(), 2, date(2026, 2, 1)))
    posted(line(member(), member(), 1, date(2026, 2, 1)))
    computed()
    return chess_pool().pk


def replay(pool):
    return replay_whole_pool(pool, at=NOON)


def current_slot(pool):
    """Return the current slot and the rows that readers see."""
    slot = Computation.objects.values_list("slot", flat=True).get(pk=pool)
    columns = ("player_id", "ended_on", "after", "games")
    return slot, list(Change.objects.order_by("player_id").values_list(*columns))


def rows_in(pool, slot):
    return ChangeRow.objects.filter(pool_id=pool, slot=slot).count()


def test_replays_fill_the_slots_alternately(pool):
    slot, rows = current_slot(pool)
    for _turn in range(3):
        assert replay(pool).changed == 4
        slot = 1 - slot
        assert current_slot(pool) == (slot, rows)
    assert not Run.objects.exclude(error="").exists()


def test_rows_are_written_by_a_second_connection(pool, monkeypatch):
    connections = {}

    def noted(name, function):
        def call(*arguments):
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                connections[name] = cursor.fetchone()[0]
            return function(*arguments)

        return call

    begin = spare_filling._begin  # noqa: SLF001
    ask = spare_filling._check_connection  # noqa: SLF001
    monkeypatch.setattr(spare_filling, "_begin", noted("second", begin))
    monkeypatch.setattr(spare_filling, "_check_connection", noted("first", ask))
    replay(pool)
    assert connections["first"] != connections["second"]
    assert is_gone(connections["second"])


def is_gone(pid):
    """Return whether a session ends: its server process does so a moment after its
    client has closed the connection.
    """
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        with connection.cursor() as cursor:
            cursor.execute("SELECT FROM pg_stat_activity WHERE pid = %s", [pid])
            if cursor.fetchone() is None:
                return True
        time.sleep(0.02)
    return False


def leave_rows(pool, slot):
    """A replay that fails when its second connection is done."""
    assert empty_spare(CHANGES, pool)
    with (
        failing_writes(pool, "ratings_computation", f"slot = {slot}"),
        pytest.raises(IntegrityError, match="broken"),
    ):
        replay(pool)


def test_rows_of_a_failed_replay_are_not_read_and_are_emptied(pool):
    slot, rows = current_slot(pool)
    leave_rows(pool, slot)
    assert current_slot(pool) == (slot, rows)
    assert rows_in(pool, 1 - slot) == 4
    assert (CHANGES, pool) in spares_to_empty()
    assert empty_spare(CHANGES, pool)
    assert (CHANGES, pool) not in spares_to_empty()
    assert rows_in(pool, 1 - slot) == 0
    assert replay(pool).changed == 4
    assert current_slot(pool)[0] == 1 - slot


def test_slot_with_leftover_rows_is_not_written_to(pool):
    slot, rows = current_slot(pool)
    leave_rows(pool, slot)
    assert not is_spare_empty(CHANGES, pool)
    with transaction.atomic():
        assert not lock_spare(pool)
    # Within a transaction it is not emptied first.
    with transaction.atomic(), connection.cursor() as cursor:
        posted(line(member(), member(), 0, date(2026, 2, 2)))
        cursor.execute("UPDATE ratings_computation SET computed = 0")
        computed()
    assert current_slot(pool)[0] == slot
    assert len(current_slot(pool)[1]) == len(rows) + 2


def test_run_fails_without_changes_if_a_row_cannot_be_written(pool):
    before = current_slot(pool)
    assert empty_spare(CHANGES, pool)
    with (
        failing_writes(pool, "ratings_changerow", f"slot = {before[0]}"),
        pytest.raises(IntegrityError, match="broken"),
    ):
        replay(pool)
    assert current_slot(pool) == before
    assert rows_in(pool, 1 - before[0]) == 0
    assert Run.objects.latest("pk").error.startswith("IntegrityError")
    assert replay(pool).changed == 4


def test_rows_are_replaced_in_place_while_another_computation_writes(pool):
    before = current_slot(pool)
    assert empty_spare(CHANGES, pool)
    own = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    with psycopg.connect(**{name: own[name] for name in names}) as another:
        locked = "SELECT ratings_changerow_lock_spare(%s)"
        assert another.execute(locked, [pool]).fetchone() == (True,)
        assert replay(pool).changed == 4
    assert current_slot(pool) == before
    assert replay(pool).changed == 4
    assert current_slot(pool)[0] == 1 - before[0]
    assert not Run.objects.exclude(error="").exists()


def test_first_connection_writes_if_no_second_is_available(pool):
    before = current_slot(pool)
    assert empty_spare(CHANGES, pool)
    role = connection.settings_dict["USER"]
    own = connection.get_connection_params()
    with database.superuser(), connection.cursor() as cursor:
        cursor.execute(f'ALTER ROLE "{role}" CONNECTION LIMIT 0')
    try:
        with pytest.raises(psycopg.OperationalError, match="too many connections"):
            psycopg.connect(
                **{n: own[n] for n in ("host", "port", "user", "password", "dbname")}
            )
        assert replay(pool).changed == 4
    finally:
        with database.superuser(), connection.cursor() as cursor:
            cursor.execute(f'ALTER ROLE "{role}" CONNECTION LIMIT -1')
    assert current_slot(pool) == (1 - before[0], before[1])


@pytest.mark.parametrize(("at", "left"), [("_begin", 0), ("_commit", 4)])
def test_losing_the_first_connection_changes_nothing(pool, monkeypatch, at, left):
    before = current_slot(pool)
    assert empty_spare(CHANGES, pool)
    first = connection.connection.info.backend_pid
    act = getattr(spare_filling, at)
    own = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")

    def cut_first(*arguments):
        with psycopg.connect(**{name: own[name] for name in names}) as another:
            another.execute("SELECT pg_terminate_backend(%s)", [first])
        return act(*arguments)

    monkeypatch.setattr(spare_filling, at, cut_first)
    with pytest.raises(OperationalError):
        replay(pool)
    connection.close()
    monkeypatch.undo()
    assert current_slot(pool) == before
    assert rows_in(pool, 1 - before[0]) == left
    assert ((CHANGES, pool) in spares_to_empty()) == bool(left)
    assert replay(pool).changed == 4
    assert current_slot(pool)[1] == before[1]


def test_rows_are_written_in_an_enclosing_transaction(pool):
    before = current_slot(pool)
    assert empty_spare(CHANGES, pool)
    with transaction.atomic():
        assert replay(pool).changed == 4
        assert current_slot(pool)[0] == 1 - before[0]
        transaction.set_rollback(True)
    assert current_slot(pool) == before
    assert rows_in(pool, 1 - before[0]) == 0
    # Rolled back rows take space until the slot is emptied.
    assert (CHANGES, pool) in spares_to_empty()
    assert empty_spare(CHANGES, pool)
    assert (CHANGES, pool) not in spares_to_empty()
