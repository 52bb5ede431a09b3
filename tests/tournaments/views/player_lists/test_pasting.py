"""Entering a pasted list: unambiguous lines, questions, and what the form keeps."""

import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.enums import Visibility
from federation.formats.workbooks import workbook
from federation.models import Player
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import ClubFactory, acting, member
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import entered, section, started, tournament
from tests.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def their_group(club):
    return section(tournament(club))


@pytest.fixture
def group(secretary, their_group):
    return their_group


@shared
def elias(club):
    return member(club, first_name="Elias", last_name="Ahmed", birth_year=2010)


@shared
def ida():
    return member(first_name="Ida", last_name="Ek", birth_year=1961)


def send(client, group, text, **more):
    return client.post(
        reverse("tournaments:paste", args=[group.pk]), {"text": text, **more}
    )


def enter(client, group, text, choices, **more):
    chosen = {f"who-{line}": str(who) for line, who in choices.items()}
    return send(client, group, text, enter="1", **chosen, **more)


def shown(answer):
    return answer.context["lines"]


def proposed(answer):
    return {each.line: each.chosen for each in shown(answer)}


def names(group):
    return [e.player.public_name for e in group.entries.in_order()]


def test_unambiguous_players_are_chosen_and_entered_in_the_order_of_the_list(
    client, group, elias, ida
):
    text = "1. Ek, Ida 1961\nelias ahmed 2010"
    answer = send(client, group, text)
    assert answer.status_code == 200
    assert proposed(answer) == {1: str(ida.pk), 2: str(elias.pk)}
    assert "2 of 2 lines are clear." in html_of(answer)
    assert names(group) == []

    answer = enter(client, group, text, {1: ida.pk, 2: elias.pk})
    assert answer.url == reverse("tournaments:section", args=[group.pk])
    assert names(group) == ["Ida Ek", "Elias Ahmed"]


def test_last_name_of_several_words_before_a_comma_is_read_as_one(client, group, elias):
    text = "Ahmed Khan, Elias 2010\nElias Ahmed, Kungsbacka, 2010\nEk Berg, Elias"
    khan = member(first_name="Elias", last_name="Ahmed Khan", birth_year=2010)

    answer = send(client, group, text)

    assert proposed(answer) == {1: str(khan.pk), 2: str(elias.pk), 3: ""}
    initial = shown(answer)[2].newcomer.initial
    assert (initial["first_name"], initial["last_name"]) == ("Elias", "Ek Berg")


def test_first_name_of_a_hidden_player_does_not_decide_how_a_line_is_read(
    client, group
):
    member(first_name="Xerxes", last_name="Ek", visibility="hidden")

    (found,) = shown(send(client, group, "Ahmed Khan, Xerxes"))

    initial = found.newcomer.initial
    assert (initial["first_name"], initial["last_name"]) == ("Ahmed", "Khan")


@pytest.mark.parametrize("line", ["Elias Ahmed 2011", "Elias Ahmad 2010"])
def test_similar_player_is_offered_and_not_chosen(client, group, elias, line):
    (found,) = shown(send(client, group, line))
    assert [each.player_id for each in found.suggestions] == [elias.pk]
    assert found.chosen == ""


@pytest.mark.parametrize(
    "line",
    ["Elias Ahmed 20100230", "Elias Ahmed 2999-01-01", "Namn;Född\nElias Ahmed;1879"],
)
def test_impossible_year_of_birth_is_an_error_of_its_line(client, group, elias, line):
    answer = send(client, group, line)
    (found,) = shown(answer)
    assert (found.chosen, found.is_clear) == ("", False)
    assert found.newcomer.initial["birth_year"] is None
    said = line.replace(";", " ").split()[-1]
    assert f"“{said}” is no possible year or day of birth" in html_of(answer)


def test_eight_digits_may_be_a_players_number_instead_of_a_day(client, group, elias):
    other = member(fide_id=33_400_124, first_name="Elias", last_name="Ahmed")
    assert proposed(send(client, group, "Elias Ahmed 33400124")) == {1: str(other.pk)}


def test_number_of_a_card_that_was_merged_twice_means_the_card_that_stays(
    client, group
):
    first, second, last = member(), member(), member()
    for gone, stays in ((first, second), (second, last)):
        draft = MergeDraft(gone.pk, stays.pk, "one person")
        confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())
    line = f"{last.full_name} {first.national_id}"
    assert proposed(send(client, group, line)) == {1: str(last.pk)}


def test_year_of_birth_of_the_player_decides_between_two_numbers(client, group, elias):
    assert proposed(send(client, group, "Elias Ahmed 1950 2010")) == {1: str(elias.pk)}
    assert proposed(send(client, group, "Elias Ahmed 1950 2011")) == {1: ""}


def test_namesakes_are_not_chosen_without_a_year(client, group, elias):
    other = member(first_name="Elias", last_name="Ahmed", birth_year=1950)
    assert proposed(send(client, group, "Elias Ahmed\nElias Ahmed 1950")) == {
        1: "",
        2: str(other.pk),
    }


def test_player_number_identifies_the_player(client, group, elias, ida):
    answer = send(client, group, f"Elias {ida.national_id}")
    assert proposed(answer) == {1: str(ida.pk)}


def test_hidden_player_of_another_club_is_not_shown_by_name_or_number(client, group):
    hidden = member(first_name="Ada", last_name="Lund", visibility=Visibility.HIDDEN)
    answer = send(client, group, f"Ada Lund\n{hidden.national_id}")
    assert [each.suggestions for each in shown(answer)] == [[], []]

    answer = enter(client, group, "Ada Lund", {1: hidden.pk})
    assert answer.status_code == 422
    assert names(group) == []


def test_refused_lines_stay_with_their_reason_and_the_rest_is_entered(
    client, group, elias, ida
):
    text = "Elias Ahmed 2010\nIda Ek 1961\nBo Holm"
    entered(group, ida)
    answer = enter(client, group, text, {1: elias.pk, 2: ida.pk, 3: ""})

    assert answer.status_code == 422
    assert names(group) == ["Ida Ek", "Elias Ahmed"]
    assert [(each.line, each.wrong) for each in shown(answer)] == [
        (2, "The player is already in this section."),
        (3, "Choose who it is, a newcomer, or to leave the line out."),
    ]
    assert answer.context["left"] == "2,3"
    assert "1 player is entered." in html_of(answer)

    answer = enter(client, group, text, {2: "out", 3: "out"}, left="2,3")
    assert answer.status_code == 302
    assert names(group) == ["Ida Ek", "Elias Ahmed"]


def test_entered_player_is_proposed_to_be_left_out(client, group, elias):
    entered(group, elias)
    assert proposed(send(client, group, "Elias Ahmed 2010")) == {1: "out"}


def test_newcomer_is_registered_with_the_data_of_the_line(client, group, club):
    (found,) = shown(send(client, group, "Bo von Holm 2012"))
    assert found.newcomer.initial == {
        "first_name": "Bo von",
        "last_name": "Holm",
        "birth_year": 2012,
        "country": "",
        "fide_id": None,
        "outside_rating": None,
    }
    facts = {
        "new-1-first_name": "Bo",
        "new-1-last_name": "von Holm",
        "new-1-birth_year": "2012",
        "new-1-joins_club": "yes",
    }
    answer = enter(client, group, "Bo von Holm 2012", {1: "new"}, **facts)
    assert answer.status_code == 302
    (player,) = Player.objects.filter(last_name="von Holm")
    assert player.birth_year == 2012
    assert names(group) == ["Bo von Holm"]


def test_message_names_the_other_section_of_a_player(client, group, elias):
    entered(section(group.tournament, name="Blitz"), elias)
    answer = enter(client, group, "Elias Ahmed 2010", {1: elias.pk})

    found = [str(each) for each in get_messages(answer.wsgi_request)]
    assert f"{elias.full_name} is entered in Blitz too." in found[0]


def test_newcomer_of_a_list_does_not_become_a_member_without_a_choice(client, group):
    facts = {
        "new-1-first_name": "Bo",
        "new-1-last_name": "von Holm",
        "new-1-birth_year": "2012",
    }
    answer = enter(client, group, "Bo von Holm 2012", {1: "new"}, **facts)
    assert answer.status_code == 422
    (line,) = shown(answer)
    assert line.newcomer.errors == {
        "joins_club": ["Choose where the newcomer belongs."]
    }

    answer = enter(
        client, group, "Bo von Holm 2012", {1: "new"},
        **facts, **{"new-1-joins_club": "elsewhere"},
    )  # fmt: skip
    assert answer.status_code == 302
    assert names(group) == ["Bo von Holm"]
    assert not Player.objects.get(last_name="von Holm").memberships.exists()


def test_likely_duplicate_of_a_newcomer_is_asked_about_once(client, group, elias):
    facts = {
        "new-1-first_name": "Elias",
        "new-1-last_name": "Ahmad",
        "new-1-birth_year": "2010",
        "new-1-joins_club": "no",
        "new-1-country": "SWE",
    }
    text = "Nobody Known"
    answer = enter(client, group, text, {1: "new"}, **facts)
    assert answer.status_code == 422
    (line,) = shown(answer)
    assert [each.player_id for each in line.suggestions] == [elias.pk]
    assert "similar in the register" in line.wrong
    assert line.newcomer["last_name"].value() == "Ahmad"

    facts["looked-1"] = str(elias.pk)
    answer = enter(client, group, text, {1: "new"}, **facts)
    assert answer.status_code == 302
    assert names(group) == ["Elias Ahmad"]


def test_newcomer_without_a_name_keeps_the_form_data(client, group):
    facts = {"new-1-birth_year": "1900000", "new-1-joins_club": "yes"}
    answer = enter(client, group, "2010", {1: "new"}, **facts)
    (line,) = shown(answer)
    assert line.wrong == "Something is missing about the newcomer."
    assert line.newcomer["birth_year"].value() == "1900000"


def test_file_is_read_like_pasted_text(client, group, elias, ida):
    rows = "Namn;Född\r\nElias Ahmed;2010\r\nIda Ek;1961\r\n".encode("cp1252")
    file = SimpleUploadedFile("spelare.csv", rows)
    answer = send(client, group, "", file=file)
    assert proposed(answer) == {2: str(elias.pk), 3: str(ida.pk)}


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.pdf", b"%PDF-1.7 x", "a.pdf is a PDF"),
        ("a.csv", b"", "empty"),
        ("a.csv", b"x" * 600_000, "too large"),
    ],
)
def test_unreadable_file_is_refused_with_a_message(client, group, name, content, words):
    answer = send(client, group, "", file=SimpleUploadedFile(name, content))
    assert answer.status_code == 422
    assert words in html_of(answer)


def test_empty_and_too_long_lists_are_refused(client, group):
    assert "There is nobody here." in html_of(send(client, group, " \n"))
    many = "\n".join(["Bo Ek"] * 301)
    answer = send(client, group, many)
    assert "At most 300 can be taken at a time" in html_of(answer)
    assert "Bo Ek" in html_of(answer)


def test_started_round_robin_accepts_no_list(client, group, elias, ida):
    begun = started(group, players=[ida, member(ClubFactory())])
    answer = enter(client, begun, "Elias Ahmed 2010", {1: elias.pk})
    (line,) = shown(answer)
    assert "The section has started." in line.wrong


def test_query_count_does_not_depend_on_the_length_of_the_list(
    client, group, elias, ida
):
    def count(text):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            send(client, group, text)
        return len(queries)

    send(client, group, "Elias Ahmed")
    assert count("Elias Ahmed 2010\nIda Ek\nBo Holm") == count("Elias Ahmed 2010")


def test_workbook_is_read_like_a_pasted_list(client, group, elias, ida):
    head = ("Namn", "Födelseår", "Spelarnummer")
    rows = [("Ahmed, Elias", 2010, ""), ("Ida Ek", 1961, ida.national_id)]
    content = b"".join(workbook("Anmälda", head, rows))
    address = reverse("tournaments:paste", args=[group.pk])
    file = SimpleUploadedFile("anmälda.xlsx", content)

    answer = client.post(address, {"text": "", "file": file})

    assert proposed(answer) == {2: str(elias.pk), 3: str(ida.pk)}
    fields = {"text": answer.context["text"], "left": answer.context["left"]}
    chosen = {f"who-{line}": who for line, who in proposed(answer).items()}
    assert client.post(address, fields | chosen | {"enter": "1"}).status_code == 302
    assert names(group) == ["Elias Ahmed", "Ida Ek"]


def test_damaged_workbook_is_refused_with_advice(client, group):
    content = b"".join(workbook("List", ("Name",), [("Ida Ek",)]))
    file = SimpleUploadedFile("list.xlsx", content[:-80])
    address = reverse("tournaments:paste", args=[group.pk])
    answer = client.post(address, {"text": "", "file": file})
    assert answer.status_code == 422
    assert "list.xlsx is a damaged" in html_of(answer)


def test_no_question_is_shown_if_every_line_is_clear(client, group, elias, ida):
    expected_text = "Look at the others"
    clear, unclear = "Elias Ahmed 2010\nIda Ek", "Elias Ahmed 2010\nNobody Known"

    assert [
        expected_text in html_of(send(client, group, each)) for each in (clear, unclear)
    ] == [
        False,
        True,
    ]
