"""The public log of changes after a tournament was submitted."""

import re

import pytest
from django.urls import reverse

from federation.enums import Visibility
from ratings.enums import ClaimScope
from ratings.ledger.domain.reports import accept_report, hold_report, return_report
from tests.factories import NOON, acting, member, officer
from tests.tournaments.domain.test_correcting import allowed, filed, sent_in
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.submitting import correct_results

pytestmark = pytest.mark.django_db
HEADING = "Changed since it was sent in"


def page(client, group) -> str:
    address = reverse("tournaments:tournament", args=[group.tournament_id])
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def log(client, group) -> list[list[str]]:
    """Return the game, the old and new value and the kind of each change."""
    shown = page(client, group)
    if HEADING not in shown:
        return []
    part = shown[shown.index(HEADING) :].partition("</section>")[0]
    bodies = re.findall(r"<tbody>(.*?)</tbody>", part)
    rows = [row for body in bodies for row in body.split("<tr>")[1:]]
    return [_cells(row) for row in rows if "row-more" in row and "<td" in row]


def _cells(row):
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)
    plain = [" ".join(re.sub("<[^>]*>", " ", each).split()) for each in cells]
    return [plain[0], plain[2], plain[3], plain[4]]


def group_of(*names, result_of="1-0"):
    players = [member(first_name=name, last_name="Ek") for name in names]
    return played(started(section(tournament()), players=players), result_of)


def corrected(group, numbers, text):
    """Correct a result of an accepted tournament as its organiser and submit it again."""
    correct_results(group.tournament_id, acting=acting())
    result(board(group, *numbers), text)
    return submitted(group)


def names_of(pairing):
    return f"{pairing.white.player.full_name} – {pairing.black.player.full_name}"


def test_change_of_an_organiser_is_public(client):
    group = group_of("Ada", "Bo", "Cy", "Di")
    accept_report(submitted(group).pk, acting=acting(officer()))
    assert log(client, group) == []

    corrected(group, (1, 2), "0-1")

    names = names_of(board(group, 1, 2))
    assert log(client, group) == [[names, "1–0", "0–1", "result"]]
    shown = page(client, group)
    assert "Sent in again by the organiser" in shown
    assert f'<time datetime="{NOON.date()}">' in shown[shown.index(HEADING) :]


def test_correction_of_the_office_is_distinguished(client):
    group = sent_in(size=4)
    first = board(group, 1, 2)

    allowed(group, filed(group, first, score=2), ClaimScope.RATING)

    shown = page(client, group)
    assert [each[1:] for each in log(client, group)] == [["½–½", "1–0", "result"]]
    assert "Corrected by the rating office" in shown[shown.index(HEADING) :]


def test_correction_request_settled_by_the_organiser_is_no_decision_of_the_office(
    client,
):
    group = sent_in(size=4)
    filed(group, board(group, 1, 2), score=2)

    corrected(group, (1, 2), "1-0")

    shown = page(client, group)
    assert "Sent in again by the organiser" in shown
    assert "Corrected by the rating office" not in shown


def test_version_that_counts_again_is_shown_as_such(client):
    group = group_of("Ada", "Bo")
    accept_report(submitted(group).pk, acting=acting(officer()))
    second = corrected(group, (1, 2), "0-1")

    hold_report(second.pk, "Who is right?", acting=acting(officer()))

    found = [each[1:3] for each in log(client, group)]
    assert found == [["0–1", "1–0"], ["1–0", "0–1"]]
    assert "(Counts again, version 1)" in page(client, group)


def test_newly_played_rounds_are_no_change(client):
    group = started(size=3)
    first = board(group, 1, 2)
    result(first, "1-0")
    submitted(group, is_final=False)
    for numbers in ((1, 3), (2, 3)):
        result(board(group, *numbers), "1/2")
    submitted(group)
    assert log(client, group) == []

    again = group_of("Ada", "Bo", "Cy")
    accept_report(submitted(again).pk, acting=acting(officer()))
    corrected(again, (1, 2), "1/2")
    assert len(log(client, again)) == 1


def test_version_that_never_counted_is_no_change(client):
    group = group_of("Ada", "Bo")
    assert submitted(group).version == 1
    assert HEADING not in page(client, group)


def test_internal_reasons_are_not_shown(client):
    group = group_of("Ada", "Bo")
    report = submitted(group)
    return_report(report.pk, "Bo says that he won", acting=acting(officer()))
    report = corrected(group, (1, 2), "0-1")
    hold_report(report.pk, "Who is right?", acting=acting(officer()))

    shown = page(client, group)

    assert len(log(client, group)) == 1
    assert "Bo says that he won" not in shown
    assert "Who is right?" not in shown


def test_hidden_name_is_not_shown(client):
    group = group_of("Ada", "Bo")
    accept_report(submitted(group).pk, acting=acting(officer()))
    corrected(group, (1, 2), "0-1")
    hidden = group.entries.get(pairing_number=1).player
    hidden.visibility = Visibility.HIDDEN
    hidden.save(update_fields=["visibility"])

    ((names, *_rest),) = log(client, group)

    assert hidden.full_name not in names
    assert hidden.full_name not in page(client, group)


def test_changed_facts_of_the_register_are_no_change_of_the_results(client):
    group = group_of("Ada", "Bo")
    accept_report(submitted(group).pk, acting=acting(officer()))
    player = group.entries.get(pairing_number=1).player
    player.birth_year -= 1
    player.save(update_fields=["birth_year"])
    correct_results(group.tournament_id, acting=acting())
    submitted(group)

    assert log(client, group) == []


def test_query_count_does_not_depend_on_the_number_of_corrections(
    client, django_assert_num_queries, django_assert_max_num_queries
):
    group = group_of("Ada", "Bo", "Cy", "Di")
    accept_report(submitted(group).pk, acting=acting(officer()))
    accept_report(corrected(group, (1, 2), "0-1").pk, acting=acting(officer()))
    with django_assert_max_num_queries(30) as one:
        assert len(log(client, group)) == 1
    for numbers in ((1, 3), (2, 4)):
        accept_report(corrected(group, numbers, "0-1").pk, acting=acting(officer()))
    with django_assert_num_queries(len(one)):
        assert len(log(client, group)) == 3


def test_change_names_its_section_and_is_linked_at_the_top(client):
    event = tournament()
    first, second = (
        played(started(section(event, name=name), size=2)) for name in ("A", "B")
    )
    accept_report(submitted(first).pk, acting=acting(officer()))
    link = '<a href="#changed-since">Results were changed after they were sent in</a>'
    assert link not in page(client, first)

    corrected(second, (1, 2), "0-1")

    shown = page(client, first)
    assert shown.index(link) < shown.index('<table class="crosstable')
    assert "B, round 1, board 1" in shown[shown.index(HEADING + "</h2>") :]


def test_only_section_is_not_named_with_each_change(client):
    group = group_of("Ada", "Bo")
    accept_report(submitted(group).pk, acting=acting(officer()))

    corrected(group, (1, 2), "0-1")

    assert "Group A, round 1" not in page(client, group)
