"""The form in which somebody says which column of a table is which."""

import pytest

from tests.factories import PlayerFactory
from tests.ratings.reading import text
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


def test_what_is_chosen_is_how_the_file_is_read(as_officer, file):
    address = f"/imports/{file.pk}/columns/"
    answer = as_officer.post(address, CHOSEN | {"minutes": 6, "length": 5})

    assert answer.status_code == 302
    assert worked_on(file).state == "review"


def test_two_columns_for_the_thinking_time_are_told_at_the_field(as_officer, file):
    sent = CHOSEN | {"minutes": 6, "time_control": 7}

    page = as_officer.post(f"/imports/{file.pk}/columns/", sent)

    assert page.status_code == 422
    assert "Choose one of the two columns for the thinking time." in text(page)
    assert page.context["columns_form"]["minutes"].value() == "6"
