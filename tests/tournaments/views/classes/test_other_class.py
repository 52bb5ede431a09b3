"""The class in which a player starts: noted by the organiser or the rules committee,
and public.
"""

import csv

import pytest

from tests.factories import ClassMembershipFactory, acting, member
from tests.tournaments.pages import html_of, url
from tests.tournaments.tournaments_made import (
    entered,
    result,
    section,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.entering import OutsideRating, enter_player
from tournaments.domain.entries.other_class import give_dispensation, place_in_class
from tournaments.domain.entry_requests.opening import EntryOpening, open_entries
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.starting import start_section

pytestmark = pytest.mark.django_db


def entry_of(player_class, rating, of):
    player = member()
    if player_class:
        ClassMembershipFactory(player=player, player_class=player_class)
    number = OutsideRating(rating, "estimate", "Seen")
    return enter_player(of.pk, player.pk, acting=acting(), outside=number)


@shared
def group(club):
    """Return a public section with class movements."""
    made = section(tournament(club), gives_titles=True)
    day = made.tournament.start_date
    open_entries(made.pk, EntryOpening(from_date=day, to_date=day), acting=acting())
    return made


def test_organiser_fills_a_vacancy(client, secretary, group):
    entry = entry_of("II", 2000, group)
    page = url("other_class", entry.pk)
    assert page in html_of(client.get(url("section", group.pk)))

    answer = client.post(page, {"starts_in": "I"}, follow=True)

    assert answer.redirect_chain[-1][0] == url("section", group.pk)
    assert "starts in class I in a vacancy" in html_of(answer)
    assert "starts in class I in a vacancy" in html_of(client.get(page))


@pytest.mark.parametrize(
    ("player_class", "rating", "message"),
    [
        ("II", 1999, "class I needs at least 2000"),
        ("III", 2200, "Only the rules committee can give dispensation"),
    ],
)
def test_organiser_sees_why_a_vacancy_is_refused(
    client, secretary, group, player_class, rating, message
):
    entry = entry_of(player_class, rating, group)
    assert message in html_of(
        client.post(url("other_class", entry.pk), {"starts_in": "I"})
    )
    entry.refresh_from_db()
    assert entry.starts_in == ""


def test_organiser_removes_a_vacancy(client, secretary, group):
    entry = entry_of("II", 2000, group)
    place_in_class(entry.pk, "I", acting=acting())
    client.post(url("other_class", entry.pk), {"starts_in": "own"})
    entry.refresh_from_db()
    assert entry.starts_in == ""


def test_organiser_chooses_the_class_of_a_player_with_a_choice(
    client, secretary, group
):
    entry = entry_of("", 1750, group)
    assert "has to choose class II or III" in html_of(
        client.get(url("section", group.pk))
    )

    client.post(url("other_class", entry.pk), {"starts_in": "III"})

    shown = html_of(client.get(url("section", group.pk)))
    assert "has to choose class II or III" not in shown
    assert "starts in class III by the player’s own choice" in shown


def test_organiser_cannot_give_dispensation(client, secretary, group):
    entry = entry_of("II", 2000, group)
    give_dispensation(entry.pk, "I", acting=acting())
    page = url("other_class", entry.pk)

    assert page not in html_of(client.get(url("section", group.pk)))
    page_text = html_of(client.post(page, {"starts_in": "own"}))

    assert "Only the committee can change it." in page_text
    assert client.get(url("dispensation", entry.pk)).status_code == 403


def test_committee_gives_dispensation_from_the_entry_list(client, committee, group):
    entry = entry_of("III", 2000, group)
    page = url("dispensation", entry.pk)
    assert page in html_of(client.get(url("entry_list", group.pk)))

    answer = client.post(page, {"starts_in": "I"}, follow=True)

    assert answer.redirect_chain[-1][0] == url("entry_list", group.pk)
    assert "starts in class I by dispensation" in html_of(answer)
    assert client.get(url("other_class", entry.pk)).status_code == 403


def test_other_users_see_the_class_and_cannot_change_it(client, plain_user, group):
    entry = entry_of("II", 2000, group)
    place_in_class(entry.pk, "I", acting=acting())
    shown = html_of(client.get(url("entry_list", group.pk)))
    assert "starts in class I in a vacancy" in shown
    assert url("dispensation", entry.pk) not in shown


def test_exported_table_has_the_class(client, secretary, group):
    entry = entry_of("II", 2000, group)
    place_in_class(entry.pk, "I", acting=acting())
    table = client.get(url("section_table", group.pk, "entries", "csv"))
    head, row = csv.reader(table.getvalue().decode("utf-8-sig").splitlines())
    assert dict(zip(head, row, strict=True))["Starts in class"] == "I"


def test_committee_sees_a_hidden_name(client, committee, group):
    entry = entry_of("II", 2000, group)
    entry.player.visibility = "hidden"
    entry.player.save()
    shown = html_of(client.get(url("dispensation", entry.pk)))
    assert entry.player.full_name in shown


def test_section_without_titles_has_no_class_to_start_in(client, secretary, club):
    group = section(tournament(club))
    entry = entry_of("II", 2000, group)
    page = url("other_class", entry.pk)
    assert page not in html_of(client.get(url("section", group.pk)))
    page_text = html_of(client.post(page, {"starts_in": "I"}))
    assert "cannot move between classes in this section" in page_text


def test_started_section_shows_the_class_and_refuses_changes(client, secretary, group):
    entry = entry_of("II", 2000, group)
    entered(group, member())
    place_in_class(entry.pk, "I", acting=acting())
    start_section(group.pk, acting=acting())
    page = url("other_class", entry.pk)

    shown = html_of(client.get(url("section", group.pk)))

    assert "starts in class I in a vacancy" in shown
    assert page not in shown
    assert "The section has started." in html_of(
        client.post(page, {"starts_in": "own"})
    )


def test_public_page_shows_the_class_in_which_a_player_was_judged(client, group):
    """Number 8 of class II draws all games but one against players of class I."""
    for _ in range(7):
        entry_of("I", 1950, group)
    eighth = entry_of("II", 2000, group)
    place_in_class(eighth.pk, "I", acting=acting())
    start_section(group.pk, acting=acting())
    for pairing in group.pairings.all():
        loses = eighth.pk in (pairing.white_id, pairing.black_id) and pairing.round == 1
        lost = "0-1" if pairing.white_id == eighth.pk else "1-0"
        result(pairing, lost if loses else "1/2")
    submitted(group)
    judge_section(group.pk)

    shown = html_of(client.get(url("tournament", group.tournament_id)))

    assert "Gets class I: Reached the score for staying." in shown
    assert (
        "<dt>Judged as class</dt> <dd>I, in a vacancy <small>SSF § 7.6</small>" in shown
    )
