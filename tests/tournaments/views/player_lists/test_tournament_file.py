"""Tournament files: exported publicly, imported by the organiser after a review."""

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from federation.enums import Visibility
from tests.factories import acting, member
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    entered,
    played,
    result,
    section,
    started,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.results import withdraw_entry

pytestmark = pytest.mark.django_db


def trf(client, group):
    return client.get(reverse("tournaments:section_trf", args=[group.pk]))


def url(group):
    return reverse("tournaments:import_tournament", args=[group.pk])


@shared
def finished(club):
    group = started(section(tournament(club)), size=4)
    played(group)
    return group


@shared
def empty(club):
    return section(tournament(club))


def choose(answer):
    lines = answer.context["lines"]
    sent = {f"who-{line.line}": line.chosen for line in lines}
    return sent | {"text": answer.context["text"], "enter": "1"}


def test_file_of_a_started_tournament_is_public(client, finished):
    answer = trf(client, finished)
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["Content-Type"].startswith("text/plain")
    text = answer.content.decode()
    assert text.count("001 ") == 4
    assert text.count("SWE ") >= 4


def test_tournament_in_preparation_has_no_public_file(client, empty):
    assert trf(client, empty).status_code == 404


def test_hidden_name_is_not_in_the_file(client, club):
    hidden = member(
        first_name="Ada",
        last_name="Lund",
        visibility=Visibility.HIDDEN,
        fide_id=1700001,
    )
    group = started(section(tournament(club)), players=[hidden, member(), member()])
    text = trf(client, group).content.decode()
    assert "Lund" not in text
    assert hidden.national_id not in text
    assert "1700001" not in text


def test_tournament_run_elsewhere_is_imported_whole(client, secretary, finished, empty):
    file = SimpleUploadedFile("cup.trf", trf(client, finished).content)
    answer = client.post(url(empty), {"file": file})
    assert answer.status_code == 200
    assert [line.chosen for line in answer.context["lines"]] == [
        str(e.player_id) for e in finished.entries.in_order()
    ]
    assert not empty.entries.exists()

    answer = client.post(url(empty), choose(answer))
    assert answer.url == reverse("tournaments:results", args=[empty.pk])
    results = sorted(empty.pairings.values_list("round", "board", "result"))
    assert len(results) == 6
    assert all(each[2] for each in results)


def test_nothing_is_imported_before_every_player_is_chosen(
    client, secretary, finished, empty
):
    text = trf(client, finished).content.decode()
    sent = choose(client.post(url(empty), {"text": text}))
    answer = client.post(url(empty), sent | {"who-2": ""})
    assert answer.status_code == 422
    wrong = {line.line: line.wrong for line in answer.context["lines"] if line.wrong}
    assert wrong == {2: "Choose who it is, or a newcomer."}
    assert not empty.entries.exists()

    first = sent["who-1"]
    answer = client.post(url(empty), sent | {"who-2": first})
    wrong = {line.line: line.wrong for line in answer.context["lines"] if line.wrong}
    assert wrong == {2: "The player is already in this section."}
    assert not empty.entries.exists()


def test_newcomer_of_the_file_has_the_data_of_the_file(client, secretary, empty):
    text = (
        "012 Cup\n042 2026/05/04\n052 2026/05/25\n"
        "001    1 w    Unheard, Entirely                 2011 NOR     1512345 2001/02/03  1.0    1     2 w 1\n"
        "001    2 m    Nobody, Known                                                      0.0    2     1 b 0\n"
    )
    answer = client.post(url(empty), {"text": text})
    lines = answer.context["lines"]
    assert [line.chosen for line in lines] == ["", ""]
    assert lines[0].newcomer.initial == {
        "first_name": "Entirely", "last_name": "Unheard", "birth_year": 2001,
        "country": "NOR", "fide_id": 1512345, "outside_rating": 2011,
    }  # fmt: skip
    facts = {
        "who-1": "new", "new-1-first_name": "Entirely", "new-1-last_name": "Unheard",
        "new-1-birth_year": "2001", "new-1-joins_club": "no",
        "new-1-outside_rating": "2011", "new-1-outside_kind": "fide",
        "new-1-country": "NOR", "new-1-fide_id": "1512345",
        "who-2": "new", "new-2-first_name": "Known", "new-2-last_name": "Nobody",
        "new-2-joins_club": "yes",
    }  # fmt: skip
    answer = client.post(url(empty), {"text": text, "enter": "1", **facts})
    assert answer.status_code == 302
    (board,) = empty.pairings.all()
    assert (board.white.player.last_name, board.result) == ("Unheard", "1-0")
    assert board.white.outside_rating == 2011
    assert board.white.player.country == "NOR"
    file = reverse("tournaments:section_trf_for_fide", args=[empty.pk])
    (mentioned,) = (
        each
        for each in client.get(file).text.splitlines()
        if each.startswith("001") and "Unheard" in each
    )
    assert mentioned[53:56] == "NOR"


def test_rating_without_a_fide_number_is_an_estimate(client, secretary, empty):
    text = (
        "012 Cup\n"
        "001    1      Unheard, Entirely                 1850 FIN                           1.0    1     2 w 1\n"
        "001    2      Nobody, Known                                                      0.0    2     1 b 0\n"
    )
    form = client.post(url(empty), {"text": text}).context["lines"][0].newcomer
    names = ("outside_rating", "outside_kind", "estimate_reason", "country")
    assert [form.initial.get(each) for each in names] == [
        1850, "estimate", "The rating in the tournament file.", "FIN",
    ]  # fmt: skip


def test_number_that_no_player_has_is_shown(client, secretary, empty):
    known = member()
    sheet = f"round,white,black,result\n1,{known.national_id},9999999,1-0\n"
    shown = html_of(client.post(url(empty), {"text": sheet}))
    unknown = "No player with number 9999999 was found."
    assert shown.count("No player with number") == 1
    assert unknown in shown


def test_unreadable_lines_are_reported(client, secretary, empty):
    text = (
        "001    1 w    Unheard, Entirely                 2011 NOR     1512345 2001/02/03  1.0    1     2 w 1\n"
        "001    2 m    Nobody, Known                                                      0.0    2     1 b 1\n"
    )
    shown = html_of(client.post(url(empty), {"text": text}))
    assert "What cannot be read in the file, and is left out" in shown
    assert "Line 1: round 1, column 92" in shown


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"nothing", "it has no player line"),
        (b"a,b\n\x00", "cup.trf is not text: it contains null bytes."),
        (b"x" * 600_000, "too large"),
    ],
)
def test_unreadable_file_is_refused_with_a_message(
    client, secretary, empty, content, words
):
    file = SimpleUploadedFile("cup.trf", content)
    answer = client.post(url(empty), {"file": file})
    assert answer.status_code == 422
    assert words in html_of(answer)
    assert "Choose a file." in html_of(client.post(url(empty), {}))


def test_section_with_players_is_refused_with_a_message(
    client, secretary, finished, empty
):
    text = trf(client, finished).content.decode()
    sent = choose(client.post(url(empty), {"text": text}))
    entered(empty, member())
    answer = client.post(url(empty), sent)
    assert "The section has players already." in html_of(answer)


def test_points_lost_by_a_withdrawal_are_not_reported_as_a_difference(
    client, secretary, club, empty
):
    group = started(section(tournament(club)), size=5)
    leaver = group.entries.get(pairing_number=2)
    for pairing in group.pairings.exclude(black=None):
        if leaver.pk not in (pairing.white_id, pairing.black_id) or pairing.round == 1:
            result(pairing, "1/2")
    withdraw_entry(leaver.pk, 1, acting=acting())
    text = trf(client, group).content.decode()
    assert "\n299 " in text

    taken = html_of(client.post(url(empty), {"text": text, "again": "1"}))
    assert "points are given in column 81" not in taken

    others = "\n".join(line for line in text.splitlines() if line[:3] != "299")
    without = html_of(client.post(url(empty), {"text": others, "again": "1"}))
    assert without.count("points are given in column 81") == 2


def test_days_of_the_file_outside_the_tournament_are_reported(
    client, secretary, club, finished
):
    text = trf(client, finished).content.decode()
    days = {"start_date": date(2026, 12, 1), "end_date": date(2026, 12, 5)}
    other = section(tournament(club, **days))

    shown = html_of(client.post(url(other), {"text": text, "again": "1"}))
    same = html_of(
        client.post(url(section(tournament(club))), {"text": text, "again": "1"})
    )

    words = "The days of the file are outside those of the tournament"
    assert (words in shown, words in same) == (True, False)
    both = "2026-05-04 – 2026-05-25", "2026-12-01 – 2026-12-05"
    plain = re.sub("<[^>]*>", "", shown)
    assert all(f"{each}" in " ".join(plain.split()) for each in both)


def test_two_byte_letters_move_no_column_of_a_half_played_file(
    client, secretary, club, empty
):
    """Games without a result do not mean that the columns are counted in bytes."""
    names = ["Åkesson", "Öberg", "Ek", "Lind"]
    group = started(
        section(tournament(club)), players=[member(club, last_name=n) for n in names]
    )
    for pairing in group.pairings.filter(round=1):
        result(pairing, "1-0")
    text = trf(client, group).content.decode()

    taken = client.post(url(empty), {"text": text, "again": "1"})

    boards = taken.context["read"].boards
    assert [(each.round, each.result) for each in boards] == [
        (number, "1-0" if number == 1 else "") for number in (1, 1, 2, 2, 3, 3)
    ]
    assert "has no game" not in html_of(taken)
    assert "column 81" not in html_of(taken)
