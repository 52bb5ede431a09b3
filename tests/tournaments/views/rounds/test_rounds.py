"""The public page of a round, and its printed pages."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from tests.factories import acting, secretary_of
from tests.tournaments.domain.rounds.test_round_pairings import as_proposed, proposal
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import (
    HowPaired,
    ProposalSeen,
    RoundPublication,
    record_absences,
    seats_of,
)
from tournaments.models import RoundPairing

pytestmark = pytest.mark.django_db


@shared
def swiss():
    made = section(tournament(), format="boards", rounds=3, pairing_system="monrad")
    return started(made, size=5)


def page(client, group, number=1):
    return client.get(reverse("tournaments:round", args=[group.pk, number]))


def paper(client, group, what, *number):
    name = "print_round" if number else "print_section"
    return client.get(reverse(f"tournaments:{name}", args=[group.pk, what, *number]))


def test_public_page_shows_why_a_round_was_paired_so(client, swiss):
    as_proposed(swiss)
    result(board(swiss, 2, 1), "1-0")
    result(board(swiss, 4, 3), "1/2")
    as_proposed(swiss, 2)

    shown = html_of(page(client, swiss, 2))

    three, two = (swiss.entries.get(pairing_number=n).player for n in (3, 2))
    assert f"{two} (2) plays {three} (3)" in shown
    assert "the rest could not be paired then" in shown
    assert "has the bye, as the lowest placed without one" in shown
    assert "Paired by Monrad." in shown


def test_reasons_are_kept_when_an_earlier_result_is_corrected(client, swiss):
    as_proposed(swiss)
    for one, other in ((2, 1), (4, 3)):
        result(board(swiss, one, other), "1-0")
    as_proposed(swiss, 2)
    before = page(client, swiss, 2).context["explained"]
    result(board(swiss, 4, 3), "0-1")
    assert page(client, swiss, 2).context["explained"] == before


def test_reason_of_a_change_is_public(client, swiss):
    as_proposed(swiss)
    RoundPairing.objects.update(change_reason="They share a car.")
    assert "They share a car." in html_of(page(client, swiss))


def test_reasons_of_a_changed_round_are_called_those_of_the_proposal(client, swiss):
    seats = seats_of(proposal(swiss))
    how = HowPaired(ProposalSeen("monrad", seats), "Two brothers")
    set_boards(swiss.pk, 1, [(2, 3), (4, 1), (5, None)], acting=acting(), paired=how)

    shown = html_of(page(client, swiss))

    assert "What the system proposed, and why" in shown
    assert "Why these pairings" not in shown


def test_reasons_of_an_unchanged_round_are_called_those_of_its_pairings(client, swiss):
    as_proposed(swiss)

    shown = html_of(page(client, swiss))

    assert "Why these pairings" in shown
    assert "What the system proposed, and why" not in shown


def test_draft_is_visible_only_to_the_organisers(client, swiss, secretary_of_organiser):
    as_proposed(swiss, publication=RoundPublication(is_draft=True))
    two = swiss.entries.get(pairing_number=2).player

    for answer in (
        page(client, swiss),
        paper(client, swiss, "pairings", 1),
        client.get(reverse("tournaments:tournament", args=[swiss.tournament_id])),
    ):
        assert "2–1" not in html_of(answer)
        assert "Not paired yet" in html_of(answer)
    client.force_login(secretary_of_organiser)
    assert str(two) in html_of(page(client, swiss))


@shared
def secretary_of_organiser(swiss):
    return secretary_of(swiss.tournament.organiser)


def test_missing_rounds_and_printed_pages_are_not_found(client, swiss):
    assert page(client, swiss, 4).status_code == 404
    assert page(client, swiss, 0).status_code == 404
    assert paper(client, swiss, "cakes").status_code == 404
    assert paper(client, swiss, "pairings").status_code == 404
    assert paper(client, swiss, "standings", 1).status_code == 404
    draft = section(tournament(), format="boards", rounds=3)
    assert page(client, draft).status_code == 404


def test_printed_pages_have_every_board_and_player(client, swiss):
    as_proposed(swiss)
    result(board(swiss, 2, 1), "1-0")
    names = [str(entry.player) for entry in swiss.entries.in_order()]

    wall = html_of(paper(client, swiss, "pairings", 1))
    assert all(name in wall for name in names)
    assert "1–0" in wall
    for what in ("cards", "slips"):
        shown = html_of(paper(client, swiss, what, 1))
        assert [name in shown for name in names] == [True] * 4 + [False]
    for what in ("standings", "start-list"):
        shown = html_of(paper(client, swiss, what))
        assert all(name in shown for name in names)


def test_round_with_a_future_publication_time_is_a_draft_until_then(client, swiss, now):
    as_proposed(swiss, publication=RoundPublication(at=now + timedelta(days=300)))
    assert "Not paired yet" in html_of(page(client, swiss))


def test_round_is_shown_after_a_proposed_player_was_removed(client, swiss):
    seats = seats_of(proposal(swiss))
    five = swiss.entries.get(pairing_number=5)
    how = HowPaired(ProposalSeen("monrad", seats), "Number 5 did not come.")
    set_boards(swiss.pk, 1, [(2, 1), (4, 3)], acting=acting(), paired=how)
    remove_entry(five.pk, acting=acting())

    answer = page(client, swiss)

    assert answer.status_code == 200
    assert answer.context["explained"] is None
    assert "Number 5 did not come." in html_of(answer)


def test_round_robin_is_not_called_typed_by_the_organiser(client):
    group = started(section(tournament()), size=2)
    assert "typed by the organiser" not in html_of(page(client, group))


def test_absent_player_with_points_is_below_the_boards(client, swiss):
    absent = swiss.entries.get(pairing_number=3)
    record_absences(swiss.pk, 1, {absent.pk: "half-bye"}, acting=acting())
    as_proposed(swiss)

    for answer in (page(client, swiss), paper(client, swiss, "pairings", 1)):
        cells = re.findall(r"<td[^>]*>(.*?)</td>", answer.content.decode(), re.DOTALL)
        words = [" ".join(re.sub("<[^>]+>", " ", cell).split()) for cell in cells]
        at = words.index("bye, half a point")
        assert (words[at - 1].startswith("3."), words[at + 1]) == (True, "absent")
