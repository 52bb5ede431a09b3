"""Forms opened by two users at once: changes not seen are not overwritten."""

import re

import pytest
from django.urls import reverse

from tests.factories import acting
from tests.tournaments.tournaments_made import draft, section, started, tournament
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.planning.tournaments import change_tournament

pytestmark = pytest.mark.django_db
SAVED = {"accept-language": "en"}


def as_opened(client, page):
    """Return what the browser sends if the form is opened and nothing is typed."""
    shown = client.get(page, headers=SAVED)
    form = shown.context["form"]
    values = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in values.items() if value not in (None, "")}
    sent = {name: value for name, value in sent.items() if value is not False}
    return sent | {"seen": shown.context["seen"]}


def words(answer):
    return re.sub(r"\s+", " ", answer.text)


def test_section_shortened_in_the_meantime_is_not_lengthened_by_an_old_form(
    client, secretary, club
):
    group = started(section(tournament(club), format="boards", rounds=5), size=4)
    page = reverse("tournaments:edit_section", args=[group.pk])
    renamed = as_opened(client, page) | {"section_name": "Group B"}
    cut = SectionDraft("Group A", format="boards", rounds=4, rounds_reason="The hall")
    change_section(group.pk, cut, acting=acting())

    refused = client.post(page, renamed, headers=SAVED)

    group.refresh_from_db()
    assert (group.name, group.rounds) == ("Group A", 4)
    assert "Rounds – 4, " in words(refused)
    assert "Group B" in refused.text

    again = renamed | {"seen": refused.context["seen"], "rounds": 5}
    assert client.post(page, again).status_code == 302
    group.refresh_from_db()
    assert (group.name, group.rounds) == ("Group B", 5)


def test_tournament_changed_in_the_meantime_is_not_overwritten_by_an_old_form(
    client, secretary, club
):
    made = tournament(club)
    page = reverse("tournaments:change", args=[made.pk])
    renamed = as_opened(client, page) | {"name": "Autumn cup"}
    moved = draft(club, place="The library", is_large=False, minutes=90)
    change_tournament(made.pk, moved, acting=acting())

    refused = client.post(page, renamed, headers=SAVED)

    made.refresh_from_db()
    assert (made.name, made.place) == ("Spring cup", "The library")
    expected_text = "Place – The library, Minutes for each player – 90."
    assert f"changed this since you opened the page: {expected_text}" in words(refused)


def test_same_form_sent_twice_is_no_conflict(client, secretary, club):
    group = section(tournament(club))
    for page, change in (
        (reverse("tournaments:change", args=[group.tournament_id]), {"name": "Autumn"}),
        (reverse("tournaments:edit_section", args=[group.pk]), {"section_name": "B"}),
    ):
        sent = as_opened(client, page) | change
        assert [client.post(page, sent).status_code for _ in "12"] == [302, 302]


@pytest.mark.parametrize("seen", ["", "{", "[]", "7", '{"rounds": 7}'])
def test_invalid_seen_value_is_no_server_error(client, secretary, club, seen):
    made = tournament(club)
    page = reverse("tournaments:change", args=[made.pk])

    answer = client.post(page, as_opened(client, page) | {"seen": seen})

    assert answer.status_code == 302


@pytest.mark.parametrize("seen", ["[" * 20_000, '{"name":' * 20_000, "9" * 5_000])
def test_nonsense_in_place_of_the_seen_values_is_ignored(client, secretary, club, seen):
    made = tournament(club)
    page = reverse("tournaments:change", args=[made.pk])
    renamed = as_opened(client, page) | {"name": "Autumn cup", "seen": seen}

    assert client.post(page, renamed).status_code == 302

    made.refresh_from_db()
    assert made.name == "Autumn cup"
