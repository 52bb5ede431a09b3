"""Lines as users really send them: from mails, spreadsheets and result lists."""

import pytest

from tournaments.formats.pasted_players import PastedPlayer, read_pasted

THIS_YEAR = 2026


def read(text):
    return read_pasted(text, THIS_YEAR)


def facts(text):
    return [(each.name, each.years, each.numbers) for each in read(text)]


@pytest.mark.parametrize(
    ("line", "name", "years"),
    [
        ("Elias Ahmed 2010", "Elias Ahmed", (2010,)),
        ("1. Elias Ahmed", "Elias Ahmed", ()),
        ("12) Elias Ahmed, f. 2010", "Elias Ahmed", (2010,)),
        ("- Elias Ahmed (2010)", "Elias Ahmed", (2010,)),
        ("Ahmed, Elias 2010", "Elias Ahmed", (2010,)),
        ("Elias Ahmed, Rockaden Stockholm, 2010", "Elias Ahmed", (2010,)),
        ("IM Elias Ahmed 2387", "Elias Ahmed", ()),
        ("Elias\tAhmed\t2010", "Ahmed Elias", (2010,)),
        ("Elias Ahmed\tKungsbacka SK\t2010\t1543", "Elias Ahmed", (2010,)),
        ("Elias Ahmed;2010-05-13;Kungsbacka", "Elias Ahmed", (2010,)),
        ("Elias von der Ahé-Lund 1961", "Elias von der Ahé-Lund", (1961,)),
        ("Elias Ahmed 1950 2010", "Elias Ahmed", (1950, 2010)),
    ],
)
def test_line_gives_a_name_and_years(line, name, years):
    ((found, born, _numbers),) = facts(line)
    assert (found, born) == (name, years)


@pytest.mark.parametrize(
    ("text", "years", "wrong"),
    [
        ("Elias Ahmed 99999999", (), ()),
        ("Elias Ahmed 14109603", (), ()),
        ("Elias Ahmed 20100230", (), ("20100230",)),
        ("Elias Ahmed 2027-05-13", (), ("2027-05-13",)),
        ("Elias Ahmed 1879-05-13", (), ("1879-05-13",)),
        ("Elias Ahmed 2010-02-30", (), ("2010-02-30",)),
        ("Elias Ahmed 20100513", (2010,), ()),
        ("Elias Ahmed 2387", (), ()),
        ("Namn;Född\nElias Ahmed;2027", (), ("2027",)),
        ("Namn;Född\nElias Ahmed;1879", (), ("1879",)),
        ("Namn;Född\nElias Ahmed;1880", (1880,), ()),
        ("Namn;Född\nElias Ahmed;99999999", (), ("99999999",)),
        ("Namn;Född\nElias Ahmed;10", (), ("10",)),
        ("Namn;Född\nElias Ahmed;", (), ()),
        ("Namn;Född\nElias Ahmed;2010-05-13", (2010,), ()),
    ],
)
def test_impossible_year_or_day_of_birth_is_no_year_and_is_named(text, years, wrong):
    (found,) = read(text)
    assert (found.years, found.wrong_births) == (years, wrong)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Elias Ahmed", "Elias", "Ahmed"),
        ("Ahmed, Elias", "Elias", "Ahmed"),
        ("von Sydow, Max 1929", "Max", "von Sydow"),
        ("de la Cruz, Ana, Kungsbacka SK", "Ana", "de la Cruz"),
        ('"Ahmed Khan, Elias",2010', "Elias", "Ahmed Khan"),
        ('"Ahmed Khan, Elias";"Kungsbacka"', "Elias", "Ahmed Khan"),
        ("Ahmed Khan, Elias;2010", "Elias", "Ahmed Khan"),
        ('"Namn";"Född"\n"Ahmed Khan, Elias";2010', "Elias", "Ahmed Khan"),
        ("Förnamn;Efternamn\nMax;von Sydow", "Max", "von Sydow"),
        ("Elias Ahmed <elias@klubb.example>", "Elias", "Ahmed"),
        ('6" Elias Ahmed;2010', "Elias", "Ahmed"),
    ],
)
def test_first_and_last_name_are_separated_as_in_the_line(text, first, last):
    assert [each.names for each in read(text)] == [(first, last)]


@pytest.mark.parametrize(
    ("line", "may_be_first", "names"),
    [
        ("Ahmed Khan, Elias", "Elias", ("Elias", "Ahmed Khan")),
        ("2. Ahmed Khan, Elias 2010", "Elias", ("Elias", "Ahmed Khan")),
        ("Ahmed Khan, Anna Maria, 2010", "Anna Maria", ("Anna Maria", "Ahmed Khan")),
        ("Elias Ahmed, Kungsbacka", "Kungsbacka", ("Kungsbacka", "Elias Ahmed")),
    ],
)
def test_text_after_a_name_of_several_words_may_be_the_first_name(
    line, may_be_first, names
):
    (found,) = read(line)
    assert (found.last_name, found.may_be_first) == ("", may_be_first)
    assert found.with_last_name_first().names == names


def test_only_possible_year_is_the_year_of_birth():
    assert read("Elias Ahmed 2010")[0].birth_year == 2010
    assert read("Elias Ahmed 1950 2010")[0].birth_year is None
    assert read("Elias Ahmed 1543")[0].birth_year is None


def test_long_number_may_be_the_player_number():
    assert facts("Elias Ahmed 1712345") == [("Elias Ahmed", (), ("1712345",))]


def test_lines_keep_their_numbers_and_empty_ones_are_left_out():
    assert read("\nElias Ahmed\n\n  Ida Ek 2011 \n") == [
        PastedPlayer(2, "Elias Ahmed", "Elias Ahmed"),
        PastedPlayer(4, "Ida Ek 2011", "Ida Ek", (2011,)),
    ]


@pytest.mark.parametrize("separator", ["\t", ";", ","])
def test_spreadsheet_is_read_by_its_header(separator):
    rows = [
        ("Efternamn", "Förnamn", "Klubb", "Födelseår", "FIDE-id"),
        ("Ahmed", "Elias", "Kungsbacka SK 1949", "2010", "1712345"),
        ("Ek", "Ida", "", "", ""),
    ]
    text = "\n".join(separator.join(row) for row in rows)
    assert facts(text) == [
        ("Elias Ahmed", (2010,), ("1712345",)),
        ("Ida Ek", (), ()),
    ]


def test_line_without_a_name_is_kept_for_a_question():
    assert facts("2010 1543") == [("", (2010,), ())]


@pytest.mark.parametrize("text", ["", " \n\t\n"])
def test_empty_text_has_no_players(text):
    assert read(text) == []


def test_endless_number_is_ignored():
    assert facts("Elias Ahmed " + "9" * 5000) == [("Elias Ahmed", (), ())]
