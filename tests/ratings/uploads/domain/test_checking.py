"""The check of one file, in the presence of other files and earlier checks."""

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import MatchChoice
from ratings.models import ImportEvent, ImportPlayer
from ratings.uploads.domain.choices import PlayerChoice, choose
from tests.factories import NOON, PlayerFactory, officer
from tests.ratings.uploads.bringing import (
    faults,
    posted_file,
    reviewed,
    table,
    worked_on,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def players(db):
    return [PlayerFactory(national_id=f"{number}") for number in (1, 2, 3)]


def events(file):
    found = ImportEvent.objects.filter(file=file).order_by("place")
    return list(found.values_list("name", "verdict", "games"))


def twice_the_same(event):
    """Return a file with an event in which one game is duplicated."""
    game = f"2023-03-14,1,2,1,{event}"
    return table(game, game)


def test_errors_and_verdicts_of_another_file_are_unchanged():
    mine = reviewed(twice_the_same("Mine"))
    other = reviewed(
        table("2023-03-16,1,99,1,Empty", "2023-03-15,1,2,1,Other", "x,1,2,1,Other")
    )
    reviewed(table("2023-03-17,1,2,1,Third"))
    same = [(3, "the same game as on line 2")]
    assert (mine.refused, faults(mine)) == (1, same)
    assert (other.refused, len(faults(other))) == (1, 1)
    assert events(other) == [("Empty", "empty", 1), ("Other", "new", 1)]
    mine.refresh_from_db()
    assert (mine.refused, faults(mine)) == (1, same)
    assert events(mine) == [("Mine", "new", 2)]


def test_findings_of_the_previous_check_are_not_repeated():
    file = reviewed(twice_the_same("Mine"))
    acting = ActionContext(officer().pk, NOON)
    choose(file.pk, {0: PlayerChoice(MatchChoice.UNDECIDED)}, acting=acting)
    choose(file.pk, {0: PlayerChoice(MatchChoice.PLAYER)}, acting=acting)
    file = worked_on(file)
    assert faults(file) == [(3, "the same game as on line 2")]
    assert file.refused == 1


def test_counts_are_of_the_file_only():
    reviewed(table("2023-03-14,1,2,1,One", "2023-03-15,1,99,1,One"))
    file = reviewed(table("2023-03-16,1,2,1,Two"))
    assert (file.games, file.new_games, file.new_events) == (1, 1, 1)
    assert (file.people, file.matched, file.waiting_games) == (2, 2, 0)


def test_games_of_players_are_counted_in_their_own_file():
    first = reviewed(table("2023-03-14,1,2,1,One", "2023-03-15,1,2,1,One"))
    second = reviewed(table("2023-03-16,2,1,1,Two"))

    def counted(file):
        rows = ImportPlayer.objects.filter(file=file).order_by("place")
        return list(rows.values_list("number", "games"))

    assert counted(first) == [("1", 2), ("2", 2)]
    assert counted(second) == [("2", 1), ("1", 1)]
    assert events(first) == [("One", "new", 2)]


def test_each_event_is_classified_as_known_differing_or_new():
    posted_file(
        reviewed(
            table(
                "2023-03-14,1,2,1,Same",
                "2023-03-14,1,2,1,Other",
                "2023-03-15,2,3,1,Other",
            )
        )
    )
    file = reviewed(
        table(
            "2023-03-14,1,2,1,Same",
            "2023-03-14,1,2,0,Other",
            "2023-03-15,2,3,1,Other",
            "2023-03-16,2,3,1,Other",
            "2023-03-14,3,1,1,Third",
        )
    )
    assert (file.new_events, file.new_games) == (1, 1)
    assert (file.known_events, file.known_games) == (1, 1)
    assert (file.differing_events, file.differing_games) == (1, 3)
    assert [verdict for _name, verdict, _games in events(file)] == [
        "known",
        "differs",
        "new",
    ]
