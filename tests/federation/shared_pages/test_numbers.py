"""The numbers in Valkey, also when a writer or Valkey dies."""

import time

import pytest
from django.db import connection, transaction

from federation.models import Player, TaskFailure
from federation.shared_pages import numbers as numbers_module
from federation.shared_pages.books import Book
from federation.shared_pages.numbers import (
    moving_numbers,
    numbers_key,
    reader,
    seconds_of,
)
from federation.shared_pages.watch import Watch
from tests.factories import PlayerFactory

pytestmark = pytest.mark.usefixtures("committed")


def moved_books(act) -> set[Book]:
    """Return the books whose numbers an act moves."""
    before, _ = reader.read(), act()
    after = reader.read()
    assert before is not None
    assert after is not None
    return {
        book
        for (book, old), (_, new) in zip(before.books, after.books, strict=True)
        if old != new
    }


def test_commit_moves_the_books_it_wrote_in():
    player = PlayerFactory()
    row = Player.objects.filter(pk=player.pk)

    def undone():
        with transaction.atomic():
            row.update(first_name="A")
            transaction.set_rollback(True)

    def within():
        with transaction.atomic(), transaction.atomic():
            row.update(first_name="B")

    def copied():
        with connection.cursor() as cursor, transaction.atomic():
            into = "COPY federation_district (code) FROM STDIN"
            with cursor.cursor.copy(into):
                pass

    seen = {
        act.__name__: moved_books(act)
        for act in (
            undone,
            within,
            copied,
            row.exists,
            TaskFailure.objects.all().delete,
        )
    }
    assert seen == {
        "undone": set(),
        "within": {Book.REGISTER},
        "copied": {Book.REGISTER},
        "exists": set(),
        "delete": set(),
    }
    assert moved_books(lambda: row.update(first_name="C")) == {Book.REGISTER}


def test_notice_is_removed_after_the_commit(valkey):
    Player.objects.update(first_name="A")
    assert [
        name for name in valkey.hkeys(numbers_key()) if name.startswith(b"notice")
    ] == []


def test_numbers_do_not_move_while_a_writer_is_committing():
    before = reader.read()
    with moving_numbers({Book.REGISTER}):
        assert reader.read() == before
    assert reader.read() != before


def test_times_are_those_of_valkey_whatever_the_local_clock_says(valkey, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 0.0)
    before = seconds_of(map(str, valkey.time()))
    with moving_numbers({Book.REGISTER}):
        [server_time] = [
            float(value)
            for name, value in valkey.hgetall(numbers_key()).items()
            if name.startswith(b"notice")
        ]
        read = reader.read()
    after = seconds_of(map(str, valkey.time()))
    assert before - 0.001 <= server_time <= read.at <= after


def test_numbers_move_after_a_writer_died_while_committing(valkey):
    before = reader.read()
    valkey.hset(
        numbers_key(), "notice 1", str(time.time() - numbers_module.COMMITS_WITHIN - 1)
    )
    assert reader.read() is None
    valkey.hset(
        numbers_key(), "notice 1", str(time.time() - numbers_module.FORGOTTEN - 1)
    )
    after = reader.read()
    assert after is not None
    assert {book for book, _ in set(before.books) & set(after.books)} == set()
    assert valkey.hexists(numbers_key(), "notice 1") is False


def test_missing_numbers_are_given_again(valkey):
    before = reader.read()
    valkey.delete(numbers_key())
    after = reader.read()
    assert after is not None
    assert set(before.books) & set(after.books) == set()
    assert reader.read() == after


def test_numbers_from_before_a_restart_of_valkey_are_invalid(valkey):
    before = reader.read()
    valkey.hset(numbers_key(), "server", "the one that was here before")
    after = reader.read()
    assert set(before.books) & set(after.books) == set()


def test_watch_detects_a_change_whose_number_did_not_move(settings):
    watch, player = Watch(), PlayerFactory()
    assert [watch.look(), watch.look()] == [False, False]
    Player.objects.filter(pk=player.pk).update(first_name="Known")
    assert watch.look() is False
    former_url, settings.REDIS_URL = settings.REDIS_URL, "redis://127.0.0.1:1/0"
    Player.objects.filter(pk=player.pk).update(first_name="Lost")
    settings.REDIS_URL = former_url
    assert (moved_books(watch.look), watch.look()) == (set(Book), False)


def test_connection_closed_by_valkey_is_reopened(valkey):
    reader = numbers_module.Reader()
    before = reader.read()
    valkey.client_kill_filter(_type="normal", skipme=True)
    assert (before is not None, reader.read()) == (True, before)
