"""An import is taken out of the ledger whole, or not at all with the reason."""

from datetime import date

import pytest

from federation.domain.refusal import RegisterRefusal
from ratings.ledger.domain.periods import open_period_of_today
from ratings.models import CurrentRating, Posting, Report
from ratings.pools.domain.postings import ActionContext
from ratings.uploads.domain import undoing
from ratings.uploads.domain.choices import take_the_rest_as_new
from ratings.uploads.domain.undoing import undo_import
from tests.factories import NOON, PlayerFactory, chess_pool, computed, officer
from tests.ratings.published import published
from tests.ratings.uploads.bringing import posted_file, reviewed, table, worked_on

pytestmark = pytest.mark.django_db
TIMED = "date,white,black,score,event,minutes"


@pytest.fixture(autouse=True)
def players(db):
    return [PlayerFactory(national_id=f"{number}") for number in (1, 2, 3)]


def games(*rows):
    return posted_file(reviewed(table(*rows, header=TIMED)))


def undone(file, why="Wrong file"):
    return undo_import(file.pk, why, acting=ActionContext(officer().pk, NOON))


def states():
    rows = Report.objects.order_by("name", "version")
    return list(rows.values_list("name", "version", "state"))


def test_everything_of_a_file_stops_counting():
    file = games("2023-03-14,1,2,1,One,180", "2023-03-15,2,3,1,Two,180")
    computed()
    assert CurrentRating.objects.exists()
    undone(file)
    computed()
    assert not CurrentRating.objects.exists()
    assert states() == [("One", 1, "withdrawn"), ("Two", 1, "withdrawn")]
    file.refresh_from_db()
    assert (file.state, file.why_undone, file.undone_at) == (
        "undone",
        "Wrong file",
        NOON,
    )
    said = Posting.objects.filter(act="withdraw").values_list("reason", flat=True)
    assert list(said) == ["Wrong file"] * 2


def test_what_it_replaced_counts_again():
    games("2023-03-14,1,2,1,One,180")
    second = reviewed(table("2023-03-14,1,2,0,One,180", header=TIMED))
    undone(posted_file(second, replaces=True))
    assert states() == [("One", 1, "accepted"), ("One", 2, "withdrawn")]


def test_it_is_refused_while_a_later_file_stands_in_its_place():
    first = games("2023-03-14,1,2,1,One,180")
    second = reviewed(table("2023-03-14,1,2,0,One,180", header=TIMED))
    posted_file(second, replaces=True)
    with pytest.raises(RegisterRefusal, match="undo_replaced"):
        undone(first)


def test_it_is_refused_once_an_approved_list_rests_on_it():
    file = games("2026-01-14,1,2,1,One,180")
    open_period_of_today(
        chess_pool(),
        today=date(2026, 6, 15),
        acting=ActionContext(officer().pk, NOON),
    )
    computed()
    published(date(2026, 1, 14))
    with pytest.raises(RegisterRefusal, match="undo_approved"):
        undone(file)
    assert states() == [("One", 1, "accepted")]


def test_it_needs_a_reason_and_a_posted_file():
    file = games("2023-03-14,1,2,1,One,180")
    with pytest.raises(RegisterRefusal, match="undo_reason"):
        undone(file, " ")
    undone(file)
    with pytest.raises(RegisterRefusal, match="undo_not_posted"):
        undone(file)


def test_too_many_events_are_refused(monkeypatch):
    monkeypatch.setattr(undoing, "MOST_UNDONE", 1)
    file = games("2023-03-14,1,2,1,One,180", "2023-03-15,2,3,1,Two,180")
    with pytest.raises(RegisterRefusal, match="undo_large"):
        undone(file)


def test_it_is_refused_while_a_start_rating_of_it_holds():
    file = reviewed(b"id,name,start_rating\n77,Eva Li,1500\n", "players.csv")
    take_the_rest_as_new(file.pk, acting=ActionContext(officer().pk, NOON))
    file = posted_file(worked_on(file))
    with pytest.raises(RegisterRefusal, match="undo_starts"):
        undone(file)


def test_the_same_file_can_be_brought_again():
    row = "2023-03-14,1,2,1,One,180"
    undone(games(row))
    again = reviewed(table(row, header=TIMED))
    assert (again.state, again.differing_events) == ("review", 1)
