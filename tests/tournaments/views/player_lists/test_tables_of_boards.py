"""Tables of boards as clubs have them: uploaded, reviewed and imported."""

import html

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories import member
from tests.ratings.files.books import book, number, row, text
from tests.tournaments.tournaments_made import section, tournament
from tests.worlds import shared

pytestmark = pytest.mark.django_db
NAMES = ("Åsa Öst", "Bo Holm", "Eva Al", "Ida Ek")


@shared
def group(club):
    for each in NAMES:
        first, last = each.split()
        member(club, first_name=first, last_name=last)
    return section(tournament(club), format="boards", rounds=7)


def shown(answer):
    return html.unescape(" ".join(answer.content.decode().split()))


def sent(client, group, content, name="cup.csv"):
    url = reverse("tournaments:import_tournament", args=[group.pk])
    return client.post(url, {"file": SimpleUploadedFile(name, content)})


def imported_boards(client, group, answer):
    lines = answer.context["lines"]
    chosen = {f"who-{line.line}": line.chosen for line in lines}
    again = chosen | {"text": answer.context["text"], "enter": "1"}
    answer = client.post(
        reverse("tournaments:import_tournament", args=[group.pk]), again
    )
    assert answer.status_code == 302, shown(answer)
    group.refresh_from_db()
    return list(
        group.pairings.in_order().values_list(
            "round", "white__player__last_name", "black__player__last_name", "result"
        )
    )


BOARDS = [
    (1, "Öst", "Holm", "1/2"), (1, "Al", "Ek", "1-0"),
    (2, "Ek", "Öst", "0-1"), (2, "Holm", "Al", ""),
]  # fmt: skip


def test_titles_semicolons_and_swedish_decimals_are_read(client, secretary, group):
    table = (
        "Klubbmästerskapet 2026;;;;\r\n;;;;\r\nRond;Bord;Vit;Svart;Resultat\r\n"
        "1;1;Åsa Öst;Bo Holm;0,5\r\n1;2;Al, Eva;Ek, Ida;1,0\r\n"
        "2;1;Ida Ek;Åsa Öst;0,0\r\n2;2;Bo Holm;Eva Al;-\r\n"
    ).encode("utf-8-sig")
    answer = sent(client, group, table)
    assert answer.status_code == 200
    assert answer.context["read"].faults == ()
    assert imported_boards(client, group, answer) == BOARDS


def test_windows_1252_is_read(client, secretary, group):
    table = (
        "Rond\tVit\tSvart\tResultat\n1\tÅsa Öst\tBo Holm\t½–½\n1\tEva Al\tIda Ek\t1–0\n"
        "2\tIda Ek\tÅsa Öst\t0–1\n2\tBo Holm\tEva Al\t\n"
    ).encode("cp1252")
    answer = sent(client, group, table, "cup.txt")
    assert answer.context["read"].faults == ()
    assert imported_boards(client, group, answer) == BOARDS


def test_half_played_round_robin_keeps_its_rounds(client, secretary, group):
    def line(at, *cells):
        letters = zip("ABCDEF", cells, strict=False)
        return row(at, *(cell(f"{letter}{at}", each) for letter, each in letters))

    def cell(place, value):
        return number(place, value) if isinstance(value, int) else text(place, value)

    content = book(
        line(1, "Seriespel 2026"),
        line(3, "Rond", "Vit", "Svart", "Resultat"),
        line(4, 1, "Åsa Öst", "Bo Holm", "½-½"),
        line(5, 1, "Eva Al", "Ida Ek", 1),
        line(6, 2, "Ida Ek", "Åsa Öst", "0-1"),
        line(7, 2, "Bo Holm", "Eva Al"),
    )
    answer = sent(client, group, content, "serie.xlsx")
    assert answer.context["read"].faults == ()
    assert imported_boards(client, group, answer) == BOARDS
    assert (group.rounds, group.round_days.count()) == (7, 7)


def test_fewer_rounds_than_planned_are_reported(client, secretary, group):
    answer = sent(client, group, b"round,white,black,result\n1,Ida Ek,Bo Holm,1\n")
    words = "The section was planned with 7 rounds, and gets the 1 of the file."
    assert words in shown(answer)


def test_errors_are_shown_beside_the_text_to_correct(client, secretary, group):
    answer = sent(client, group, "round;white\n1;Åsa Öst\n".encode("cp1252"))
    assert answer.status_code == 422
    page = shown(answer)
    assert "missing: black" in page
    assert "round;white 1;Åsa Öst </textarea>" in page

    url = reverse("tournaments:import_tournament", args=[group.pk])
    file = SimpleUploadedFile(
        "b.csv", b"round,white,black,result\n1,Ida Ek,Bo Holm,1\n"
    )
    earlier = answer.context["form"]["text"].value()
    again = client.post(url, {"text": earlier, "file": file})
    assert again.status_code == 200
    assert len(again.context["lines"]) == 2


def test_at_most_200_wrong_rows_are_shown(client, secretary, group):
    rows = "\n".join(["9,Ida Ek,Bo Holm,won"] * 250)
    answer = sent(client, group, f"round,white,black,result\n{rows}".encode())
    page = shown(answer)
    assert page.count("<li>Line ") == 200
    assert "and 299 more" in page


@pytest.mark.parametrize(
    "content",
    [
        "Plats;Namn;Poäng\n1;Ida Ek;5\n2;Elias Ahmed;4\n",
        '[Event "Spring cup"]\n[White "Ek, Ida"]\n\n1-0\n',
    ],
)
def test_unreadable_text_is_refused_for_both_formats(client, secretary, group, content):
    answer = sent(client, group, content.encode())

    assert (
        "it has no player line (001), and no line names the columns round, white, black"
        " and result"
    ) in shown(answer)
