"""The page on which the rating officer uploads FIDE's list."""

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ratings.fide.domain.uploads import read_upload
from ratings.models import FideUpload
from tests.factories import PlayerFactory
from tests.ratings.fide_list import TODAY, brought, line, listed, text, zipped
from tests.ratings.page_text import on_one_line, rows
from tests.ratings.page_text import text as words

pytestmark = pytest.mark.django_db
URL, NEW = "/fide/", "/fide/new/"
ADA = line(1700101, "Ek, Ada", 2105)


def sent(browser, content, name="players_list.zip", month="2026-10"):
    file = SimpleUploadedFile(name, content)
    return browser.post(NEW, {"file": file, "month": month})


def read(upload):
    read_upload(upload.pk, today=TODAY, at=timezone.now())
    return f"/fide/uploads/{upload.pk}/"


def test_page_without_lists_says_how_to_get_one(as_officer):
    assert "No FIDE list yet" in words(as_officer.get(URL))


def test_months_are_listed_newest_first(as_officer):
    PlayerFactory(fide_id=1700101)
    listed(ADA, month=date(2026, 10, 1))
    listed(line(1700101, "Ek, Ada", 2120), line(7, "Al, Bo"))
    listed(line(1700101, "Ek, Ada", 2121))
    assert [row[:5] for row in rows(as_officer.get(URL))] == [
        ["2026-11 revision 1", "standard, rapid and blitz", "1", "1", "1"],
        ["2026-11", "standard, rapid and blitz", "1", "2", "1"],
        ["2026-10", "standard, rapid and blitz", "1", "1", "1"],
    ]


def test_uploaded_file_is_shown_with_its_progress(as_officer):
    PlayerFactory(fide_id=1700101)
    answer = sent(as_officer, zipped(text(ADA)))
    upload = FideUpload.objects.get()
    assert answer["Location"] == f"/fide/uploads/{upload.pk}/"
    assert (upload.month, upload.brought_by) == (date(2026, 10, 1), as_officer.user)
    page = as_officer.get(answer["Location"])
    assert "The file is here and is waiting for its turn." in words(page)
    assert 'hx-trigger="every 2s"' in page.content.decode()


def test_progress_is_shown_in_numbers(as_officer):
    upload = brought(as_officer.user)
    FideUpload.objects.update(
        state="running", done_bytes=100, total_bytes=400, lines=1234
    )
    page = as_officer.get(f"/fide/uploads/{upload.pk}/")
    assert "1234 players read" in words(page)
    assert '<progress value="100" max="400">' in on_one_line(page.content.decode())


def test_result_is_shown_and_page_stops_polling(as_officer):
    PlayerFactory(fide_id=1700101)
    upload = brought(as_officer.user, text(ADA, line(5, "Al, Bo", "2x")))
    page = as_officer.get(read(upload))
    assert "The list of November 2026" in words(page)
    assert rows(page) == [["3", "no rating can be read", "2x"]]
    assert "every 2s" not in page.content.decode()


def test_same_file_again_is_reported_as_known(as_officer):
    read(brought(as_officer.user))
    again = as_officer.get(read(brought(as_officer.user)))
    assert "This very file was imported before" in words(again)


def test_refused_file_is_shown_with_reason_and_remedy(as_officer):
    page = as_officer.get(read(brought(as_officer.user, b"%PDF-1.7")))
    assert "This is a PDF. Upload FIDE's list as TXT or XML" in words(page)
    assert NEW in page.content.decode()


@pytest.mark.parametrize(
    ("month", "field", "says"),
    [
        ("2199-01", "month", "There is no list of January 2199 yet."),
        ("1950-01", "month", "FIDE has no list of January 1950."),
        ("0001-01", "month", "FIDE has no list of January 0001."),
        ("spring", "month", "Enter the month as 2026-11."),
        ("", "month", "Give the month."),
    ],
)
def test_invalid_month_is_reported_at_the_field(as_officer, month, field, says):
    form = sent(as_officer, zipped(text(ADA)), month=month).context["form"]
    assert form.errors == {field: [says]}
    assert FideUpload.objects.count() == 0


def test_missing_or_empty_file_is_refused(as_officer):
    missing = as_officer.post(NEW, {"month": "2026-10"})
    empty = sent(as_officer, b"")
    assert (missing.status_code, empty.status_code) == (422, 422)
    assert missing.context["form"].errors == {"file": ["Choose the file."]}
    assert empty.context["form"].errors == {
        "file": ["The file is empty. Download it from FIDE again."]
    }


def test_users_without_permission_are_refused(strangers, as_officer):
    upload = brought(as_officer.user)
    for browser in strangers:
        for url in (URL, NEW, f"/fide/uploads/{upload.pk}/"):
            assert browser.get(url).status_code == 403
        assert sent(browser, zipped(text(ADA))).status_code == 403
    assert FideUpload.objects.count() == 1


def test_query_count_does_not_depend_on_number_of_lists(as_officer):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            as_officer.get(URL)
        return len(captured)

    listed(ADA, month=date(2026, 9, 1))
    brought(as_officer.user)
    one = queries()
    for month in (10, 11):
        listed(line(1, "A", month * 100), month=date(2026, month, 1))
        brought(as_officer.user)
    assert queries() == one
