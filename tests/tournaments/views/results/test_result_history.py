"""Who entered which result, and undoing it, without a script."""

import json
import re
from datetime import date

import pytest
from django.utils import timezone

from tests.factories import RoleFactory, UserFactory, acting, member
from tests.ratings.page_text import text
from tests.tournaments.pages import html_of, url
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import (
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.phone.entering import enter_by_phone
from tournaments.domain.results import ResultWish, enter_result
from tournaments.domain.rounds.boards import set_boards

pytestmark = pytest.mark.django_db


@shared
def their_group(club):
    made = started(section(tournament(club), format="boards", rounds=1), size=4)
    set_boards(made.pk, 1, [(1, 2), (3, 4)], acting=acting())
    return made


@pytest.fixture
def group(secretary, their_group):
    return their_group


@pytest.fixture
def one(group):
    return group.pairings.get(board=1)


def write(client, pairing, result, **fields):
    pairing.refresh_from_db()
    fields |= {"result": result, "version": str(pairing.version)}
    return client.post(url("result", pairing.pk), fields)


def test_history_of_a_board_shows_author_result_and_way(client, group, one):
    code = given(group, "Hall 2").code
    enter_by_phone(code.pk, ResultWish(one.pk, "1-0", 0), key="k", at=timezone.now())
    enter_result(one.pk, "1/2", 1, acting=acting(UserFactory(name="Ann")))

    page = html_of(client.get(url("board_history", one.pk)))

    assert page.index("1–0 → <strong>½–½</strong>") < page.index(
        "not played yet → <strong>1–0</strong>"
    )
    assert "Ann, on the results page" in page
    assert "Hall 2, with a phone code" in page


def test_history_is_linked_from_the_line_of_the_board(client, group, one):
    result(one, "1-0")

    page = client.get(url("results", group.pk)).text

    assert page.count(url("board_history", one.pk)) == 1
    assert url("result_changes", group.pk) in page


def test_last_own_change_is_undone_and_redone_without_a_script(client, group, one):
    write(client, one, "1-0")
    page = client.get(url("result_changes", group.pk))
    change = page.context["undo"].change

    undone = client.post(url("take_back_change", change.pk), follow=True)
    one.refresh_from_db()
    assert (one.result, undone.context["undo"]) == ("", None)
    assert "Round 1, board 1: the change is undone." in html_of(undone)
    client.post(url("take_back_change", undone.context["redo"].change.pk))
    one.refresh_from_db()
    assert one.result == "1-0"


def test_change_overwritten_by_another_user_is_not_undone(client, group, one):
    write(client, one, "1-0")
    change = one.changes.get()
    result(one, "1/2")

    answer = client.post(url("take_back_change", change.pk), follow=True)

    one.refresh_from_db()
    assert one.result == "1/2"
    assert "Somebody has changed this game since" in html_of(answer)
    assert answer.context["undo"] is None


def test_undoing_is_not_offered_after_submission(client, secretary, group):
    played(group)
    submitted(group, by=secretary)

    page = client.get(url("result_changes", group.pk)).text

    assert "take-back" not in page


def test_results_page_contains_the_changes_that_can_be_undone(client, group, one, club):
    write(client, one, "1-0")
    write(client, group.pairings.get(board=2), "0-1")
    write(client, group.pairings.get(board=2), "", turn="undo")

    turns = json.loads(client.get(url("results", group.pk)).context["turns"])
    assert turns == {
        "done": [{"id": str(one.pk), "result": ""}],
        "undone": [{"id": str(group.pairings.get(board=2).pk), "result": "0-1"}],
    }
    client.force_login(RoleFactory(kind="deputy", club=club).user)
    others = json.loads(client.get(url("results", group.pk)).context["turns"])
    assert others == {"done": [], "undone": []}


def test_change_that_removes_the_day_names_no_day(client, secretary, group, one):
    result(one, "1/2", finished_date=date(2026, 5, 5))
    one.refresh_from_db()
    result(one, "")

    page = text(client.get(url("result_changes", group.pk)))

    assert "(Finished on 2026-05-05" in page
    assert page.count("(Finished on") == 1


def test_change_has_round_board_players_and_both_results(client, secretary, club):
    names = ("Alm", "Berg", "Dahl", "Ek")
    players = [member(club, first_name="Bo", last_name=name) for name in names]
    made = section(tournament(club), format="boards", rounds=2)
    group = started(made, players=players)
    for number, pairs in ((1, [(1, 2), (3, 4)]), (2, [(4, 2), (1, 3)])):
        set_boards(group.pk, number, pairs, acting=acting())
    first, one, other = (
        group.pairings.get(round=number, board=board)
        for number, board in ((1, 1), (2, 1), (2, 2))
    )
    for board, each in ((other, "1/2"), (one, "1-0"), (one, "0-1"), (first, "1-0")):
        write(client, board, each)
    for board in (first, one):
        last = board.changes.order_by("pk").last()
        client.post(url("take_back_change", last.pk))

    page = text(client.get(url("result_changes", group.pk)))

    assert "Your last change: 2.1 Bo Ek – Bo Berg, not played yet → 1–0 Undo" in page
    assert "Undone: 2.1 Bo Ek – Bo Berg, 0–1 → 1–0 Redo" in page
    line = r"(\d\.\d) (Bo \w+ – Bo \w+): (.+?) → (.+?) \d{4}-"
    assert re.findall(line, page) == [
        ("2.1", "Bo Ek – Bo Berg", "0–1", "1–0"),
        ("1.1", "Bo Alm – Bo Berg", "1–0", "not played yet"),
        ("1.1", "Bo Alm – Bo Berg", "not played yet", "1–0"),
        ("2.1", "Bo Ek – Bo Berg", "1–0", "0–1"),
        ("2.1", "Bo Ek – Bo Berg", "not played yet", "1–0"),
        ("2.2", "Bo Alm – Bo Dahl", "not played yet", "½–½"),
    ]
    history = client.get(url("board_history", one.pk))
    assert "Round 2, board 1" in text(history)
    assert [row.is_last for row in history.context["rows"]] == [True, False, False]


def test_query_count_of_the_changes_is_small(
    client, group, django_assert_max_num_queries
):
    for board in group.pairings.all():
        for each in ("1-0", "0-1", "1/2", ""):
            write(client, board, each)
    with django_assert_max_num_queries(16):
        client.get(url("result_changes", group.pk))
