"""The form for choosing a table's columns: proposals and refusals."""

import pytest

from ratings.enums import ImportKind
from ratings.uploads.forms import ColumnsForm, MinutesForm

NEEDED = "Choose a column."
GAMES = {
    "header": ["Datum", "Vit", "Svart", "Resultat", "Turnering", ""],
    "rows": [["2026-02-01", "900001", "900002", "1", "Spring Open", ""]],
}
CHOSEN = {"date": "0", "white": "1", "black": "2", "score": "3", "event": "4"}


def games(sent=None, **asks):
    return ColumnsForm(GAMES | asks, ImportKind.GAMES, sent)


def proposed(form):
    return {
        name: field.initial
        for name, field in form.fields.items()
        if field.initial is not None
    }


def test_swedish_headers_are_proposed():
    assert proposed(games()) == {
        "date": 0, "white": 1, "black": 2, "score": 3, "event": 4,
    }  # fmt: skip


def test_colour_column_without_digits_is_a_name():
    rows = [["2026-02-01", "Adam Ek", "900002", "1", "Spring Open", ""]]
    assert proposed(games(rows=rows)) == {
        "date": 0, "white_name": 1, "black": 2, "score": 3, "event": 4,
    }  # fmt: skip


def test_two_columns_of_the_same_meaning_are_not_proposed():
    header = ["Datum", "Vit", "Svart", "Resultat", "Turnering", "Dato"]
    assert "date" not in proposed(games(header=header))


def test_columns_are_offered_by_number_and_by_name_if_any():
    assert list(games().fields["date"].choices) == [
        ("", "–"), (0, "1: Datum"), (1, "2: Vit"), (2, "3: Svart"), (3, "4: Resultat"),
        (4, "5: Turnering"), (5, "6: –"),
    ]  # fmt: skip


def test_chosen_columns_are_positions():
    form = games(CHOSEN)
    assert form.errors == {}
    assert (form.chosen, form.event) == (
        {"date": 0, "white": 1, "black": 2, "score": 3, "event": 4}, "",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("sent", "errors"),
    [
        ({"date": ""}, {"date": [NEEDED]}),
        ({"white": ""}, {"white_name": [NEEDED]}),
        ({"black": "", "black_name": "2"}, {}),
        ({"black": "", "black_fide_id": "2"}, {}),
        ({"black": "", "black_birth_year": "2"}, {"black_name": [NEEDED]}),
        ({"event": ""}, {"event": ["Choose the column, or type the name below."]}),
        ({"event": "", "event_name": "Spring Open"}, {}),
        (
            {"event_name": "Spring Open"},
            {"event_name": ["Choose the column or type the name, not both."]},
        ),
        (
            {"round": "3"},
            {
                "score": ["This column is chosen twice."],
                "round": ["This column is chosen twice."],
            },
        ),
        (
            {"minutes": "5", "time_control": "5"},
            {
                "time_control": ["This column is chosen twice."],
                "minutes": [
                    "This column is chosen twice.",
                    "Choose one of the two columns for the thinking time.",
                ],
            },
        ),
    ],
)
def test_errors_are_shown_at_the_column(sent, errors):
    assert games(CHOSEN | sent).errors == errors


def test_first_column_counts_as_chosen_although_its_index_is_zero():
    assert games(CHOSEN | {"round": "0"}).errors == {
        "date": ["This column is chosen twice."],
        "round": ["This column is chosen twice."],
    }


def test_typed_tournament_name_applies_to_all_tables_of_a_zip():
    words = [
        str(games(**asks).fields["event_name"].help_text)[:33]
        for asks in ({}, {"table": "a.csv"})
    ]
    assert words == [
        "One name for all the games in thi", "Every table in the zip file with ",
    ]  # fmt: skip


def test_player_list_form_has_its_own_columns_and_no_tournament():
    asks = {"header": ["Spelarnummer", "Namn", "Född"], "rows": [["1", "Ek", "1980"]]}
    form = ColumnsForm(asks, ImportKind.PLAYERS, {"id": "0", "name": "1"})
    assert (proposed(form), form.errors, form.chosen) == (
        {"id": 0, "name": 1, "birth_year": 2}, {}, {"id": 0, "name": 1},
    )  # fmt: skip
    assert "event_name" not in form.fields
    bare = ColumnsForm(asks, ImportKind.PLAYERS, {"birth_year": "2"})
    assert bare.errors == {"id": [NEEDED], "name": [NEEDED]}


@pytest.mark.parametrize(
    ("typed", "minutes"), [("120", 120), ("1", 1), ("0", None), ("1001", None)]
)
def test_thinking_time_must_be_plausible(typed, minutes):
    form = MinutesForm({"minutes": typed})
    form.is_valid()
    assert form.cleaned_data.get("minutes") == minutes
