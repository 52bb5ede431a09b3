"""Choosing the meaning of a table's columns."""

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import ImportKind
from ratings.files.text_tables import CHUNK
from ratings.imports.formats import sources
from ratings.models import ColumnChoice, ImportFile, ImportPlayer
from ratings.uploads.domain import reading
from ratings.uploads.domain.column_choices import (
    ask_columns_again,
    choose_columns,
    missing_columns,
)
from ratings.uploads.domain.reading import parts_of
from ratings.uploads.domain.refusals import ImportNotPossible
from ratings.uploads.domain.work import process_import
from tests.factories import NOON, PlayerFactory, officer
from tests.ratings.uploads.bringing import TODAY, brought, reviewed, table, worked_on
from tests.refusals import refusal_code

pytestmark = pytest.mark.django_db
HEADER = "Speldag,Vit,Svart,Utfall,Serie,Rond,Minuter"
ROW = "2023-03-14,1,2,1,Open,7,90"
COLUMNS = {"date": 0, "white": 1, "black": 2, "score": 3, "event": 4}


@pytest.fixture
def two(db):
    return PlayerFactory(national_id="1"), PlayerFactory(national_id="2")


def chosen(file, columns):
    acting = ActionContext(officer().pk, NOON)
    choose_columns(file.pk, ImportKind.GAMES, columns, acting=acting)
    return worked_on(file)


def test_player_list_requires_number_and_name_columns():
    missing = lambda *chosen: missing_columns(  # noqa: E731
        ImportKind.PLAYERS, {name: place for place, name in enumerate(chosen)}
    )
    assert missing() == ["id", "name"]
    assert missing("club", "name") == ["id"]
    assert missing("name", "id") == []


def the_game(file):
    (games,) = parts_of(file.pk)
    return games[0]


def test_unchosen_column_is_not_read(two):
    file = chosen(reviewed(table(ROW, header=HEADER)), COLUMNS)

    game = the_game(file)
    assert (file.state, game["round"], game["minutes"]) == ("review", 0, 0)
    assert file.unread == ["Rond", "Minuter"]


def test_round_minutes_and_length_can_be_chosen(two):
    header = f"{HEADER},Antal"
    more = COLUMNS | {"round": 5, "minutes": 6, "length": 7}

    file = chosen(reviewed(table(f"{ROW},9", header=header)), more)

    game = the_game(file)
    assert (game["round"], game["minutes"], game["length"]) == (7, 90, 9)


def test_two_columns_for_the_thinking_time_are_refused(two):
    file = reviewed(table(f"{ROW},90+30", header=f"{HEADER},Tid"))

    with pytest.raises(ImportNotPossible) as refusal:
        chosen(file, COLUMNS | {"minutes": 6, "time_control": 7})

    assert refusal.value.code == "columns_two_times"


def test_file_is_read_to_its_end_with_its_initial_choice(two, monkeypatch):
    """In the meantime another choice is made for another file with the same header."""
    monkeypatch.setattr(sources, "CHUNKS", 1)
    rows = [f"2023-03-14,1,2,1,Open,{at},90" for at in range(1, CHUNK + 2)]
    file = reviewed(table(*rows, header=HEADER))
    acting = ActionContext(officer().pk, NOON)
    choose_columns(file.pk, ImportKind.GAMES, COLUMNS | {"round": 5}, acting=acting)
    original = reading.store_part

    def dies_after_one(*some):
        original(*some)
        raise SystemExit

    monkeypatch.setattr(reading, "store_part", dies_after_one)
    with pytest.raises(SystemExit):
        process_import(file.pk, today=TODAY)
    monkeypatch.setattr(reading, "store_part", original)
    ColumnChoice.objects.update(columns=COLUMNS | {"minutes": 5})

    file = worked_on(file)

    games = [game for some in parts_of(file.pk) for game in some]
    assert file.state == "review"
    assert [int(game["round"]) for game in games] == list(range(1, CHUNK + 2))
    assert {int(game["minutes"]) for game in games} == {0}


def test_choice_taken_from_another_file_is_stored_with_the_file(two):
    chosen(reviewed(table(ROW, header=HEADER)), COLUMNS | {"round": 5})

    other = worked_on(brought(table(ROW, ROW, header=HEADER)).file)

    assert other.state == "review"
    (stored_choice,) = other.columns.values()
    assert stored_choice == {"kind": "games", "columns": COLUMNS | {"round": 5}}


def test_columns_can_be_requested_again_and_chosen_differently(two):
    file = chosen(reviewed(table(ROW, header=HEADER)), COLUMNS)

    ask_columns_again(file.pk)
    file = worked_on(file)
    assert (file.state, file.columns) == ("columns", {})
    file = chosen(file, COLUMNS | {"round": 5})

    assert the_game(file)["round"] == 7


def places(*names):
    return {name: place for place, name in enumerate(names)}


@pytest.mark.parametrize(
    ("chosen", "event", "missing"),
    [
        (("white", "black"), "", ["date", "score", "event"]),
        (("date", "score"), "Open", ["white", "black"]),
        (("date", "score", "event", "white"), "", ["black"]),
        (("date", "score", "event", "white_name", "black_fide_id"), "", []),
        # A year of birth alone identifies no player.
        (("date", "score", "event", "white", "black_birth_year"), "", ["black"]),
        (("date", "score", "white", "black"), "Open", []),
    ],
)
def test_games_require_day_score_event_and_both_players(chosen, event, missing):
    assert missing_columns(ImportKind.GAMES, places(*chosen), event) == missing


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({"date": 0, "white": 1}, "columns_missing"),
        (COLUMNS | {"event": 3}, "columns_twice"),
        (COLUMNS | {"event": 7}, "columns_twice"),
        (COLUMNS | {"minutes": 5, "time_control": 6}, "columns_two_times"),
    ],
)
def test_invalid_columns_are_refused(two, columns, code):
    file = reviewed(table(ROW, header=HEADER))

    assert refusal_code(chosen, file, columns) == code


def test_last_column_may_be_chosen_and_the_user_is_stored(two):
    file = chosen(reviewed(table(ROW, header=HEADER)), COLUMNS | {"minutes": 6})

    choice = ColumnChoice.objects.get()
    assert (choice.header, choice.kind, choice.columns, choice.chosen_at) == (
        HEADER.split(","),
        "games",
        COLUMNS | {"minutes": 6},
        NOON,
    )
    assert (file.state, file.asks) == ("review", {})
    assert refusal_code(chosen, file, COLUMNS) == "columns_settled"


def test_columns_never_chosen_cannot_be_requested_again(two):
    file = reviewed(table("2023-03-14,1,2,1,Open"))
    assert refusal_code(ask_columns_again, file.pk) == "columns_settled"

    asking = reviewed(table(ROW, header=HEADER))
    assert refusal_code(ask_columns_again, asking.pk) == "import_not_ready"


def test_requesting_columns_again_resets_all_counts(two):
    file = chosen(reviewed(table(ROW, "x", header=HEADER)), COLUMNS)
    ImportFile.objects.filter(pk=file.pk).update(
        new_listed=1, new_starts=1, waiting_listed=1, waiting_games=1, listed=1, clubs=1
    )

    found = ask_columns_again(file.pk)

    counted = (
        found.parts, found.rows, found.games, found.events, found.people,
        found.matched, found.refused, found.listed, found.clubs, found.done,
        found.new_games, found.new_events, found.known_games, found.known_events,
        found.differing_games, found.differing_events, found.waiting_games,
        found.new_listed, found.new_starts, found.waiting_listed, found.checked,
    )  # fmt: skip
    assert counted == (0,) * 21
    assert (found.defaulted, found.trial, found.columns) == ({}, {}, {})
    assert (found.state, found.total, found.chosen) == (
        "reading",
        file.size,
        file.chosen + 1,
    )
    assert not ImportPlayer.objects.filter(file=file).exists()
    assert not ColumnChoice.objects.exists()


def test_requesting_columns_again_keeps_other_files_choices(two):
    other_header = HEADER.replace("Vit", "White player")
    other_file = chosen(reviewed(table(ROW, header=other_header)), COLUMNS)
    file = chosen(reviewed(table(ROW, header=HEADER)), COLUMNS)

    ask_columns_again(file.pk)

    assert ColumnChoice.objects.get().header == other_header.split(",")
    assert ImportPlayer.objects.filter(file=other_file).count() == 2
