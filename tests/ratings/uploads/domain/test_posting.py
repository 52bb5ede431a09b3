"""From a file to the ledger."""

from datetime import date

import pytest

from ratings.models import Game, Report
from tests.factories import PlayerFactory
from tests.ratings.uploads.bringing import (
    NAMED,
    faults,
    matches,
    posted_file,
    reviewed,
    table,
)

pytestmark = pytest.mark.django_db


def test_a_file_with_numbers_is_read_matched_checked_and_posted():
    ada, bo = PlayerFactory(national_id="1"), PlayerFactory(national_id="2")
    file = reviewed(
        table(
            "2023-03-14,1,2,½,Open 2023",
            "2023-03-15,2,1,7,Open 2023",
            "2023-03-16,1,3,1,Open 2023",
        )
    )
    assert (file.state, file.kind, file.games, file.refused) == (
        "review",
        "games",
        2,
        1,
    )
    assert (file.new_games, file.new_events, file.waiting_games) == (1, 1, 1)
    assert faults(file) == [(3, "score ‘7’ is not one of 1, 0.5 (½, =), 0")]

    file = posted_file(file)
    assert (file.state, file.posted_games, file.posted_events) == ("posted", 1, 1)
    report = Report.objects.get()
    assert (report.name, report.state, report.games) == ("Open 2023", "accepted", 1)
    game = Game.objects.get()
    assert (game.white, game.black, game.score) == (ada, bo, 1)
    assert game.played_date == date(2023, 3, 14)
    assert faults(file)[1] == (4, "black: nobody has decided who ‘3’ is")


def test_players_are_found_by_name_and_year():
    ada = PlayerFactory(first_name="Ada", last_name="Ek", birth_year=1950)
    bo = PlayerFactory(first_name="Bo", last_name="Åberg", birth_year=1951)
    file = reviewed(
        table(
            '2023-03-14,Ada Ek,1950,"Åberg, Bo",1951,1,Open,1',
            "2023-03-15,Ada Ek,1950,Bo Aberg,,1,Open,2",
            "2023-03-15,Ada Ek,1950,Zoltan Unheard,1960,1,Open,3",
            header=NAMED,
        )
    )
    assert matches(file) == {
        "Ada Ek": ("name", ada, 1.0, "player"),
        "Bo Åberg": ("name", bo, 1.0, "player"),
        "Bo Aberg": ("alike", bo, 0.9, ""),
        "Zoltan Unheard": ("nobody", None, None, ""),
    }
