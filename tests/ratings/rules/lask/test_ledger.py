"""LASK text, point 5, and Rankingregel 2: a player's ledger."""

from dataclasses import replace
from datetime import date

import pytest

from ratings.rules.lask.ledger import (
    LedgerGame,
    LedgerPoints,
    LedgerRow,
    LedgerSheet,
    RowKind,
    write_ledger,
)
from ratings.rules.lask.parameters import LaskParameters
from ratings.rules.lask.whole_numbers import BadEntry

LASK = LaskParameters()
OLLE = LedgerGame(date(1971, 9, 6), "KM", "Olle Persson", 1850, 2)
PER = LedgerGame(date(1971, 9, 16), "KM", "Per Olsson", 1970, 1)
# In the next period 1917 is the base: 1917 - 1850 = 67, k = 3, a loss costs 19.
AGAIN = LedgerGame(date(1971, 11, 2), "DM", "Olle Persson", 1850, 0)
SHEET = LedgerSheet(1900, date(1971, 9, 1), date(1971, 11, 30), (OLLE, PER, AGAIN))


def summary(rows):
    return [(row.kind.value, row.day, row.change, row.running) for row in rows]


def test_a_line_has_all_columns_of_the_form():
    assert write_ledger(SHEET, LASK)[1] == LedgerRow(
        kind=RowKind.GAME,
        day=date(1971, 9, 6),
        running=1914,
        event="KM",
        opponent="Olle Persson",
        opponent_rating=1850,
        difference=50,
        half_points=2,
        change=14,
    )


def test_the_running_number_becomes_the_base_of_the_next_period():
    assert summary(write_ledger(SHEET, LASK)) == [
        ("base", date(1971, 9, 1), None, 1900),
        ("game", date(1971, 9, 6), 14, 1914),
        ("game", date(1971, 9, 16), 3, 1917),
        ("base", date(1971, 11, 1), None, 1917),
        ("game", date(1971, 11, 2), -19, 1898),
    ]


def test_games_are_listed_by_day_whatever_the_input_order():
    turned = replace(SHEET, games=(AGAIN, PER, OLLE))
    assert write_ledger(turned, LASK) == write_ledger(SHEET, LASK)


def test_every_base_date_is_listed_with_or_without_games():
    sheet = LedgerSheet(1900, date(1971, 9, 1), date(1972, 9, 1))
    assert [row.day for row in write_ledger(sheet, LASK)] == [
        date(1971, 9, 1),
        date(1971, 11, 1),
        date(1972, 1, 1),
        date(1972, 3, 1),
        date(1972, 6, 1),
        date(1972, 9, 1),
    ]


def test_deduction_and_bonus_precede_the_base_of_their_day():
    sheet = LedgerSheet(
        1900,
        date(1972, 3, 1),
        date(1972, 9, 1),
        points=[
            LedgerPoints(date(1972, 6, 1), "Deduction", -27),
            LedgerPoints(date(1972, 9, 1), "Bonus", 16),
            LedgerPoints(date(1972, 9, 1), "Supplement", -2),
        ],
    )
    assert summary(write_ledger(sheet, LASK)) == [
        ("base", date(1972, 3, 1), None, 1900),
        ("points", date(1972, 6, 1), -27, 1873),
        ("base", date(1972, 6, 1), None, 1873),
        ("points", date(1972, 9, 1), 16, 1889),
        ("points", date(1972, 9, 1), -2, 1887),
        ("base", date(1972, 9, 1), None, 1887),
    ]


def test_a_game_on_a_base_date_belongs_to_the_new_period():
    on_the_day = replace(AGAIN, day=date(1971, 11, 1))
    rows = write_ledger(replace(SHEET, games=[OLLE, PER, on_the_day]), LASK)
    assert [row.kind for row in rows][-2:] == [RowKind.BASE, RowKind.GAME]
    assert rows[-1].difference == 67


def test_games_of_one_day_keep_the_given_order():
    same_day = replace(PER, day=OLLE.day)
    rows = write_ledger(replace(SHEET, games=[AGAIN, same_day, OLLE]), LASK)
    opponents = [row.opponent for row in rows if row.kind is RowKind.GAME]
    assert opponents == ["Per Olsson", "Olle Persson", "Olle Persson"]


def test_a_sheet_may_begin_within_a_period():
    sheet = LedgerSheet(1900, date(1971, 9, 20), date(1971, 10, 1))
    assert summary(write_ledger(sheet, LASK)) == [
        ("base", date(1971, 9, 20), None, 1900)
    ]


@pytest.mark.parametrize(
    ("sheet", "refused"),
    [
        (replace(SHEET, base=-10_000), "base: too_low"),
        (replace(SHEET, last_day=date(1971, 8, 31)), "last_day: too_low"),
        (
            replace(SHEET, games=[OLLE, replace(PER, day=date(1971, 12, 1))]),
            r"games\[1\].day: outside_the_sheet",
        ),
        (
            replace(SHEET, games=[replace(OLLE, opponent_rating=-10_000)]),
            r"games\[0\].opponent_rating: too_low",
        ),
        (
            replace(SHEET, games=[replace(OLLE, half_points=3)]),
            r"games\[0\].score: too_high",
        ),
        (
            replace(SHEET, points=[LedgerPoints(date(1971, 10, 1), "Bonus", 16)]),
            r"points\[0\].day: not_a_base_date",
        ),
        (
            replace(SHEET, points=[LedgerPoints(date(1971, 9, 1), "Bonus", 16)]),
            r"points\[0\].day: not_a_base_date",
        ),
    ],
)
def test_impossible_sheet_is_refused(sheet, refused):
    with pytest.raises(BadEntry, match=f"^{refused}$"):
        write_ledger(sheet, LASK)
