"""One player in one tournament: `tournaments.views.spectators.scorecard`."""

from datetime import date

import pytest
from django.urls import reverse

from federation.enums import Visibility
from ratings.engine.domain.computation import compute_pool
from ratings.ledger.domain.reports import accept_report, hold_report
from ratings.rules.systems import systems
from tests.factories import NOON, acting, member, officer, rated_by, secretary_of
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import rated
from tests.tournaments.domain.rounds.test_round_pairings import as_proposed
from tests.tournaments.pages import html_of
from tests.tournaments.renju import group_of
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
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import RoundPublication, publish_round
from tournaments.domain.submitting import correct_results

pytestmark = pytest.mark.django_db


def entry_of(group, number):
    return group.entries.get(pairing_number=number)


def address(group, number):
    entry = entry_of(group, number)
    return reverse("tournaments:scorecard", args=[group.tournament_id, entry.pk])


def page(client, group, number=1):
    answer = client.get(address(group, number))
    assert answer.status_code == 200
    return answer


def swiss(club, *ratings, **facts):
    facts = {"format": "boards", "rounds": 3} | facts
    players = [rated(each) for each in ratings]
    return started(section(tournament(club), **facts), players=players)


def games(answer):
    return [
        (
            line.game.round,
            str(line.game.colour_name),
            line.game.opponent and line.game.opponent.number,
            line.rating,
            str(line.game.text),
        )
        for line in answer.context["lines"]
    ]


@pytest.mark.parametrize(
    ("after", "number", "lines", "points"),
    [
        # Number 2 withdraws after half of the games: the remaining ones are won by
        # forfeit.
        (2, 4, {1: "", 3: "½", 2: "+"}, 3),
        # After fewer games none counts; played results are still shown.
        (1, 3, {2: "½", 4: "½", 1: ""}, 1),
    ],
)
def test_lines_after_a_withdrawal_are_the_counted_games(
    client, club, after, number, lines, points
):
    group = started(section(tournament(club)), size=4)
    leaver = entry_of(group, 2)
    for pairing in group.pairings.all():
        sides = {pairing.white.pairing_number, pairing.black.pairing_number}
        if (2 in sides and pairing.round <= after) or sides == {3, 4}:
            result(pairing, "1/2")
    withdraw_entry(leaver.pk, after, acting=acting())

    answer = page(client, group, number)

    assert {game[2]: game[4] for game in games(answer)} == lines
    card = answer.context["card"]
    assert card.row.half_points == points
    assert card.coming.opponent.number == 1
    settled = "settled" if after == 2 else "not counted in the table, but rated"
    assert html_of(answer).count(f"{settled}: a player has left") == 1


def test_every_round_has_colour_opponent_rating_and_result(client, club):
    group = swiss(club, 1900, 1800, 1700)
    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())
    set_boards(group.pk, 2, [(3, 1), (2, None)], acting=acting())
    result(board(group, 1, 2), "1-0")
    result(board(group, 1, 3), "1/2")
    assert games(page(client, group)) == [
        (1, "White", 2, 1800, "1"),
        (2, "Black", 3, 1700, "½"),
    ]
    assert games(page(client, group, 3)) == [
        (1, "", None, None, "bye"),
        (2, "White", 1, 1900, "½"),
    ]


def test_line_has_round_day_colour_opponent_rating_and_result(client, club):
    group = swiss(club, 1900, 1800, 1700)
    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())
    set_boards(group.pk, 2, [(3, 1), (2, None)], acting=acting())
    result(board(group, 1, 2), "1-0")
    result(board(group, 1, 3), "1/2", finished_date=date(2026, 5, 20))
    one, two, three = (str(entry_of(group, n).player) for n in (1, 2, 3))

    answer = page(client, group)

    assert rows(answer) == [
        ["1", "2026-05-04", "White", f"2. {two}", "1800", "1"],
        ["2", "2026-05-20", "Black", f"3. {three}", "1700", "½"],
    ]
    assert "Place 1 Points 1½ Rating at the start 1900 Performance" in text(answer)
    assert "Place 3 Points 1 Rating at the start 1800" in text(page(client, group, 2))
    assert rows(page(client, group, 3)) == [
        ["1", "2026-05-04", "", "bye", "", "1"],
        ["2", "2026-05-20", "White", f"1. {one}", "1900", "½"],
    ]


@pytest.mark.parametrize(
    ("entered_result", "white", "black"),
    [
        ("+-", "+", "−"),
        ("--", "−−", "−−"),
        ("0-0", "0–0", "0–0"),
        ("adjourned", "adjourned", "adjourned"),
        ("postponed", "postponed", "postponed"),
    ],
)
def test_every_kind_of_result_is_shown_from_the_side_of_the_player(
    client, club, entered_result, white, black
):
    group = swiss(club, 1900, 1800)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    result(board(group, 1, 2), entered_result)
    found = [games(page(client, group, number))[0][-1] for number in (1, 2)]
    assert found == [white, black]


def test_performance_and_expected_points_are_of_games_over_the_board(client, club):
    group = swiss(club, 1900, 1900, 1900)
    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())
    set_boards(group.pk, 2, [(3, 1), (2, None)], acting=acting())
    result(board(group, 1, 2), "1-0")
    result(board(group, 1, 3), "-+")

    done = page(client, group).context["performance"]

    # One win against 1900: half a point was expected between equals; dp of 1.0 is 800.
    assert (done.rated, done.expected, done.average, done.rating) == (
        1, 0.5, 1900, 2700,
    )  # fmt: skip
    assert page(client, group, 3).context["performance"].rating is None


def test_next_game_is_shown_once_its_round_is_published(client, club):
    group = started(
        section(tournament(club), format="boards", rounds=3, pairing_system="monrad"),
        size=4,
    )
    as_proposed(group)
    assert page(client, group).context["card"].coming.round == 1
    played(group, "1-0")
    as_proposed(group, 2, publication=RoundPublication(is_draft=True))
    assert page(client, group).context["card"].coming is None
    assert "Next game" not in html_of(page(client, group))

    publish_round(group.pk, 2, acting=acting())

    coming = page(client, group).context["card"].coming
    assert coming.round == 2
    expected_text = (
        f"Round 2, board {coming.pairing.board}: {coming.colour_name} against"
    )
    assert expected_text in html_of(page(client, group))
    client.force_login(secretary_of(club))
    assert page(client, group).status_code == 200


def test_rating_change_of_the_tournament_is_shown_beside_the_whole_period(client, club):
    group = swiss(club, 1900, 1900, 1900)
    other = started(
        section(tournament(club, name="Autumn cup")),
        players=[entry_of(group, 1).player, rated(1900)],
    )
    set_boards(group.pk, 1, [(1, 2), (3, None)], acting=acting())
    result(board(group, 1, 2), "1-0")
    assert page(client, group).context["gains"].total is None
    submitted(group, is_final=False)
    played(other, "1/2")
    result(board(other, 1, 2), "1-0" if is_first(other, group) else "0-1")
    submitted(other)
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")

    answer = page(client, group)

    gains = answer.context["gains"]
    # 16 between equals here, and 16 more from the other tournament.
    assert (gains.total, [each.change for each in gains.changes]) == (16, [32])
    assert [line.change for line in answer.context["lines"]] == [16]
    assert "this tournament alone" in html_of(answer)


def is_first(group, of):
    pairing = board(group, 1, 2)
    return pairing.white.player_id == entry_of(of, 1).player_id


def test_held_report_shows_no_change(client, club):
    group = swiss(club, 1900, 1900)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    result(board(group, 1, 2), "1-0")
    report = submitted(group, is_final=False)
    hold_report(report.pk, reason="Wait.", acting=acting(officer()))
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")
    gains = page(client, group).context["gains"]
    assert (gains.total, gains.changes) == (None, ())


def test_there_is_no_change_before_the_computation(client, club):
    group = swiss(club, 1900, 1900)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    result(board(group, 1, 2), "1-0")
    submitted(group, is_final=False)
    assert page(client, group).context["gains"].changes == ()


def test_tie_breaks_link_to_their_working_and_the_name_to_the_player(client, club):
    group = swiss(club, 1900, 1800, tie_breaks=("wins", "buchholz_2009"))
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    result(board(group, 1, 2), "1-0")

    shown = html_of(page(client, group))

    entry = entry_of(group, 1)
    working = reverse("tournaments:tie_breaks", args=[entry.pk])
    assert f'href="{working}#wins">1</a>' in shown
    assert f'href="{working}#buchholz_2009">' in shown
    assert f'href="{reverse("ratings:player", args=[entry.player_id])}' in shown
    assert f'href="{address(group, 2)}"' in shown


def test_levels_have_no_expected_score_and_are_written_as_levels(client):
    rated_by("renju")
    group = group_of(10, 11)
    played(group, "1-0")
    submitted(group)
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")

    answer = page(client, group)

    assert answer.context["performance"] is None
    assert answer.context["gains"].total is None
    assert "1 kyu" in html_of(answer)
    assert "1 dan" in html_of(answer)
    for word in ("Performance", "Expected", "this tournament alone"):
        assert word not in html_of(answer)


# LASK has no default start rating.
@pytest.mark.parametrize("system", sorted(systems().keys() - {"lask_1970"}))
def test_every_system_has_a_scorecard(client, system):
    rated_by(system)
    group = group_of(10, 11)
    played(group, "1-0")
    submitted(group)
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")
    assert [len(games(page(client, group, number))) for number in (1, 2)] == [1, 1]


def test_player_who_shows_no_full_name_has_the_same_as_in_the_table(client, club):
    group = swiss(club, 1900, 1900)
    hidden = entry_of(group, 2).player
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    result(board(group, 1, 2), "1-0")
    submitted(group, is_final=False)
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")
    hidden.visibility = Visibility.INITIALS
    hidden.save(update_fields=["visibility"])

    answer = page(client, group, 2)

    assert hidden.last_name not in html_of(answer)
    own_page = reverse("ratings:player", args=[hidden.pk])
    assert f'href="{own_page}' not in html_of(answer)
    assert answer.context["gains"].changes == ()
    assert games(answer) == [(1, "Black", 1, 1900, "0")]


def test_scorecard_exists_only_in_its_tournament_and_after_the_start(client, club):
    group = swiss(club, 1900, 1800)
    other = swiss(club, 1900, 1800)
    entry = entry_of(other, 1)
    wrong = reverse("tournaments:scorecard", args=[group.tournament_id, entry.pk])
    assert client.get(wrong).status_code == 404

    waiting = section(tournament(club))
    (one,) = entered(waiting, member(club))
    early = reverse("tournaments:scorecard", args=[waiting.tournament_id, one.pk])
    assert client.get(early).status_code == 404
    client.force_login(secretary_of(club))
    assert client.get(early).status_code == 404


def test_player_withdrawn_early_from_a_round_robin_has_a_scorecard_without_a_place(
    client, club
):
    group = started(section(tournament(club)), size=4)
    withdraw_entry(entry_of(group, 4).pk, 0, acting=acting())
    answer = page(client, group, 4)
    assert answer.context["card"].row.place == ""
    assert "Place</dt>" not in html_of(answer)


def test_query_count_does_not_depend_on_the_number_of_players(
    client, club, django_assert_num_queries, django_assert_max_num_queries
):
    few, many = (swiss(club, *[1900] * size) for size in (2, 8))
    for group in (few, many):
        pairs = [(one, one + 1) for one in range(1, group.entries.count(), 2)]
        set_boards(group.pk, 1, pairs, acting=acting())
        played(group, "1-0")
    page(client, few)
    with django_assert_max_num_queries(11) as queries:
        page(client, few)
    with django_assert_num_queries(len(queries)):
        page(client, many)


def test_postponed_game_is_marked_beside_its_day(client, club):
    group = started(section(tournament(club), format="boards", rounds=1), size=2)
    set_boards(group.pk, 1, [(1, 2)], acting=acting())
    before = html_of(page(client, group))
    result(board(group, 1, 2), "postponed")

    after = html_of(page(client, group))

    assert ["(postponed)" in each for each in (before, after)] == [False, True]


def sent_and_accepted(club):
    group = played(started(section(tournament(club)), size=3), "1-0")
    report = submitted(group)
    accept_report(report.pk, acting=acting(officer()))
    compute_pool(report.pool_id, at=NOON, cause="test")
    return group


CORRECTING = "The organiser is correcting the results"


def test_scorecard_says_that_results_are_being_corrected(client, club):
    group = sent_and_accepted(club)
    assert CORRECTING not in html_of(page(client, group))

    correct_results(group.tournament_id, acting=acting())
    result(board(group, 1, 2), "1/2")

    shown = html_of(page(client, group))
    changes = reverse("tournaments:rating_changes", args=[group.tournament_id])
    assert CORRECTING in shown
    assert CORRECTING in html_of(client.get(changes))
    assert shown.count("being corrected: sent in as 1–0") == 1
    assert "being corrected" not in html_of(page(client, group, 3))


def test_scorecard_marks_corrections_of_the_organiser(client, club):
    group = sent_and_accepted(club)
    correct_results(group.tournament_id, acting=acting())
    result(board(group, 1, 2), "1/2")
    submitted(group)

    shown = html_of(page(client, group))

    change = f"corrected on {NOON.date()}: the result is ½–½ instead of 1–0"
    of_tournament = reverse("tournaments:tournament", args=[group.tournament_id])
    assert f'<a href="{of_tournament}#changed-since">{change}</a>' in shown
    assert (shown.count(change), shown.count("being corrected")) == (1, 0)
    assert "corrected on" not in html_of(page(client, group, 3))


def test_annulled_games_are_rated_if_they_were_played(client, club):
    group = started(section(tournament(club)), size=4)
    result(group.pairings.get(round=1, board=1), "1-0")
    pairing = group.pairings.get(round=1, board=1)
    withdraw_entry(pairing.white_id, 1, acting=acting())

    page_text = html_of(page(client, group, pairing.black.pairing_number))
    left = html_of(page(client, group, pairing.white.pairing_number))

    assert (
        page_text.count("not counted in the table, but rated: a player has left") == 1
    )
    assert left.count("not counted in the table, but rated: a player has left") == 1
    assert left.count("not counted: a player has left") == 2
