"""Fields that several forms use: which input they accept, and its cleaned value."""

from datetime import date

import pytest
from django import forms
from django.utils.translation import gettext as _
from pytest_django.asserts import assertHTMLEqual

from federation.forms.accounts import NewAccountForm
from federation.forms.fields import (
    DayField,
    LineField,
    LongSelect,
    NameField,
    required_when,
)
from federation.forms.reasons import PublicReason, ReasonField


def error_of(field, value):
    with pytest.raises(forms.ValidationError) as why:
        field.clean(value)
    return why.value.messages


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("  Ek   Berg ", "Ek Berg"),
        ("O'Hara", "O'Hara"),
        ("Åsa-Lill", "Åsa-Lill"),
        ("A\u030asa-Lill", "Åsa-Lill"),
    ],
)
def test_line_has_single_spaces_and_is_otherwise_unchanged(typed, cleaned):
    assert (LineField().clean(typed), NameField().clean(typed)) == (cleaned, cleaned)


@pytest.mark.parametrize("typed", ["123", "–", ". .", "7 8"])
def test_name_needs_a_letter_and_a_line_does_not(typed):
    assert error_of(NameField(), typed) == ["Enter a name with letters."]
    assert LineField().clean(typed) == typed


def test_optional_name_may_be_empty():
    assert NameField(required=False).clean("  ") == ""


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-03-01", date(2026, 3, 1)),
        ("1900-01-01", date(1900, 1, 1)),
        ("2099-12-31", date(2099, 12, 31)),
    ],
)
def test_day_of_this_or_the_last_century_is_accepted(typed, day):
    assert DayField().clean(typed) == day


@pytest.mark.parametrize("typed", ["1899-12-31", "2100-01-01"])
def test_day_of_another_century_is_refused(typed):
    assert len(error_of(DayField(), typed)) == 1


@pytest.mark.parametrize("typed", ["2026-02-30", "soon", "2026-13-01", "1"])
def test_invalid_day_is_refused_with_the_format_of_days(typed):
    assert error_of(DayField(), typed) == ["Enter the day as 2026-03-01."]


def test_conditionally_required_field_says_when_it_is_required():
    field = required_when("for a club", forms.CharField())
    assert (field.required, field.required_when) == (False, "for a club")


def test_readers_of_a_reason_are_named_after_the_help_text():
    alone = ReasonField(readers="The office reads it.")
    beside = ReasonField(readers="The office reads it.", help_text="Say where.")
    assert [str(each.help_text) for each in (alone, beside)] == [
        "The office reads it.", "Say where. The office reads it.",
    ]  # fmt: skip


def test_public_reason_is_optional_and_private_reason_required():
    public, reason = PublicReason(readers="All."), ReasonField(readers="Few.")
    assert [(each.required, each.is_public) for each in (public, reason)] == [
        (False, True), (True, False),
    ]  # fmt: skip


def test_reason_of_two_thousand_characters_is_accepted_and_a_longer_one_refused():
    field = ReasonField(readers="Few.")
    assert len(field.clean("x" * 2000)) == 2000
    assert len(error_of(field, "x" * 2001)) == 1


@pytest.mark.parametrize(
    ("password", "fields"),
    [
        ("grön häst på taket", []),
        ("12345678", ["password"]),
        ("kort", ["password"]),
        ("hästar17", []),
    ],
)
def test_password_needs_eight_characters_that_are_not_all_digits(password, fields):
    sent = {"name": "Evalotta Ek", "password": password}
    form = NewAccountForm(sent, email="eva.ek.1@example.org")
    assert list(form.errors) == fields


def test_password_keeps_its_spaces():
    form = NewAccountForm(
        {"name": "Eva", "password": " grön häst på taket "}, email="e@example.org"
    )
    assert form.is_valid()
    assert form.cleaned_data["password"] == " grön häst på taket "


@pytest.mark.parametrize("chosen", [None, "", 2, "3"])
def test_long_select_renders_like_djangos_select(chosen):
    choices = [("", _("All")), (2, "Å & Ö"), ("3", '<b class="x">')]
    ours = LongSelect({"class": "wide"}, choices).render("club", chosen, {"id": "it"})
    own = forms.Select({"class": "wide"}, choices).render("club", chosen, {"id": "it"})
    assertHTMLEqual(ours, own)
