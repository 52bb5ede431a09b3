import re
from datetime import date, timedelta

import pytest
from django.urls import reverse

from federation.enums import Visibility
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    return_report,
    withdraw_report,
)
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import (
    ClassMembershipFactory,
    ClubFactory,
    acting,
    member,
    officer,
    secretary_of,
)
from tests.ratings.page_text import rows
from tests.ratings.rating_lists import rated
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    LAST_DAY,
    board,
    draft,
    entered,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.planning.tournaments import create_tournament
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.submitting import correct_results, recall_results
from tournaments.models import ClassMovement

pytestmark = pytest.mark.django_db


def page(client, name, *args, **query):
    return client.get(reverse(f"tournaments:{name}", args=args), query)


def running(name="Spring cup", **facts):
    return started(section(tournament(name=name, **facts)), size=2)


def test_empty_calendar_says_what_will_be_here(client):
    assert "No tournament yet" in html_of(page(client, "calendar"))


def test_calendar_hides_tournaments_in_preparation(client):
    running("Spring cup")
    tournament(name="Secret plans")

    shown = html_of(page(client, "calendar"))

    assert "Spring cup" in shown
    assert "Secret plans" not in shown


def test_calendar_is_filtered(client):
    club = ClubFactory()
    ours = started(section(tournament(club, name="Ours")), size=2)
    running("Theirs")

    for query in (
        {"club": club.pk},
        {"district": club.district_id},
        {"q": "our"},
        {"year": 2026, "q": "ours"},
        {"state": "running", "club": club.pk},
    ):
        shown = html_of(page(client, "calendar", **query))
        assert ours.tournament.name in shown
        assert "Theirs" not in shown


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"club": "99999999999999999999"}, "Club: "),
        ({"district": "x"}, "District: "),
        ({"year": "1e9"}, "Year: "),
        ({"year": "99999999999999999999999999"}, "Year: "),
        ({"state": "draft"}, "State: "),
    ],
)
def test_invalid_filter_is_reported_and_ignored(client, query, message):
    group = running()

    shown = html_of(page(client, "calendar", **query))

    assert message in shown
    assert message not in html_of(page(client, "calendar"))
    assert group.tournament.name in shown


@pytest.mark.parametrize("query", [{"page": "nought"}, {"sort": "-wishes"}])
def test_unknown_page_or_order_shows_the_first_page(client, query):
    group = running()

    assert group.tournament.name in html_of(page(client, "calendar", **query))


def test_query_count_of_the_calendar_does_not_depend_on_the_number_of_tournaments(
    client, django_assert_max_num_queries
):
    running()
    with django_assert_max_num_queries(9) as one:
        page(client, "calendar")
    for _ in range(2):
        group = played(running())
        accept_report(submitted(group).pk, acting=acting(officer()))
    with django_assert_max_num_queries(10) as three:
        page(client, "calendar")

    # The lists of accepted reports are looked up once for all of them.
    assert len(three) - len(one) <= 3


def test_round_robin_is_shown_as_a_crosstable_in_order_of_points(client):
    winner = member(first_name="Åsa", last_name="Ek")
    loser = member(first_name="Bo", last_name="Öberg")
    group = started(players=[loser, winner])
    white_is_winner = board(group, 1, 2).white.player == winner
    result(board(group, 1, 2), "1-0" if white_is_winner else "0-1")

    shown = html_of(page(client, "tournament", group.tournament_id))

    table = shown[shown.index("<tbody>") : shown.index("</tbody>")]
    assert table.index("Åsa Ek") < table.index("Bo Öberg")
    assert '<td class="only-broad self">' in table


def test_swiss_table_shows_opponent_and_colour_of_each_round(client):
    group = started(size=2, format="boards", rounds=1)
    set_boards(group.pk, 1, [(2, 1)], acting=acting())
    played(group, "1-0")

    shown = html_of(page(client, "tournament", group.tournament_id))

    # By starting number: the second of the table is number 1.
    assert "> 1w1 </td>" in shown
    assert "> 2b0 </td>" in shown


def test_hidden_names_are_not_shown_and_initials_are_initials(client):
    hidden = member(first_name="Åsa", last_name="Ek", visibility=Visibility.HIDDEN)
    short = member(first_name="Bo", last_name="Öberg", visibility=Visibility.INITIALS)
    group = played(started(players=[hidden, short]))

    shown = html_of(page(client, "tournament", group.tournament_id))

    assert "Åsa Ek" not in shown
    assert "Bo Öberg" not in shown
    assert "B. Ö." in shown


def test_query_count_of_a_tournament_does_not_depend_on_the_number_of_sections(
    client, today, django_assert_num_queries
):
    days = {"start_date": today, "end_date": today + timedelta(days=2)}
    one, three = tournament(**days), tournament(**days)
    played(started(section(one), size=4))
    for _ in range(3):
        played(started(section(three), size=4))

    with django_assert_num_queries(12):
        page(client, "tournament", one.pk)
    with django_assert_num_queries(12):
        page(client, "tournament", three.pk)
    # The next visitor gets the cached part of the first one.
    with django_assert_num_queries(4):
        page(client, "tournament", three.pk)


def test_player_who_withdrew_early_is_marked(client):
    # SSF §11.1a: less than half of the games played.
    group = started(size=5)
    leaver = group.entries.get(pairing_number=5)
    withdraw_entry(leaver.pk, 0, acting=acting())
    result(board(group, 1, 2), "1-0")

    shown = html_of(page(client, "tournament", group.tournament_id))

    assert "(withdrew)" in shown


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (None, "Sent in"),
        (accept_report, "Accepted"),
        (hold_report, "Held by the rating office"),
        (return_report, "Returned to the organiser"),
    ],
)
def test_public_tournament_stages_show_the_state_of_a_report(client, act, words):
    group = played(running())
    report = submitted(group)
    if act is accept_report:
        act(report.pk, acting=acting(officer()))
    elif act:
        act(
            report.pk,
            "Round 3 has the wrong day",
            acting=acting(officer()),
        )

    shown = html_of(page(client, "tournament_stages", q="spring"))

    assert words in shown
    assert "Round 3 has the wrong day" not in shown


@pytest.mark.parametrize("stop", [hold_report, return_report])
def test_internal_reason_of_a_stop_is_shown_only_to_organiser_and_office(client, stop):
    group = played(running())
    stop(
        submitted(group).pk,
        "Ek was ill",
        public_reason="Round 3 is being checked",
        acting=acting(officer()),
    )
    address = reverse("tournaments:tournament", args=[group.tournament_id])
    own = secretary_of(group.tournament.organiser)

    shown = []
    for reader in (None, secretary_of(ClubFactory()), own, officer()):
        if reader:
            client.force_login(reader)
        page_of_it = html_of(client.get(address))
        shown.append(("Ek was ill" in page_of_it, "being checked" in page_of_it))

    assert shown == [(False, True), (False, True), (True, False), (True, False)]


@shared
def corrected():
    """Return a correction submitted after the first version was accepted."""
    group = played(running())
    officers = acting(officer())
    accept_report(submitted(group).pk, acting=officers)
    correct_results(group.tournament_id, acting=acting())
    return submitted(group)


@pytest.mark.parametrize("act", [hold_report, return_report, withdraw_report])
def test_accepted_version_counts_while_a_correction_is_stopped(client, corrected, act):
    act(corrected.pk, "Wrong day", acting=acting(officer()))

    shown = html_of(page(client, "tournament_stages"))

    assert "What was accepted before counts until then." in shown
    assert "do not count" not in shown


@pytest.mark.parametrize("name", ["calendar", "tournament_stages"])
def test_menu_marks_the_current_page_once(client, name):
    shown = client.get(reverse(f"tournaments:{name}")).content.decode()
    menu = re.search(r"<nav[^>]*>.*?</nav>", shown, re.DOTALL).group()
    assert menu.count("aria-current") == 1


def test_accepted_version_counts_while_a_correction_is_recalled(client, corrected):
    recall_results(corrected.source_number, acting=acting())

    shown = html_of(page(client, "tournament_stages"))

    assert "Being corrected by the organiser" in shown
    assert "Ratings are those of the results that count until then." in shown
    assert "not sent in" not in shown


def test_query_count_of_the_tournament_stages_does_not_depend_on_stopped_reports(
    client, django_assert_num_queries
):
    for queries in (4, 4):
        report = submitted(played(running()))
        hold_report(report.pk, "Who is Ek?", acting=acting(officer()))
        with django_assert_num_queries(queries):
            page(client, "tournament_stages")


def test_ended_tournament_waits_for_its_organiser(client, today):
    plan = draft(start_date=today - timedelta(days=9), end_date=today - timedelta(2))
    made = create_tournament(plan, acting=acting())
    group = started(section(made), size=2)

    assert "1 game is missing" in html_of(page(client, "tournament_stages"))
    played(group)
    assert "Played, not sent in" in html_of(page(client, "tournament_stages"))


def test_search_without_matches_says_so(client):
    running()

    shown = html_of(page(client, "tournament_stages", q="nothing like that"))

    assert "Nothing matches" in shown


def test_query_count_of_the_search_does_not_depend_on_the_number_of_tournaments(
    client, django_assert_num_queries
):
    played(running())
    with django_assert_num_queries(4):
        page(client, "tournament_stages")
    running()
    running()
    with django_assert_num_queries(4):
        page(client, "tournament_stages")


def test_tournaments_of_a_player_are_a_fragment_and_a_page(client):
    group = running("Spring cup")
    player_id = group.entries.first().player_id

    page_text = html_of(page(client, "player_panel", player_id))
    part = html_of(
        client.get(
            reverse("tournaments:player_panel", args=[player_id]),
            headers={"HX-Request": "true"},
        )
    )

    assert "Spring cup" in page_text
    assert "<html" in page_text
    assert "Spring cup" in part
    assert "<html" not in part


def test_tournament_of_a_player_has_day_section_rating_and_class_at_the_start(
    client,
):
    player = rated(1900)
    ClassMembershipFactory(player=player, player_class="II")
    group = started(section(tournament(name="Cup")), players=[player, rated(1800)])
    ClassMembershipFactory(player=player, player_class="I", from_date=LAST_DAY)

    answer = page(client, "player_panel", player.pk)

    assert rows(answer) == [["2026-05-04", "Cup", "Group A", "1900", "II"]]
    ClassMovement.objects.create(
        section=group,
        entry=group.entries.get(player=player),
        kind="promoted",
        from_class="II",
        to_class="I",
        ruled_class="I",
        reasoning={},
    )
    assert rows(page(client, "player_panel", player.pk))[0][-1] == "II"


def test_hidden_player_has_no_panel(client):
    hidden = member(visibility=Visibility.HIDDEN)

    assert page(client, "player_panel", hidden.pk).status_code == 404


def entries(client, player_id):
    return [
        each.section.tournament.name
        for each, _rating in page(client, "player_panel", player_id).context["entries"]
    ]


def test_tournaments_under_a_merged_card_are_shown(client):
    merged_card, remaining_card = member(), member()
    for player, name in (
        (merged_card, "Under the other card"),
        (remaining_card, "Own"),
    ):
        started(section(tournament(name=name)), players=[player, member()])
    plan = MergeDraft(merged_card.pk, remaining_card.pk, "One and the same")
    confirm_merge(propose_merge(plan, acting=acting()).pk, acting=acting())

    assert entries(client, remaining_card.pk) == ["Own", "Under the other card"]


def test_tournaments_of_a_player_are_newest_first_without_those_in_preparation(client):
    player = member()
    for name, first in (("Old", 4), ("New", 18), ("Middle", 11)):
        made = tournament(name=name, start_date=date(2026, 5, first))
        started(section(made), players=[player, member()])
    entered(section(tournament(name="Secret plans")), player)

    assert entries(client, player.pk) == ["New", "Middle", "Old"]


def test_report_is_linked_for_its_organiser_and_the_office(client, settings):
    settings.DEMO = True
    group = played(running())
    report = submitted(group)
    club = group.tournament.organiser
    readers = [None, secretary_of(ClubFactory()), secretary_of(club), officer()]
    seen = []
    for reader in readers:
        if reader:
            client.force_login(reader)
        shown = page(client, "tournament", group.tournament_id)
        seen.append(shown.context["report_url"])

    link = reverse("ratings:report", args=[report.pk])
    assert seen == ["", "", link, link]


def found(client, **query):
    rows = page(client, "calendar", **query).context["listing"].table.rows
    return [row.record.name for row in rows]


def test_tournament_over_new_year_belongs_to_both_years(client):
    over = date(2025, 12, 28), date(2026, 1, 4)
    running("New year", start_date=over[0], end_date=over[1])
    running("Spring cup")

    assert [found(client, year=year) for year in (2024, 2025, 2026, 2027)] == [
        [],
        ["New year"],
        ["Spring cup", "New year"],
        [],
    ]


def test_calendar_is_filtered_by_state_and_searched_by_place_and_club(client):
    submitted(played(running("Over", place="Visby")))
    running("Under way")
    ours = started(section(tournament(ClubFactory(name="Wasa SK"), name="Ours")))

    assert found(client, state="finished") == ["Over"]
    assert found(client, q="visby") == ["Over"]
    assert found(client, q="wasa ours") == [ours.tournament.name]
    assert found(client, q="wasa visby") == []


def tournament_stages_found(client, text):
    shown = page(client, "tournament_stages", q=text)
    return [each.name for each, _where, _runs in shown.context["found"]]


def test_tournament_stages_are_searched_by_place_and_club_or_its_short_name(client):
    club = ClubFactory(name="Limhamns schacksällskap", short_name="LSS")
    started(section(tournament(club, name="Ours", place="Visby")), size=2)
    tournament(club, name="Secret plans", place="Visby")
    running("Theirs")

    for text in ("visby", "limhamn", "lss", "ours visby lss"):
        assert tournament_stages_found(client, text) == ["Ours"]
    assert tournament_stages_found(client, "ss") == []


def acts(client, made) -> list[str]:
    """Return the links in the head of the tournament page for the secretary of the
    club.
    """
    client.force_login(secretary_of(made.organiser))
    shown = html_of(page(client, "tournament", made.pk))
    head = shown.partition('class="page-head-acts">')[2].partition("</div>")[0]
    return re.findall(r'href="([^"]+)"', head)


def test_first_act_is_to_enter_results_until_all_games_have_one(client):
    group = started(section(tournament()), size=3)
    made = group.tournament
    assert acts(client, made) == [reverse("tournaments:results", args=[group.pk])]
    submit = reverse("tournaments:submit", args=[made.pk])
    assert f'href="{submit}"' not in html_of(page(client, "tournament", made.pk))

    result(board(group, 1, 2), "1-0")

    assert acts(client, made) == [reverse("tournaments:results", args=[group.pk])]
    assert f'href="{submit}"' in html_of(page(client, "tournament", made.pk))

    played(group)

    assert acts(client, made) == [submit]


def test_first_act_is_that_of_the_first_unfinished_section(client):
    group = running()
    later = started(section(group.tournament, name="Group B"), size=3)
    played(group)
    results = [reverse("tournaments:results", args=[later.pk])]
    assert acts(client, group.tournament) == results


def test_first_act_of_a_section_without_boards_is_to_pair(client):
    group = started(section(format="boards", rounds=2), size=3)
    boards = [reverse("tournaments:boards", args=[group.pk])]
    assert acts(client, group.tournament) == boards

    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())

    # The player with the bye has a point and no result to enter.
    results = [reverse("tournaments:results", args=[group.pk])]
    assert acts(client, group.tournament) == results


NOT_COUNTED = "games are not counted in the table (SSF § 11.1). Those played are rated."


def test_table_names_the_player_whose_games_do_not_count(client):
    group = started(section(tournament()), size=4)
    leaver = group.entries.get(pairing_number=2)
    for pairing in group.pairings.filter(round=1):
        result(pairing, "1-0")
    assert NOT_COUNTED not in html_of(page(client, "tournament", group.tournament_id))
    withdraw_entry(leaver.pk, 1, acting=acting())

    name = leaver.player.full_name
    for shown in (
        html_of(page(client, "tournament", group.tournament_id)),
        html_of(page(client, "standings", group.pk, 1)),
    ):
        assert shown.count(f"{name} has left: the {NOT_COUNTED}") == 1


@pytest.mark.parametrize(
    "facts", [{}, {"format": "boards", "rounds": 3}], ids=["round robin", "Swiss"]
)
def test_table_in_which_every_game_counts_has_no_note(client, facts):
    group = started(section(tournament(), **facts), size=4)
    if facts:
        set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    leaver = group.entries.get(pairing_number=2)
    played(group)
    withdraw_entry(leaver.pk, 1, acting=acting())

    assert NOT_COUNTED not in html_of(page(client, "tournament", group.tournament_id))
