"""Players as identified in a file, each of them once."""

import pytest

from ratings.files.wording import InvalidField
from ratings.imports.formats.people import NamedPerson, People, person_of

ADA = NamedPerson("7", 1700007, "Ada", "Ek", 1980)


def people(*listed):
    found = People(2026)
    for each in listed:
        found.list(each)
    return found


def test_listed_player_is_matched_by_each_number_and_by_name_and_year():
    found = people(NamedPerson("8", None, "Bo", "Al", 1981), ADA)
    for person in (
        NamedPerson("7"),
        NamedPerson(fide_id=1700007),
        NamedPerson("", None, "ADA", "ek", 1980),
        NamedPerson("7", 1700007, "Ada", "Ek"),
    ):
        assert found.place_of(person) == 1
    assert len(found.everybody) == 2


def test_name_without_the_year_is_another_player():
    found = people(ADA)
    assert found.place_of(NamedPerson("", None, "Ada", "Ek")) == 1
    assert found.place_of(NamedPerson("", None, "Ada", "Ek", 1981)) == 2


@pytest.mark.parametrize(
    "person",
    [
        NamedPerson("7", 1700008),
        NamedPerson("7", None, "", "", 1981),
        NamedPerson("7", None, "Bo", "Ek"),
        NamedPerson("9", 1700007),
    ],
)
def test_contradicting_data_beside_a_number_makes_another_player(person):
    found = people(ADA)
    assert found.place_of(person) == 1
    assert found.everybody == [ADA, person]


def test_listed_namesakes_of_one_year_are_matched_only_by_number():
    found = people(ADA, NamedPerson("9", None, "Ada", "Ek", 1980))
    assert found.place_of(NamedPerson("9")) == 1
    assert found.place_of(NamedPerson("7")) == 0
    assert found.place_of(NamedPerson("", None, "Ada", "Ek", 1980)) == 2


def test_without_a_list_identical_data_is_the_same_player():
    found = people()
    person = NamedPerson("", None, "Ada", "Ek", 1980)
    assert found.place_of(person) == found.place_of(person) == 0
    assert found.place_of(NamedPerson("7", None, "Ada", "Ek", 1980)) == 1


def test_gender_and_country_do_not_identify_and_first_value_is_used():
    found = people()
    first = NamedPerson("7", gender="f", country="SWE")
    assert found.place_of(first) == 0
    assert found.place_of(NamedPerson("7", gender="m", country="NOR")) == 0
    assert (found.everybody[0].gender, found.everybody[0].country) == ("f", "SWE")


def test_row_identifies_a_player_by_number_fide_number_name_and_year():
    assert person_of((" 7  b ", "1700007", "Ek, Ada", "1980"), 2026) == NamedPerson(
        "7 b", 1700007, "Ada", "Ek", 1980
    )
    assert person_of("7", 2026) == NamedPerson("7")
    assert person_of(("", "", "Ada Ek", "2026"), 2026).birth_year == 2026


@pytest.mark.parametrize("cell", ["", ("", "", "", "1980"), ("", "", "Ada Ek", "2027")])
def test_row_without_player_or_with_a_future_year_is_refused(cell):
    with pytest.raises(InvalidField):
        person_of(cell, 2026)
    assert people().find([cell]) == {}
    assert str(people().why(cell))


@pytest.mark.parametrize("word", ["w.o.", "W.O", "wo", "w/o", "Walkover", "(wo)"])
@pytest.mark.parametrize("place", [0, 2])
def test_word_for_a_forfeit_is_no_player(word, place):
    who = ["", "", "", ""]
    who[place] = word
    with pytest.raises(InvalidField, match="is no player"):
        person_of(tuple(who), 2026)


def test_listed_player_is_not_matched_by_name_alone():
    found = people(NamedPerson("8", None, "Bo", "Al"))
    assert found.place_of(NamedPerson("", None, "Bo", "Al")) == 1


@pytest.mark.parametrize(
    ("cell", "person"),
    [
        ("Anders Korhonen", NamedPerson("", None, "Anders", "Korhonen")),
        ("Ek, Eva-Lotta", NamedPerson("", None, "Eva-Lotta", "Ek")),
        ("Ek,Eva-Lotta", NamedPerson("", None, "Eva-Lotta", "Ek")),
        ("Gunnar de la Gardie-Lindqvist", None),
        ("1000082", NamedPerson("1000082")),
        ("SE 1000082", NamedPerson("SE 1000082")),
        ("ABC", NamedPerson("ABC")),
    ],
)
def test_name_in_the_number_column_is_read_as_a_name(cell, person):
    found = person_of(cell, 2026)
    if person is None:
        assert (found.number, found.first_name) == ("", "Gunnar de la")
    else:
        assert found == person
        assert (found.first_name, found.last_name) == (
            person.first_name,
            person.last_name,
        )
