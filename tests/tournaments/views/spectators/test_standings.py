"""Standings after a round, and byes on the scorecard and among the results."""

import pytest

from tests.factories import acting, secretary_of
from tests.tournaments.pages import url
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import record_absences

pytestmark = pytest.mark.django_db


@shared
def group(club):
    facts = {"format": "boards", "rounds": 3}
    made = started(section(tournament(club), **facts), size=5)
    set_boards(made.pk, 1, [(1, 2), (3, 4), (5, None)], acting=acting())
    return made


def table(answer):
    return [
        (
            row.place,
            row.player.number,
            row.half_points,
            [each.text for each in row.cells],
            [each.text for each in row.tie_breaks],
        )
        for row in answer.context["shown"].rows
    ]


def after(client, group, number):
    return client.get(url("standings", group.pk, number))


def first_round(group):
    result(board(group, 1, 2), "1-0")
    result(board(group, 3, 4), "1/2")


def second_round(group):
    set_boards(group.pk, 2, [(5, 1), (2, 3), (4, None)], acting=acting())
    result(board(group, 1, 5), "1-0")
    result(board(group, 2, 3), "1-0")


def test_standings_after_a_round_do_not_change_later(client, group):
    first_round(group)
    before = table(after(client, group, 1))

    second_round(group)
    withdraw_entry(group.entries.get(pairing_number=1).pk, 2, acting=acting())

    then = after(client, group, 1)
    assert table(then) == before
    assert [len(row[3]) for row in table(then)] == [1] * 5
    assert table(after(client, group, 2)) != before
    marked = ["(withdrew)" in after(client, group, number).text for number in (1, 2)]
    assert marked == [False, True]


def test_each_round_with_results_is_linked(client, group):
    first_round(group)
    second_round(group)

    page = after(client, group, 2).text

    assert url("standings", group.pk, 1) in page
    assert url("standings", group.pk, 3) not in page
    assert (
        url("standings", group.pk, 2)
        in client.get(url("tournament", group.tournament_id)).text
    )


def test_missing_round_is_not_found(client, group):
    assert [after(client, group, n).status_code for n in (0, 4)] == [404, 404]


def test_working_is_also_that_of_the_round(client, group):
    first_round(group)
    second_round(group)
    entry = group.entries.get(pairing_number=3)

    now = client.get(url("tie_breaks", entry.pk)).context["standing"]
    then = client.get(url("tie_breaks", entry.pk), {"after": 1})

    assert (now.half_points, then.context["standing"].half_points) == (1, 1)
    assert "As they were after round 1" in then.text
    assert client.get(url("tie_breaks", entry.pk), {"after": "x"}).status_code == 200


def test_unchanged_part_is_answered_with_304(client, group):
    first_round(group)
    part = url("live_standings", group.pk, 1)
    mark = client.get(part)["ETag"]

    assert client.get(part, HTTP_IF_NONE_MATCH=mark).status_code == 304
    result(board(group, 3, 4), "1-0")
    assert client.get(part, HTTP_IF_NONE_MATCH=mark).status_code == 200


@pytest.mark.parametrize("size", [5, 9])
def test_query_count_does_not_depend_on_the_number_of_players(
    client, club, size, django_assert_max_num_queries
):
    made = started(section(tournament(club), format="boards", rounds=3), size=size)
    set_boards(made.pk, 1, [(1, 2), (3, 4)], acting=acting())
    result(board(made, 1, 2), "1-0")

    with django_assert_max_num_queries(9):
        after(client, made, 1)
    # The next visitor gets the cached table of the first one.
    with django_assert_max_num_queries(4):
        after(client, made, 1)
    # A signed-in user needs three more.
    client.force_login(secretary_of(club))
    after(client, made, 1)
    with django_assert_max_num_queries(12):
        after(client, made, 1)


def test_bye_of_an_absent_player_is_on_the_scorecard(client, club):
    made = started(section(tournament(club), format="boards", rounds=3), size=3)
    three = made.entries.get(pairing_number=3)
    record_absences(made.pk, 1, {three.pk: "half-bye"}, acting=acting())
    set_boards(made.pk, 1, [(1, 2)], acting=acting())

    card = client.get(url("scorecard", made.tournament_id, three.pk))

    found = [(line.game.round, str(line.game.cell)) for line in card.context["lines"]]
    assert found == [(1, "½")]


def test_byes_are_listed_where_results_are_entered(client, club, group):
    client.force_login(secretary_of(club))

    page = " ".join(client.get(url("results", group.pk)).text.split())

    assert "Without an opponent" in page
    assert "5. " in page.split("Without an opponent")[1]
