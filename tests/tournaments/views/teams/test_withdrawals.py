"""The organiser lets a team withdraw, and everybody sees what follows."""

import re

import pytest

from tests.factories import ClubFactory, acting, secretary_of
from tests.tournaments.pages import html_of, url
from tests.tournaments.teams import begun, confirmed, started_league
from tests.tournaments.tournaments_made import section, tournament
from tests.worlds import shared
from tournaments.domain.teams.withdrawals import withdraw_team

pytestmark = pytest.mark.django_db
HOME_WINS = ("0-1", "1-0")
REASON = "Three players have moved"


@shared
def of(club):
    clubs = [club, *(ClubFactory() for _ in range(3))]
    return started_league(*clubs, of=section(tournament(club)), boards=2)


@shared
def team(of):
    return of.teams.get(number=4)


def withdrawn(team, *, strikes=False):
    withdraw_team(team.pk, REASON, strikes=strikes, acting=acting())


def test_organiser_lets_a_team_withdraw_and_play_on(client, of, team, secretary):
    page = client.get(url("withdraw_team", team.pk))
    assert page.context["form"]["strikes"].value() == "yes"
    answer = client.post(
        url("withdraw_team", team.pk), {"strikes": "no", "reason": REASON}, follow=True
    )
    assert f"{team.name} has withdrawn. The captains are notified." in answer.text
    assert REASON in html_of(answer)
    team.refresh_from_db()
    assert (team.matches_struck, team.withdrawal_reason) == (False, REASON)

    answer = client.post(url("readmit_team", team.pk), follow=True)
    assert f"{team.name} plays on. The captains are notified." in answer.text
    team.refresh_from_db()
    assert team.withdrawn_at is None


def test_rule_for_players_is_suggested_from_half_of_the_matches_on(
    client, of, team, secretary
):
    own = [m for m in of.matches.with_teams() if team in (m.home, m.away)]
    for match in own[:2]:
        confirmed(begun(match, 2), *HOME_WINS)
    page = client.get(url("withdraw_team", team.pk))
    assert page.context["form"]["strikes"].value() == "no"
    assert page.context["matches"].ahead == 1


def test_withdrawal_without_a_reason_keeps_the_choice(client, team, secretary):
    answer = client.post(url("withdraw_team", team.pk), {"strikes": "no", "reason": ""})
    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"reason"}
    assert answer.context["form"]["strikes"].value() == "no"


@pytest.mark.parametrize("act", ["withdraw_team", "readmit_team"])
def test_secretary_of_another_club_is_refused(client, of, team, act):
    client.force_login(secretary_of(team.club))
    answer = client.post(url(act, team.pk), {"strikes": "no", "reason": REASON})
    assert answer.status_code == 404
    team.refresh_from_db()
    assert team.withdrawn_at is None


def test_second_withdrawal_leads_back_to_the_teams(client, of, team, secretary):
    withdrawn(team)
    answer = client.post(
        url("withdraw_team", team.pk), {"strikes": "yes", "reason": "Another"}
    )
    assert answer.url == url("teams", of.pk)
    team.refresh_from_db()
    assert (team.matches_struck, team.withdrawal_reason) == (False, REASON)


@pytest.mark.parametrize(
    ("strikes", "says"),
    [
        (False, "wins by forfeit on all boards."),
        (True, "The match does not count in the table."),
    ],
)
def test_page_and_sheet_of_a_match_say_why_it_is_not_played(
    client, of, team, secretary, strikes, says
):
    withdrawn(team, strikes=strikes)
    match = of.matches.filter(home=team).first() or of.matches.filter(away=team).first()
    for page in ("match", "match_protocol"):
        shown = client.get(url(page, match.pk))
        assert f"{team.name} has withdrawn." in html_of(shown)
        assert says in html_of(shown)
    shown = client.get(url("match", match.pk))
    assert url("begin_match", match.pk) not in shown.text
    assert url("line_up", match.pk, match.home_id) not in shown.text


def test_public_pages_name_the_team_that_has_withdrawn(client, of, team):
    withdrawn(team)
    pages = [
        client.get(url("league", of.pk)),
        client.get(url("print_section", of.pk, "standings")),
        client.get(url("tournament", of.tournament_id)),
    ]
    says = f"{team.name} withdrew on"
    assert [says in html_of(page) for page in pages] == [True] * 3


def test_captain_is_led_back_from_the_line_up_of_a_match_that_is_not_played(
    client, of, team, secretary
):
    withdrawn(team)
    match = next(
        each
        for each in of.matches.with_teams()
        if {each.home.number, each.away.number} == {1, 4}
    )
    own = match.home if match.home.number == 1 else match.away
    answer = client.get(url("line_up", match.pk, own.pk), follow=True)
    assert answer.redirect_chain == [(url("match", match.pk), 302)]
    assert "A team has withdrawn, so the match is not played." in html_of(answer)


def test_big_screen_shows_the_score_of_a_match_that_is_not_played(client, of, team):
    withdrawn(team)
    page = client.get(url("tournament", of.tournament_id), {"screen": 1})
    shown = re.sub(r"<[^>]*>|\s", "", html_of(page))
    sides = of.matches.with_teams().get(round=1, number=1)
    assert team in (sides.home, sides.away)
    score = "0–2" if sides.home == team else "2–0"
    assert f"{sides.home}{score}{sides.away}".replace(" ", "") in shown
    assert f"{team}withdrew".replace(" ", "") in shown


@pytest.mark.parametrize("strikes", [False, True])
def test_page_of_a_played_match_says_whether_it_counts(client, of, team, strikes):
    match = of.matches.with_teams().get(round=1, number=1)
    confirmed(begun(match, 2), *HOME_WINS)
    withdrawn(team, strikes=strikes)
    shown = html_of(client.get(url("match", match.pk)))
    assert ("The match does not count in the table." in shown) is strikes
    assert "Boards of the match" in shown
