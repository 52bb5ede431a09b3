"""Pages of norms. Renju 2 §2e: to obtain a level P requires (0.5 + 0.15 (P - Pmean)) N
points, to keep it (0.25 + 0.15 (P - Pmean)) N, to the nearest half point.
"""

import re

import pytest
from django.urls import reverse

from federation.enums import Visibility
from tests.factories import ClubFactory, acting, member, rated_by, secretary_of
from tests.ratings.page_text import foot, rows, text
from tests.tournaments.renju import group_of, ranked
from tests.tournaments.tournaments_made import (
    board,
    entered,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired, RoundPublication

pytestmark = pytest.mark.django_db


def links(page) -> list[str]:
    return re.findall(r'href="([^"]+)"', page.content.decode())


BEFORE_THE_START = "Levels as they are known today."


@pytest.fixture(autouse=True)
def renju():
    rated_by("renju")


def norms(client, of, **query):
    return client.get(reverse("tournaments:norms", args=[of.pk]), query)


def one(client, entry, **query):
    return client.get(reverse("tournaments:entry_norms", args=[entry.pk]), query)


def prepared(club, *players):
    group = section(tournament(club))
    entered(group, *players)
    return group


def test_organiser_sees_the_norms_of_all_players_before_the_start(
    client, club, secretary
):
    # The 1 dan meets seven 1 kyus: keep 2.80, 3; 2 dan 5.60, 5½; 3 dan 6.65, 6½;
    # 4 dan 7.70 is more than seven games give. A 1 kyu (mean 10 1/7): keep 1.60, 1½;
    # 1 dan 4.40, 4½; 2 dan 5.45, 5½; 3 dan 6.50, 6½; it is the first of all (3 §4).
    group = prepared(club, *ranked(11, *[10] * 7))

    page = norms(client, group.tournament)

    assert BEFORE_THE_START in text(page)
    shown = rows(page)
    assert shown[0][2:] == ["1 dan", "7", "10.00", "3", "2 dan 5½ 3 dan 6½"]
    assert shown[1][2:] == ["1 kyu", "7", "10.14", "1½", "1 dan 4½ 2 dan 5½ 3 dan 6½"]
    assert len(shown) == 8


def test_norms_in_preparation_are_visible_only_to_the_organisers(client, club):
    group = prepared(club, *ranked(10, 10))
    entry = group.entries.first()
    client.force_login(secretary_of(ClubFactory()))

    assert norms(client, group.tournament).status_code == 404
    assert one(client, entry).status_code == 404


def test_norms_are_public_after_the_start_with_the_scores(client):
    group = group_of(*[10] * 5)
    pairing = board(group, 1, 2)
    result(pairing, "1-0")

    page = norms(client, group.tournament)

    assert "Levels as they were recorded for the first day" in text(page)
    scored = {row[0]: row[5] for row in rows(page)}
    assert scored[str(pairing.white.pairing_number)] == "1"
    assert scored["5"] == "0"


def test_general_conditions_are_shown_on_top(client):
    shown = text(norms(client, group_of(10, 10).tournament))

    assert "Norms apply only when all games are finished." in shown
    assert "From 3 dan the board decides." in shown


def test_conditions_that_cannot_be_met_are_shown_once(client):
    group = started(section(), players=[*ranked(10, 10, 10), member()])

    shown = text(norms(client, group.tournament))

    assert shown.count("too few participants, five are needed: 4") == 1
    assert shown.count("too few finished games, seven are needed: 3") == 1


def test_condition_that_one_player_cannot_meet_is_shown_beside_the_name(client):
    # 3 §2: the 7 kyus (4) are more than three units below the 1 dan (11).
    page = norms(client, group_of(11, *[4] * 7).tournament)

    expected_text = (
        "too few games against players at most three units below, five are needed: 0"
    )
    assert [expected_text in row[1] for row in rows(page)] == [True] + [False] * 7


def test_double_round_robin_doubles_the_games(client, club, secretary):
    group = section(tournament(club), format="double")
    entered(group, *ranked(*[10] * 5))

    assert {row[3] for row in rows(norms(client, group.tournament))} == {"8"}


def test_new_player_counts_as_a_level_that_can_be_chosen(client):
    group = started(section(), players=[*ranked(10, 10), member()])

    shown = rows(norms(client, group.tournament))
    chosen = rows(norms(client, group.tournament, new="13"))

    assert [row[2] for row in shown] == ["1 kyu", "1 kyu", "new counted as 1 kyu"]
    assert [row[4] for row in shown] == ["10.00", "10.00", "10.00"]
    assert chosen[2][2] == "new counted as 3 dan"
    assert chosen[0][4] == "11.50"


@pytest.mark.parametrize("new", ["0", "21", "x", "³", "9" * 5000])
def test_invalid_level_is_ignored(client, new):
    group = started(section(), players=[*ranked(10), member()])

    assert rows(norms(client, group.tournament, new=new))[1][2] == (
        "new counted as 1 kyu"
    )


def test_new_player_sees_the_lowest_and_the_highest_level(client):
    # Two games, mean 10: half a point gives 6 kyu at most (5: 1.0 - 1.5 = -0.5, at
    # least 0.5; 7: 0.1, 0; 8: 0.4, 0.5; 9: 0.7, 0.5; 10: 1.0), so 9 is 2 kyu; two
    # points: 13: 1.9, 2.0; 14: 2.2, 2.0; 15: 2.5 is too many.
    group = started(section(), players=[*ranked(10, 10), member()])

    assert rows(norms(client, group.tournament))[2][-1] == (
        "with ½ point 2 kyu, with 2 points 4 dan"
    )


def test_unpaired_section_says_that_opponents_are_unknown(client):
    group = group_of(10, 10, format="boards", rounds=2)

    assert "The opponents are not known yet." in text(norms(client, group.tournament))


def test_page_without_entries_says_what_will_be_here(client, club, secretary):
    group = section(tournament(club))

    assert "Nobody is entered yet" in text(norms(client, group.tournament))


def test_tournament_of_another_system_has_no_norms_page(client):
    group = group_of(10, 10)
    rated_by("scrabble")

    assert norms(client, group.tournament).status_code == 404
    assert one(client, group.entries.first()).status_code == 404


def test_working_of_one_player_goes_from_the_opponents_to_the_points(client):
    # 1 kyu (10) against 1 dan (11) and 10 kyu (1), which counts 7 (2 §2c): 18 of two.
    # Keep (0.25 + 0.15) * 2 = 0.80, 1; 1 dan (0.5 + 0.30) * 2 = 1.60, 1½; 2 dan 1.90,
    # 2; 3 dan 2.20, 2.
    group = group_of(10, 11, 1)
    mine = group.entries.get(pairing_number=1)

    page = one(client, mine)

    assert [row[2:] for row in rows(page)] == [
        ["1 dan", "11", "11", "1", "11"],
        ["10 kyu", "1", "7", "1", "7"],
    ]
    assert foot(page)[-1] == ["Renju 2 § 2d", "Mean: 18 / 2", "9.00"]
    assert [row[1:] for row in rows(page, 1)] == [
        ["Keep 1 kyu", "(0.25 + 0.15 · (10 − 9.00)) · 2", "0.80", "1"],
        ["1 dan", "(0.50 + 0.15 · (11 − 9.00)) · 2", "1.60", "1½"],
        ["2 dan", "(0.50 + 0.15 · (12 − 9.00)) · 2", "1.90", "2"],
        ["3 dan", "(0.50 + 0.15 · (13 − 9.00)) · 2", "2.20", "2"],
    ]


def test_hidden_names_are_not_shown(client):
    hidden = member(first_name="Åsa", last_name="Ek", visibility=Visibility.HIDDEN)
    group = started(section(), players=[hidden, *ranked(10)])

    assert "Åsa Ek" not in text(norms(client, group.tournament))
    for entry in group.entries.all():
        assert "Åsa Ek" not in text(one(client, entry))


def test_query_count_of_the_norms_does_not_depend_on_the_number_of_sections(
    client, django_assert_num_queries, django_assert_max_num_queries
):
    several = tournament()
    first = group_of(*[10] * 3)
    for _ in range(3):
        group_of(*[10] * 5, of=several)

    with django_assert_max_num_queries(11) as few:
        norms(client, first.tournament)
    with django_assert_num_queries(len(few)):
        norms(client, several)
    entry = first.entries.get(pairing_number=1)
    with django_assert_num_queries(len(few) + 1):
        one(client, entry)


# --- on the tournament's pages -----------------------------------------------------
def of_tournament(client, group):
    return client.get(reverse("tournaments:tournament", args=[group.tournament_id]))


def test_tournament_shows_the_preliminary_computation(client):
    # One win against an equal: 4 dan takes 1.1, 1; one defeat: keep 0.25, ½.
    group = group_of(*[10] * 5)
    pairing = board(group, 1, 2)
    result(pairing, "1-0")

    page = of_tournament(client, group)

    assert reverse("tournaments:norms", args=[group.tournament_id]) in links(page)
    assert "Preliminary computation" in text(page)
    assert "games still under way: 9" in text(page)
    assert "what the finished games alone would give" in text(page)
    shown = rows(page, -1)
    winner = shown[pairing.white.pairing_number - 1]
    loser = shown[pairing.black.pairing_number - 1]
    assert [*winner[1:5], winner[6]] == ["1 kyu", "1 / 1", "10.00", "½", "4 dan"]
    assert [*loser[1:5], loser[6]] == ["1 kyu", "0 / 1", "10.00", "½", "2 kyu"]


def test_no_new_level_is_shown_if_no_level_can_change(client):
    # Renju 3 §1: a tournament has at least five participants.
    group = group_of(*[10] * 4)
    result(board(group, 1, 2), "1-0")

    page = of_tournament(client, group)

    assert "Nobody’s level will change here" in text(page)
    assert "By these games" not in text(page)
    assert {len(row) for row in rows(page, -1)} == {6}


def test_preliminary_computation_is_not_shown_after_submission(client):
    group = played(group_of(*[10] * 5))
    submitted(group)

    assert "Preliminary computation" not in text(of_tournament(client, group))


def test_there_is_no_preliminary_computation_before_a_result(client):
    page = of_tournament(client, group_of(10, 10))

    assert "Preliminary computation" not in text(page)


def test_section_links_to_its_norms_if_there_are_any(client, club, secretary):
    group = prepared(club, *ranked(10, 10))
    address = reverse("tournaments:section", args=[group.pk])
    leads_to = reverse("tournaments:norms", args=[group.tournament_id])

    assert leads_to in links(client.get(address))
    rated_by("scrabble")
    assert leads_to not in links(client.get(address))


def test_boards_of_a_draft_count_for_norms_only_for_the_organisers(client):
    group = group_of(10, 11, format="boards", rounds=2)
    draft = HowPaired(publication=RoundPublication(is_draft=True))
    set_boards(group.pk, 1, [(1, 2)], acting=acting(), paired=draft)
    own, other = group.entries.in_order()
    assert str(other.player) not in text(one(client, own))

    client.force_login(secretary_of(group.tournament.organiser))
    assert str(other.player) in text(one(client, own))
