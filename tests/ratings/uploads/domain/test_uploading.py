"""Files uploaded and discarded, with others present: `uploads.domain.uploading`."""

from datetime import timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.imports.domain.retention import clear_imports
from ratings.models import (
    ImportBlock,
    ImportClub,
    ImportFault,
    ImportFile,
    ImportPart,
    ImportPlayer,
    Report,
)
from ratings.models.imports import ImportEvent
from ratings.uploads.domain import uploading
from ratings.uploads.domain.file_lock import imports_overdue
from ratings.uploads.domain.posting import ask_to_post
from ratings.uploads.domain.undoing import undo_import
from ratings.uploads.domain.uploading import LONGEST_NAME, drop_import
from tests.factories import NOON, PlayerFactory, chess_pool, officer, second_pool
from tests.ratings.uploads.bringing import (
    agree,
    brought,
    posted_file,
    reviewed,
    table,
    worked_on,
)
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
ROWS = (ImportBlock, ImportPart, ImportPlayer, ImportClub, ImportEvent, ImportFault)
LIST = "id,name,club"


@pytest.fixture(autouse=True)
def two(db):
    return [PlayerFactory(national_id=number) for number in ("1", "2")]


def games(event):
    return table(f"2023-03-14,1,2,1,{event}", f"x,1,2,1,{event}")


def row_counts(file):
    """Return the number of rows of each kind that the file has."""
    return [rows.objects.filter(file=file).count() for rows in ROWS]


def test_discarding_one_file_keeps_rows_of_another():
    mine, other = reviewed(games("Mine")), reviewed(games("Other"))
    players = table("7,Ada Ek,Qqq", header=LIST)
    listed, kept_file = reviewed(players, "p.csv"), reviewed(players + b"\n", "q.csv")
    before = [row_counts(other), row_counts(kept_file)]
    assert before == [[1, 1, 2, 0, 1, 1], [1, 1, 1, 1, 0, 0]]
    drop_import(mine.pk)
    drop_import(listed.pk)
    assert [row_counts(other), row_counts(kept_file)] == before
    assert [row_counts(mine), row_counts(listed)] == [[0] * 6] * 2
    states = ImportFile.objects.order_by("pk").values_list("state", flat=True)
    assert list(states) == ["dropped", "review", "dropped", "review"]


def test_refused_file_keeps_no_rows_and_others_keep_all():
    other = brought(table("2023-03-14,1,2,1,Open")).file
    refused = reviewed(b"no,table\n")
    files_with_rows = ImportBlock.objects.values_list("file", flat=True).distinct()
    assert (refused.state, list(files_with_rows)) == ("refused", [other.pk])


def test_refused_file_can_be_uploaded_again():
    first = worked_on(brought(b"no,table\n").file)
    assert first.state == "refused"
    again = brought(b"no,table\n")
    assert again.is_new
    assert again.file.pk != first.pk


def test_posted_file_is_recognised_and_keeps_its_first_uploader():
    rut = officer()
    first = posted_file(reviewed(table("2023-03-14,1,2,1,Open"), by=rut))
    again = brought(table("2023-03-14,1,2,1,Open"), "renamed.csv")
    assert (again.is_new, again.file) == (False, first)
    assert (again.file.name, again.file.uploaded_by) == ("games.csv", rut)


def test_long_file_name_keeps_its_end():
    file = brought(games("Open"), f"{'x' * 300}.csv").file
    assert (len(file.name), file.name[-5:]) == (LONGEST_NAME, "x.csv")


def test_files_without_a_worker_are_found_oldest_first():
    first, second = brought(games("One")).file, brought(games("Two")).file
    done = reviewed(games("Three"))
    assert imports_overdue() == [first.pk, second.pk]
    ImportFile.objects.filter(pk=done.pk).update(chosen=2)
    assert imports_overdue() == [first.pk, second.pk, done.pk]
    drop_import(first.pk)
    worked_on(second)
    assert imports_overdue() == [done.pk]


def test_only_ended_files_uploaded_before_the_limit_are_cleared():
    ended = posted_file(reviewed(games("Ended")))
    late = posted_file(reviewed(games("Late")))
    open_one = reviewed(games("Open"))
    day = timedelta(days=1)
    for file, at in ((ended, NOON - day), (late, NOON), (open_one, NOON - day)):
        ImportFile.objects.filter(pk=file.pk).update(uploaded_at=at)
    counts_before = [row_counts(late), row_counts(open_one)]
    assert clear_imports(NOON, 1000) == 5
    assert row_counts(ended) == [0, 0, 0, 0, 1, 0]
    assert [row_counts(late), row_counts(open_one)] == counts_before
    assert clear_imports(NOON, 1000) == 0


def test_rows_of_an_undone_file_are_cleared():
    file = posted_file(reviewed(games("Undone")))
    undo_import(file.pk, "Wrong file", acting=ActionContext(officer().pk, NOON))
    assert row_counts(file) == [1, 1, 2, 0, 1, 1]
    clear_imports(NOON + timedelta(days=1), 1000)
    assert row_counts(file) == [0, 0, 0, 0, 1, 0]


def test_number_of_files_cleared_at_a_time_is_limited():
    posted_file(reviewed(games("Ended")))
    after = NOON + timedelta(days=1)
    assert [clear_imports(after, 2) for _time in range(4)] == [2, 2, 1, 0]


def test_empty_file_and_too_large_file_are_refused(monkeypatch):
    monkeypatch.setattr(uploading, "LARGEST", 20)

    assert refusal_code(brought, b"") == "file_empty"
    assert refusal_code(brought, b"x" * 21) == "file_too_large"
    assert brought(b"x" * 20).is_new
    assert ImportFile.objects.get().size == 20


@pytest.mark.parametrize(
    ("size", "blocks"), [(9, [9]), (10, [10]), (11, [10, 1]), (25, [10, 10, 5])]
)
def test_content_is_stored_in_blocks_and_restored(monkeypatch, size, blocks):
    monkeypatch.setattr(uploading, "BLOCK", 10)
    content = bytes(range(size))

    file = brought(content).file

    stored_blocks = list(
        ImportBlock.objects.filter(file=file)
        .order_by("number")
        .values_list("content", flat=True)
    )
    assert [len(each) for each in stored_blocks] == blocks
    assert b"".join(bytes(each) for each in stored_blocks) == content


def test_file_stores_its_uploader_and_pool():
    rut = officer()
    mine = brought(b"the same", by=rut).file
    other = brought(b"the same", by=rut, pool=second_pool())

    assert other.is_new
    assert (mine.pool, mine.uploaded_by, mine.uploaded_at) == (chess_pool(), rut, NOON)


def test_waiting_or_removed_file_is_not_discarded():
    file = reviewed(table("2023-03-14,1,2,1,Open"))
    ask_to_post(
        file.pk,
        seen=file.chosen,
        replaces=False,
        acting=ActionContext(officer().pk, NOON),
    )
    assert refusal_code(drop_import, file.pk) == "import_asked"
    agree(file)
    assert refusal_code(drop_import, file.pk) == "import_is_posting"
    worked_on(file)

    assert drop_import(file.pk).state == "dropped"
    assert refusal_code(drop_import, file.pk) == "import_is_gone"
    assert Report.objects.get().state == "accepted"
