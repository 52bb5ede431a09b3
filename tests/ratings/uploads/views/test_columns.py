"""The page for choosing the meaning of a table's columns."""

import pytest

from ratings.enums import ImportKind
from ratings.models import ImportEvent
from ratings.uploads.forms import ColumnsForm
from tests.factories import PlayerFactory
from tests.ratings.page_text import text
from tests.ratings.uploads.bringing import reviewed, table, worked_on

pytestmark = pytest.mark.django_db
HEADER = "Speldag,Vit,Svart,Utfall,Serie,Längd,Minuter,Tid"
CHOSEN = {"as": "games", "date": 0, "white": 1, "black": 2, "score": 3, "event": 4}


@pytest.fixture
def file(db):
    PlayerFactory(national_id="1")
    PlayerFactory(national_id="2")
    return reviewed(table("2023-03-14,1,2,1,Open,7,90,", header=HEADER))


def test_length_and_minutes_are_offered_and_proposed(as_officer, file):
    form = as_officer.get(f"/imports/{file.pk}/").context["columns_form"]

    assert {name: form[name].initial for name in ("length", "minutes")} == {
        "length": 5,
        "minutes": 6,
    }


def test_file_is_read_with_the_chosen_columns(as_officer, file):
    address = f"/imports/{file.pk}/columns/"
    answer = as_officer.post(address, CHOSEN | {"minutes": 6, "length": 5})

    assert answer.status_code == 302
    assert worked_on(file).state == "review"


def test_two_columns_for_the_thinking_time_are_reported_at_the_field(as_officer, file):
    sent = CHOSEN | {"minutes": 6, "time_control": 7}

    page = as_officer.post(f"/imports/{file.pk}/columns/", sent)

    assert page.status_code == 422
    assert "Choose one of the two columns for the thinking time." in text(page)
    assert page.context["columns_form"]["minutes"].value() == "6"


def test_missing_columns_are_named_as_on_the_page(as_officer, db):
    header = "Speldag,Vit,Svart,Resultat"
    file = reviewed(table("2023-03-14,1,2,1", header=header))
    address = f"/imports/{file.pk}/"

    assert "missing: Day of the game (date), Event (event)." in text(
        as_officer.get(address)
    )
    as_officer.cookies["django_language"] = "sv"
    assert "saknas: Partiets dag (datum), Turnering (turnering)." in text(
        as_officer.get(address, headers={"Accept-Language": "sv"})
    )


def test_columns_of_names_are_not_proposed_as_columns_of_numbers(as_officer, db):
    header = "Speldag,Vit,Svart,Resultat"
    file = reviewed(table("2023-03-14,Anna Ek,17,1", header=header))

    form = as_officer.get(f"/imports/{file.pk}/").context["columns_form"]

    names = ("white", "white_name", "black", "black_name")
    assert {name: form[name].initial for name in names} == {
        "white": None,
        "white_name": 1,
        "black": 2,
        "black_name": None,
    }


def test_tournament_of_a_whole_file_can_be_typed(as_officer, db):
    PlayerFactory(national_id="1")
    PlayerFactory(national_id="2")
    file = reviewed(table("2023-03-14,1,2,1", header="Speldag,Vit,Svart,Utfall"))
    address = f"/imports/{file.pk}/columns/"
    columns = {"as": "games", "date": 0, "white": 1, "black": 2, "score": 3}

    refused = as_officer.post(address, columns)
    assert refused.status_code == 422
    assert "Choose the column, or type the name below." in text(refused)
    taken = as_officer.post(address, columns | {"event_name": "Spring Open"})

    assert taken.status_code == 302
    read = worked_on(file)
    assert (read.state, read.games) == ("review", 1)
    names = ImportEvent.objects.filter(file=read).values_list("name", flat=True)
    assert list(names) == ["Spring Open"]
    # It is the name of this file's tournament: the next file has its own.
    another = reviewed(table("2023-03-15,2,1,1", header="Speldag,Vit,Svart,Utfall"))
    assert another.state == "columns"


def test_tournament_is_typed_or_in_a_column(as_officer, file):
    sent = CHOSEN | {"event_name": "Spring Open"}

    page = as_officer.post(f"/imports/{file.pk}/columns/", sent)

    assert page.status_code == 422
    assert "Choose the column or type the name, not both." in text(page)


def test_row_shows_all_its_errors(as_officer, file):
    header = "date,white,black,score,event"
    file = reviewed(table("2023-02-31,1,99,7,Open", header=header))

    shown = text(as_officer.get(f"/imports/{file.pk}/?show=rows"))

    assert (
        "date ‘2023-02-31’ does not exist; score ‘7’ is not one of 1, 0.5 (½, =), 0"
    ) in shown


@pytest.mark.parametrize(
    ("member", "beginning"),
    [("", "One name for all the games in this file."), ("a.csv", "Every table in the")],
)
def test_form_says_that_a_typed_name_applies_to_all_tables_of_a_zip(member, beginning):
    asks = {"header": ["Datum", "Vit"], "rows": [["2026-03-14", "7"]], "table": member}

    form = ColumnsForm(asks, ImportKind.GAMES)

    assert str(form.fields["event_name"].help_text).startswith(beginning)
