import pytest
from django.urls import reverse

from tests.factories import acting
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards

pytestmark = pytest.mark.django_db


@shared
def their_swiss(club):
    return started(section(tournament(club), format="boards", rounds=3), size=5)


@pytest.fixture
def swiss(secretary, their_swiss):
    return their_swiss


def pair(client, group, whites, blacks, *, seen="", number=1):
    url = reverse("tournaments:boards", args=[group.pk])
    form_data = {"white": whites, "black": blacks, "seen": seen}
    return client.post(f"{url}?round={number}", form_data)


def seats(group):
    return [
        (b.white.pairing_number, b.black and b.black.pairing_number)
        for b in group.pairings.in_order()
    ]


def test_round_is_paired_with_a_bye_and_without_empty_lines(client, swiss):
    answer = pair(client, swiss, ["2", "4", "5", ""], ["1", "3", "", ""])

    assert answer.status_code == 302
    assert seats(swiss) == [(2, 1), (4, 3), (5, None)]


@pytest.mark.parametrize(
    ("whites", "blacks", "words"),
    [
        (["", ""], ["", ""], "No board of round 1 has been filled in yet."),
        (["1"], ["1"], "cannot be paired against themselves"),
        (["1", "2"], ["3", "1"], "has two boards in round 1"),
        (["9"], ["1"], "Nobody has the number 9."),
        (["x"], ["1"], "“x” is not the number of a player."),
        (["9" * 30], ["1"], "is not the number of a player."),
        ([""], ["1"], "“” is not the number of a player."),
    ],
)
def test_impossible_pairs_are_refused_with_a_message_and_the_form_is_kept(
    client, swiss, whites, blacks, words
):
    answer = pair(client, swiss, whites, blacks)

    shown = html_of(answer)
    assert answer.status_code == 422
    assert words in shown
    assert f'name="white" value="{whites[0]}"' in shown
    assert seats(swiss) == []


def test_boards_set_by_another_user_are_not_overwritten(client, swiss):
    set_boards(swiss.pk, 1, [(1, 2)], acting=acting())

    answer = pair(client, swiss, ["3"], ["4"], seen="")

    assert "The boards of this round have changed" in html_of(answer)
    assert answer.context["rows"][0] == ("1", "2")
    assert "What you wrote is kept" not in html_of(answer)
    assert seats(swiss) == [(1, 2)]


def test_board_with_a_result_is_not_removed(client, swiss):
    (one,) = set_boards(swiss.pk, 1, [(1, 2)], acting=acting())
    result(one, "1-0")

    answer = pair(client, swiss, ["3"], ["4"], seen=str(one.pk))

    assert "There is already a result." in html_of(answer)


@pytest.mark.parametrize("number", ["0", "9", "x", "9" * 30])
def test_invalid_round_shows_a_valid_one(client, swiss, number):
    url = reverse("tournaments:boards", args=[swiss.pk])

    assert client.get(f"{url}?round={number}").context["current"].number == 1


def test_round_robin_cannot_be_paired_by_hand(client, secretary, club):
    group = started(section(tournament(club)), size=2)

    answer = client.get(reverse("tournaments:boards", args=[group.pk]))
    assert answer.url == reverse("tournaments:section", args=[group.pk])


def test_first_round_without_boards_is_the_one_to_pair(client, swiss):
    def offered():
        page = client.get(reverse("tournaments:boards", args=[swiss.pk]))
        return page.context["current"].number

    rounds = [offered()]
    for number in (2, 1, 3):
        set_boards(swiss.pk, number, [(1, 2), (3, 4), (5, None)], acting=acting())
        rounds.append(offered())
    assert rounds == [1, 1, 3, 3]


def after_save(client, group, whites, blacks, number):
    answer = pair(client, group, whites, blacks, number=number)
    assert answer.status_code == 302
    return html_of(client.get(answer.url))


def test_saved_round_reports_second_meetings_and_players_without_a_board(client, swiss):
    set_boards(swiss.pk, 1, [(1, 2), (3, 4), (5, None)], acting=acting())
    one, two, five = (
        swiss.entries.get(pairing_number=number).player for number in (1, 2, 5)
    )

    shown = after_save(client, swiss, ["2", "3"], ["1", "4"], 2)

    assert f"{two} and {one} meet in round 1 too." in shown
    assert f"5. {five} has neither an opponent nor a bye." in shown
    assert "Change the pairings of the round" in shown
    boards = reverse("tournaments:boards", args=[swiss.pk])
    assert f"{two} and {one} meet in round 1 too." in html_of(
        client.get(f"{boards}?round=2")
    )


def test_round_of_new_opponents_and_a_bye_reports_nothing(client, swiss):
    set_boards(swiss.pk, 1, [(1, 2), (3, 4), (5, None)], acting=acting())
    shown = after_save(client, swiss, ["1", "2", "4"], ["3", "5", ""], 2)
    assert "Is the round meant to be like this?" not in shown


def test_forfeit_was_no_meeting_and_a_withdrawn_player_needs_no_board(client, swiss):
    (first, *_rest) = set_boards(swiss.pk, 1, [(1, 2), (3, 4)], acting=acting())
    result(first, "+-")
    entry = swiss.entries.get(pairing_number=5)
    withdraw_entry(entry.pk, 1, acting=acting())

    shown = after_save(client, swiss, ["1", "3"], ["2", "4"], 2)

    assert "meet in round" in shown
    assert shown.count("meet in round") == 1
    assert "neither an opponent" not in shown


def test_too_many_boards_are_refused_and_nothing_is_saved(client, swiss):
    answer = pair(client, swiss, ["2", *[""] * 2002], ["1", *[""] * 2002])

    assert answer.status_code == 422
    assert "Boards that are not shown here and were not saved: 3." in html_of(answer)
    assert seats(swiss) == []


def test_message_says_that_the_pairings_are_published(client, swiss):
    url = reverse("tournaments:boards", args=[swiss.pk])
    form_data = {"white": ["2", "4", "5"], "black": ["1", "3", ""], "seen": ""}

    answer = client.post(f"{url}?round=1", form_data, follow=True)

    assert "The pairings of round 1 are published." in html_of(answer)


def test_submitted_boards_are_shown_and_cannot_be_typed(client, secretary, club):
    swiss = started(section(tournament(club), format="boards", rounds=1), size=5)
    set_boards(swiss.pk, 1, [(2, 1), (4, 3), (5, None)], acting=acting())
    address = reverse("tournaments:boards", args=[swiss.pk]) + "?round=1"
    assert 'name="white"' in html_of(client.get(address))
    played(swiss)
    submitted(swiss)

    shown = html_of(client.get(address))

    assert ('name="white"' in shown, "Save the boards" in shown) == (False, False)
    assert "closed, because they were sent in" in shown
    changes = reverse("tournaments:changes", args=[swiss.tournament_id])
    assert f'href="{changes}"' in shown
    names = [entry.player.full_name for entry in swiss.entries.all()]
    assert [name for name in names if name not in shown] == []


def test_boards_of_a_cancelled_tournament_are_shown_and_cannot_be_typed(client, swiss):
    cancel_tournament(swiss.tournament_id, acting=acting())

    shown = html_of(client.get(reverse("tournaments:boards", args=[swiss.pk])))

    assert 'name="white"' not in shown
    assert "cancelled, so its results are closed" in shown
