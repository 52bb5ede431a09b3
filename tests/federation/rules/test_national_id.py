"""The Luhn digit; its examples are those of ISO/IEC 7812-1 and of the Swedish
Tax Agency's personal numbers, which use the same formula."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.rules.national_id import (
    check_digit,
    check_digit_fits,
    with_check_digit,
)


def test_the_textbook_number_has_its_digit():
    assert check_digit(7992739871) == 3


def test_the_tax_agencys_example_has_its_digit():
    # Skatteverket SKV 704: 640823-323 has the check digit 4.
    assert check_digit(640823323) == 4


def test_a_number_carries_its_digit_last():
    assert with_check_digit(100001) == "1000017"


@given(st.integers(0, 10**9))
def test_every_number_with_its_digit_fits(number):
    assert check_digit_fits(with_check_digit(number)) is True


@given(st.integers(10, 10**9), st.data())
def test_one_mistyped_figure_never_fits(number, data):
    right = with_check_digit(number)
    place = data.draw(st.integers(0, len(right) - 1))
    figure = data.draw(st.sampled_from("0123456789".replace(right[place], "")))
    assert check_digit_fits(right[:place] + figure + right[place + 1 :]) is False


@pytest.mark.parametrize("text", ["", "7", "12a4", "²34", "१२३", " 18", "-18"])
def test_what_is_no_number_does_not_fit(text):
    assert check_digit_fits(text) is False
