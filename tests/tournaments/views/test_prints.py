"""Printed pages and the links to them."""

import pytest
from django.urls import reverse
from django.utils.timezone import localtime

from tests.factories import (
    LONG_AGO,
    ClassMembershipFactory,
    ClubFactory,
    acting,
    member,
)
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import decided
from tests.tournaments.domain.rounds.test_round_pairings import as_proposed
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    LAST_DAY,
    board,
    played,
    result,
    section,
    started,
    tournament,
)
from tests.tournaments.views.rounds.test_rounds import paper
from tests.tournaments.views.tables_shown import tables_of
from tests.worlds import shared
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import record_absences

pytestmark = pytest.mark.django_db
PAPERS = [
    ("pairings", 1),
    ("cards", 1),
    ("slips", 1),
    ("standings",),
    ("start-list",),
]


@shared
def their_swiss(club):
    made = tournament(club)
    group = section(made, format="boards", rounds=3, pairing_system="monrad")
    return started(group, size=5)


@pytest.fixture
def swiss(secretary, their_swiss):
    return their_swiss


@pytest.mark.parametrize("arguments", PAPERS)
def test_every_printed_page_has_its_main_part_and_labels_its_tables(
    client, swiss, arguments
):
    as_proposed(swiss)

    page = paper(client, swiss, *arguments).content.decode()

    assert page.count("<main") == 1
    assert [table.lacks for table in tables_of(page)] == [""] * page.count("<table")


@pytest.mark.parametrize("parts", PAPERS)
def test_way_back_is_in_a_landmark_outside_the_paper(client, swiss, parts):
    shown = html_of(paper(client, swiss, *parts))
    before, _, _after = shown.partition("<main>")
    back = reverse("tournaments:tournament", args=[swiss.tournament_id])
    assert back in before.partition('<header class="no-print paper-back">')[2]


def test_pairings_wider_than_the_window_are_scrolled_by_keyboard(client, swiss):
    shown = html_of(paper(client, swiss, "pairings", 1))
    assert (
        '<div class="scroll-sideways" tabindex="0" role="region" aria-label="Round 1">'
        in shown
    )


def test_tournament_links_to_the_printed_pages_of_its_sections(client, swiss):
    page = client.get(reverse("tournaments:tournament", args=[swiss.tournament_id]))

    for what in ("standings", "start-list"):
        link = reverse("tournaments:print_section", args=[swiss.pk, what])
        assert f'href="{link}"' in page.content.decode()


def test_results_page_links_to_the_round_and_its_prints(client, swiss):
    as_proposed(swiss)

    page = client.get(reverse("tournaments:results", args=[swiss.pk]))

    link = reverse("tournaments:round", args=[swiss.pk, 1])
    assert f'href="{link}"' in page.content.decode()
    assert "The round as everybody sees it, and its printouts" in html_of(page)


def test_results_page_of_a_round_robin_has_no_such_link(client, secretary, club):
    group = started(section(tournament(club)), size=4)

    page = client.get(reverse("tournaments:results", args=[group.pk]))

    assert "The round as everybody sees it" not in html_of(page)


@pytest.mark.parametrize("arguments", [*PAPERS[:3], ("start-list",)])
def test_namesakes_are_distinguished_by_year_on_printed_pages(
    client, secretary, club, arguments
):
    names = {"first_name": "Stig", "last_name": "Ek"}
    players = [
        member(club, birth_year=1961, **names),
        member(club, birth_year=1988, **names),
    ]
    made = section(tournament(club), format="boards", rounds=3, pairing_system="monrad")
    group = started(made, players=players)
    as_proposed(group)

    page = html_of(paper(client, group, *arguments))

    years = [year for year in ("1961", "1988") if f"Stig Ek ({year}" in page]
    assert years == ["1961", "1988"]


def test_printed_standings_have_the_round_and_the_time(client, swiss):
    before = html_of(paper(client, swiss, "standings"))
    assert "<h1> Standings before round 1" in before
    as_proposed(swiss)
    played(swiss)

    after = html_of(paper(client, swiss, "standings"))

    assert "<h1> Standings after round 1" in after
    head = after.partition("<main>")[2].partition("</header>")[0]
    assert f"{localtime():%Y-%m-%d}" in head


@shared
def their_four(club):
    """Return a section of numbers 1 to 4 with ratings 1900 to 1600; number 4 is a
    member of another club. In round 2 the boards are 4–1 and 2–3, which number 3 has
    won.
    """
    last_names = ("Alm", "Berg", "Dahl", "Ek")
    places = (club, club, club, ClubFactory(name="Wasa SK"))
    players = [
        member(place, first_name="Bo", last_name=name)
        for name, place in zip(last_names, places, strict=True)
    ]
    for player, rating in zip(players, (1900, 1800, 1700, 1600), strict=True):
        decided(player, rating)
    for name, since in (("I", LONG_AGO), ("M", LAST_DAY)):
        ClassMembershipFactory(player=players[1], player_class=name, from_date=since)
    group = started(
        section(tournament(club), format="boards", rounds=3), players=players
    )
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    played(group)
    set_boards(group.pk, 2, [(4, 1), (2, 3)], acting=acting())
    result(board(group, 2, 3), "0-1")
    return group


@pytest.fixture
def four(secretary, their_four):
    return their_four


def test_pairings_for_the_wall_have_board_white_result_and_black(client, four):
    assert rows(paper(client, four, "pairings", 2)) == [
        ["1", "4. Bo Ek", "–", "1. Bo Alm"],
        ["2", "2. Bo Berg", "0–1", "3. Bo Dahl"],
    ]


def test_pairings_for_the_wall_have_byes_and_absent_players(client, four):
    away, left = (four.entries.get(pairing_number=n) for n in (1, 2))
    record_absences(four.pk, 3, {away.pk: "half-bye"}, acting=acting())
    withdraw_entry(left.pk, 2, acting=acting())
    set_boards(four.pk, 3, [(4, None), (3, None)], acting=acting())

    assert rows(paper(client, four, "pairings", 3)) == [
        ["1", "4. Bo Ek", "bye", ""],
        ["2", "3. Bo Dahl", "bye", ""],
        ["", "1. Bo Alm", "bye, half a point", "absent"],
    ]


def test_board_card_has_its_number_and_the_players_with_their_colours(
    client, four, club
):
    shown = text(paper(client, four, "cards", 2))

    assert shown.partition("Board cards, round 2 ")[2] == (
        f"1 White 4. Bo Ek 1600 Wasa SK Black 1. Bo Alm 1900 {club.name}"
        f" 2 White 2. Bo Berg 1800 {club.name} Black 3. Bo Dahl 1700 {club.name}"
    )


def test_result_slip_has_round_board_and_white_first(client, four):
    shown = text(paper(client, four, "slips", 2))

    signed = "☐ 1–0 ☐ ½–½ ☐ 0–1 White Black"
    assert shown.partition("Result slips, round 2 ")[2] == (
        f"Spring cup, Group A · round 2, board 1 4. Bo Ek 1. Bo Alm {signed}"
        f" Spring cup, Group A · round 2, board 2 2. Bo Berg 3. Bo Dahl {signed}"
    )


def test_start_list_is_by_number_with_class_and_rating_at_the_start(client, four, club):
    assert rows(paper(client, four, "start-list")) == [
        ["1", "Bo Alm", club.name, "", "1900"],
        ["2", "Bo Berg", club.name, "I", "1800"],
        ["3", "Bo Dahl", club.name, "", "1700"],
        ["4", "Bo Ek", "Wasa SK", "", "1600"],
    ]


def test_printed_standings_have_the_place_before_the_number(client, four):
    answer = paper(client, four, "standings")

    assert "Standings while round 2 is played" in text(answer)
    assert [(row[0], row[1], row[6]) for row in rows(answer)] == [
        ("1", "3", "1½"),
        ("2", "2", "½"),
        ("3", "4", "½"),
        ("4", "1", "½"),
    ]
