"""Special results on the results page, and other point systems in the table."""

import json

import pytest
from django.utils import timezone

from federation.permissions import NOBODY
from ratings.models import Game
from tests.factories import acting
from tests.tournaments.pages import url
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import section, started, submitted, tournament
from tests.tournaments.views.phone.test_entering import enter, opened
from tournaments.domain.rounds.boards import set_boards
from tournaments.queries.section_shown import shown_section

pytestmark = pytest.mark.django_db
DECIDED = ["both-one", "both-zero", "1-0 adj", "1/2 adj", "0-1 adj", "1-0 unr"]


@pytest.fixture
def make_section(secretary, club):
    def make(**facts):
        made = started(
            section(tournament(club), format="boards", rounds=1, **facts), size=4
        )
        set_boards(made.pk, 1, [(1, 2), (3, 4)], acting=acting())
        return made

    return make


def write(client, pairing, result, version=0):
    form_data = {"result": result, "version": str(version)}
    return client.post(url("result", pairing.pk), form_data)


def points(of) -> dict[int, int]:
    shown = shown_section(of, NOBODY, timezone.localdate())
    return {row.player.number: row.half_points for row in shown.rows}


@pytest.mark.parametrize("result", DECIDED)
def test_decided_result_is_entered_and_offered_by_the_organiser(
    client, make_section, result
):
    group = make_section()
    one = group.pairings.get(board=1)

    assert write(client, one, result).json()["result"] == result

    page = client.get(url("results", group.pk))
    assert f'value="{result}" checked' in page.text
    keys = json.loads(page.context["keys"])
    assert {result} <= {each["white"] for each in keys}


@pytest.mark.parametrize("result", DECIDED)
def test_helper_cannot_enter_a_decided_result(make_section, result):
    group = make_section()
    one = group.pairings.get(board=1)

    answer = enter(opened(given(group)), one, result)

    one.refresh_from_db()
    assert (answer.status_code, one.result) == (422, "")


def test_bye_is_refused_as_a_result_of_a_game(client, make_section):
    one = make_section().pairings.get(board=1)

    for result in ("bye", "half-bye", "zero-bye", "full-bye"):
        assert write(client, one, result).status_code == 422


@pytest.mark.parametrize(
    ("system", "expected"),
    [
        ("usual", {1: 2, 2: 0, 3: 1, 4: 1}),
        ("3-1-0", {1: 6, 2: 0, 3: 2, 4: 2}),
        ("3-2-1", {1: 6, 2: 2, 3: 4, 4: 4}),
    ],
)
def test_point_system_of_the_section_changes_the_table_and_not_the_rating(
    client, make_section, secretary, system, expected
):
    group = make_section(point_system=system)
    first, second = group.pairings.in_order()
    write(client, first, "1-0")
    write(client, second, "1/2")

    assert points(group) == expected
    submitted(group, by=secretary)
    scores = Game.objects.order_by("pk").values_list("score", "played")
    assert sorted(scores) == [(1, True), (2, True)]


def test_adjudicated_games_are_submitted_and_unrated_ones_are_not(
    client, make_section, secretary
):
    group = make_section()
    first, second = group.pairings.in_order()
    write(client, first, "1-0 adj")
    write(client, second, "1-0 unr")

    assert points(group) == {1: 2, 2: 0, 3: 2, 4: 0}
    submitted(group, by=secretary)
    assert list(Game.objects.values_list("score", "played")) == [(2, True)]


def test_both_one_by_decision_gives_both_a_point(client, make_section):
    group = make_section()
    write(client, group.pairings.get(board=1), "both-one")

    assert points(group) == {1: 2, 2: 2, 3: 0, 4: 0}
