from datetime import date
from decimal import Decimal

import pytest

from tournaments.rules.sanctions.application import (
    application_faults,
    fee_due,
    results_due,
    sanction_fee,
)

FIRST, LAST = date(2026, 5, 4), date(2026, 5, 25)


@pytest.mark.parametrize(
    ("minutes", "first", "last", "classes", "faults"),
    [
        (120, FIRST, LAST, ["I"], ()),
        (119, FIRST, LAST, ["I"], ("minutes",)),
        (120, LAST, FIRST, ["I"], ("days",)),
        (120, FIRST, LAST, ["", ""], ("no_class",)),
        (60, LAST, FIRST, [], ("minutes", "days", "no_class")),
    ],
)
def test_6_application_has_its_requirements(minutes, first, last, classes, faults):
    assert application_faults(minutes, first, last, classes) == faults


def test_6_3_results_and_fee_are_due_two_weeks_after_the_last_round():
    assert results_due(LAST) == date(2026, 6, 8)


def test_6_3_the_fee_is_due_with_the_results_but_two_weeks_after_its_invoice():
    assert fee_due(LAST, None) == date(2026, 6, 8)
    assert fee_due(LAST, date(2026, 5, 20)) == date(2026, 6, 8)
    assert fee_due(LAST, date(2026, 5, 30)) == date(2026, 6, 13)


def test_6_3_the_fee_is_a_sum_for_every_participant():
    assert sanction_fee(14, Decimal("25.50")) == Decimal("357.00")
