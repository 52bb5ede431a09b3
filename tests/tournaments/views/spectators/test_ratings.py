"""The public rating changes of a tournament."""

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from federation.enums import Visibility
from ratings.engine.domain.computation import compute_pool
from ratings.ledger.domain.reports import hold_report, return_report
from tests.factories import NOON, officer, rated_by, secretary_of
from tests.ratings.rating_lists import rated
from tests.tournaments.tournaments_made import (
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


def test_changes_of_the_tournament_are_separate_from_the_rest_of_the_period(
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

    # Lost here and won as much elsewhere: 16 points between equals.
    assert lines(answer) == {one.pk: (-16, 0), two.pk: (16, 16)}
    assert "This tournament" in words(answer)
    assert lines(client.get(address(group))) == lines(answer)


def test_page_before_a_submission_says_what_will_be_here(client, group):
    assert "No rating has changed yet" in words(client.get(address(group)))


def test_page_reloads_itself_during_the_computation(client, group):
    played(group)
    submitted(group)
    assert f'hx-get="{address(group)}"' in words(client.get(address(group)))
    part = client.get(address(group), headers={"HX-Request": "true"})
    assert "<html" not in words(part)
    # It is public, so it waits as long as every public page does.
    assert 'hx-trigger="every 10s"' in words(part)
    computed(group)
    assert "hx-get" not in words(client.get(address(group)))


def test_returned_report_shows_no_changes(client, group):
    played(group)
    report = submitted(group)
    acting = ActionContext(officer().pk, NOON)
    return_report(report.pk, reason="No.", acting=acting)
    computed(group)
    assert "No rating has changed yet" in words(client.get(address(group)))


def test_held_report_is_named(client, group):
    report = submitted(played(group))
    hold_report(report.pk, "Who won?", acting=ActionContext(officer().pk, NOON))

    shown = words(client.get(address(group)))

    assert "the rating office is holding the report" in shown
    assert "as soon as results have been sent in" not in shown


def test_other_games_are_explained_if_a_player_has_some(client, club, group):
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


def test_player_who_shows_no_full_name_is_left_out(client, group):
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


def test_tournament_in_preparation_is_visible_only_to_its_organisers(client, club):
    made = section(tournament(club))
    assert client.get(address(made)).status_code == 404
    client.force_login(secretary_of(club))
    assert client.get(address(made)).status_code == 200


def test_tournament_page_links_to_the_rating_changes(client, group):
    page = reverse("tournaments:tournament", args=[group.tournament_id])
    assert f'href="{address(group)}"' in words(client.get(page))


def test_query_count_does_not_depend_on_the_number_of_players(
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
    with django_assert_max_num_queries(13) as queries:
        client.get(address(groups[0]))
    with django_assert_num_queries(len(queries)):
        client.get(address(groups[1]))


@pytest.mark.parametrize("system", ["scrabble", "renju"])
def test_start_of_a_newcomer_is_by_the_rules_whatever_the_system(client, club, system):
    rated_by(system)
    group = played(started(section(tournament(club)), size=8))
    submitted(group)
    computed(group)

    shown = words(client.get(address(group)))

    assert "new: start by the rules" in shown
    assert "by age" not in shown
