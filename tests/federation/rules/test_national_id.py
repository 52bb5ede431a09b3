"""The Luhn digit; its examples are those of ISO/IEC 7812-1 and of the Swedish
Tax Agency's personal numbers, which use the same formula."""

from hypothesis import assume, given
from hypothesis import strategies as st

from federation.rules.national_id import check_digit, with_check_digit


def test_textbook_number_has_its_check_digit():
    assert check_digit(7992739871) == 3


def test_tax_agencys_example_has_its_check_digit():
    # Skatteverket SKV 704: 640823-323 has the check digit 4.
    assert check_digit(640823323) == 4


def test_check_digit_is_the_last_digit_of_a_number():
    assert with_check_digit(100001) == "1000017"


@given(st.integers(10, 10**9), st.data())
def test_single_mistyped_digit_is_detected(number, data):
    right = with_check_digit(number)
    place = data.draw(st.integers(1, len(right) - 1))
    figure = data.draw(st.sampled_from("0123456789".replace(right[place], "")))
    mistyped = right[:place] + figure + right[place + 1 :]
    assert with_check_digit(int(mistyped[:-1])) != mistyped


@given(st.integers(10, 10**9), st.data())
def test_swapped_adjacent_digits_are_detected(number, data):
    right = with_check_digit(number)
    place = data.draw(st.integers(1, len(right) - 2))
    one, two = right[place], right[place + 1]
    assume(one != two and {one, two} != {"0", "9"})
    swapped = right[:place] + two + one + right[place + 2 :]
    assert with_check_digit(int(swapped[:-1])) != swapped
