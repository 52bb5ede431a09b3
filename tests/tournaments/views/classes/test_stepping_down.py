"""The rules committee enters players who step down a class on request."""

from datetime import timedelta

import pytest
from django.urls import reverse

from federation.models import ClassMembership
from tests.factories import ClassMembershipFactory, UserFactory, acting, member
from tests.ratings.page_text import text
from tests.tournaments.pages import html_of, url
from tests.worlds import shared
from tournaments.domain.movements.stepping_down import step_down, undo_step_down
from tournaments.models import StepDown

pytestmark = pytest.mark.django_db


@shared
def player():
    found = member(first_name="Elsa", last_name="Nygren")
    ClassMembershipFactory(player=found, player_class="II")
    return found


@pytest.fixture
def long_ago(today):
    return today.replace(year=today.year - 8)


def classes_held(player):
    return [
        line.player_class
        for line in ClassMembership.objects.filter(player=player).order_by("pk")
    ]


def test_committee_finds_the_player_and_enters_the_step_down(
    client, committee, player, long_ago, today
):
    page = url("step_down", player.pk)
    found = html_of(client.get(url("on_request"), {"q": "elsa nyg"}))
    assert page in found

    form_data = {"last_played": long_ago.isoformat(), "reason": "By letter"}
    answer = client.post(page, form_data, follow=True)

    assert "Class II → III: the class register says so now." in html_of(answer)
    assert f"{committee}," in html_of(answer)
    assert "By letter" in html_of(answer)
    assert classes_held(player) == ["II", "III"]
    assert ClassMembership.objects.get(step_down__isnull=False).from_date == today


def test_stepping_down_too_early_is_refused_with_the_day(
    client, committee, player, today
):
    last = today - timedelta(days=300)
    form_data = {"last_played": last.isoformat(), "reason": "By letter"}

    page_text = html_of(client.post(url("step_down", player.pk), form_data))

    assert "The player can step down from" in page_text
    assert str(last.year + 7) in page_text
    assert "By letter" in page_text
    assert classes_held(player) == ["II"]


def test_player_page_says_on_request_and_not_the_reason(client, player, long_ago):
    step_down(player.pk, long_ago, "By letter", acting=acting())
    shown = html_of(client.get(reverse("ratings:player", args=[player.pk])))
    assert "<td> On request </td> <td>SSF § 7.3c</td>" in shown
    assert "By letter" not in shown
    assert url("step_down", player.pk) not in shown


def test_player_page_links_the_committee_to_the_form(client, committee, player):
    shown = html_of(client.get(reverse("ratings:player", args=[player.pk])))
    assert url("step_down", player.pk) in shown


def test_step_down_is_undone_on_the_page(client, committee, player, long_ago):
    made = step_down(player.pk, long_ago, "By letter", acting=acting())
    undo = url("undo_step_down", made.pk)
    assert undo in html_of(client.get(url("on_request")))

    answer = client.post(undo, follow=True)

    assert "Undone: the class register is as it was." in html_of(answer)
    assert undo not in html_of(answer)
    assert classes_held(player) == ["II"]


def test_step_down_that_cannot_be_undone_says_why(client, committee, player, long_ago):
    made = step_down(player.pk, long_ago, "By letter", acting=acting())
    ClassMembershipFactory(player=player, player_class="II")

    shown = html_of(client.get(url("on_request")))

    assert "The player has since got another line in the class register" in shown
    assert url("undo_step_down", made.pk) not in shown


def test_hidden_player_is_found_by_and_named_to_the_committee(
    client, committee, player, long_ago
):
    player.visibility = "hidden"
    player.save()
    step_down(player.pk, long_ago, "By letter", acting=acting())
    shown = html_of(client.get(url("on_request"), {"q": "nygren"}))
    assert shown.count("Elsa Nygren") > 1
    assert "Elsa Nygren" in html_of(client.get(url("step_down", player.pk)))


@pytest.mark.parametrize("name", ["step_down", "undo_step_down"])
def test_only_the_committee_enters_or_undoes_a_step_down(
    client, secretary, player, long_ago, name
):
    made = step_down(player.pk, long_ago, "By letter", acting=acting())
    pk = player.pk if name == "step_down" else made.pk
    assert client.post(url(name, pk)).status_code == 403
    assert StepDown.objects.count() == 1
    assert classes_held(player) == ["II", "III"]


def test_line_has_class_author_and_undoing_user(client, committee, player, long_ago):
    by, undone_by = UserFactory(name="Ann Enters"), UserFactory(name="Uno Undoes")
    made = step_down(player.pk, long_ago, "By letter", acting=acting(by))
    expected_text = (
        f"Elsa Nygren II → III Ann Enters, 2026-06-15 14:00 ; last competition {long_ago} ;"
        " By letter"
    )
    assert f"{expected_text} Undo" in text(client.get(url("on_request")))

    undo_step_down(made.pk, acting=acting(undone_by))

    assert f"{expected_text}; undone by Uno Undoes, 2026-06-15 14:00 Undone" in (
        text(client.get(url("on_request")))
    )
