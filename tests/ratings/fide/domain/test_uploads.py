"""FIDE files that wait in the database for a worker."""

import io
from datetime import date, timedelta

import pytest
from django.db import connection

from ratings.fide.domain import uploads as fide_uploads
from ratings.fide.domain.uploads import (
    GRACE,
    MOST_BYTES,
    MOST_TRIES,
    READERS,
    read_upload,
    store_fide_upload,
    uploads_overdue,
)
from ratings.models import FideList, FideRating, FideUpload, FideUploadPiece
from tests.factories import NOON, PlayerFactory, acting, officer
from tests.races import together
from tests.ratings.fide_list import NOVEMBER, TODAY, brought, line, text
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)
LATER = NOON + GRACE + timedelta(seconds=1)
ADA = line(1700101, "Ek, Ada", 2105)


def read(upload):
    state = read_upload(upload.pk, today=TODAY, at=NOON)
    upload.refresh_from_db()
    return state


def refused(size, month=NOVEMBER):
    return refusal_code(
        store_fide_upload,
        io.BytesIO(b"x"),
        "list.txt",
        size=size,
        month=month,
        today=TODAY,
        acting=acting(officer()),
    )


def test_file_is_stored_in_pieces_read_and_deleted(monkeypatch):
    monkeypatch.setattr(fide_uploads, "PIECE", 100)
    PlayerFactory(fide_id=1700101)
    upload = brought(officer(), text(ADA, line(5, "Al, Bo", "2x")))
    assert upload.pieces.count() == 5
    assert read(upload) == "done"
    assert (upload.lines, upload.known_already) == (1, False)
    assert upload.faults == [[3, "rating", "2x"]]
    assert upload.list.taken_by == upload.brought_by
    assert upload.list.month == NOVEMBER
    assert FideRating.objects.get().standard == 2105
    assert FideUploadPiece.objects.count() == 0


def test_invalid_file_is_refused_with_a_reason():
    upload = brought(officer(), b"date,white,black\n")
    assert read(upload) == "refused"
    assert (upload.code, upload.facts) == ("header", {"header": "date,white,black"})
    assert (FideList.objects.count(), FideUploadPiece.objects.count()) == (0, 0)


def test_the_same_file_again_is_recognised():
    first, second = brought(officer()), brought(officer())
    assert (read(first), read(second)) == ("done", "done")
    assert (first.known_already, second.known_already) == (False, True)
    assert first.list == second.list


def test_file_of_invalid_size_or_month_is_not_stored():
    assert refused(MOST_BYTES + 1) == "too_large"
    assert refused(0) == "empty"
    assert refused(1, date(2027, 1, 1)) == "future"
    assert FideUpload.objects.count() == 0


def test_processed_file_is_not_read_again():
    upload = brought(officer())
    read(upload)
    assert read(upload) == ""
    assert FideList.objects.count() == 1


def test_file_whose_message_was_lost_is_found():
    upload = brought(officer())
    assert uploads_overdue(at=NOON) == []
    assert uploads_overdue(at=LATER) == [upload.pk]
    read(upload)
    assert uploads_overdue(at=LATER) == []


def test_file_of_a_dead_worker_is_read_again_from_the_beginning():
    upload = brought(officer())
    FideUpload.objects.update(state="running", tries=1, done_bytes=200, total_bytes=328)
    assert uploads_overdue(at=LATER) == [upload.pk]
    assert read(upload) == "done"
    assert (upload.tries, FideList.objects.count()) == (2, 1)


def test_file_that_repeatedly_kills_workers_is_given_up():
    upload = brought(officer())
    FideUpload.objects.update(state="running", tries=MOST_TRIES)
    assert read(upload) == "refused"
    assert (upload.code, upload.facts) == ("gave_up", {"tries": MOST_TRIES})


@at_once
def test_two_workers_reading_one_file_store_one_list():
    upload = brought(officer())

    def reader():
        return read_upload(upload.pk, today=TODAY, at=NOON)

    assert "done" in together(reader, reader)
    assert FideList.objects.count() == 1


@at_once
def test_sweep_skips_a_file_being_read():
    upload = brought(officer())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [READERS, upload.pk])

    def sweep():
        return uploads_overdue(at=LATER)

    def read_too():
        return read_upload(upload.pk, today=TODAY, at=NOON)

    assert together(sweep) == [[]]
    assert together(read_too) == ["running"]
    upload.refresh_from_db()
    assert upload.state == "waiting"


@at_once
def test_progress_is_visible_to_other_connections_while_reading(monkeypatch):
    monkeypatch.setattr("ratings.fide.formats.columns.AT_ONCE", 1)
    upload = brought(officer(), text(ADA, line(5, "Al, Bo", 2000)))
    seen = []
    real = fide_uploads.import_list

    def watched(*arguments, progress, **facts):
        def report_progress(*figures):
            progress(*figures)
            (row,) = together(lambda: FideUpload.objects.get(pk=upload.pk))
            seen.append((row.state, row.done_bytes, row.total_bytes, row.lines))

        return real(*arguments, progress=report_progress, **facts)

    monkeypatch.setattr(fide_uploads, "import_list", watched)
    read(upload)
    assert seen == [("running", 328, 492, 1), ("running", 492, 492, 2)]


def test_file_is_read_a_third_time_but_not_a_fourth():
    upload = brought(officer())
    FideUpload.objects.update(state="running", tries=MOST_TRIES - 1)
    assert read(upload) == "done"
    assert upload.tries == MOST_TRIES


def test_file_of_maximum_size_is_accepted():
    upload = store_fide_upload(
        io.BytesIO(b"x"),
        "list.txt",
        size=MOST_BYTES,
        month=NOVEMBER,
        today=TODAY,
        acting=acting(officer()),
    )
    assert (upload.size, upload.brought_at) == (MOST_BYTES, NOON)


def test_waiting_files_are_found_in_order_of_upload():
    first, second = brought(officer()), brought(officer())
    FideUpload.objects.filter(pk=first.pk).update(brought_at=NOON + GRACE)
    assert uploads_overdue(at=NOON + GRACE + timedelta(seconds=1)) == [second.pk]
    assert uploads_overdue(at=NOON + 3 * GRACE) == [first.pk, second.pk]
