"""SSF §6 and Bilaga 1 g: at least eight players; pure is one class with at most one
player of a lower class; at most one M in the tournament. §7.1: players without a class.
"""

from datetime import timedelta

import pytest
from django.urls import reverse

from federation.permissions import Actor
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import NOON, ClassMembershipFactory, acting, member, secretary_of
from tests.ratings.rating_lists import rated
from tests.tournaments.sanctions import application, sanctioned
from tests.tournaments.tournaments_made import FIRST_DAY, entered, section, tournament
from tournaments.domain.entering import OutsideRating, enter_players
from tournaments.domain.entries.composition import composition_of
from tournaments.domain.entries.other_class import give_dispensation
from tournaments.domain.entry_requests.opening import EntryOpening, open_entries
from tournaments.domain.sanctions.applying import apply_for_sanction
from tournaments.domain.sanctions.deciding import SanctionAnswer, return_application
from tournaments.domain.start_facts import ratings_at_start
from tournaments.domain.starting import start_section
from tournaments.queries.entered import entered_players

pytestmark = pytest.mark.django_db


def of_class(*names):
    players = []
    for name in names:
        player = member()
        if name:
            ClassMembershipFactory(player=player, player_class=name)
        players.append(player)
    return players


def composed(group):
    group.refresh_from_db()
    entries = list(group.entries.in_order().select_related("player"))
    start = ratings_at_start(group, entries)
    lines = entered_players(
        group,
        entries,
        Actor(),
        NOON.date(),
        ratings=start.by_player,
        known=start.known,
    )
    return composition_of(group, lines)


def made(*names, **facts):
    group = section(gives_titles=True, **facts)
    entered(group, *of_class(*names))
    return group


@pytest.mark.parametrize(
    ("names", "pure_class", "problems"),
    [
        (["II"] * 8, "II", []),
        (["II"] * 7 + ["III"], "II", []),
        (["II"] * 6 + ["III"] * 2, None, []),
        (["II"] * 7 + ["I"], None, []),
        (["II"] * 7, "II", ["too_few_entries"]),
        (["M"] + ["I"] * 7, None, []),
        (["M"] * 2 + ["I"] * 6, None, ["too_many_masters"]),
    ],
)
def test_composition_of_a_section_follows_the_rules(names, pure_class, problems):
    found = composed(made(*names))
    assert (found.pure_class, list(found.problems)) == (pure_class, problems)


def test_classes_are_counted_from_the_highest():
    assert composed(made("III", "II", "II", "M")).classes == (
        ("M", 1),
        ("II", 2),
        ("III", 1),
    )


def test_player_without_class_is_counted_by_rating():
    group = section(gives_titles=True)
    entered(group, *of_class("II"), rated(1900), rated(1500), member())
    assert composed(group).classes == (("II", 2), ("III", 2))


def test_started_section_is_composed_by_the_recorded_classes():
    group = made(*["II"] * 8)
    start_section(group.pk, acting=acting())
    group.entries.filter(pairing_number=1).update(class_at_start="I")
    group.entries.filter(pairing_number=2).update(class_at_start="I")
    assert composed(group).pure_class is None


def test_masters_are_counted_in_the_whole_tournament():
    event = tournament()
    first = section(event, gives_titles=True)
    second = section(event, gives_titles=True, name="Group B")
    entered(first, *of_class("M", *["I"] * 7))
    entered(second, *of_class("M", *["I"] * 7))
    assert list(composed(first).problems) == ["too_many_masters"]

    start_section(second.pk, acting=acting())
    assert list(composed(first).problems) == ["too_many_masters"]


def test_player_who_starts_as_master_is_counted_as_one():
    event = tournament()
    first = section(event, gives_titles=True)
    second = section(event, gives_titles=True, name="Group B")
    entered(first, *of_class("M", *["I"] * 7))
    [entry] = enter_players(
        second.pk,
        [player.pk for player in of_class("I")],
        acting=acting(),
        outside=OutsideRating(2150, "estimate", "Seen"),
    )
    assert list(composed(first).problems) == []

    give_dispensation(entry.pk, "M", acting=acting())

    assert list(composed(first).problems) == ["too_many_masters"]
    assert composed(second).classes == (("M", 1),)


def test_merged_card_is_counted_with_the_class_of_the_card_that_stays():
    first, stays = made("M", *["I"] * 7), member()
    ClassMembershipFactory(player=stays, player_class="M")
    beside = section(first.tournament, gives_titles=True)
    gone = member()
    entered(beside, gone)
    draft = MergeDraft(gone.pk, stays.pk, "One person")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())

    assert list(composed(first).problems) == ["too_many_masters"]
    assert composed(beside).classes == (("M", 1),)


def test_masters_of_a_section_without_titles_are_not_counted():
    event = tournament()
    first = section(event, gives_titles=True)
    entered(first, *of_class("M", *["I"] * 7))
    entered(section(event), *of_class("M", "M"))
    assert list(composed(first).problems) == []


def test_masters_of_another_started_section_are_those_recorded():
    event = tournament()
    first = section(event, gives_titles=True)
    second = section(event, gives_titles=True)
    entered(first, *of_class("M", *["I"] * 7))
    risen, other = of_class("I", "I")
    entered(second, risen, other)
    start_section(second.pk, acting=acting())
    ClassMembershipFactory(player=risen, player_class="M", from_date=FIRST_DAY)

    assert list(composed(first).problems) == []


def test_classes_are_those_of_the_first_day_of_the_tournament():
    group = made("II", "II")
    beside = section(group.tournament, gives_titles=True)
    players = [entry.player for entry in group.entries.in_order()]
    players += of_class("I")
    entered(beside, players[2])
    for player, name in zip(players, ("I", "M", "M"), strict=True):
        later = FIRST_DAY + timedelta(days=1)
        ClassMembershipFactory(player=player, player_class=name, from_date=later)

    found = composed(group)

    assert found.classes == (("II", 2),)
    assert list(found.problems) == ["too_few_entries"]


def test_player_who_has_not_chosen_a_class_is_counted_last():
    group = section(gives_titles=True)
    entered(group, *of_class("III"), rated(1750))
    assert composed(group).classes == (("III", 1), ("", 1))


def test_returned_application_announces_no_class():
    group = made(*["II"] * 6 + ["III"] * 2)
    waiting = applied_for(group, "II")
    answer = SanctionAnswer(waiting.version, "Name an arbiter")
    return_application(group.tournament_id, answer, of_district=False, acting=acting())
    assert departures(group) == []


def test_section_without_titles_has_no_composition():
    group = section()
    entered(group, *of_class("II", "II"))
    assert composed(group) is None


def departures(group):
    return [
        (
            each.by,
            each.section_class,
            [person.pk for person in each.higher],
            [person.pk for person in each.lower],
        )
        for each in composed(group).departures
    ]


def applied_for(group, name):
    return apply_for_sanction(
        group.tournament_id,
        application(group, classes={group.pk: name}),
        acting=acting(),
    )


def player_ids(group, *numbers):
    entries = group.entries.filter(pairing_number__in=numbers)
    return list(entries.order_by("pairing_number").values_list("player", flat=True))


def test_two_players_of_a_lower_class_depart_from_the_application():
    group = made(*["II"] * 6 + ["III"] * 2)
    applied_for(group, "II")

    lower = player_ids(group, 7, 8)
    assert departures(group) == [("applied", "II", [], lower)]

    start_section(group.pk, acting=acting())
    assert departures(group) == [("applied", "II", [], lower)]


def test_one_player_of_a_lower_class_does_not_depart_from_the_application():
    group = made(*["II"] * 7 + ["III"])
    applied_for(group, "II")
    assert departures(group) == []


def test_mixed_section_that_became_pure_departs_from_the_sanction():
    group = made(*["II"] * 8)
    sanctioned(group)
    assert departures(group) == [("sanctioned", None, [], [])]


def test_player_of_another_class_than_announced_is_named():
    group = made(*["II"] * 7 + ["I"])
    day = group.tournament.start_date
    opening = EntryOpening(from_date=day, to_date=day, for_class="II")
    open_entries(group.pk, opening, acting=acting())
    assert departures(group) == [("open_entries", "II", player_ids(group, 8), [])]

    applied_for(group, "II")
    assert departures(group) == [("applied", "II", player_ids(group, 8), [])]


@pytest.mark.parametrize("page", ["section", "start_section"])
def test_organiser_sees_players_of_the_wrong_class_before_the_start(client, page):
    group = made(*["II"] * 6 + ["III"] * 2)
    applied_for(group, "II")
    client.force_login(secretary_of(group.tournament.organiser))

    answer = client.get(reverse(f"tournaments:{page}", args=[group.pk]))
    shown = " ".join(answer.content.decode().split())

    assert "It was applied for as a section of class II." in shown
    listed = shown.partition("Of a lower class")[2].partition("</p>")[0]
    for entry in group.entries.in_order():
        is_lower = entry.pairing_number > 6
        assert (entry.player.full_name in listed) == is_lower
