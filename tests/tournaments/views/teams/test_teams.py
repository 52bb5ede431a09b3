"""The pages of leagues."""

import pytest
from django.urls import reverse
from django.utils import timezone

from ratings.models import Game, Report
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    acting,
    secretary_of,
)
from tests.ratings.rating_lists import rated
from tests.tournaments.pages import html_of, url
from tests.tournaments.teams import (
    begun,
    confirmed,
    entered,
    league,
    line_up,
    members_of,
    seen,
    started_league,
)
from tests.tournaments.tournaments_made import result, section, submitted, tournament
from tests.worlds import shared
from tournaments.domain.teams.line_ups import reopen_line_ups
from tournaments.domain.teams.locking import boards_of_match
from tournaments.domain.teams.match_results import object_to_match
from tournaments.enums import SectionPairing
from tournaments.models import Team

pytestmark = pytest.mark.django_db

RESULTS = ("1-0", "1/2", "0-1", "1-0")


@shared
def of(club):
    return started_league(club, ClubFactory(), of=section(tournament(club)))


@shared
def match(of):
    return of.matches.get()


def test_two_clubs_play_a_match_and_it_is_rated(client, club, secretary):
    """From the section to the ledger, by the acts of both secretaries."""
    guests = ClubFactory()
    guest_secretary = secretary_of(guests)
    of = section(tournament(club))
    rules = {
        "boards": 2, "cycles": 1, "home_on_first": "black", "tolerance": 0,
        "for_win": 2, "for_draw": 1, "for_loss": 0,
    }  # fmt: skip
    client.post(url("league_rules", of.pk), rules)
    for each in (club, guests):
        client.post(url("teams", of.pk), {"club": each.pk, "name": f"{each.pk} A"})
    client.post(url("start_league", of.pk), {"round-1": "2026-05-04"})
    match = of.matches.get()
    for user, team in ((secretary, match.home), (guest_secretary, match.away)):
        client.force_login(user)
        first, second = members_of(team, 2)
        client.post(
            url("line_up", match.pk, team.pk), {"board_1": first, "board_2": second}
        )
    client.force_login(secretary)
    one, two = boards_of_match(match)
    results = {
        f"result-{one.pk}": "1-0", f"version-{one.pk}": 0, f"seen-{one.pk}": "",
        f"result-{two.pk}": "1/2", f"version-{two.pk}": 0, f"seen-{two.pk}": "",
    }  # fmt: skip
    client.post(url("enter_match", match.pk), results)
    client.force_login(guest_secretary)
    client.post(url("confirm_match", match.pk), {"seen": seen(match)})
    match.refresh_from_db()
    assert match.state == "confirmed"
    submitted(of, by=secretary)
    games = Game.objects.filter(report=Report.objects.get())
    assert set(games.values_list("board", "score")) == {(1, 2), (2, 1)}


def test_line_up_is_secret_until_the_match_begins(client, match, secretary):
    players = members_of(match.away)
    line_up(match, match.away, players)
    shown = client.get(url("match", match.pk))
    paper = client.get(url("match_protocol", match.pk))
    assert match.line_ups.get().places.count() == len(players)
    for answer in (shown, paper):
        assert "No. " not in answer.text
        assert answer.context["shown"].boards == ()
    line_up(match, match.home, members_of(match.home))
    assert len(client.get(url("match", match.pk)).context["shown"].boards) == 4


def test_captain_reads_and_gives_only_the_own_line_up(client, match, secretary):
    assert client.get(url("line_up", match.pk, match.home_id)).status_code == 200
    assert client.get(url("line_up", match.pk, match.away_id)).status_code == 403
    answer = client.post(url("line_up", match.pk, match.away_id), {"board_1": "1"})
    assert answer.status_code == 403
    assert match.line_ups.count() == 0


def test_captain_needs_no_other_role(client, match):
    captain = UserFactory()
    Team.objects.filter(pk=match.away_id).update(captain=captain)
    client.force_login(captain)
    assert client.get(url("line_up", match.pk, match.away_id)).status_code == 200
    assert client.get(url("line_up", match.pk, match.home_id)).status_code == 403


def test_refused_line_up_keeps_the_form_data(client, match, secretary):
    one, two = members_of(match.home, 2)
    answer = client.post(
        url("line_up", match.pk, match.home_id),
        {"board_1": one, "board_2": two, "board_3": one, "board_4": 0},
    )
    assert "boards 1 and 3" in answer.text
    assert answer.context["form"]["board_2"].value() == str(two)


@pytest.mark.parametrize(
    "act", ["enter_match", "confirm_match", "object_to_match", "decide_match",
            "begin_match", "reopen_line_ups"],
)  # fmt: skip
def test_secretary_of_another_club_is_refused(client, match, act):
    begun(match)
    client.force_login(secretary_of(ClubFactory()))
    assert client.post(url(act, match.pk)).status_code == 403


@pytest.mark.parametrize("act", ["decide_match", "begin_match", "reopen_line_ups"])
def test_other_captain_cannot_act_as_organiser(client, match, act):
    client.force_login(secretary_of(match.away.club))
    assert client.post(url(act, match.pk)).status_code == 403


def test_objection_without_a_reason_is_refused(client, match):
    entered(begun(match), *RESULTS)
    client.force_login(secretary_of(match.away.club))
    answer = client.post(url("object_to_match", match.pk), {"seen": seen(match)})
    assert answer.status_code == 422
    form_data = {"seen": seen(match), "reason": "Board 2 was lost"}
    client.post(url("object_to_match", match.pk), form_data)
    assert "Board 2 was lost" in client.get(url("match", match.pk)).text


def test_organiser_decides_after_an_objection(client, match, secretary):
    entered(begun(match), *RESULTS)
    form_data = {"seen": seen(match), "reason": "The sheets say so"}
    client.post(url("decide_match", match.pk), form_data)
    match.refresh_from_db()
    assert (match.state, match.decision) == ("confirmed", "The sheets say so")


def test_table_counts_only_confirmed_matches(client, of, match):
    entered(begun(match), *RESULTS)
    rows = client.get(url("league", of.pk)).context["shown"].rows
    assert [row.standing.played for row in rows] == [0, 0]


def test_table_shows_points_and_players(client, match, of):
    # Board 1: White of the guests wins; 2: drawn; 3: Black of the home side wins.
    confirmed(begun(match), "1-0", "1/2", "0-1", "1-0")
    shown = client.get(url("league", of.pk)).context["shown"]
    assert [
        (row.team.pk, row.standing.match_points, row.standing.half_points)
        for row in shown.rows
    ] == [(match.home_id, 2, 5), (match.away_id, 0, 3)]
    assert [row.half_points for row in shown.players] == [2, 2, 2, 1, 1, 0, 0, 0]


def test_query_count_of_the_league_does_not_depend_on_the_number_of_matches(
    client, django_assert_max_num_queries
):
    of = started_league(*(ClubFactory() for _ in range(4)))
    for each in of.matches.filter(round=1):
        begun(each)
    with django_assert_max_num_queries(22):
        client.get(url("league", of.pk))


def test_public_tournament_page_shows_table_and_matches(client, match):
    confirmed(begun(match), "1-0", "1/2", "0-1", "1-0")
    client.logout()

    page_text = " ".join(
        client.get(url("tournament", match.section.tournament_id)).text.split()
    )

    assert '<td class="sum num" data-fresh>2</td>' in page_text
    assert f"{match.home.name} – {match.away.name}" in page_text
    assert "<strong data-fresh>2½ – 1½</strong>" in page_text


def test_tournament_page_names_the_teams_before_the_start(client, club, secretary):
    of = league(club, ClubFactory(name="Wasa SK"), of=section(tournament(club)))

    tournament_page = client.get(url("tournament", of.tournament_id)).text

    assert "<li>Wasa SK A</li>" in tournament_page
    assert "Nobody is entered yet." not in tournament_page


def test_query_count_of_the_tournament_page_does_not_depend_on_the_number_of_leagues(
    client, django_assert_num_queries
):
    one, three = running_leagues(1), running_leagues(3)

    with django_assert_num_queries(17):
        client.get(url("tournament", one.pk))
    with django_assert_num_queries(17):
        client.get(url("tournament", three.pk))


def running_leagues(number):
    of = tournament()
    for _ in range(number):
        group = started_league(of=section(of))
        begun(group.matches.get())
    return of


def test_pages_for_single_players_redirect_to_the_league(client, of, secretary):
    assert client.get(url("boards", of.pk)).url == url("league", of.pk)
    tournament_page = client.get(url("tournament", of.tournament_id)).text
    assert url("league", of.pk) in tournament_page


def test_desk_names_the_matches_that_wait_for_a_captain(client, match):
    captain = UserFactory()
    Team.objects.filter(pk=match.away_id).update(captain=captain)
    match.section.round_days.update(date=timezone.localdate())
    client.force_login(captain)
    address = url("line_up", match.pk, match.away_id)
    assert address in client.get(url("desk")).text
    line_up(match, match.away, members_of(match.away))
    assert address not in client.get(url("desk")).text
    line_up(match, match.home, members_of(match.home))
    entered(match, *RESULTS)
    assert url("match", match.pk) in client.get(url("desk")).text


def test_league_is_renamed_and_has_no_pairing_system(client, of, secretary):
    page = client.get(url("edit_section", of.pk))
    assert "pairing_system" not in page.context["form"].fields
    client.post(url("edit_section", of.pk), {"section_name": "Division 1"})
    of.refresh_from_db()
    assert (of.name, of.pairing_system) == ("Division 1", SectionPairing.BY_HAND)


def test_undoing_the_start_names_the_line_ups_that_are_lost(
    client, of, match, secretary
):
    line_up(match, match.home, members_of(match.home))
    undo_page = client.get(url("undo_start", of.pk)).text
    assert (
        "1 line-up that a captain has handed in" in undo_page,
        "1 match" in undo_page,
    ) == (
        True,
        True,
    )
    assert "boards that are paired" not in undo_page


def test_errors_of_a_line_up_are_beside_their_board(client, match, secretary):
    strong, weak = rated(2000), rated(1500)
    for player in (strong, weak):
        MembershipFactory(player=player, club=match.home.club, is_main=False)
    draft = {"board_1": weak.pk, "board_2": strong.pk, "board_3": 0, "board_4": ""}

    answer = client.post(url("line_up", match.pk, match.home_id), draft)
    assert list(answer.context["form"].errors) == ["board_4"]
    answer = client.post(
        url("line_up", match.pk, match.home_id), draft | {"board_4": 0}
    )
    assert list(answer.context["form"].errors) == ["board_2"]
    assert "(optional)" not in answer.text


def test_empty_board_is_chosen_and_stored(client, match, secretary):
    (first,) = members_of(match.home, 1)
    draft = {"board_1": first, "board_2": 0, "board_3": 0, "board_4": 0}
    client.post(url("line_up", match.pk, match.home_id), draft)
    assert match.line_ups.get().places.count() == 1
    form = client.get(url("line_up", match.pk, match.home_id)).context["form"]
    assert [form[f"board_{n}"].value() for n in (1, 2)] == [first, 0]


def test_desk_of_the_organiser_names_a_match_with_an_objection(
    client, match, secretary
):
    entered(begun(match), *RESULTS)
    other_secretary = secretary_of(match.away.club)
    object_to_match(
        match.pk,
        "Board 2",
        side=match.away_id,
        seen=seen(match),
        acting=acting(other_secretary),
    )
    page = client.get(url("desk")).text
    assert (url("match", match.pk) in page, "Decide about the objection" in page) == (
        True,
        True,
    )


def test_page_of_a_league_links_to_the_pages_of_a_league(client, club, of, secretary):
    ahead = league(club, ClubFactory(), of=section(tournament(club)))
    assert client.get(url("section", ahead.pk)).url == url("teams", ahead.pk)
    assert url("edit_section", ahead.pk) in client.get(url("teams", ahead.pk)).text

    begun_page = client.get(url("section", of.pk)).text
    assert [
        address in begun_page
        for address in (
            url("undo_start", of.pk),
            url("league", of.pk),
            url("paste", of.pk),
        )
    ] == [True, True, False]


def test_no_team_is_behind_by_lot_before_a_match_is_played(client, of, match):
    assert "behind by lot" not in client.get(url("league", of.pk)).text
    confirmed(begun(match), "1/2", "1/2", "1/2", "1/2")
    assert "behind by lot" in client.get(url("league", of.pk)).text


def test_organiser_begins_a_match_without_any_line_up(client, match, secretary):
    page = client.get(url("match", match.pk)).text
    assert ("Begin without line-ups" in page, "missing line-up" in page) == (
        True,
        False,
    )


def test_league_without_line_ups_counts_no_players(client, of, secretary):
    page = client.get(url("tournament", of.tournament_id)).text
    assert ("For the organiser" in page, "0 players" in page) == (True, False)


def test_organiser_sees_which_line_up_is_missing(client, match, secretary):
    line_up(match, match.away, members_of(match.away))
    page = client.get(url("match", match.pk)).text
    assert [
        text in page
        for text in (
            "The line-up has been handed in",
            "No line-up yet",
            "missing line-up",
        )
    ] == [True, True, True]
    assert url("line_up", match.pk, match.away_id) not in page


def test_match_forfeited_on_all_boards_offers_no_results_to_save(
    client, match, secretary
):
    line_up(match, match.away, members_of(match.away))
    client.post(url("begin_match", match.pk))
    page = client.get(url("match", match.pk)).text
    assert ("Save the results" in page, "Confirm for both sides" in page) == (
        False,
        True,
    )


def test_big_screen_of_a_league_has_its_matches_and_its_table(client, match):
    confirmed(begun(match), *RESULTS)
    address = reverse("tournaments:tournament", args=[match.section.tournament_id])

    slides = client.get(address, {"screen": 1}).context["slides"]

    assert [
        (
            [each.match.pk for each in slide.matches],
            [row.team.name for row in slide.teams],
            len(slide.boards) + len(slide.rows),
        )
        for slide in slides
    ] == [
        ([match.pk], [], 0),
        ([], [match.home.name, match.away.name], 0),
    ]


def test_clubs_are_in_swedish_order(client, club, secretary):
    names = ["Östra", "Älvstranden", "Zeta", "Åmål"]
    for name in names:
        ClubFactory(name=name)
    of = league(club, of=section(tournament(club)))

    choices = client.get(url("teams", of.pk)).context["form"].fields["club"].choices

    found = [name for _pk, name in choices if name in names]
    assert found == ["Zeta", "Åmål", "Älvstranden", "Östra"]


def test_reopening_line_ups_is_offered_only_before_a_result(client, match, secretary):
    words = "Open the line-ups again"
    begun(match)
    assert words in client.get(url("match", match.pk)).text

    result(boards_of_match(match)[0], "1-0")

    assert words not in client.get(url("match", match.pk)).text


def test_results_of_boards_that_were_opened_again_are_not_called_saved(
    client, match, secretary
):
    line_ups = {team: members_of(team) for team in (match.home, match.away)}
    for team, players in line_ups.items():
        line_up(match, team, players)
    typed = {}
    for each in boards_of_match(match):
        typed |= {f"result-{each.pk}": "1-0", f"version-{each.pk}": 0}
        typed[f"seen-{each.pk}"] = ""
    reopen_line_ups(match.pk, acting=acting())
    line_up(match, match.home, line_ups[match.home])

    answer = client.post(url("enter_match", match.pk), typed, follow=True)

    assert "The results are saved." not in answer.text
    assert "look at what it says now" in answer.text
    assert {board.result for board in boards_of_match(match)} == {""}


def test_refused_results_of_a_match_are_kept_on_the_page(client, match, secretary):
    one, *others = boards_of_match(begun(match))
    typed = {f"result-{one.pk}": "1-0", f"version-{one.pk}": 0, f"seen-{one.pk}": ""}
    for each in others:
        typed |= {f"result-{each.pk}": "bye", f"version-{each.pk}": 0}

    answer = client.post(url("enter_match", match.pk), typed)

    assert answer.status_code == 409
    shown = answer.context["shown"].boards[0]
    assert (shown.chosen, shown.version) == ("1-0", 0)
    assert {board.result for board in boards_of_match(match)} == {""}


def test_result_that_somebody_else_changed_is_shown_and_can_be_replaced(
    client, match, secretary
):
    one = boards_of_match(begun(match))[0]
    typed = {f"result-{one.pk}": "1-0", f"version-{one.pk}": 0, f"seen-{one.pk}": ""}
    result(one, "0-1")

    answer = client.post(url("enter_match", match.pk), typed)

    shown = answer.context["shown"].boards[0]
    assert (answer.status_code, shown.chosen) == (409, "1-0")
    # The home team has Black.
    assert "Saved now: 1 – 0" in html_of(answer)

    typed |= {f"version-{one.pk}": shown.version, f"seen-{one.pk}": "0-1"}
    client.post(url("enter_match", match.pk), typed)

    assert boards_of_match(match)[0].result == "1-0"


def test_refused_results_without_a_board_lead_back_to_the_match(
    client, match, secretary
):
    begun(match)
    answer = client.post(url("enter_match", match.pk), {"result-1": "1-0"})
    assert answer.status_code == 302
    assert answer["Location"] == url("match", match.pk)


def test_confirming_captain_is_addressed_directly(client, match, secretary):
    entered(begun(match), *RESULTS)
    words = "The other captain is to confirm"
    assert words in client.get(url("match", match.pk)).text

    client.force_login(secretary_of(match.away.club))
    shown = client.get(url("match", match.pk)).text

    assert words not in shown
    assert "You are to confirm, or to object" in shown


def test_user_who_entered_the_results_is_not_asked_to_confirm_with_another_account(
    client, match
):
    one, other = secretary_of(match.home.club), secretary_of(match.away.club)
    card = PlayerFactory()
    for user, player in ((one, card), (other, PlayerFactory(merged_into=card))):
        user.player = player
        user.save(update_fields=["player"])
    entered(begun(match), *RESULTS, by=one)

    client.force_login(other)

    assert not client.get(url("match", match.pk)).context["may_confirm"]
