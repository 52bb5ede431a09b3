"""What keeps somebody from being erased as long as it is not sent in."""

from datetime import date

import pytest

from federation.queries.persons import person_of_player
from ratings.ledger.domain.reports import return_report
from tests.factories import UserFactory, member, officer
from tests.tournaments.makers import (
    acting,
    draft,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning import cancel_tournament, create_tournament
from tournaments.queries.duties import unsubmitted_tournaments

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 15)


def duties(player) -> list[str]:
    return list(unsubmitted_tournaments(person_of_player(player.pk), TODAY))


def test_what_somebody_plays_in_or_has_made_is_named_until_the_whole_is_sent_in():
    player = member()
    user = UserFactory(player=player)
    plays = tournament(name="Plays")
    group = played(started(section(plays), players=[player, member()]))
    create_tournament(draft(name="Made"), acting=acting(user))
    started(section(tournament(name="Somebody else's")), size=2)
    named = ["Tournament not sent in: Plays", "Tournament not sent in: Made"]
    assert duties(player) == named
    submitted(group, is_final=False)
    assert duties(player) == named
    submitted(group)
    assert duties(player) == named[1:]


def test_what_came_back_is_open_again():
    player = member()
    group = played(started(players=[player, member()]))
    report = submitted(group)
    assert duties(player) == []
    return_report(report.pk, "mend", acting=acting(officer()))
    assert duties(player) == [f"Tournament not sent in: {group.tournament.name}"]


def test_what_was_called_off_is_nobodys_duty():
    player = member()
    group = started(players=[player, member()])
    cancel_tournament(group.tournament_id, acting=acting())
    assert duties(player) == []
