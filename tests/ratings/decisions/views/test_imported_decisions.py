"""Start ratings imported with a history: no officer made them, and pages say so."""

from datetime import date

import pytest
from django.db.backends.postgresql.psycopg_any import NumericRange
from django.urls import reverse

from federation.permissions import Actor
from ratings.enums import DecisionKind
from ratings.models import Decision
from ratings.players.queries.decision_notes import decision_notes
from tests.factories import NOON, chess_pool, member

DAY = date(2008, 4, 20)


@pytest.fixture
def imported(db):
    return Decision.objects.create(
        pool=chess_pool(),
        kind=DecisionKind.START,
        player=member(),
        on_date=DAY,
        points=1650,
        reason="Imported from players.csv",
        made_at=NOON,
        confirmed_at=NOON,
        span=NumericRange(1, None),
    )


def test_the_page_of_decisions_names_the_office(imported, as_officer):
    page = as_officer.get(
        reverse("ratings:decisions"), {"shelf": "standing"}
    ).content.decode()
    assert "Imported from players.csv" in page
    assert "Made by Rating office" in page
    assert "confirmed by Rating office" in page


def test_an_explanation_names_the_office(imported):
    (note,) = decision_notes(
        imported.pool_id, imported.player_id, (DAY, DAY), 1, reader=Actor()
    )
    assert (note.made_by, note.confirmed_by) == ("Rating office", None)
    assert note.reason.startswith("Imported from")
