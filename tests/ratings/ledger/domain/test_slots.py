"""Two slots per pool, one of which is current: `ratings.ledger.domain.slots`."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from math import inf

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from federation.models import Player
from ratings.engine.domain import incremental
from ratings.engine.domain import replay as replay_module
from ratings.engine.domain.computation import compute_pool, replay_whole_pool
from ratings.ledger.domain.slots import CHANGES, PLACES, empty_spare, spares_to_empty
from ratings.lists.domain.live_list import (
    LOST_AFTER,
    number_if_requested,
    number_live_list,
    request_numbering,
    requests_overdue,
)
from ratings.models import (
    Change,
    ChangeRow,
    Computation,
    LiveList,
    LivePlace,
    LivePlaceRow,
    PlacingRequest,
    Run,
)
from ratings.pools.queries.snapshots import one_snapshot
from tests import database
from tests.factories import NOON, chess_pool, computed, line, member, posted
from tests.races import LONGEST_WAIT, alone, together
from tests.worlds import shared

DAY = date(2026, 2, 1)
TODAY = date(2026, 6, 15)
SOURCE = 5

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # A long transaction of another test, on the same server, keeps a slot from being
    # emptied, as it does in an office.
    pytest.mark.alone,
]


@shared
def pool():
    posted(line(member(), member(), 2, DAY, key=1), source_number=SOURCE)
    posted(line(member(), member(), 1, DAY))
    computed()
    return chess_pool().pk


def place(pool):
    return number_live_list(pool, today=TODAY, force=True)


def replay(pool):
    return replay_whole_pool(pool, at=NOON).changed


def slot(model, pool):
    return model.objects.values_list("slot", flat=True).get(pk=pool)


def indexes(table):
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_indexes WHERE tablename = %s", [table])
        return cursor.fetchone()[0]


@pytest.mark.parametrize(
    ("act", "state", "seen", "stored", "of"),
    [
        (place, LiveList, LivePlace, LivePlaceRow, PLACES),
        (replay, Computation, Change, ChangeRow, CHANGES),
    ],
)
def test_older_snapshot_keeps_reading_and_its_slot_is_not_emptied(
    pool, act, state, seen, stored, of
):
    act(pool)
    begun = slot(state, pool)
    index_count = indexes(f"{of.table}_{pool}_{begun}")
    assert index_count >= 2
    with one_snapshot():
        state.objects.get(pk=pool)
        assert together(lambda: act(pool), lambda: None) == [4, None]
        assert (slot(state, pool), seen.objects.count()) == (begun, 4)

        assert (of, pool) in spares_to_empty()
        # The slot is not emptied, and the next replay replaces rows in place.
        assert together(lambda: empty_spare(of, pool)) == [False]
        assert together(lambda: act(pool)) == [4]
        assert seen.objects.count() == 4

    assert (slot(state, pool), seen.objects.count()) == (1 - begun, 4)
    assert stored.objects.count() == 8
    assert empty_spare(of, pool)
    assert stored.objects.count() == 4
    act(pool)
    assert (slot(state, pool), seen.objects.count()) == (begun, 4)
    assert indexes(f"{of.table}_{pool}_{begun}") == index_count


def correct(pool, score):
    """Post a new version of a result and compute it."""
    one, other = Player.objects.order_by("pk")[:2]
    posted(line(one, other, score, DAY, key=1), source_number=SOURCE)
    compute_pool(pool, at=NOON, cause="test")
    return Run.objects.latest("pk")


def test_spare_slot_is_emptied_for_a_replay_that_writes_into_it(pool, monkeypatch):
    monkeypatch.setattr(incremental, "FOLLOWED_UNCHECKED", -1)
    monkeypatch.setattr(incremental, "GAME_FOLLOWED", inf)
    monkeypatch.setattr(replay_module, "START_INTO_SPARE", 0)
    for score in (1, 0, 2):
        begun = slot(Computation, pool)
        assert correct(pool, score).is_replay
        assert (slot(Computation, pool), Change.objects.count()) == (1 - begun, 4)
    with one_snapshot():
        begun = Computation.objects.get(pk=pool).slot
        for score in (1, 0):
            assert together(lambda score=score: correct(pool, score).is_replay) == [
                True
            ]
    # The second time this snapshot still read the other one: rows were replaced in place.
    assert (slot(Computation, pool), Change.objects.count()) == (1 - begun, 4)
    assert not Run.objects.exclude(error="").exists()


def test_locked_slot_is_emptied_later(pool):
    place(pool)
    with transaction.atomic():
        assert LivePlace.objects.count() == 4
        assert (PLACES, pool) in spares_to_empty()
        # No error, which the database would log.
        assert together(lambda: ask_to_empty(PLACES, pool)) == [None]
        assert together(lambda: empty_spare(PLACES, pool)) == [False]
        assert LiveList.objects.get(pk=pool).spare_since
    assert empty_spare(PLACES, pool)
    assert (PLACES, pool) not in spares_to_empty()
    assert LiveList.objects.get(pk=pool).spare_since is None


def ask_to_empty(of, pool):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT {of.table}_empty_spare(%s)", [pool])
        return cursor.fetchone()[0]


def test_only_changed_lines_are_replaced_in_place(pool):
    place(pool)
    with one_snapshot():
        LiveList.objects.get(pk=pool)
        together(lambda: place(pool))
        dead_player = LivePlace.objects.order_by("position").last().player_id
        together(
            lambda: member(last_name="New"),
            lambda: _let_die(dead_player),
        )
        assert together(lambda: place(pool)) == [3]
    assert dead_player not in LivePlace.objects.values_list("player_id", flat=True)
    positions = LivePlace.objects.order_by("position").values_list("position")
    assert list(positions) == [(1,), (2,), (3,)]


def _let_die(player):
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE federation_player SET status = 'deceased' WHERE id = %s", [player]
        )


def test_transaction_id_of_another_server_does_not_block_emptying(pool):
    LiveList.objects.filter(pk=pool).update(spare_since=10**12)
    assert empty_spare(PLACES, pool)


def test_list_is_requested_once_until_a_worker_starts(pool):
    answers = [
        request_numbering(pool, at=NOON + timedelta(seconds=n)) for n in range(40)
    ]
    assert answers == [True] + [False] * 39

    assert number_if_requested(pool, at=NOON, today=TODAY) == 4
    assert not PlacingRequest.objects.exists()
    assert request_numbering(pool, at=NOON)


def test_lost_request_is_sent_again(pool):
    request_numbering(pool, at=NOON)
    later = NOON + LOST_AFTER + timedelta(seconds=1)
    assert requests_overdue(at=NOON) == []
    assert requests_overdue(at=later) == [pool]
    assert request_numbering(pool, at=later)
    assert not request_numbering(pool, at=later + timedelta(seconds=1))


def test_requested_renumbering_is_done_although_another_worker_was_busy(pool):
    place(pool)
    request_numbering(pool, at=NOON, force=True)
    request_numbering(pool, at=NOON, force=False)
    with transaction.atomic():
        LiveList.objects.select_for_update().get(pk=pool)
        met = together(lambda: number_if_requested(pool, at=NOON, today=TODAY))
    assert met == [None]
    assert PlacingRequest.objects.get().force
    assert number_if_requested(pool, at=NOON, today=TODAY) == 4


def wait_until_there(act, query):
    """Wait until a query shows that the concurrent act has got that far."""
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end and not act.done():
        with connection.cursor() as cursor:
            cursor.execute(query)
            if cursor.fetchone() is not None:
                return
        time.sleep(0.02)
    raise AssertionError("it was over before it was seen")


def wait_until_it_reads_players(worker):
    wait_until_there(
        worker,
        "SELECT FROM pg_locks WHERE NOT granted AND relation ="
        " 'federation_player'::regclass",
    )


def test_requested_renumbering_survives_a_killed_worker(pool):
    place(pool)
    request_numbering(pool, at=NOON, force=True)
    with ThreadPoolExecutor(1) as elsewhere, database.superuser():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE federation_player IN ACCESS EXCLUSIVE MODE")
            worker = elsewhere.submit(
                alone, lambda: number_if_requested(pool, at=NOON, today=TODAY)
            )
            wait_until_it_reads_players(worker)
            # A worker that dies now need not report: the request is still stored.
            cursor.execute("SELECT pool_id, force FROM ratings_placingrequest")
            assert cursor.fetchall() == [(pool, True)]
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND"
                " relation = 'federation_player'::regclass"
            )
        assert isinstance(worker.result(LONGEST_WAIT), OperationalError)
    later = NOON + LOST_AFTER + timedelta(seconds=1)
    assert requests_overdue(at=later) == [pool]
    assert request_numbering(pool, at=later)
    assert number_if_requested(pool, at=later, today=TODAY) == 4
    assert not PlacingRequest.objects.exists()


def test_request_during_a_numbering_is_done_afterwards(pool):
    place(pool)
    request_numbering(pool, at=NOON, force=True)
    with ThreadPoolExecutor(1) as elsewhere, database.superuser():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE federation_player IN ACCESS EXCLUSIVE MODE")
            worker = elsewhere.submit(
                alone, lambda: number_if_requested(pool, at=NOON, today=TODAY)
            )
            wait_until_it_reads_players(worker)
            again = NOON + timedelta(seconds=1)
            answers = together(lambda: request_numbering(pool, at=again))
        assert (answers, worker.result(LONGEST_WAIT)) == ([True], 4)
    assert PlacingRequest.objects.get().taken_by is None


def test_a_slot_is_emptied_while_a_table_is_vacuumed(pool):
    """By hand here; PostgreSQL does so by itself after a replay, for minutes."""
    with database.superuser():
        own = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    with (
        psycopg.connect(
            **{name: own[name] for name in names}, autocommit=True
        ) as another,
        ThreadPoolExecutor(1) as elsewhere,
    ):
        another.execute("SET vacuum_cost_delay = 100; SET vacuum_cost_limit = 1")
        slow = "VACUUM (DISABLE_PAGE_SKIPPING) pg_attribute"
        vacuum = elsewhere.submit(another.execute, slow)
        try:
            wait_until_there(vacuum, "SELECT FROM pg_stat_progress_vacuum")
            place(pool)
            assert (PLACES, pool) in spares_to_empty()

            assert empty_spare(PLACES, pool)
            assert not vacuum.done()
        finally:
            another.cancel()


def test_second_check_for_readers_sees_later_ones(pool):
    own = connection.get_connection_params()
    names = ("host", "port", "user", "password", "dbname")
    with database.owner(), transaction.atomic(), connection.cursor() as cursor:
        look = "SELECT ratings_unseen_since(1)"
        cursor.execute(look)
        assert cursor.fetchone() == (True,)
        with psycopg.connect(
            **{name: own[name] for name in names}, application_name="pg_dump"
        ):
            cursor.execute(look)
            assert cursor.fetchone() == (False,)
