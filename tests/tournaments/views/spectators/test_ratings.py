"""The rating changes of a tournament, for everybody."""

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from federation.enums import Visibility
from ratings.engine.domain.computation import compute_pool
from ratings.ledger.domain.reports import hold_report, return_report
from tests.factories import NOON, officer, secretary_of
from tests.ratings.published import rated
from tests.tournaments.makers import (
    board,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db


def address(group):
    return reverse("tournaments:rating_changes", args=[group.tournament_id])


def words(answer) -> str:
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@shared
def group(club):
    return started(section(tournament(club)), players=[rated(1900), rated(1900)])


def wins(group, player):
    pairing = board(group, 1, 2)
    result(pairing, "1-0" if pairing.white.player == player else "0-1")


def computed(group):
    compute_pool(group.tournament.pool_id, at=NOON, cause="test")


def lines(answer):
    return {
        line.change.player_id: (own, line.change.change)
        for line, own in answer.context["shown"].lines
    }


def test_the_tournaments_part_stands_apart_from_the_rest_of_the_period(
    client, club, group
):
    one, two = (entry.player for entry in group.entries.in_order())
    elsewhere = started(
        section(tournament(club, name="Autumn cup")), players=[one, rated(1900)]
    )
    wins(group, two)
    wins(elsewhere, one)
    for each in (group, elsewhere):
        submitted(each)
    computed(group)

    answer = client.get(address(group))

    # Lost here, won as much elsewhere: 16 between equals.
    assert lines(answer) == {one.pk: (-16, 0), two.pk: (16, 16)}
    assert "This tournament" in words(answer)
    assert lines(client.get(address(group))) == lines(answer)


def test_before_anything_is_sent_in_the_page_says_what_will_stand_there(client, group):
    assert "No rating has changed yet" in words(client.get(address(group)))


def test_while_it_is_computed_the_page_asks_again_for_itself(client, group):
    played(group)
    submitted(group)
    assert f'hx-get="{address(group)}"' in words(client.get(address(group)))
    part = client.get(address(group), headers={"HX-Request": "true"})
    assert "<html" not in words(part)
    # Everybody reads it, so it waits as long as every public page does.
    assert 'hx-trigger="every 10s"' in words(part)
    computed(group)
    assert "hx-get" not in words(client.get(address(group)))


def test_what_was_returned_changes_nothing(client, group):
    played(group)
    report = submitted(group)
    acting = ActionContext(officer().pk, NOON)
    return_report(report.pk, reason="No.", acting=acting)
    computed(group)
    assert "No rating has changed yet" in words(client.get(address(group)))


def test_a_report_that_is_held_is_said_to_be(client, group):
    report = submitted(played(group))
    hold_report(report.pk, "Who won?", acting=ActionContext(officer().pk, NOON))

    shown = words(client.get(address(group)))

    assert "the rating office is holding the report" in shown
    assert "as soon as results have been sent in" not in shown


def test_other_games_are_explained_where_somebody_has_them(client, club, group):
    played(group)
    submitted(group)
    computed(group)
    explained = "A number after + counts"
    assert explained not in words(client.get(address(group)))

    one = group.entries.in_order()[0].player
    elsewhere = started(section(tournament(club)), players=[one, rated(1900)])
    submitted(played(elsewhere))
    computed(group)
    assert explained in words(client.get(address(group)))


def test_whoever_shows_no_name_is_left_out(client, group):
    played(group)
    submitted(group)
    computed(group)
    one, two = (entry.player for entry in group.entries.in_order())
    one.visibility = Visibility.INITIALS
    one.save(update_fields=["visibility"])
    assert lines(client.get(address(group))).keys() == {two.pk}
    assert "Players who show no full name are left out." in words(
        client.get(address(group))
    )


def test_a_tournament_in_preparation_is_the_organisers_alone(client, club):
    made = section(tournament(club))
    assert client.get(address(made)).status_code == 404
    client.force_login(secretary_of(club))
    assert client.get(address(made)).status_code == 200


def test_the_tournament_leads_there(client, group):
    page = reverse("tournaments:tournament", args=[group.tournament_id])
    assert f'href="{address(group)}"' in words(client.get(page))


def test_the_page_asks_as_often_for_two_players_as_for_six(
    client, club, django_assert_num_queries, django_assert_max_num_queries
):
    groups = [
        played(
            started(section(tournament(club)), players=[rated(1900) for _ in range(n)])
        )
        for n in (2, 6)
    ]
    for each in groups:
        submitted(each)
    computed(groups[0])
    for each in groups:
        client.get(address(each))
    with django_assert_max_num_queries(13) as asked:
        client.get(address(groups[0]))
    with django_assert_num_queries(len(asked)):
        client.get(address(groups[1]))
