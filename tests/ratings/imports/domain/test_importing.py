"""Imports that crash, run concurrently, or run while the pool is being rated."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from federation.domain.authorship import ActionContext
from ratings.engine.domain.computation import compute_pool, replay_whole_pool
from ratings.files.text_files import examine
from ratings.imports.domain import batches as imported_batches
from ratings.imports.domain import ledger_indexes
from ratings.imports.domain import lines as imported_lines
from ratings.imports.domain.importing import GamesToImport, import_games
from ratings.imports.formats import event_games
from ratings.models import Change, Counting, CurrentRating, Game, Posting, Report
from ratings.rules.ssf.system import Ssf
from ratings.signals import pool_posted
from tests.factories import NOON, chess_pool, line, member, posted
from tests.races import alone, together

TODAY = date(2026, 6, 15)
HAND = ActionContext(None, NOON)
HEADER = "date,white,black,score,event"


class Crash(Exception):
    """Simulates the death of the process."""


@pytest.fixture
def players(db):
    return [member(national_id=f"{number}", birth_year=1970) for number in range(6)]


@pytest.fixture
def file(tmp_path, players):
    """Twelve events of ten games each; the lines of two at a time are interleaved."""
    path = tmp_path / "games.csv"
    rows = [
        f"{date(2023, 1, 1) + timedelta(days=5 * n)},{n % 6},{(n + 1 + n % 4) % 6},"
        f"{'1=0'[n % 3]},Event {2 * (n // 20) + n % 2}"
        for n in range(120)
    ]
    path.write_text("\n".join((HEADER, *rows)))
    return examine(path)


def bring(file, **options):
    import_draft = GamesToImport(chess_pool().pk, file, minutes=120, **options)
    return import_games(import_draft, today=TODAY, acting=HAND, on_refused=print)


def in_small_batches(monkeypatch, size=25):
    batches = event_games.GamesOnDisk.batches
    monkeypatch.setattr(
        event_games.GamesOnDisk, "batches", lambda spool, *_: batches(spool, size)
    )


def ledger():
    games = Game.objects.order_by("report__name", "key").values_list(
        "report__name", "key", "played_date", "white", "black", "score", "board"
    )
    return list(games)


def derived():
    pool = chess_pool().pk
    return [
        sorted(model.objects.filter(pool_id=pool).values_list())
        for model in (Change, CurrentRating)
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("batch", [0, 1, 2])
def test_crashed_import_leaves_whole_events_and_resumes_when_run_again(
    file, monkeypatch, batch
):
    in_small_batches(monkeypatch)
    original = imported_batches.post_batch
    left = iter(range(99))

    def dies(*arguments):
        original(*arguments)
        if next(left) == batch:
            raise Crash

    monkeypatch.setattr(imported_batches, "post_batch", dies)
    with pytest.raises(Crash):
        bring(file)
    existing = set(Report.objects.values_list("name", flat=True))
    assert len(existing) == 2 * batch
    assert all(report.lines.count() == report.games for report in Report.objects.all())

    monkeypatch.setattr(imported_batches, "post_batch", original)
    done = bring(file)
    assert (done.events, done.known_events) == (12 - len(existing), len(existing))
    assert (Game.objects.count(), Report.objects.count()) == (120, 12)
    numbers = list(Posting.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 13))
    assert Counting.objects.as_of(12).count() == 12


@pytest.mark.django_db(transaction=True)
def test_concurrent_imports_of_one_file_duplicate_nothing(file):
    answers = together(lambda: bring(file), lambda: bring(file))
    assert sorted((each.events, each.known_events) for each in answers) == [
        (0, 12), (12, 0),
    ]  # fmt: skip
    assert Game.objects.count() == 120


def test_ledger_does_not_depend_on_batch_size(file, monkeypatch):
    with transaction.atomic():
        bring(file)
        at_once = ledger()
        transaction.set_rollback(True)
    in_small_batches(monkeypatch, 1)
    bring(file)
    assert ledger() == at_once
    assert len(at_once) == 120


def test_rebuilt_indexes_equal_the_original_ones(file, monkeypatch):
    before = indexes()
    monkeypatch.setattr(ledger_indexes, "LARGE", 1)
    bring(file)
    assert indexes() == before
    assert Game.objects.count() == 120


def indexes():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes"
            " WHERE tablename = 'ratings_game' ORDER BY 1"
        )
        return cursor.fetchall()


@pytest.mark.parametrize("name", ["white_id", "black_id", "report_id", "pool_id"])
def test_foreign_keys_of_imported_rows_are_checked(file, monkeypatch, name):
    as_read = imported_lines.copy_in

    def with_a_stranger(table, columns):
        columns[name][0] = 10**9
        as_read(table, columns)

    monkeypatch.setattr(imported_lines, "copy_in", with_a_stranger)
    with pytest.raises(IntegrityError, match="foreign key"):
        brought_and_looked_at(file)


@transaction.atomic
def brought_and_looked_at(file):
    bring(file)
    connection.check_constraints()


@pytest.mark.django_db(transaction=True)
def test_indexes_are_not_dropped_while_games_are_read(file, monkeypatch):
    monkeypatch.setattr(ledger_indexes, "LARGE", 1)
    before = indexes()
    with ThreadPoolExecutor(1) as elsewhere, transaction.atomic():
        list(Game.objects.all())
        done = elsewhere.submit(alone, lambda: bring(file)).result(30)
    assert (done.games, indexes()) == (120, before)


def test_incremental_equals_a_replay_after_an_import_into_a_rated_pool(
    file, players, monkeypatch
):
    posted(line(players[0], players[1], 2, date(2024, 3, 1)))
    posted(line(players[2], players[3], 1, date(2026, 2, 1)))
    pool = chess_pool().pk
    compute_pool(pool, at=NOON, cause="test")
    in_small_batches(monkeypatch)
    bring(file)
    compute_pool(pool, at=NOON, cause="test")
    incremental = derived()
    replay_whole_pool(pool, at=NOON)
    assert derived() == incremental
    assert len(incremental[0]) > 6


def test_incremental_equals_a_replay_after_an_event_was_replaced(file, tmp_path):
    bring(file)
    pool = chess_pool().pk
    compute_pool(pool, at=NOON, cause="test")
    path = tmp_path / "corrected.csv"
    path.write_text(f"{HEADER}\n2023-01-01,0,1,0,Event 0\n2023-02-01,5,4,1,Event 0\n")
    done = bring(examine(path), replaces=True)
    assert (done.events, done.games) == (1, 2)
    compute_pool(pool, at=NOON, cause="test")
    incremental = derived()
    replay_whole_pool(pool, at=NOON)
    assert derived() == incremental


@pytest.mark.django_db(transaction=True)
def test_workers_are_notified_once_at_the_end(file, monkeypatch):
    in_small_batches(monkeypatch)
    notifications = []

    def hear(pool_id, **_):
        notifications.append((pool_id, Game.objects.count()))

    pool_posted.connect(hear)
    try:
        bring(file)
        bring(file)
        bring(file, dry_run=True)
    finally:
        pool_posted.disconnect(hear)
    assert notifications == [(chess_pool().pk, 120)]


def test_imported_event_in_a_pool_of_tournaments_has_first_and_last_day(
    file, monkeypatch
):
    monkeypatch.setattr(Ssf, "unit", "tournament")
    bring(file)
    report = Report.objects.get(name="Event 3")
    days = set(report.lines.values_list("base_on", "booked_on"))
    assert days == {(report.start_date, report.end_date)}
    assert report.first_booked_date == report.last_booked_date == report.end_date
