"""Tournaments that prevent the erasure of a person until they are submitted."""

from datetime import date, timedelta

import pytest

from federation.queries.persons import person_of_player
from ratings.ledger.domain.reports import accept_report, hold_report, return_report
from tests.factories import (
    NOON,
    ClubFactory,
    UserFactory,
    acting,
    line,
    member,
    officer,
    posted,
    secretary_of,
)
from tests.tournaments.teams import line_up, members_of, started_league
from tests.tournaments.tournaments_made import (
    draft,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.planning.tournaments import create_tournament
from tournaments.domain.submitting import recall_results
from tournaments.queries.duties import has_duties, unsubmitted_tournaments

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 15)


def duties(player) -> list[str]:
    return list(unsubmitted_tournaments(person_of_player(player.pk), TODAY))


def entered_in(name: str) -> str:
    return (
        f"Entered in {name}, which has not been sent in. Ask the organiser to send it in "
        "or, before the start, to remove the entry."
    )


def test_tournament_played_in_or_created_is_a_duty_until_its_final_report():
    player = member()
    user = UserFactory(player=player)
    plays = tournament(name="Plays")
    group = played(started(section(plays), players=[player, member()]))
    create_tournament(draft(name="Made"), acting=acting(user))
    started(section(tournament(name="Somebody else's")), size=2)
    named = [
        entered_in("Plays"),
        "Made has not been sent in. Send it in, or cancel it.",
    ]
    assert duties(player) == named
    submitted(group, is_final=False)
    assert duties(player) == named
    submitted(group)
    assert duties(player) == named[1:]


def test_returned_report_is_a_duty_again():
    player = member()
    group = played(started(players=[player, member()]))
    report = submitted(group)
    assert duties(player) == []
    return_report(report.pk, "mend", acting=acting(officer()))
    assert duties(player) == [entered_in(group.tournament.name)]


def test_cancelled_tournament_is_no_duty():
    player = member()
    group = started(players=[player, member()])
    cancel_tournament(group.tournament_id, acting=acting())
    assert duties(player) == []


def test_held_or_accepted_report_is_no_duty():
    player, officers = member(), acting(officer())
    with_held_report, accepted = (
        played(started(players=[player, member()])) for _ in range(2)
    )
    hold_report(submitted(with_held_report).pk, "Who is Ek?", acting=officers)
    accept_report(submitted(accepted).pk, acting=officers)

    assert duties(player) == []


def test_recalled_report_is_a_duty_again():
    player = member()
    group = played(started(players=[player, member()]))
    submitted(group)
    recall_results(group.tournament_id, acting=acting())

    assert duties(player) == [entered_in("Spring cup")]


def test_report_of_another_source_with_the_same_number_is_no_submission():
    player = member()
    group = started(players=[player, member()])
    posted(
        line(member(), member(), 2, date(2026, 5, 4)),
        source_kind="league",
        source_number=group.tournament_id,
    )

    assert duties(player) == [entered_in("Spring cup")]


# --- the page for daily work ------------------------------------------------------
def test_user_with_a_current_role_has_the_desk():
    day = timedelta(days=1)
    now, was = secretary_of(ClubFactory()), secretary_of(ClubFactory())
    was.roles.update(to_date=NOON.date() - day)
    comes = secretary_of(ClubFactory())
    comes.roles.update(from_date=NOON.date() + day)
    users = (now, was, comes, UserFactory(player=member()))
    assert [has_duties(each, NOON) for each in users] == [True, False, False, False]


def test_captain_has_the_desk_as_long_as_a_match_waits():
    match = started_league().matches.with_teams().get()
    captain = UserFactory()
    match.home.captain = captain
    match.home.save(update_fields=["captain"])
    assert has_duties(captain, NOON)

    line_up(match, match.home, members_of(match.home), by=captain)

    assert not has_duties(captain, NOON)
