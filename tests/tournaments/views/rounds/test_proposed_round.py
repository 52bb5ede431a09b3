"""Rounds are proposed by a system and saved by a user."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import localtime

from tests.factories import acting
from tests.races import together
from tests.refusals import refusal_code
from tests.tournaments.domain.rounds.test_round_pairings import as_proposed
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tests.tournaments.views.rounds.test_boards import pair, seats
from tests.worlds import shared
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import record_absences
from tournaments.models import Absence

pytestmark = pytest.mark.django_db


@shared
def their_swiss(club):
    return started(section(tournament(club), format="boards", rounds=3), size=5)


@pytest.fixture
def swiss(secretary, their_swiss):
    return their_swiss


def proposal(client, group, system, number=1):
    url = reverse("tournaments:boards", args=[group.pk])
    return client.get(url, {"round": number, "system": system})


def typed(answer):
    """Return the boards in the form, without empty lines."""
    rows = answer.context["rows"]
    return [row for row in rows if row != ("", "")]


def play_first_round(group):
    set_boards(group.pk, 1, [(2, 1), (4, 3), (5, None)], acting=acting())
    result(board(group, 2, 1), "1-0")
    result(board(group, 4, 3), "1/2")


def test_proposed_round_is_not_saved_before_the_user_saves_it(client, swiss):
    answer = proposal(client, swiss, "monrad")

    assert typed(answer) == [("2", "1"), ("4", "3"), ("5", "")]
    assert "A proposal by Monrad, not saved yet" in html_of(answer)
    assert seats(swiss) == []

    pair(client, swiss, ["2", "4", "5"], ["1", "3", ""])
    assert seats(swiss) == [(2, 1), (4, 3), (5, None)]


def test_nordic_system_pairs_the_halves(client, swiss):
    assert typed(proposal(client, swiss, "nordic")) == [
        ("3", "1"),
        ("4", "2"),
        ("5", ""),
    ]


def test_next_round_follows_the_results_and_gives_reasons(client, swiss):
    play_first_round(swiss)

    answer = proposal(client, swiss, "monrad", number=2)

    # 2 and 5 (a bye) have a point; 3 and 4 have half a point and have met; 1 has none.
    assert typed(answer) == [("3", "2"), ("4", "5"), ("1", "")]
    (first, second) = answer.context["proposed"].explained.boards
    assert [(each.player.number, each.why) for each in first.passed_over] == [
        (5, "the rest could not be paired then")
    ]
    assert second.passed_over == ()
    assert "has the bye, as the lowest placed without one" in html_of(answer)


def test_proposal_waits_for_missing_results(client, swiss):
    set_boards(swiss.pk, 1, [(2, 1), (4, 3), (5, None)], acting=acting())
    result(board(swiss, 2, 1), "1-0")

    shown = html_of(proposal(client, swiss, "monrad", number=2))

    assert "This round cannot be paired yet" in shown
    assert "round 1, board 2" in shown


def test_adjourned_game_does_not_hold_up_the_next_round(client, swiss):
    set_boards(swiss.pk, 1, [(2, 1), (4, 3), (5, None)], acting=acting())
    result(board(swiss, 2, 1), "1-0")
    result(board(swiss, 4, 3), "adjourned")

    assert typed(proposal(client, swiss, "monrad", number=2)) != []


def test_proposal_waits_for_the_boards_of_the_round_before(client, swiss):
    shown = html_of(proposal(client, swiss, "nordic", number=2))

    assert "Round 1 has no boards yet" in shown


def test_withdrawn_player_is_not_paired(client, swiss):
    play_first_round(swiss)
    withdraw_entry(swiss.entries.get(pairing_number=2).pk, 1, acting=acting())

    numbers = {n for row in typed(proposal(client, swiss, "monrad", 2)) for n in row}

    assert numbers == {"1", "3", "4", "5"}


@pytest.mark.parametrize("system", ["monrad", "dutch_2026"])
def test_impossible_round_names_players_who_have_met_all_others(
    client, secretary, club, system
):
    group = started(section(tournament(club), format="boards", rounds=2), size=2)
    set_boards(group.pk, 1, [(2, 1)], acting=acting())
    result(board(group, 2, 1), "1-0")

    shown = html_of(proposal(client, group, system, number=2))

    assert "This round cannot be paired" in shown
    one, two = (entry.player for entry in group.entries.in_order())
    assert f"1. {one}, 2. {two}: has met" in shown
    assert (
        "has met everybody who is left. What helps: note those players as absent below,"
        " type the boards, or end the tournament with the round before." in shown
    )


@pytest.mark.parametrize(
    ("system", "why"),
    [
        ("monrad", "everybody has had a bye."),
        ("dutch_2026", "everybody has had a bye or a full point without play."),
    ],
)
def test_round_without_a_possible_bye_gives_advice(
    client, secretary, club, system, why
):
    group = started(section(tournament(club), format="boards", rounds=4), size=3)
    for number in (1, 2, 3):
        set_boards(group.pk, number, [(number, None)], acting=acting())

    shown = html_of(proposal(client, group, system, number=4))

    assert f"The number of players is odd, and {why} What helps: note somebody as" in (
        shown
    )


def test_round_with_results_is_not_paired_again(client, swiss):
    play_first_round(swiss)

    answer = proposal(client, swiss, "monrad")

    assert answer.context["proposed"] is None
    assert "Get a proposal for the boards" not in html_of(answer)


@pytest.mark.parametrize("system", ["", "dutch", "x" * 5000])
def test_unknown_system_proposes_nothing(client, swiss, system):
    assert proposal(client, swiss, system).context["proposed"] is None


@shared
def their_monrad(club):
    made = section(tournament(club), format="boards", rounds=3, pairing_system="monrad")
    return started(made, size=5)


@pytest.fixture
def monrad(secretary, their_monrad):
    return their_monrad


def boards_page(client, group, number=1):
    url = reverse("tournaments:boards", args=[group.pk])
    return client.get(url, {"round": number})


def send(client, group, rows, number=1, **sent):
    """Post the form of the page with these rows and other values."""
    page = boards_page(client, group, number)
    return send_from(page, client, group, rows, number, **sent)


def send_from(page, client, group, rows, number=1, **sent):
    """Post the form of a page that was opened before."""
    hidden = {"system": "monrad", "proposed": page.context["pairs_proposed"]}
    whites, blacks = zip(*rows, strict=True)
    typed = {**hidden, "white": whites, "black": blacks, "seen": "", **sent}
    url = reverse("tournaments:boards", args=[group.pk])
    return client.post(f"{url}?round={number}", typed)


TOMORROW = f"{localtime() + timedelta(days=1):%Y-%m-%dT18:00}"
PROPOSED = [("2", "1"), ("4", "3"), ("5", "")]
OTHER = [("1", "2"), ("4", "3"), ("5", "")]


def test_section_with_a_system_begins_with_its_proposal(client, monrad):
    page = client.get(reverse("tournaments:boards", args=[monrad.pk]))

    assert typed(page) == PROPOSED
    assert "Publish the pairings" in html_of(page)


def test_proposal_that_is_sent_twice_is_published_once(client, monrad):
    first = boards_page(client, monrad)
    results = reverse("tournaments:results", args=[monrad.pk]) + "?round=1"
    for _ in range(2):
        assert send_from(first, client, monrad, PROPOSED).url == results
    assert seats(monrad) == [(2, 1), (4, 3), (5, None)]


@pytest.mark.parametrize(
    ("earlier", "sent"),
    [
        ({"draft": "1"}, {}),
        ({}, {"draft": "1"}),
        ({"publish_at": TOMORROW}, {}),
        ({}, {"publish_at": TOMORROW}),
    ],
)
def test_same_boards_with_another_publication_are_not_sent_twice(
    client, monrad, earlier, sent
):
    first = boards_page(client, monrad)
    send_from(first, client, monrad, PROPOSED, **earlier)
    answer = send_from(first, client, monrad, PROPOSED, **sent)
    assert answer.status_code == 422
    assert "have changed since you opened the page" in html_of(answer)


def test_same_boards_for_another_reason_are_not_sent_twice(client, monrad):
    first = boards_page(client, monrad)
    send_from(first, client, monrad, OTHER, reason="By agreement.")
    answer = send_from(first, client, monrad, OTHER, reason="They share a car.")
    assert answer.status_code == 422


@pytest.mark.parametrize("sent", [{"draft": "1"}, {"publish_at": TOMORROW}])
def test_draft_that_is_sent_twice_is_saved_once(client, monrad, sent):
    first = boards_page(client, monrad)
    for _ in range(2):
        assert send_from(first, client, monrad, PROPOSED, **sent).status_code == 302
    assert seats(monrad) == [(2, 1), (4, 3), (5, None)]


def test_removal_of_all_boards_that_is_sent_twice_is_done_once(client, monrad):
    send(client, monrad, PROPOSED)
    page = boards_page(client, monrad)
    seen = page.context["seen"]
    empty = {"seen": seen, "system": "", "reason": "The hall is closed."}
    for _ in range(2):
        answer = send_from(page, client, monrad, [("", "")], **empty)
        assert answer.status_code == 302
    assert seats(monrad) == []


def test_boards_that_have_changed_are_shown_instead_of_a_new_proposal(client, monrad):
    first = boards_page(client, monrad)
    send(client, monrad, OTHER, reason="By agreement.")
    answer = send_from(first, client, monrad, PROPOSED)
    assert "have changed since you opened the page" in html_of(answer)
    assert (typed(answer), answer.context["proposed"]) == (OTHER, None)


def test_proposal_is_published_with_one_click(client, monrad):
    answer = send(client, monrad, PROPOSED)

    assert answer.url == reverse("tournaments:results", args=[monrad.pk]) + "?round=1"
    assert seats(monrad) == [(2, 1), (4, 3), (5, None)]
    assert monrad.round_pairings.get().published_at


def test_boards_other_than_proposed_need_a_reason_and_are_kept_in_the_form(
    client, monrad
):
    answer = send(client, monrad, OTHER)

    assert answer.status_code == 422
    assert "Say why; everybody can read it." in html_of(answer)
    assert typed(answer) == OTHER
    assert seats(monrad) == []

    send(client, monrad, OTHER, reason="They share a car.")
    assert monrad.round_pairings.get().change_reason == "They share a car."


def test_outdated_proposal_is_replaced_by_a_new_one(client, monrad):
    url = reverse("tournaments:boards", args=[monrad.pk])
    seen = client.get(url).context["pairs_proposed"]
    client.post(reverse("tournaments:absences", args=[monrad.pk, 1]), {"absent": ["5"]})

    answer = send(client, monrad, PROPOSED, proposed=seen)

    assert answer.status_code == 422
    assert "Here is a new proposal; nothing has been saved" in html_of(answer)
    assert typed(answer) == [("2", "1"), ("4", "3")]


def test_draft_is_published_later(client, monrad):
    answer = send(client, monrad, PROPOSED, draft="1")
    page = client.get(answer.url)
    assert "A draft: nobody else sees these boards" in html_of(page)

    client.post(reverse("tournaments:publish_round", args=[monrad.pk, 1]))
    assert monrad.round_pairings.get().published_at


def test_round_is_published_at_a_given_time(client, monrad):
    answer = send(client, monrad, PROPOSED, publish_at=TOMORROW)
    page = client.get(reverse("tournaments:boards", args=[monrad.pk]) + "?round=1")
    assert answer.status_code == 302
    assert (
        f"Everybody sees these boards from {TOMORROW.replace('T', ' ')} on."
        in html_of(page)
    )


def test_saving_keeps_the_scheduled_publication(client, monrad):
    send(client, monrad, PROPOSED, publish_at=TOMORROW)
    url = reverse("tournaments:boards", args=[monrad.pk]) + "?round=1"
    page = client.get(url)
    assert f'value="{TOMORROW}"' in html_of(page)
    before = monrad.round_pairings.get().published_at

    send(client, monrad, PROPOSED, publish_at=TOMORROW, seen=page.context["seen"])

    assert monrad.round_pairings.get().published_at == before
    assert "Published later" in html_of(client.get(url))


def test_past_publication_time_is_refused_and_kept_in_the_form(client, monrad):
    answer = send(client, monrad, PROPOSED, publish_at="0026-12-01T18:00")
    assert answer.status_code == 422
    assert "Choose a time in the future, within a year" in html_of(answer)
    assert 'value="0026-12-01T18:00"' in html_of(answer)


def test_invalid_publication_time_is_refused_and_kept_in_the_form(client, monrad):
    answer = send(client, monrad, PROPOSED, publish_at="tonight")
    assert answer.status_code == 422
    assert "“tonight” is not a day with a time." in html_of(answer)
    assert 'value="tonight"' in html_of(answer)


def test_points_colours_and_earlier_opponents_are_shown_beside_the_form(client, monrad):
    as_proposed(monrad)
    result(board(monrad, 2, 1), "1-0")
    result(board(monrad, 4, 3), "-+")
    absent = {"absent": ["3"], "bye-3": "half-bye"}
    client.post(reverse("tournaments:absences", args=[monrad.pk, 2]), absent)

    page = client.get(reverse("tournaments:boards", args=[monrad.pk]))

    assert [
        (e.player.number, e.half_points, e.colours, e.opponents, e.bye)
        for e in page.context["so_far"]
    ] == [
        (2, 2, ("w",), (1,), ""),
        (3, 2, (), (), "half-bye"),
        (5, 2, ("(w)",), (None,), ""),
        (1, 0, ("b",), (2,), ""),
        (4, 0, (), (), ""),
    ]


def test_absence_form_sends_the_absences_seen(client, monrad):
    page = reverse("tournaments:boards", args=[monrad.pk])
    note = reverse("tournaments:absences", args=[monrad.pk, 1])
    client.post(note, {"absent": ["2", "3"], "bye-3": "half-bye"})
    sent = {"seen-2": "zero-bye", "seen-3": "half-bye"}
    shown = " ".join(client.get(page).text.split())
    for name, value in sent.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in shown
    client.post(note, {"absent": ["2", "3", "5"], "bye-3": "half-bye"} | sent)

    client.post(note, {"absent": ["2"]} | sent)

    noted = Absence.objects.values_list("entry__pairing_number", "bye")
    assert dict(noted) == {2: "zero-bye", 5: "zero-bye"}


@pytest.mark.parametrize("system", ["monrad", "nordic", "dutch_2026"])
def test_invalid_proposal_in_the_form_is_no_server_error(client, monrad, system):
    for nonsense in ("", "1-2 x-y 9999999-1 5-", "2-1 4-3 99-"):
        answer = send(client, monrad, OTHER, system=system, proposed=nonsense)
        assert answer.status_code == 422
        assert seats(monrad) == []


def test_results_of_a_draft_cannot_be_entered_before_publication(client, monrad):
    send(client, monrad, PROPOSED, draft="1")
    url = reverse("tournaments:results", args=[monrad.pk])
    says = "Results can be entered when its pairings are published."

    assert says in html_of(client.get(url))
    client.post(reverse("tournaments:publish_round", args=[monrad.pk, 1]))
    assert says not in html_of(client.get(url))


def test_withdrawal_warns_of_a_board_in_an_unpublished_round(client, monrad):
    send(client, monrad, PROPOSED, publish_at=TOMORROW)
    entry = monrad.entries.select_related("player").get(pairing_number=4)
    form_data = {"entry": entry.pk, "after_round": "0"}
    answer = client.post(
        reverse("tournaments:withdraw", args=[monrad.pk]), form_data, follow=True
    )
    assert "The player has a board in round 1, which is a draft." in html_of(answer)

    name = f"4. {entry.player.public_name}"
    page = client.get(reverse("tournaments:boards", args=[monrad.pk]), {"round": 1})
    assert f"{name} has left the tournament. The draft cannot be" in html_of(page)
    publish = reverse("tournaments:publish_round", args=[monrad.pk, 1])
    page_text = html_of(client.post(publish, follow=True))
    assert f"somebody is paired who has left the tournament: {name}." in page_text
    assert monrad.round_pairings.get().published_at is None


@pytest.mark.parametrize("number", ["0", "4", "999", "x"])
def test_results_of_an_invalid_round_show_a_valid_one(client, monrad, number):
    send(client, monrad, PROPOSED)
    url = reverse("tournaments:results", args=[monrad.pk])

    assert client.get(url, {"round": number}).context["open_round"] == 1


def test_second_of_two_browsers_pairing_one_round_is_refused_and_keeps_its_form(
    client, swiss
):
    set_boards(swiss.pk, 1, [(2, 1), (4, 3), (5, None)], acting=acting())
    seen_by_the_other = [each.pk for each in swiss.pairings.order_by("board")]
    set_boards(swiss.pk, 1, [(1, 2), (3, 4), (5, None)], acting=acting())

    code = refusal_code(
        set_boards, swiss.pk, 1, [(4, 1), (2, 3), (5, None)], seen=seen_by_the_other
    )

    assert code == "boards_changed"
    assert seats(swiss) == [(1, 2), (3, 4), (5, None)]


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_concurrent_pairings_of_one_round_succeed_once(club):
    group = started(section(tournament(club), format="boards", rounds=3), size=4)

    answers = together(
        lambda: set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting(), seen=[]),
        lambda: set_boards(group.pk, 1, [(1, 3), (2, 4)], acting=acting(), seen=[]),
    )

    refused = [each for each in answers if isinstance(each, TournamentRefusal)]
    assert [each.code for each in refused] == ["boards_changed"]
    assert group.pairings.count() == 2


def test_reasons_of_a_system_have_no_space_before_a_full_stop(client, swiss):
    play_first_round(swiss)

    for system in ("nordic", "dutch_2026"):
        shown = proposal(client, swiss, system, 2).content.decode()
        words = " ".join(re.sub("<[^>]+>", "", shown).split())
        assert re.findall(r".{0,20} [.;](?:\s|$)", words) == []


def players_reported(client, group, number):
    """Return the numbers of players reported without opponent and bye in the round."""
    address = reverse("tournaments:boards", args=[group.pk])
    questions = client.get(address, {"round": number}).context["questions"]
    return [player.number for player in questions.left_out]


@pytest.mark.parametrize("bye", ["zero-bye", "half-bye"])
def test_absent_player_is_not_reported_as_without_a_board(client, swiss, bye):
    absent = swiss.entries.get(pairing_number=5)
    record_absences(swiss.pk, 1, {absent.pk: bye}, acting=acting())
    set_boards(swiss.pk, 1, [(1, 2)], acting=acting())

    assert players_reported(client, swiss, 1) == [3, 4]


def test_latecomer_is_not_reported_in_earlier_rounds(client, swiss):
    set_boards(swiss.pk, 1, [(2, 1), (4, 3)], acting=acting())
    before = players_reported(client, swiss, 1)
    result(board(swiss, 2, 1), "1-0")
    result(board(swiss, 4, 3), "1-0")
    set_boards(swiss.pk, 2, [(2, 5), (3, 1)], acting=acting())

    assert before == [5]
    assert (players_reported(client, swiss, 1), players_reported(client, swiss, 2)) == (
        [],
        [4],
    )


def test_message_says_that_a_draft_was_published_from_the_form(client, monrad):
    send(client, monrad, PROPOSED, draft="1")
    seen = ",".join(str(each.pk) for each in monrad.pairings.in_order())

    answer = send(client, monrad, PROPOSED, seen=seen, system="")
    assert "The pairings of round 1 are published." in html_of(client.get(answer.url))

    again = send(client, monrad, PROPOSED, seen=seen, system="")
    assert "The boards of round 1 are saved." in html_of(client.get(again.url))


def test_message_says_that_all_boards_were_removed(client, monrad):
    send(client, monrad, PROPOSED)
    seen = ",".join(str(each.pk) for each in monrad.pairings.in_order())

    why = {"reason": "A wrong result."}
    answer = send(client, monrad, [("", "")], seen=seen, system="", **why)

    assert not monrad.pairings.exists()
    assert "Round 1 has no boards now." in html_of(client.get(answer.url))


def test_public_boards_are_removed_with_a_reason_that_everybody_can_read(
    client, monrad
):
    send(client, monrad, PROPOSED)
    seen = ",".join(str(each.pk) for each in monrad.pairings.in_order())

    refused = send(client, monrad, [("", "")], seen=seen, system="")
    assert refused.status_code == 422
    assert "Say why they are removed" in html_of(refused)
    assert seats(monrad)

    why = {"reason": "A wrong result."}
    send(client, monrad, [("", "")], seen=seen, system="", **why)
    public = reverse("tournaments:round", args=[monrad.pk, 1])
    assert "A wrong result." in html_of(client.get(public))

    send(client, monrad, PROPOSED, draft="1")
    assert monrad.round_pairings.get().published_at is None
    assert "A wrong result." not in html_of(client.get(public))


@pytest.mark.parametrize("sent", [{"draft": "1"}, {"publish_at": TOMORROW}])
def test_reason_for_other_boards_of_a_draft_is_not_public_yet(client, monrad, sent):
    send(client, monrad, OTHER, reason="Ann is late.", **sent)
    assert monrad.round_pairings.get().change_reason == "Ann is late."
    client.logout()
    public = html_of(client.get(reverse("tournaments:round", args=[monrad.pk, 1])))
    assert "Ann is late." not in public
    assert "has removed the boards" not in public


def test_boards_of_a_draft_are_removed_without_a_reason(client, monrad):
    send(client, monrad, PROPOSED, draft="1")
    seen = ",".join(str(each.pk) for each in monrad.pairings.in_order())

    send(client, monrad, [("", "")], seen=seen, system="")

    assert not monrad.pairings.exists()
    assert not monrad.round_pairings.exists()


def test_boards_of_a_round_published_meanwhile_are_not_called_a_draft(client, monrad):
    send(client, monrad, PROPOSED, draft="1")
    seen = ",".join(str(each.pk) for each in monrad.pairings.in_order())
    client.post(reverse("tournaments:publish_round", args=[monrad.pk, 1]))

    answer = send(client, monrad, PROPOSED, seen=seen, system="", draft="1")

    shown = html_of(client.get(answer.url))
    assert "The boards of round 1 are saved." in shown
    assert "as a draft" not in shown


def test_boards_changed_by_hand_are_not_called_a_proposal(client, monrad):
    own = html_of(client.get(reverse("tournaments:boards", args=[monrad.pk])))
    assert "A proposal by Monrad, not saved yet" in own
    assert "Why these pairings" in own

    changed = html_of(send(client, monrad, OTHER))

    assert "A proposal by Monrad, not saved yet" not in changed
    assert "Changed by hand from the proposal by Monrad, not saved yet" in changed
    assert "What the system proposed, and why" in changed
    assert "Why these pairings" not in changed


def test_round_changed_by_hand_without_a_reason_says_so(client, swiss):
    """In a section without a system of its own no reason is required."""
    first = proposal(client, swiss, "monrad").context
    rows = [(white, black) for white, black in first["rows"] if white]
    (white, black), *others = rows
    address = reverse("tournaments:round", args=[swiss.pk, 1])
    send(client, swiss, rows, proposed=first["pairs_proposed"])
    assert "Why these pairings" in html_of(client.get(address))

    changed = [(black, white), *others]
    seen = ",".join(str(each.pk) for each in swiss.pairings.in_order())
    send(client, swiss, changed, proposed=first["pairs_proposed"], seen=seen)

    shown = html_of(client.get(address))
    assert "The organiser has changed what the system proposed" in shown
    assert "What the system proposed, and why" in shown
    assert ("Paired by Monrad." in shown, "Why these" in shown) == (False, False)
