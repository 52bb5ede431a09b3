"""A section of the Dutch system with accelerated rounds, from the form to the print."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.factories import acting, secretary_of
from tests.refusals import refusal_code
from tests.tournaments.domain.rounds.test_round_pairings import (
    as_proposed,
    proposal,
    seats_of,
)
from tests.tournaments.tournaments_made import played, section, started, submitted
from tests.worlds import shared
from tournaments.domain.planning.sections import SectionDraft, change_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.starting import undo_start

pytestmark = pytest.mark.django_db

DUTCH = {
    "format": "boards",
    "rounds": 5,
    "pairing_system": "dutch_2026",
    "acceleration": "baku",
}


@shared
def swiss():
    made = started(section(**DUTCH), size=8)
    made.first_colour = "white"
    made.save(update_fields=["first_colour"])
    return made


def pairs(group, number):
    of = dict(group.entries.values_list("pk", "pairing_number"))
    seats = seats_of(proposal(group, number, "dutch_2026"))
    return sorted(tuple(sorted((of[one], of[other]))) for one, other in seats)


def page(client, name, *parts):
    return client.get(reverse(f"tournaments:{name}", args=parts)).text


def test_upper_half_is_paired_within_itself_in_the_first_round(swiss):
    assert swiss.last_accelerated == 4
    assert pairs(swiss, 1) == [(1, 3), (2, 4), (5, 7), (6, 8)]


def test_halves_meet_without_acceleration():
    plain = started(section(**(DUTCH | {"acceleration": ""})), size=8)

    assert plain.last_accelerated is None
    assert pairs(plain, 1) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_losers_of_the_upper_half_meet_winners_of_the_lower_in_round_two(swiss):
    as_proposed(swiss, system="dutch_2026")
    played(swiss, "1-0")

    met = pairs(swiss, 2)

    upper = [pair for pair in met if max(pair) <= 4]
    assert len(upper) == 1, met


def test_pages_and_print_distinguish_points_for_pairing_from_points_scored(
    client, swiss
):
    as_proposed(swiss, system="dutch_2026")

    expected_text = "numbers 1–4 are paired with 1 point more"
    assert expected_text in page(client, "round", swiss.pk, 1)
    assert expected_text in page(client, "print_round", swiss.pk, "pairings", 1)
    shown = page(client, "tournament", swiss.tournament_id)
    assert "numbers 1–4 are paired in round 2" in shown
    assert "<small>(1)</small>" in shown
    client.force_login(secretary_of(swiss.tournament.organiser))
    boards = page(client, "boards", swiss.pk)
    assert "is paired with" in boards


def test_other_systems_cannot_be_accelerated():
    with pytest.raises(ValidationError, match="accelerated in FIDE’s Dutch system"):
        section(**(DUTCH | {"pairing_system": "monrad"}))


def test_acceleration_is_fixed_after_the_start(swiss):
    other = {key: each for key, each in DUTCH.items() if key != "acceleration"}
    form_data = {"name": "A", "tie_breaks": tuple(swiss.tie_breaks)}

    code = refusal_code(change_section, swiss.pk, SectionDraft(**form_data, **other))

    assert code == "acceleration_announced"


def virtual(group):
    return [group.virtual_half_points(1, number) for number in range(1, 6)]


def with_rounds(group, rounds, reason=""):
    return change_section(
        group.pk,
        SectionDraft(
            "A",
            tie_breaks=tuple(group.tie_breaks),
            rounds_reason=reason,
            **(DUTCH | {"rounds": rounds}),
        ),
        acting=acting(),
    )


def test_points_for_pairing_follow_the_announced_rounds(swiss):
    assert virtual(swiss) == [2, 2, 1, 0, 0]

    assert virtual(with_rounds(swiss, 2, "The hall is closed")) == [2, 2, 1, 0, 0]
    assert virtual(with_rounds(swiss, 9, "One more week-end")) == [2, 2, 1, 0, 0]
    assert swiss.round_days.count() == 9


def test_number_of_rounds_other_than_announced_needs_a_reason(swiss):
    with pytest.raises(TournamentRefusal) as refused:
        with_rounds(swiss, 2)
    assert (refused.value.code, refused.value.facts) == (
        "rounds_reason",
        {"planned": 5},
    )
    with_rounds(swiss, 2, "The hall is closed")

    back = with_rounds(swiss, 5, "forgotten")

    assert (back.rounds, back.planned_rounds, back.rounds_reason) == (5, 5, "")


def test_accelerated_section_that_ends_early_can_be_submitted(client, swiss):
    as_proposed(swiss, system="dutch_2026")
    played(swiss, "1-0")
    client.force_login(secretary_of(swiss.tournament.organiser))
    edit = reverse("tournaments:edit_section", args=[swiss.pk])
    submit = client.get(reverse("tournaments:submit", args=[swiss.tournament_id]))
    assert edit in submit.text

    form = client.get(edit).context["form"]
    facts = {key: each for key, each in form.initial.items() if each is not None}
    form_data = facts | {"rounds": 1, "rounds_reason": "The hall was flooded."}
    form_data = {key: each for key, each in form_data.items() if each is not False}
    assert client.post(edit, form_data).status_code == 302

    report = submitted(swiss)
    assert report.is_final
    seen = page(client, "tournament", swiss.tournament_id)
    assert "5 rounds were announced, and there are 1: The hall was flooded." in seen
    written = client.get(reverse("tournaments:section_trf", args=[swiss.pk]))
    lines = b"".join(written).decode().splitlines()
    assert "142 1" in lines
    assert "250       1.0   1   1    1    4" in lines


def test_undone_start_restores_the_announced_rounds(swiss):
    with_rounds(swiss, 2, "The hall is closed")

    group = undo_start(swiss.pk, acting=acting())

    assert (group.rounds, group.planned_rounds, group.rounds_reason) == (5, None, "")
