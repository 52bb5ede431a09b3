"""Files uploaded to a form: never more text than allowed, whatever the file unpacks to,
and the same lines with every line ending.
"""

import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.ratings.files.books import book, row, shared, text
from tournaments.forms.pasting import LONGEST as LONGEST_LIST
from tournaments.forms.pasting import PasteForm
from tournaments.forms.tournament_file import LONGEST, TournamentFileForm

HEADER = "round,white,black,result"
TOO_LONG = "The text of the file is too long: at most {} characters."


def file_form(content=None, name="cup.csv", **sent):
    files = {} if content is None else {"file": SimpleUploadedFile(name, content)}
    return TournamentFileForm(sent, files)


def errors(form):
    return form.errors.get_json_data()


def messages(form):
    return [each["message"] for some in errors(form).values() for each in some]


def pasted(content, name="list.xlsx"):
    return PasteForm({}, {"file": SimpleUploadedFile(name, content)}, this_year=2026)


def filled(rows, cell_text):
    """Return a workbook of many equal rows, which compresses to almost nothing."""
    return book(*(row(at, text(f"A{at}", cell_text)) for at in range(1, rows + 1)))


BOMBS = {
    "many rows": lambda: filled(60_000, "x" * 200),
    "one long text in many cells": lambda: book(
        row(1, *(shared(f"{letter}1", 0) for letter in "ABCDEFGHIJ")),
        texts=(f"<t>{'x' * 100_000}</t>",),
    ),
    "much that says nothing": lambda: book(
        row(1, text("A1", HEADER)), " " * 60_000_000, row(2, text("A2", "x"))
    ),
}
"""Small files that unpack to far more than a tournament has."""


@pytest.mark.parametrize("bomb", BOMBS)
def test_workbook_that_unpacks_to_too_much_is_refused_at_once(bomb):
    content = BOMBS[bomb]()
    assert len(content) < LONGEST
    began = time.process_time()
    assert messages(file_form(content, "cup.xlsx")) == [TOO_LONG.format(LONGEST)]
    assert messages(pasted(content)) == [TOO_LONG.format(LONGEST_LIST)]
    assert time.process_time() - began < 10


def test_text_of_the_largest_size_is_read_with_every_line_ending():
    rows = [HEADER, "1,1,2,1-0", *["1,3,4,1-0" + " " * 100] * 4_000]
    body = "\n".join(rows)
    body += " " * (LONGEST - len(body))
    for end in ("\n", "\r\n", "\r"):
        form = file_form(text=body.replace("\n", end))
        assert errors(form) == {}
        assert form.cleaned_data["text"] == body
    assert messages(file_form(text=body + "x")) != []


def test_file_has_the_same_lines_as_the_text_to_correct():
    lines = [HEADER, "1,1\x0b,2,1-0", "1,3\x85,4,1-0", "1,5,6,2-0"]
    for end in ("\n", "\r\n", "\r"):
        form = file_form(end.join(lines).encode())
        assert errors(form) == {}
        assert form.cleaned_data["text"] == "\n".join(lines)
        assert [line for line, _said in form.read.faults] == [4]
        again = file_form(text="\r\n".join(lines))
        assert errors(again) == {}
        assert [line for line, _said in again.read.faults] == [4]


def test_new_file_takes_precedence_over_the_text_of_an_earlier_one():
    for earlier in ("nothing that can be read", "x" * (LONGEST + 1)):
        form = file_form(f"{HEADER}\n1,Ida Ek,Bo Holm,1-0\n".encode(), text=earlier)
        assert errors(form) == {}
        assert [who.last_name for who in form.read.players.values()] == ["Ek", "Holm"]
        listed = PasteForm(
            {"text": earlier[:20]},
            {"file": SimpleUploadedFile("list.csv", b"Ida Ek")},
            this_year=2026,
        )
        assert errors(listed) == {}
        assert [each.name for each in listed.pasted] == ["Ida Ek"]


def test_text_of_a_bad_file_is_shown_for_correction():
    form = file_form(b"round,white\n1,<Ida> Ek\n")
    assert messages(form) != []
    assert form["text"].value() == "round,white\n1,<Ida> Ek\n"
    assert not form["text"].is_hidden
    assert str(form["text"]).startswith("<textarea")
    again = file_form(text=form["text"].value())
    assert again["text"].value() == form["text"].value()
    assert not again.is_valid()
    assert not again["text"].is_hidden


def test_text_that_is_too_long_is_shown_for_shortening():
    form = file_form(text="x" * (LONGEST + 1))
    assert not form.is_valid()
    assert not form["text"].is_hidden
    assert len(form["text"].value()) == LONGEST + 1


def test_no_text_is_shown_before_a_file_was_read():
    for form in (TournamentFileForm(), file_form(), file_form(b"a\0b")):
        form.is_valid()
        assert form["text"].is_hidden


def test_list_with_too_many_players_is_shown_for_shortening():
    lines = "\n".join(f"Ida Ek{'k' * at}" for at in range(301))
    form = pasted(lines.encode(), "list.txt")
    assert len(messages(form)) == 1
    assert form["text"].value() == lines


def test_old_workbook_is_named_in_the_refusal():
    content = bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600
    words = (
        "cup.xls is an old Excel workbook, or one with a password; save it as Excel"
        " (.xlsx) or CSV first."
    )
    assert messages(file_form(content, "cup.xls")) == [words]
    assert messages(pasted(content, "cup.xls")) == [words]


def test_titles_above_the_header_of_a_workbook_are_skipped():
    def line(at, *cells):
        letters = "ABCDEFGH"
        placed = zip(letters, cells, strict=False)
        return row(
            at, *(text(f"{letter}{at}", each) for letter, each in placed if each)
        )

    content = book(
        line(1, "Klubbmästerskap 2026"),
        line(3, "Örebro", "2026-05-04"),
        line(4, "Rond", "Vit", "Svart", "Resultat", "Datum"),
        line(5, "1", "Ida Ek", "Bo Holm", "1,0"),
        line(6, "1", "Åsa Öst", "Eva Al"),
        line(7, "2", "Bo Holm", "Eva Al", "½", "2026-05-11"),
    )
    form = file_form(content, "cup.xlsx")
    assert errors(form) == {}
    assert form.read.faults == ()
    assert [each.result for each in form.read.boards] == ["1-0", "", "1/2"]


def test_title_above_the_header_of_a_list_is_no_player():
    form = pasted("Medlemmar 2026;;\n\nNamn;Född;Nr\nIda Ek;1990;\n".encode(), "l.csv")
    assert errors(form) == {}
    assert [(each.line, each.name) for each in form.pasted] == [(4, "Ida Ek")]
