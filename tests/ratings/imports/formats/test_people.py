"""Players as a file says who they are, each of them once."""

import pytest

from ratings.files.wording import Wrong
from ratings.imports.formats.people import NamedPerson, People, person_of

ADA = NamedPerson("7", 1700007, "Ada", "Ek", 1980)


def people(*listed):
    found = People(2026)
    for each in listed:
        found.list(each)
    return found


def test_somebody_of_a_list_is_known_by_each_number_and_by_name_and_year():
    found = people(NamedPerson("8", None, "Bo", "Al", 1981), ADA)
    for said in (
        NamedPerson("7"),
        NamedPerson(fide_id=1700007),
        NamedPerson("", None, "ADA", "ek", 1980),
        NamedPerson("7", 1700007, "Ada", "Ek"),
    ):
        assert found.place_of(said) == 1
    assert len(found.everybody) == 2


def test_a_name_without_its_year_is_somebody_else():
    found = people(ADA)
    assert found.place_of(NamedPerson("", None, "Ada", "Ek")) == 1
    assert found.place_of(NamedPerson("", None, "Ada", "Ek", 1981)) == 2


@pytest.mark.parametrize(
    "said",
    [
        NamedPerson("7", 1700008),
        NamedPerson("7", None, "", "", 1981),
        NamedPerson("7", None, "Bo", "Ek"),
        NamedPerson("9", 1700007),
    ],
)
def test_what_speaks_against_a_number_makes_somebody_else(said):
    found = people(ADA)
    assert found.place_of(said) == 1
    assert found.everybody == [ADA, said]


def test_two_of_a_list_of_one_name_and_year_are_known_by_their_numbers_alone():
    found = people(ADA, NamedPerson("9", None, "Ada", "Ek", 1980))
    assert found.place_of(NamedPerson("9")) == 1
    assert found.place_of(NamedPerson("7")) == 0
    assert found.place_of(NamedPerson("", None, "Ada", "Ek", 1980)) == 2


def test_without_a_list_the_same_words_are_the_same_player():
    found = people()
    said = NamedPerson("", None, "Ada", "Ek", 1980)
    assert found.place_of(said) == found.place_of(said) == 0
    assert found.place_of(NamedPerson("7", None, "Ada", "Ek", 1980)) == 1


def test_gender_and_country_are_no_part_of_who_it_is_and_the_first_holds():
    found = people()
    first = NamedPerson("7", gender="f", country="SWE")
    assert found.place_of(first) == 0
    assert found.place_of(NamedPerson("7", gender="m", country="NOR")) == 0
    assert (found.everybody[0].gender, found.everybody[0].country) == ("f", "SWE")


def test_a_row_says_who_it_is_by_number_fide_number_name_and_year():
    assert person_of((" 7  b ", "1700007", "Ek, Ada", "1980"), 2026) == NamedPerson(
        "7 b", 1700007, "Ada", "Ek", 1980
    )
    assert person_of("7", 2026) == NamedPerson("7")
    assert person_of(("", "", "Ada Ek", "2026"), 2026).birth_year == 2026


@pytest.mark.parametrize("said", ["", ("", "", "", "1980"), ("", "", "Ada Ek", "2027")])
def test_a_row_that_says_nobody_or_a_year_to_come_is_wrong(said):
    with pytest.raises(Wrong):
        person_of(said, 2026)
    assert people().find([said]) == {}
    assert str(people().why(said))


def test_nobody_of_a_list_is_known_by_a_name_alone():
    found = people(NamedPerson("8", None, "Bo", "Al"))
    assert found.place_of(NamedPerson("", None, "Bo", "Al")) == 1


@pytest.mark.parametrize(
    ("said", "person"),
    [
        ("Anders Korhonen", NamedPerson("", None, "Anders", "Korhonen")),
        ("Ek, Eva-Lotta", NamedPerson("", None, "Eva-Lotta", "Ek")),
        ("Gunnar de la Gardie-Lindqvist", None),
        ("1000082", NamedPerson("1000082")),
        ("SE 1000082", NamedPerson("SE 1000082")),
        ("ABC", NamedPerson("ABC")),
    ],
)
def test_a_name_where_a_number_is_asked_for_is_read_as_a_name(said, person):
    found = person_of(said, 2026)
    if person is None:
        assert (found.number, found.first_name) == ("", "Gunnar de la")
    else:
        assert found == person
        assert (found.first_name, found.last_name) == (
            person.first_name,
            person.last_name,
        )
