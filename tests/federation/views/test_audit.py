import csv
from datetime import date
from io import BytesIO, StringIO
from zipfile import ZipFile

import pghistory
import pytest
from django.urls import reverse
from django.utils import timezone

from federation.enums import RoleKind
from tests.factories import (
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    member,
    secretary_of,
)
from tests.ratings.fide_list import line as fide_line
from tests.ratings.fide_list import listed
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, published, rulebook_game

pytestmark = pytest.mark.django_db
AUDIT = reverse("federation:audit")


@pytest.fixture(autouse=True)
def administrator(client, settings):
    settings.DEMO = True  # an officer without a second factor
    user = RoleFactory(kind=RoleKind.ADMINISTRATOR, user__name="Ada").user
    client.force_login(user)
    return user


def listing(client, **filters):
    return client.get(AUDIT, filters).context["listing"]


def test_secretarys_change_is_listed_with_name_and_page(client, administrator):
    player = member(first_name="Bo", last_name="Ek")
    secretary = secretary_of(player.memberships.get().club)
    client.force_login(secretary)
    path = reverse("federation:visibility", args=[player.pk])
    client.post(path, {"visibility": "hidden", "seen": "public"})
    client.force_login(administrator)
    line = listing(client, kind="player").lines[0]
    assert (line.by, line.page, line.about) == (secretary.name, path, "Bo Ek")
    assert [(d.before, d.after) for d in line.differences] == [("Full name", "Hidden")]


def test_older_entries_are_reached_by_their_position(client, monkeypatch):
    monkeypatch.setattr("federation.views.audit.PER_PAGE", 2)
    for name in "abcde":
        PlayerFactory(first_name="P", last_name=name)
    seen, before = [], ""
    for _page in range(3):
        shown = listing(client, kind="player", before=before)
        seen.append([line.about for line in shown.lines])
        before = shown.older
    assert (seen, before) == ([["P e", "P d"], ["P c", "P b"], ["P a"]], "")


@pytest.mark.parametrize(
    "place", ["x", "player", "player-", "player-x", "player--1", "nobody-1", ".", "²-²"]
)
def test_invalid_position_shows_the_newest_entries_with_a_message(client, place):
    PlayerFactory()
    shown = listing(client, before=place)
    assert shown.refused == (
        "The address does not point to a place in the log; here are the newest "
        "entries.",
    )
    assert len(shown.lines) > 0


def test_number_out_of_range_is_a_valid_position(client):
    PlayerFactory()
    assert len(listing(client, kind="player", before=f"player-{'9' * 60}").lines) == 1


def test_invalid_filter_is_reported_and_the_others_are_applied(client):
    PlayerFactory(first_name="P", last_name="a")
    shown = listing(client, kind="player", first_day="soon", about="x")
    assert [line.about for line in shown.lines] == ["P a"]
    assert shown.refused[0] == "From: Enter the day as 2026-03-01."


def test_printed_log_names_the_active_filters(client):
    page = client.get(AUDIT, {"kind": "player", "first_day": "2026-01-01"})

    assert page.context["listing"].filters_in_force == [
        ("What", "Player"),
        ("From", "2026-01-01"),
    ]
    assert "What: Player; From: 2026-01-01" in text(page)


def test_empty_result_is_reported(client):
    assert "Nothing matches" in client.get(AUDIT, {"person": "zz"}).content.decode()


def test_htmx_gets_the_lines_alone(client):
    headers = {"HX-Request": "true", "HX-Target": "list"}
    fragment = client.get(AUDIT, headers=headers)
    assert fragment.templates[0].name == "federation/_audit_lines.html"


def test_log_is_downloaded_with_the_filters_of_the_page(client, monkeypatch):
    monkeypatch.setattr("federation.views.audit.PER_FILE_PAGE", 2)
    for name in ("=1+1", "Ek", "Åberg"):
        PlayerFactory(first_name="P", last_name=name)
    ClubFactory()

    answer = client.get(
        reverse("federation:audit_file", args=["csv"]), {"kind": "player"}
    )

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = rows_of(answer)
    assert list(rows[0]) == [
        "When", "Who", "What", "About", "Action", "Field", "Before", "After", "Page",
    ]  # fmt: skip
    names = [row for row in rows if row["Field"] == "Last name"]
    assert [
        (row["About"], row["Action"], row["Before"], row["After"]) for row in names
    ] == [
        ("P Åberg", "entered", "–", "Åberg"),
        ("P Ek", "entered", "–", "Ek"),
        ("P =1+1", "entered", "–", "'=1+1"),
    ]
    assert {row["What"] for row in rows} == {"Player"}


def test_excel_file_and_csv_have_times_that_spreadsheets_read(
    client,
):
    PlayerFactory(first_name="P", last_name="Ek")
    filters = {"kind": "player"}
    [first, *_rest] = rows_of(
        client.get(reverse("federation:audit_file", args=["csv"]), filters)
    )
    local = timezone.localtime(listing(client, **filters).lines[0].at)
    assert first["When"] == f"{local:%Y-%m-%d %H:%M:%S}"

    answer = client.get(reverse("federation:audit_file", args=["xlsx"]), filters)
    archive = ZipFile(BytesIO(b"".join(answer.streaming_content)))
    sheet = archive.read("xl/worksheets/sheet1.xml").decode()
    assert answer["Content-Disposition"].endswith('.xlsx"')
    assert "P Ek" in sheet
    assert sheet.count('<c s="1">') == sheet.count("<row>") - 1


def test_other_kinds_of_file_are_404(client):
    assert client.get("/audit/log.ods").status_code == 404


def test_file_with_an_invalid_filter_redirects_to_the_page_with_the_message(client):
    answer = client.get(
        reverse("federation:audit_file", args=["csv"]), {"first_day": "x"}
    )
    assert answer["Location"] == f"{AUDIT}?first_day=x"


def rows_of(answer):
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text)))


def test_approvals_lists_files_and_fide_lists_are_kinds_of_the_log(client):
    rulebook_game()
    published(SPRING)
    listed(fide_line(1700101, "Ek, Adam", 2011), month=date(2026, 5, 1))

    kinds = {line.kind for line in listing(client).lines}

    assert {"Rating list", "FIDE’s list", "Approval of a rating list"} <= kinds
    assert [line.act for line in listing(client, kind="ratinglist").lines] == ["noted"]


def test_workers_change_is_the_offices_own_work_on_the_page_and_in_the_file(client):
    rulebook_game()
    with pghistory.context(user=None):
        published(SPRING)
    filters = {"kind": "ratinglist"}
    rows = rows_of(client.get(reverse("federation:audit_file", args=["csv"]), filters))

    [line] = listing(client, **filters).lines
    assert (line.act, line.by, line.who) == ("noted", "", "the office itself")
    assert {row["Who"] for row in rows} == {"the office itself"}
