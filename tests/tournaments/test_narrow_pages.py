"""Pages on a telephone, in a real browser."""

import pytest
from django.urls import reverse

from federation.enums import RoleKind
from federation.models import User
from tests.factories import ClassMembershipFactory, PlayerFactory, RoleFactory, acting
from tests.tournaments.sanctions import applied
from tests.tournaments.tournaments_made import (
    entered,
    played,
    section,
    started,
    tournament,
)
from tests.tournaments.views.movements.test_movements import judged
from tournaments.domain.rounds.boards import set_boards

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
WIDTH, THUMB = 390, 40


@pytest.fixture
def phone(window):
    window.set_viewport_size({"width": WIDTH, "height": 844})
    return window


def test_long_label_of_a_fact_leaves_more_than_half_the_width_to_its_value(phone, club):
    sent = applied(section(tournament(club)))
    phone.goto(reverse("tournaments:sanction", args=[sent.tournament_id]))
    label = phone.locator(".facts dt").first
    label.evaluate("each => (each.textContent = 'A label of many words '.repeat(4))")

    value = phone.locator(".facts dd").first
    assert value.bounding_box()["width"] > WIDTH * 0.45


def test_table_of_the_pieces_of_a_formula_fits(phone, club):
    RoleFactory(kind=RoleKind.ADMINISTRATOR, user=User.objects.get(roles__club=club))
    phone.goto("/pools/chess-long/propose/?system=ssf_2008")
    phone.locator("summary", has_text="The pieces of a formula").click()

    assert phone.locator(".edition-pieces").is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_player_who_needs_a_rating_keeps_the_name_on_one_line(phone, club):
    group = section(tournament(club))
    entered(group, PlayerFactory(first_name="Liam", last_name="Jonsson"))
    phone.goto(reverse("tournaments:section", args=[group.pk]))

    assert phone.get_by_text("Give a rating or an estimate").is_visible()
    assert phone.locator(".entered-name").bounding_box()["width"] > WIDTH / 2


def test_rounds_and_acts_are_as_wide_and_high_as_a_thumb(phone, club):
    group = section(tournament(club), format="boards", rounds=3)
    started(group, size=4)
    set_boards(group.pk, 1, [(1, 2), (3, 4)], acting=acting())
    played(group)
    small = []
    for address, targets in (
        (f"/sections/{group.pk}/results/", ".round-tabs a"),
        (f"/sections/{group.pk}/boards/?round=2", ".round-tabs a, .absent-tick"),
        (f"/sections/{group.pk}/rounds/1/", ".round-tabs a"),
        (f"/tournaments/{group.tournament_id}/", ".round-tabs a, .organiser .row > a"),
    ):
        phone.goto(address)
        assert phone.locator(targets).count()
        for target in phone.locator(targets).all():
            box = target.bounding_box()
            if min(box["width"], box["height"]) < THUMB:
                small.append((address, target.inner_text(), box))
    assert small == []


def test_tools_and_what_opens_are_as_high_as_a_thumb_beside_a_fine_pointer(phone, club):
    group = played(started(section(tournament(club)), size=4))
    pages = {
        reverse(
            "tournaments:results", args=[group.pk]
        ): "main summary, main button.tool",
        reverse(
            "tournaments:tournament", args=[group.tournament_id]
        ): "main summary, main button.tool",
    }
    for address, targets in pages.items():
        phone.goto(address)
        shown = [each for each in phone.locator(targets).all() if each.is_visible()]
        assert shown, address
        for each in shown:
            assert each.bounding_box()["height"] >= 44, each.inner_text()


def test_own_name_in_the_menu_is_as_high_as_the_other_lines(phone, club):
    phone.goto(reverse("tournaments:desk"))
    phone.locator(".menu > summary").click()
    assert phone.locator(".menu-sheet .who").bounding_box()["height"] >= THUMB


def test_class_that_changed_in_the_meantime_fits(phone, club):
    RoleFactory(kind=RoleKind.RULES_COMMITTEE, user=User.objects.get(roles__club=club))
    group = judged()
    winner = group.movements.get(entry__pairing_number=1).entry.player
    ClassMembershipFactory(player=winner, player_class="I")
    phone.goto(reverse("tournaments:movements"))

    assert phone.get_by_text("the register now says I").is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH
    name = phone.locator("tbody th.name").nth(1)
    assert name.bounding_box()["width"] > WIDTH / 3


def test_value_that_is_left_out_stands_beside_its_opponent(phone, club):
    group = section(tournament(club), format="boards", rounds=2)
    started(group, size=4)
    for number, boards in enumerate(([(1, 2), (3, 4)], [(1, 3), (2, 4)]), 1):
        set_boards(group.pk, number, boards, acting=acting())
    played(group)
    phone.goto(reverse("tournaments:tie_breaks", args=[group.entries.first().pk]))

    left_out = phone.locator(".ledger .unrated").first
    opponent, value = (
        left_out.locator(each).bounding_box() for each in (".opponent", ".running")
    )
    assert value["y"] < opponent["y"] + opponent["height"]
    assert value["x"] > opponent["x"]


def test_months_before_and_after_stand_beside_each_other(phone, club):
    phone.goto(reverse("tournaments:month") + "?month=2026-11")

    before, after = (
        link.bounding_box() for link in phone.locator(".month-turn a").all()
    )
    assert before["y"] == after["y"]
    assert before["height"] >= THUMB


def test_label_of_a_fact_beside_others_does_not_run_into_its_value(phone, club):
    made = tournament(club, period_rule="first_day")
    phone.goto(reverse("tournaments:tournament", args=[made.pk]))

    overlaps = phone.locator(".facts-inline dt").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length"
    )
    assert overlaps == 0


def test_links_to_the_standings_after_each_round_are_as_large_as_a_thumb(phone, club):
    group = played(started(section(tournament(club)), size=4))
    phone.goto(reverse("tournaments:tournament", args=[group.tournament_id]))

    links = phone.locator("a[href*='/standings/']").filter(has_text="Standings after")
    assert links.count() == 3
    for link in links.all():
        box = link.bounding_box()
        assert min(box["width"], box["height"]) >= THUMB
