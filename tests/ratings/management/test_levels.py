"""The commands with a pool that is rated by levels (renju)."""

from datetime import date

import pytest

from ratings.models import Decision, Game
from ratings.pools.domain.pools import create_pool
from tests.ratings.management.importing import HEADER, CommandRun, Files

EVENT = "2024-02-01,{},{},1,Mästerskapet"


@pytest.fixture
def files(db, tmp_path):
    create_pool(
        code="long",
        name="Renju",
        system="renju",
        parameters={},
        from_date=date(2024, 1, 1),
    )
    return Files(tmp_path)


def test_start_ratings_are_level_names_or_indexes(files):
    run = files.players(
        "1,Ada Ek,,,,3 kyu", "2,Bo Al,,,,1d", "3,Cy Asp,,,,10K", "4,Di Alm,,,,20"
    )

    assert run.status == 0
    starts = Decision.objects.order_by("pk").values_list("points", flat=True)
    assert list(starts) == [8, 11, 1, 20]


@pytest.mark.parametrize("level", ["11 dan", "1450", "0", "shodan"])
def test_unknown_level_is_refused_with_its_line_and_the_rest_is_imported(files, level):
    run = files.players("1,Ada Ek,,,,3 kyu", f"2,Bo Al,,,,{level}")

    assert run.status == 2
    assert run.err == [
        f"line 3: start rating ‘{level}’ is not a level from 10 kyu to 10 dan"
    ]
    assert Decision.objects.get().points == 8


def test_ratings_of_players_from_outside_are_levels(files):
    files.players("1,Ada Ek,,,,3 kyu", "2,Bo Al,,,,")

    run = files.games(
        f"{EVENT.format(1, 2)},,2 dan",
        f"{EVENT.format(2, 1)},11 dan,",
        header=f"{HEADER},white_rating,black_rating",
    )

    assert run.status == 2
    assert run.err == ["line 3: rating ‘11 dan’ is not a level from 10 kyu to 10 dan"]
    game = Game.objects.get()
    assert (game.white_outside, game.black_outside) == (None, 12)


def test_the_exported_list_has_levels(files):
    files.players("1,Ada Ek,,,Lunds RK,3 kyu", "2,Bo Al,,,Lunds RK,1 dan")
    files.games(EVENT.format(1, 2))
    CommandRun("replay", pool="long")

    run = CommandRun("export_list", pool="long", live=True)

    assert [line.split(",")[4] for line in run.out] == ["rating", "1 dan", "3 kyu"]
