"""Parsing of field values."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.files.spellings import (
    NO_RATING,
    RatingSpellings,
    birth_year_of,
    country_code,
    day_of,
    forfeit_of,
    gender_of,
    minutes_of,
    name_of,
    rating_of,
    result_of,
    round_of,
    start_rating_of,
)
from ratings.files.wording import InvalidField
from ratings.rules.calendar import day_number
from ratings.rules.renju import system as renju


@pytest.mark.parametrize("spelled", ["1", " 1 ", "1.0", "1,0", "1-0", "1–0", "+"])
def test_a_win_of_white_is_two_half_points(spelled):
    assert result_of(spelled)[0] == 2


@pytest.mark.parametrize(
    "spelled", ["0.5", "0,5", ".5", ",5", "½", "=", "1/2", "1/2-1/2", "½-½", "½–½"]
)
def test_a_draw_is_one_half_point(spelled):
    assert result_of(spelled)[0] == 1


@pytest.mark.parametrize("spelled", ["0", "0.0", "0,0", "0-1", "0–1", "-", "−"])
def test_a_loss_of_white_is_none(spelled):
    assert result_of(spelled)[0] == 0


@pytest.mark.parametrize(
    ("spelled", "half_points", "is_played"),
    [
        ("1 - 0", 2, True),
        ("½ - ½", 1, True),
        ("0 - 1", 0, True),
        ("1\u00a0-\u00a00", 2, True),
        ("1\u2009–\u20090", 2, True),
        ("\u200b0\u202f—\u202f1", 0, True),
        ("1/2 - 1/2", 1, True),
        ("0,5 - 0,5", 1, True),
        ("1,0 - 0,0", 2, True),
        ("½ - ½ adj", 1, True),
        ("1-0 (adj.)", 2, True),
        ("1 - 0 w.o", 2, False),
        ("0-1 WO", 0, False),
        ("0 - 1 w.o.", 0, False),
        ("1 - 0 (walkover)", 2, False),
        ("1-0 w/o", 2, False),
        ("+ -", 2, False),
        ("- +", 0, False),
        ("+ - -", 2, False),
        ("- - +", 0, False),
        ("+", 2, False),
        ("-", 0, False),
        ("− ", 0, False),
    ],
)
def test_results_of_other_programs_are_read(spelled, half_points, is_played):
    assert result_of(spelled) == (half_points, is_played)


@pytest.mark.parametrize("spelled", [" - ", "\u00a0–\u00a0", "  −  "])
def test_a_lone_hyphen_between_spaces_is_no_forfeit(spelled):
    with pytest.raises(InvalidField) as refused:
        result_of(spelled)
    assert str(refused.value.message) == "the game has no result yet"


@pytest.mark.parametrize("spelled", ["", "2", "1.5", "0-0", "-1", "win", "1 0"])
def test_other_texts_are_no_score(spelled):
    with pytest.raises(ValueError, match="is not one of"):
        result_of(spelled)


@given(st.dates(min_value=date(1000, 1, 1)))
def test_formatted_day_is_parsed_back(day):
    assert day_of(day.isoformat()) == day_number(day)


def test_days_before_1970_are_negative():
    assert day_of("1969-12-31") == -1
    assert date(1970, 1, 1) + timedelta(days=day_of("1958.3.4")) == date(1958, 3, 4)


@pytest.mark.parametrize("spelled", ["14/3/1987", "3-14-1987", "1987", "87-03-14", ""])
def test_ambiguous_day_is_refused(spelled):
    with pytest.raises(ValueError, match="is not written as 1987-03-14"):
        day_of(spelled)


def test_nonexistent_day_is_refused():
    with pytest.raises(ValueError, match="‘1987-02-29’ does not exist"):
        day_of("1987-02-29")


def test_a_forfeit_is_yes_or_no():
    assert [forfeit_of(each) for each in ("", "0", "no", "yes", "X", "1")] == [
        False, False, False, True, True, True,
    ]  # fmt: skip
    with pytest.raises(ValueError, match="‘perhaps’ is neither yes nor no"):
        forfeit_of("perhaps")


@pytest.mark.parametrize(
    "spelled", ["ja", "Ja", "J", "SANT", "w.o.", "w/o", "walkover"]
)
def test_a_forfeit_may_be_stated_in_swedish(spelled):
    assert forfeit_of(spelled)
    assert not any(forfeit_of(each) for each in ("nej", "Nei", "FALSKT"))


def test_time_control_is_computed_over_sixty_moves():
    spelled = ("", "120", "90+30", "90 + 30", "5+3")
    assert [minutes_of(each, 77) for each in spelled] == [77, 120, 120, 120, 8]
    for wrong in ("40/120", "0", "1441", "-5"):
        with pytest.raises(ValueError, match="time control"):
            minutes_of(wrong, 77)


def test_whole_numbers_have_their_limits():
    assert (round_of(""), round_of("11"), rating_of(""), rating_of("2105")) == (
        1, 11, NO_RATING, 2105,
    )  # fmt: skip
    for read, wrong in ((round_of, "0"), (rating_of, "-5"), (rating_of, "2105.5")):
        with pytest.raises(ValueError, match="is not a whole number from 1"):
            read(wrong)


def test_start_rating_may_be_blank_but_not_negative():
    assert (start_rating_of(""), start_rating_of("0")) == (None, 0)
    with pytest.raises(ValueError, match="start rating ‘-100’ is not a whole number"):
        start_rating_of("-100")


def test_a_birth_year_lies_between_1880_and_this_year():
    assert (birth_year_of("", 2026), birth_year_of("2026", 2026)) == (None, 2026)
    for wrong in ("1879", "2027", "67"):
        with pytest.raises(ValueError, match="birth year"):
            birth_year_of(wrong, 2026)


def test_gender_is_one_of_two_or_unstated():
    assert [gender_of(each) for each in ("", "F", "w", "M")] == ["", "f", "f", "m"]
    assert [gender_of(each) for each in ("Kvinna", "kvinne", "Man", "mann")] == [
        "f", "f", "m", "m",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="‘x’ is neither f nor m"):
        gender_of("x")


@pytest.mark.parametrize(
    ("spelled", "name"),
    [
        ("Anna Maria Berg", ("Anna Maria", "Berg")),
        ("von Essen, Carl  Gustaf", ("Carl Gustaf", "von Essen")),
        ("Sokrates", ("", "Sokrates")),
        (" Bo   Ek ", ("Bo", "Ek")),
        ("O\u0308st, A\u030asa", ("Åsa", "Öst")),
    ],
)
def test_a_name_is_first_and_last_name(spelled, name):
    assert name_of(spelled) == name


@pytest.mark.parametrize("spelled", ["", "  ", ", Anna", "A" * 61, "B" * 61 + " Ek"])
def test_name_that_cannot_be_stored_is_refused(spelled):
    with pytest.raises(ValueError, match="name"):
        name_of(spelled)


LEVELS = RatingSpellings(renju.SYSTEM, numbers=False)


@pytest.mark.parametrize(
    ("spelled", "index"),
    [("3 kyu", 8), ("3k", 8), (" 1 Dan ", 11), ("1d", 11), ("8", 8), ("10 dan", 20)],
)
def test_levels_are_read_by_name_short_form_and_index(spelled, index):
    assert LEVELS.rating(spelled) == index
    assert LEVELS.start_rating(spelled) == index


def test_empty_field_means_no_level():
    assert LEVELS.rating(" ") == NO_RATING
    assert LEVELS.start_rating("") is None


@pytest.mark.parametrize("spelled", ["11 dan", "0", "21", "1500", "3 kuy", "-3"])
def test_unknown_level_is_refused_with_the_valid_ones(spelled):
    with pytest.raises(InvalidField) as wrong:
        LEVELS.start_rating(spelled)
    assert str(wrong.value) == (
        f"start rating ‘{spelled}’ is not a level from 10 kyu to 10 dan"
    )
    with pytest.raises(
        InvalidField, match=f"^rating ‘{spelled}’ is not a level from 10 kyu"
    ):
        LEVELS.rating(spelled)


def test_pool_converted_to_levels_accepts_levels_and_numbers():
    both = RatingSpellings(renju.SYSTEM, numbers=True)
    assert [both.rating("1 dan"), both.rating("1850")] == [11, 1850]
    with pytest.raises(InvalidField, match="not a whole number"):
        both.rating("11 dan")


def test_pool_of_numbers_accepts_no_levels():
    with pytest.raises(
        InvalidField, match="start rating ‘3 kyu’ is not a whole number"
    ):
        RatingSpellings().start_rating("3 kyu")


@pytest.mark.parametrize(
    ("spelled", "character"),
    [
        ("Berg, <b>Anna", "<"),
        ("Anna\u202e Berg", "U+202E"),
        ("Anna\x07 Berg", "U+0007"),
    ],
)
def test_name_with_markup_or_hidden_characters_is_refused_naming_the_character(
    spelled, character
):
    with pytest.raises(InvalidField) as refused:
        name_of(spelled)
    assert refused.value.message == f"a name cannot contain the character {character}"


@pytest.mark.parametrize(
    ("spelled", "code"),
    [("SWE", "SWE"), (" nor ", "NOR"), ("<b>", ""), ("", ""), ("1", "")],
)
def test_a_country_is_letters_or_unknown(spelled, code):
    assert country_code(spelled) == code
