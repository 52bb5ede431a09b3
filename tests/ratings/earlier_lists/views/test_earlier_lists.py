"""Importing earlier rating lists in the browser, and how they are shown."""

from datetime import date
from hashlib import sha256

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from ratings.earlier_lists.views import earlier_lists
from ratings.models import EarlierLine, EarlierLists, RatingList
from tests.factories import PlayerFactory, chess_pool, officer
from tests.ratings import page_text
from tests.ratings.earlier_list_files import HEADER, PRINTED, brought_in, proposed
from tests.ratings.files.books import DAY, book, number, row
from tests.ratings.files.books import text as cell
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, published, rulebook_game

pytestmark = pytest.mark.django_db
PAGE = "/imports/lists/"
ROWS = (
    "1985-01-01,1,,,1840,,,,",
    "1985-07-01,1,,,1850,+10,9,,II",
    "1985-07-01,2,,,1900,,,,",
)


@pytest.fixture(autouse=True)
def one_factor(settings):
    settings.DEMO = True  # the second factor is tested elsewhere


@pytest.fixture(autouse=True)
def two():
    return (
        PlayerFactory(national_id="1", first_name="Anna", last_name="Ek"),
        PlayerFactory(national_id="2", first_name="Berta", last_name="Öberg"),
    )


def bring(client, *rows, reason=PRINTED, content=None):
    content = content or "\n".join((HEADER, *rows)).encode()
    file = SimpleUploadedFile("lists.csv", content)
    return client.post(
        PAGE, {"pool": chess_pool().pk, "file": file, "reason": reason}, follow=True
    )


def test_file_is_previewed_and_then_approved_by_another_officer(client, english):
    client.force_login(officer())
    page = bring(client, *ROWS)
    made = EarlierLists.objects.get()
    assert page.redirect_chain == [(f"{PAGE}{made.pk}/", 302)]
    assert "The list valid from 1 July 1985" in text(page)
    assert "Öberg" in text(page)
    assert "You proposed this yourself" in text(page)
    page = client.get(f"{PAGE}{made.pk}/?day=1985-01-01")
    assert "1840" in text(page)
    assert "1900" not in page_text.rows(page)[0]

    client.force_login(officer())
    answer = client.post(f"{PAGE}{made.pk}/", {"act": "approve"}, follow=True)
    assert "Approved: the lists are public from now on." in text(answer)
    numbers = RatingList.published.values_list("valid_from", "number")
    assert dict(numbers) == {date(1985, 1, 1): 1, date(1985, 7, 1): 2}
    assert client.get(PAGE).status_code == 200
    assert english.get("/list/1/").status_code == 200


def test_errors_are_reported_by_line_and_nothing_is_stored(client):
    client.force_login(officer())
    page = bring(client, "1985-01-01,77,,,1840,,,,")
    assert page.status_code == 422
    assert "nobody in the register has the number 77" in text(page)
    assert PRINTED in text(page)
    assert not EarlierLists.objects.exists()
    for content in (b"\x00\x01", b"a,b\n1,2", HEADER.encode()):
        assert bring(client, content=content).status_code == 422
    assert bring(client, *ROWS, reason="").status_code == 422
    bring(client, *ROWS)
    assert "This file is already here" in text(bring(client, *ROWS))


def workbook_of(*cells):
    names = ("valid_from", "id", "rating")
    header = row(1, *(cell(f"{'ABC'[at]}1", name) for at, name in enumerate(names)))
    return book(header, *cells)


def test_workbook_is_read_as_a_table_with_the_same_row_numbers(client):
    client.force_login(officer())
    wrong = workbook_of(
        row(2, number("A2", 31048, DAY), number("B2", 1), number("C2", 1840)),
        row(4, number("A4", 31048, DAY), number("B4", 77), number("C4", 1850)),
    )
    page = bring(client, content=wrong)
    assert page.status_code == 422
    ((line, fault, _row),) = page.context["faults"]
    assert (line, fault) == (4, "nobody in the register has the number 77")

    right = workbook_of(
        row(2, number("A2", 31048, DAY), number("B2", 1), number("C2", 1840))
    )
    assert bring(client, content=right).status_code == 200
    made = EarlierLists.objects.get()
    (listed,) = EarlierLine.objects.filter(file=made)
    assert (listed.valid_from, listed.rating) == (date(1985, 1, 1), 1840)
    assert made.digest == sha256(right).hexdigest()


def test_damaged_or_too_large_workbook_is_refused(client, monkeypatch):
    client.force_login(officer())
    damaged = book(before="<!-- ")
    assert "damaged Excel workbook" in text(bring(client, content=damaged))

    monkeypatch.setattr(earlier_lists, "LARGEST", 1 << 10)
    rows = [row(at, number(f"A{at}", 1)) for at in range(2, 2000)]
    assert "more than 200,000 lines" in text(bring(client, content=workbook_of(*rows)))
    assert not EarlierLists.objects.exists()


def test_day_missing_from_the_file_gives_404(client, tmp_path):
    made = proposed(tmp_path, *ROWS)
    client.force_login(officer())
    for day in ("1986-01-01", "x", ""):
        assert client.get(f"{PAGE}{made.pk}/?day={day}").status_code == 404


def test_rejected_file_shows_the_reason(client, tmp_path):
    made = proposed(tmp_path, *ROWS)
    client.force_login(officer())
    assert client.post(f"{PAGE}{made.pk}/", {"act": "reject"}).status_code == 422
    answer = {"act": "reject", "answer": "Not the printed one"}
    page = client.post(f"{PAGE}{made.pk}/", answer, follow=True)
    assert "Not the printed one" in text(page)


def test_user_without_permission_is_refused(client, strangers, tmp_path):
    made = proposed(tmp_path, *ROWS)
    for address in (PAGE, f"{PAGE}{made.pk}/"):
        assert client.get(address).status_code == 302
        assert client.post(address).status_code == 302
        for stranger in strangers:
            assert stranger.get(address).status_code == 403
            assert stranger.post(address, {"act": "approve"}).status_code == 403


def test_waiting_file_is_on_the_desk_of_other_officers(client, tmp_path):
    maker = officer()
    made = proposed(tmp_path, *ROWS, by=maker)
    client.force_login(maker)
    assert f"{PAGE}{made.pk}/" not in client.get("/today/").content.decode()
    client.force_login(officer())
    assert f"{PAGE}{made.pk}/" in client.get("/today/").content.decode()


# --- the public pages ----------------------------------------------------
def test_list_page_says_it_is_imported_and_shows_only_imported_columns(
    english, tmp_path
):
    _first, second = brought_in(tmp_path, *ROWS)
    page = english.get(f"/list/{second.number}/")
    assert "Added later" in text(page)
    assert PRINTED in text(page)
    assert "were rated in the period" not in text(page)
    assert [row[:8] for row in page_text.rows(page)] == [
        ["1", "Berta Öberg", "", "", "1900", "", "", ""],
        ["2", "Anna Ek", "", "II", "1850", "+10", "9", ""],
    ]
    for sort in ("change", "-change", "games", "-games", "name", "club"):
        assert english.get(f"/list/{second.number}/?sort={sort}").status_code == 200


def test_earlier_lists_appear_among_all_lists_and_newest_computed_is_current(
    english, tmp_path
):
    rulebook_game()
    published(SPRING)
    brought_in(tmp_path, *ROWS)
    page = english.get("/lists/")
    assert [row[0].split()[0] for row in page_text.rows(page)] == [
        "2026-05-01", "1985-07-01", "1985-01-01",
    ]  # fmt: skip
    assert text(page).count("added as it was published") == 2
    assert "Rating list 1 May 2026" in text(english.get("/list/"))


def test_every_file_of_an_earlier_list_can_be_downloaded(english, tmp_path):
    _first, second = brought_in(tmp_path, *ROWS)
    for layout in ("list.csv", "list.xlsx", "swiss-manager.csv", "fide.txt"):
        address = reverse("ratings:list_file", args=[second.number, layout])
        assert b"".join(english.get(address).streaming_content)
    file = english.get(reverse("ratings:list_file", args=[second.number, "list.csv"]))
    rows = b"".join(file.streaming_content).decode().splitlines()
    assert rows[1:] == ["1,Berta Öberg,2,,,1900,,", "2,Anna Ek,1,,II,1850,10,9"]


def test_earlier_lists_have_no_explanations(english, two, tmp_path):
    _first, second = brought_in(tmp_path, *ROWS)
    page = english.get(
        reverse("ratings:list_explanation", args=[second.number, two[0].pk])
    )
    assert page.status_code == 404


def test_records_player_page_and_rating_of_a_day_include_earlier_lists(
    english, two, tmp_path
):
    brought_in(tmp_path, *ROWS)
    assert "1900" in text(english.get("/records/"))
    page = english.get(f"/players/{two[0].pk}/")
    assert "1850" in text(page)
    answer = english.get(f"/api/v1/players/{two[0].pk}/ratings/1985-08-01").json()
    assert [each["rating"] for each in answer["lists"]] == [1850.0]
    assert answer["computed"] is None


def test_waiting_list_is_paginated(client, tmp_path):
    rows = []
    for card in range(3, 104):
        PlayerFactory(national_id=str(card))
        rows.append(f"1985-01-01,{card},,,{2000 - card},,,,")
    made = proposed(tmp_path, *rows)
    client.force_login(officer())

    pages = [
        client.get(f"{PAGE}{made.pk}/?day=1985-01-01&page={number}").context["page"]
        for number in (1, 2)
    ]

    assert [len(page.object_list) for page in pages] == [100, 1]
    assert [each.rating for each in pages[1].object_list] == [1897]


def test_two_hundred_errors_are_listed_and_all_are_counted(client):
    client.force_login(officer())

    page = bring(client, *(f"1985-01-01,x{number},,,1840,,,," for number in range(201)))

    assert (len(page.context["faults"]), page.context["count"]) == (200, 201)
    assert page.context["faults"][0][:2] == (
        2,
        "nobody in the register has the number x0",
    )


def test_settled_file_shows_its_lists_but_no_lines(client, tmp_path):
    first, _second = brought_in(tmp_path, *ROWS)
    client.force_login(officer())

    shown = client.get(f"{PAGE}{first.brought_in_id}/").context

    assert [(each.number, each.players) for each in shown["lists"]] == [(1, 1), (2, 2)]
    assert "day" not in shown
