"""The public explanation of the pairings of a round, by system."""

import re
from importlib.metadata import version

import pytest
from django.urls import reverse

from tests.factories import acting, member
from tests.tournaments.domain.rounds.test_round_pairings import as_proposed
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import board, result, section, started
from tournaments.domain.results import withdraw_entry
from tournaments.domain.rounds.round_pairings import record_absences
from tournaments.models import RoundPairing, Section

pytestmark = pytest.mark.django_db
GACRUX = version("gacrux")


def paired(system, size, rounds=5):
    made = section(format="boards", rounds=rounds, pairing_system=system)
    names = [f"N{number}" for number in range(1, size + 1)]
    players = [member(first_name="A", last_name=name) for name in names]
    begun = started(made, players=players)
    Section.objects.filter(pk=begun.pk).exclude(first_colour="").update(
        first_colour="white"
    )
    begun.refresh_from_db()
    return begun


def page(client, group, number):
    answer = client.get(reverse("tournaments:round", args=[group.pk, number]))
    return " ".join(re.sub("<[^>]*>", "", html_of(answer)).split())


def shown(client, group, number):
    """Return only the reasons on the page."""
    _before, _papers, reasons = page(client, group, number).partition(
        "Print result slips "
    )
    return reasons.partition(" This page keeps itself")[0]


def played(group, number, system, *won):
    """Save the round as proposed; each of `won` wins, the other games are drawn."""
    as_proposed(group, number, system)
    for pairing in group.pairings.filter(round=number).exclude(black=None):
        numbers = (pairing.white.pairing_number, pairing.black.pairing_number)
        has_won = [each in won for each in numbers]
        text = {(True, False): "1-0", (False, True): "0-1"}.get(tuple(has_won), "1/2")
        result(board(group, *numbers), text)


def test_monrad_round_shows_points_and_passed_over_players(client):
    group = paired("monrad", 5)
    played(group, 1, "monrad", 2)
    as_proposed(group, 2)

    read = shown(client, group, 2)

    assert read == (
        "Paired by Monrad. Why these pairings"
        " A N2 (2) plays A N3 (3) (1 – ½ points; White to the lower placed)"
        " Not: 5. A N5 (the rest could not be paired then)"
        " A N5 (5) plays A N4 (4) (1 – ½ points; White to the lower placed)"
        " A N1 (1) has the bye, as the lowest placed without one (0 points)"
    )


def test_nordic_round_shows_every_score_group_with_its_halves(client):
    group = paired("nordic", 6)
    played(group, 1, "nordic", 1, 2)
    as_proposed(group, 2, "nordic")

    read = shown(client, group, 2)

    stronger = "as often White: the stronger has it in an even round"
    assert read == (
        "Paired by the Nordic system. Why these pairings"
        " 1 point: Upper half: 1. Lower half: 2."
        " ½ points: Upper half: 3, 6. Lower half: 4, 5."
        " Taken up from a lower score: 4, 5."
        f" A N1 (1) plays A N2 (2) (1 – 1 points; {stronger})"
        " A N3 (3) plays A N4 (4)"
        " (½ – 0 points; White to the one who has had it less often)"
        f" A N6 (6) plays A N5 (5) (½ – 0 points; {stronger})"
    )


def test_dutch_round_shows_brackets_points_and_passed_over_players(client):
    group = paired("dutch_2026", 5)
    played(group, 1, "dutch_2026", 1, 2)
    as_proposed(group, 2, "dutch_2026")

    read = shown(client, group, 2)

    assert read == (
        "Paired by FIDE’s Dutch system. Drawn for the highest ranked player: "
        "White. Why these pairings 1 point: 1, 2, 5; paired with those below: 2 "
        "0 points: 2, 3, 4 A N1 (1) plays A N5 (5) (1 – 1 points; both get the "
        "colour that is due to them) Not: 2. A N2 (another pairing is better by "
        "C4–C21) A N2 (2) plays A N3 (3) (1 – 0 points; the same is due to both: "
        "the higher placed gets it) A N4 (4) has the bye, as one of those with "
        "the fewest points who can have it and have had neither a bye nor a full "
        "point without play (0 points) C4–C21 are criteria of FIDE’s rules "
        "(C.04.3). In this order they ask that the rest can be paired, that the "
        "bye goes to one of those with the fewest points, that few meet "
        "opponents with another score, that players get the colours due to them, "
        "and that nobody has such an opponent again too soon. Which of them "
        "decided is not known here. The pairs are worked out by gacrux, a "
        f"pairing program (version {GACRUX})."
    )


def test_withdrawn_players_and_those_absent_without_a_point_are_named(client):
    group = paired("monrad", 6)
    entries = list(group.entries.in_order())
    played(group, 1, "monrad")
    withdraw_entry(entries[5].pk, after_round=1, acting=acting())
    absent = {entries[4].pk: "zero-bye", entries[3].pk: "half-bye"}
    record_absences(group.pk, 2, absent, acting=acting())
    as_proposed(group, 2)

    read = page(client, group, 2)

    assert (
        "Not paired: 5. A N5 (absent, no point); 6. A N6 (withdrew after round 1)"
        in read
    )


def test_round_stored_without_points_is_explained_without_them(client):
    group = paired("monrad", 4)
    as_proposed(group)
    record = RoundPairing.objects.get()
    del record.proposal["scores"]
    record.save()

    assert "A N1 (1) plays A N2 (2) (White to the lower placed)" in shown(
        client, group, 1
    )
