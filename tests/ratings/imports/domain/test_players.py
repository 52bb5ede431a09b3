"""Imported players compared with the register."""

import pytest

from federation.models import Club, District
from ratings.imports.domain.batches import Imported
from ratings.imports.domain.importing_players import ImportedPlayers
from ratings.imports.domain.players import (
    RegisterDifference,
    RegisteredPlayer,
    clubs_called,
    differences_sentence,
    district_of_imports,
    register_differences,
)
from ratings.imports.formats.player_rows import ImportedPlayer
from tests.factories import ClubFactory, DistrictFactory

HELD = RegisteredPlayer(
    pk=1,
    name=("Ada", "Ek"),
    birth_year=1980,
    gender="f",
    clubs=frozenset({"örebro sk"}),
    start=1500,
    fide_id=7,
)
SAME = {
    "line": 2,
    "number": "1",
    "first_name": "Ada",
    "last_name": "Ek",
    "birth_year": 1980,
    "gender": "f",
    "club": "ÖREBRO SK",
    "start_rating": 1500,
    "fide_id": 7,
}


def imported_player(**facts):
    return ImportedPlayer(**{**SAME, **facts})


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({}, []),
        ({"first_name": "Eva"}, [RegisterDifference("name", "Ada Ek")]),
        ({"last_name": "Al"}, [RegisterDifference("name", "Ada Ek")]),
        ({"birth_year": 1981}, [RegisterDifference("birth year", 1980)]),
        ({"gender": "m"}, [RegisterDifference("gender", "f")]),
        ({"start_rating": 0}, [RegisterDifference("start rating", 1500)]),
        ({"club": "Lund"}, [RegisterDifference("club", "")]),
        ({"fide_id": 8}, [RegisterDifference("FIDE number", 7)]),
        # What the file lacks does not differ.
        (
            {
                "birth_year": None,
                "gender": "",
                "start_rating": None,
                "club": "",
                "fide_id": None,
            },
            [],
        ),
    ],
)
def test_each_field_of_the_file_is_compared(facts, found):
    assert register_differences(imported_player(**facts), HELD) == found


def test_field_missing_from_the_register_differs_except_start_rating():
    nothing = RegisteredPlayer(1, ("Ada", "Ek"), None, "", frozenset(), None, None)

    assert register_differences(imported_player(), nothing) == [
        RegisterDifference("birth year", ""),
        RegisterDifference("gender", ""),
        RegisterDifference("club", ""),
        RegisterDifference("FIDE number", ""),
    ]


def test_differences_are_described_in_a_sentence():
    found = [RegisterDifference("birth year", 1980), RegisterDifference("club", "")]

    assert differences_sentence(imported_player(), found) == (
        "id 1 is in the register with other facts: birth year is 1980 there,"
        " club is not that one there"
    )


@pytest.mark.django_db
def test_new_clubs_join_the_only_district_or_else_get_their_own():
    District.objects.all().delete()
    alone = DistrictFactory()
    assert district_of_imports() == alone

    DistrictFactory()
    made = district_of_imports()

    assert (made.code, made.name, made.adopts_junior_rules) == (
        "imported",
        "Imported",
        False,
    )
    assert district_of_imports() == made


@pytest.mark.django_db
def test_clubs_are_matched_in_any_case_and_created_once_if_missing():
    existing_club = ClubFactory(name="Örebro SK")

    ids, made = clubs_called(["ÖREBRO SK", "", "Lunds ASK", "lunds ask"])

    new = Club.objects.exclude(pk=existing_club.pk).get()
    assert (ids["örebro sk"], ids["lunds ask"], made) == (existing_club.pk, new.pk, 1)
    assert new.short_name == new.name[:20]
    assert clubs_called([""]) == ({}, 0)


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ({}, 1),
        ({"refused": 3}, 1),
        ({"games": 1}, 0),
        ({"known_games": 1}, 0),
        ({"games": 1, "refused": 1}, 2),
    ],
)
def test_import_of_games_ends_with_a_summary(facts, status):
    assert Imported(**facts).exit_status == status


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ({}, 1),
        ({"refused": 3}, 1),
        ({"entered": 1}, 0),
        ({"known": 1}, 0),
        ({"known": 1, "refused": 1}, 2),
    ],
)
def test_import_of_players_ends_with_a_summary(facts, status):
    assert ImportedPlayers(**facts).exit_status == status
