"""What is missing before results can be submitted."""

import pytest

from tests.factories import ClubFactory
from tests.tournaments.domain.checks.found import found_rows
from tests.tournaments.teams import begun, entered, started_league

pytestmark = pytest.mark.django_db


def test_unconfirmed_match_is_named_with_its_page():
    group = started_league(ClubFactory(), ClubFactory())
    match = group.matches.get()
    entered(begun(match), "1-0", "1-0", "1-0", "1-0")

    [row] = found_rows(group)["unconfirmed"]

    assert (row.text, row.match) == (f"1. {match.home} – {match.away}", match.pk)
