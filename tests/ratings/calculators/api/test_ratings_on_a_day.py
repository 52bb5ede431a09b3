"""A player's rating on a day, for other programs. Numbers are those of the rulebook's
example: Adam 1950 beats Bertil 2220 and wins 26; lost, the game costs 6 (SSF rating).
"""

from datetime import date

import pytest
from django.test import Client

from federation.enums import Visibility
from ratings.calculators.api.examples import DAY_ANSWER
from ratings.calculators.api.ratings_on_a_day import RatingOnADay
from ratings.models import Edition
from tests.factories import chess_pool, officer, rated_by
from tests.ratings.levels import a_game
from tests.ratings.rating_lists import SPRING, corrected, published, rulebook_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def client():
    return Client(headers={"Accept-Language": "en"})


def on(client, player, day="2026-06-01", **params):
    number = getattr(player, "pk", player)
    return client.get(f"/api/v1/players/{number}/ratings/{day}", params)


def codes(response):
    return {each["path"]: each["code"] for each in response.json()["errors"]}


def test_original_list_revised_list_and_current_ledger_are_returned(client):
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 0)
    published(SPRING)
    answer = on(client, adam).json()
    RatingOnADay.model_validate(answer, extra="forbid")
    number = adam.national_id
    player = {"id": adam.pk, "name": "Adam Ek", "number": number}
    assert answer == DAY_ANSWER | {"player": player}


def test_no_rating_is_returned_before_the_first_list(client):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    answer = on(client, adam, "2026-04-30").json()
    assert (answer["list_held"], answer["lists"], answer["computed"]) == (
        None,
        [],
        None,
    )


def test_pool_is_selected_by_its_code(client):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    assert on(client, adam, pool="chess-long").json() == on(client, adam).json()
    refused = on(client, adam, pool="go")
    assert (refused.status_code, codes(refused)) == (404, {"request": "no_pool"})


@pytest.mark.parametrize(
    "day", ["2026-02-30", "20260601", "x", "2026-6-1", "0000-01-01", "2026-W10-1"]
)
def test_invalid_day_is_refused_with_its_path(client, day):
    adam, _bertil, _report = rulebook_game()
    refused = on(client, adam, day)
    assert (refused.status_code, codes(refused)) == (422, {"day": "no_such_day"})


def test_future_day_is_refused(client):
    adam, _bertil, _report = rulebook_game()
    assert codes(on(client, adam, "9999-12-31")) == {"day": "day_to_come"}


@pytest.mark.parametrize("number", ["0", "x", "²", "99999999999999999999", "-1"])
def test_a_player_who_does_not_exist_is_not_found(client, number):
    refused = on(client, number)
    assert (refused.status_code, codes(refused)) == (404, {"request": "no_player"})


def test_hidden_player_is_not_found_by_any_user(client, settings):
    settings.DEMO = True
    adam, _bertil, _report = rulebook_game()
    adam.visibility = Visibility.HIDDEN
    adam.save()
    client.force_login(officer())
    assert on(client, adam).status_code == 404


def test_player_shown_by_initials_is_not_found(client):
    adam, _bertil, _report = rulebook_game()
    adam.visibility = Visibility.INITIALS
    adam.save()
    assert on(client, adam).status_code == 404


def test_head_is_answered_as_get_without_a_body(client):
    adam, _bertil, _report = rulebook_game()
    answer = client.head(f"/api/v1/players/{adam.pk}/ratings/2026-06-01")
    assert (answer.status_code, answer["Content-Type"], answer.content) == (
        200,
        "application/json",
        b"",
    )


def test_unchanged_answer_is_sent_once_to_a_client_that_keeps_it(client):
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    first = on(client, adam)
    assert first["Cache-Control"] == "no-cache"
    kept = Client(headers={"Accept-Language": "en", "If-None-Match": first["ETag"]})
    again = on(kept, adam)
    assert (again.status_code, again.content) == (304, b"")
    assert on(kept, adam, "2026-05-01").status_code == 200
    assert on(kept, adam, pool="chess-long").status_code == 200


def test_kept_answer_is_sent_again_after_a_correction_a_list_or_another_name(client):
    adam, bertil, _report = rulebook_game()
    marks = [on(client, adam)["ETag"]]
    published(SPRING)
    marks.append(on(client, adam)["ETag"])
    corrected(adam, bertil, 0)
    marks.append(on(client, adam)["ETag"])
    adam.last_name = "Al"
    adam.save()
    marks.append(on(client, adam)["ETag"])
    assert len(set(marks)) == len(marks)


def test_hidden_player_is_not_found_by_a_client_that_keeps_the_answer(client):
    adam, _bertil, _report = rulebook_game()
    kept = on(client, adam)["ETag"]
    adam.visibility = Visibility.HIDDEN
    adam.save()
    asking = Client(headers={"If-None-Match": kept})
    assert on(asking, adam).status_code == 404


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_another_method_is_not_allowed(client, method):
    refused = getattr(client, method)("/api/v1/players/1/ratings/2026-06-01")
    assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD")
    assert codes(refused) == {"request": "wrong_method"}


def test_requests_count_towards_the_calculators_limit(client, settings):
    settings.CALCULATOR_LIMIT = 1
    adam, _bertil, _report = rulebook_game()
    assert [on(client, adam).status_code for _turn in range(2)] == [200, 429]


@pytest.mark.parametrize("lists", [1, 3])
def test_query_count_does_not_depend_on_number_of_lists(
    client, lists, django_assert_num_queries
):
    adam, bertil, _report = rulebook_game()
    for number in range(lists):
        corrected(adam, bertil, number)
        published(SPRING)
    with django_assert_num_queries(8):
        on(client, adam)


def test_level_rating_is_returned_as_name_and_number(client):
    rated_by("renju")
    anna, _bo = a_game()
    published(SPRING)

    answer = on(client, anna).json()

    RatingOnADay.model_validate(answer, extra="forbid")
    assert [(each["rating"], each["level"]) for each in answer["lists"]] == [
        (8, "3 kyu")
    ]
    assert (answer["computed"], answer["computed_level"]) == (8, "3 kyu")


def test_old_list_of_levels_shows_levels_after_a_change_of_system(client):
    rated_by("renju")
    anna, _bo = a_game()
    published(SPRING)
    Edition.objects.create(
        pool=chess_pool(), from_date=date(2026, 4, 1), system="ssf_2008", parameters={}
    )

    answer = on(client, anna, "2026-03-15").json()

    assert [each["level"] for each in answer["lists"]] == ["3 kyu"]
