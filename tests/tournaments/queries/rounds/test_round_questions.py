"""Questions about a round that was paired by hand."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.permissions import NOBODY
from tests.factories import NOON, UserFactory, acting, secretary_of
from tests.tournaments.domain.rounds.test_round_pairings import as_proposed
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tournaments.domain.results import enter_result, withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.keeping_apart import keep_apart
from tournaments.domain.rounds.round_pairings import HowPaired, RoundPublication
from tournaments.queries.rounds.round_questions import questions_of_round
from tournaments.queries.section_shown import shown_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(club):
    made = section(tournament(club), format="boards", rounds=5)
    return started(made, size=8)


def later(minutes):
    """Return an act that many minutes after all acts without a time."""
    return ActionContext(UserFactory().pk, NOON + timedelta(minutes=minutes))


def paired(group, *rounds):
    for number, pairs in enumerate(rounds, start=1):
        set_boards(group.pk, number, pairs, acting=acting())


def questions(group, number):
    shown = shown_section(group, NOBODY, timezone.localdate())
    return questions_of_round(shown.players, shown.rounds, number, timezone.now())


def colours(questions):
    return [
        (each.player.number, "w" if each.is_white else "b", each.is_third, each.more)
        for each in questions.colours
    ]


def test_third_game_with_one_colour_running_is_reported(swiss):
    paired(
        swiss,
        [(1, 2), (3, 4), (5, 6), (7, 8)],
        [(1, 3), (4, 2), (6, 5), (8, 7)],
        [(1, 4), (3, 2), (5, 8), (7, 6)],
    )
    assert colours(questions(swiss, 2)) == []
    assert colours(questions(swiss, 3)) == [
        (1, "w", True, 3),
        (2, "b", True, 3),
    ]


def test_colour_difference_of_three_is_reported_even_if_colours_alternated(swiss):
    paired(swiss, [(1, 2)], [(1, 3)], [(4, 1)], [(1, 5)], [(1, 6)])
    assert colours(questions(swiss, 4)) == []
    assert colours(questions(swiss, 5)) == [(1, "w", False, 3)]


def test_forfeits_and_byes_give_no_colour(swiss):
    paired(
        swiss,
        [(1, 2), (3, 4), (5, 6), (7, 8)],
        [(1, 3), (2, None), (4, 6), (5, 8), (7, None)],
    )
    result(board(swiss, 1, 2), "+-")
    set_boards(swiss.pk, 3, [(1, 4), (3, 2), (6, 8), (5, 7)], acting=acting())
    assert colours(questions(swiss, 3)) == [(8, "b", True, 3), (5, "w", True, 3)]


def test_boards_as_proposed_by_the_system_are_not_reported(club):
    made = section(tournament(club), format="boards", rounds=3, pairing_system="monrad")
    group = started(made, size=4)
    one, two = group.entries.in_order()[:2]
    keep_apart(
        group.pk, (one.pk, two.pk), is_strict=False, reason="Club", acting=acting()
    )
    as_proposed(group)
    assert not questions(group, 1)
    for each in group.pairings.all():
        result(each, "1/2")
    as_proposed(group, 2)
    assert not questions(group, 2)


@pytest.mark.parametrize("is_strict", [True, False])
def test_pair_kept_apart_is_reported(swiss, club, client, is_strict):
    one, two = swiss.entries.in_order()[:2]
    keep_apart(
        swiss.pk,
        (one.pk, two.pk),
        is_strict=is_strict,
        reason="Mother and son",
        acting=acting(),
    )
    paired(swiss, [(2, 1), (3, 4), (5, 6), (7, 8)])
    (question,) = questions(swiss, 1).not_apart
    assert (question.white.number, question.black.number) == (2, 1)
    assert (question.is_strict, question.reason) == (is_strict, "Mother and son")

    client.force_login(secretary_of(club))
    page = html_of(client.get(reverse("tournaments:results", args=[swiss.pk])))
    words = "never to meet" if is_strict else "not to meet where it can be helped"
    assert f"{two.player} and {one.player} are {words} (Mother and son)." in page


def test_colour_warning_is_shown_where_results_are_entered(swiss, club, client):
    paired(
        swiss,
        [(1, 2), (3, 4), (5, 6), (7, 8)],
        [(1, 3), (4, 2), (6, 5), (8, 7)],
        [(1, 4), (3, 2), (5, 8), (7, 6)],
    )
    one, two = (entry.player for entry in swiss.entries.in_order()[:2])
    client.force_login(secretary_of(club))
    url = reverse("tournaments:results", args=[swiss.pk])
    page = html_of(client.get(f"{url}?round=3"))
    assert f"1. {one} gets White, as in the previous two games." in page
    assert f"1. {one} will have had White 3 more times than Black." in page
    assert f"2. {two} gets Black, as in the previous two games." in page
    assert f"2. {two} will have had Black 3 more times than White." in page


def test_query_count_does_not_depend_on_the_number_of_boards(swiss):
    def cost(number):
        shown = shown_section(swiss, NOBODY, timezone.localdate())
        with CaptureQueriesContext(connection) as queries:
            questions_of_round(shown.players, shown.rounds, number, timezone.now())
        return len(queries)

    paired(swiss, [(1, 2), (3, 4), (5, 6), (7, 8)], [(1, 3), (2, 4), (5, 7), (6, 8)])
    # Round 1 has no earlier results that could have been corrected.
    assert (cost(1), cost(2)) == (2, 3)


def again(group, number):
    return [
        (each.white.number, each.black.number, each.round_number)
        for each in questions(group, number).met_again
    ]


def test_second_meeting_is_reported_whatever_the_colours(swiss):
    paired(
        swiss,
        [(1, 2), (3, 4), (5, 6), (7, 8)],
        [(2, 1), (4, 5), (6, 3), (8, 7)],
    )
    assert again(swiss, 2) == [(2, 1, 1), (8, 7, 1)]
    # The other round is named from either side.
    assert again(swiss, 1) == [(1, 2, 2), (7, 8, 2)]


def test_forfeit_was_no_meeting(swiss):
    paired(swiss, [(1, 2), (3, 4), (5, 6), (7, 8)])
    result(board(swiss, 1, 2), "+-")
    result(board(swiss, 3, 4), "1-0")
    set_boards(swiss.pk, 2, [(2, 1), (4, 3), (5, 7), (6, 8)], acting=acting())
    assert again(swiss, 2) == [(4, 3, 1)]


def test_draft_names_players_withdrawn_since(swiss):
    typed = HowPaired(publication=RoundPublication(is_draft=True))
    pairs = [(1, 2), (3, 4), (5, 6), (7, 8)]
    set_boards(swiss.pk, 1, pairs, acting=acting(), paired=typed)
    for number, after in ((4, 0), (5, 1)):
        entry = swiss.entries.get(pairing_number=number)
        withdraw_entry(entry.pk, after, acting=acting())

    assert [each.number for each in questions(swiss, 1).has_left] == [4]


def test_published_round_does_not_report_withdrawn_players(swiss):
    paired(swiss, [(1, 2), (3, 4), (5, 6), (7, 8)])
    entry = swiss.entries.get(pairing_number=4)
    withdraw_entry(entry.pk, 0, acting=acting())
    assert questions(swiss, 1).has_left == ()


def corrected(group, number):
    return [
        (each.round_number, each.board.white.number, str(each.was), str(each.now))
        for each in questions(group, number).corrected
    ]


def test_result_corrected_after_the_round_was_paired_is_reported(swiss):
    paired(swiss, [(1, 2), (3, 4), (5, 6)])
    first, second = board(swiss, 1, 2), board(swiss, 3, 4)
    result(first, "1-0")
    result(second, "adjourned")
    set_boards(swiss.pk, 2, [(1, 3), (4, 2)], acting=later(1))
    assert corrected(swiss, 2) == []

    for pairing, text in ((first, "0-1"), (second, "1/2")):
        pairing.refresh_from_db()
        enter_result(pairing.pk, text, pairing.version, acting=later(2))
    assert corrected(swiss, 2) == [(1, 1, "White won", "Black won")]

    first.refresh_from_db()
    enter_result(first.pk, "1-0", first.version, acting=later(3))
    assert corrected(swiss, 2) == []


def test_correction_is_reported_until_the_boards_are_saved_again_or_played(swiss):
    paired(swiss, [(1, 2)])
    first = result(board(swiss, 1, 2), "1-0")
    set_boards(swiss.pk, 2, [(1, 3)], acting=later(1))
    enter_result(first.pk, "1/2", first.version, acting=later(2))
    assert len(corrected(swiss, 2)) == 1

    set_boards(swiss.pk, 2, [(1, 3)], acting=later(3))
    assert corrected(swiss, 2) == []

    first.refresh_from_db()
    enter_result(first.pk, "0-1", first.version, acting=later(4))
    assert len(corrected(swiss, 2)) == 1
    enter_result(board(swiss, 1, 3).pk, "1-0", 0, acting=later(5))
    assert corrected(swiss, 2) == []


def test_organiser_reads_which_result_was_corrected(client, club, swiss):
    client.force_login(secretary_of(club))
    paired(swiss, [(1, 2)])
    first = result(board(swiss, 1, 2), "1-0")
    set_boards(swiss.pk, 2, [(1, 3)], acting=later(1))
    enter_result(first.pk, "1/2", first.version, acting=later(2))

    for name in ("results", "boards"):
        page = client.get(reverse(f"tournaments:{name}", args=[swiss.pk]) + "?round=2")
        assert "when this round was paired, and is now" in html_of(page)
