"""Rows packed for writing to the database: `ratings.ledger.domain.binary_columns`."""

import numpy as np
import pytest

from ratings.ledger.domain import binary_columns
from ratings.ledger.domain.binary_columns import copy_in
from ratings.models import ChangeRow
from tests.factories import chess_pool


@pytest.mark.django_db
@pytest.mark.parametrize("at_once", [1, 3, 10])
def test_rows_are_packed_while_earlier_ones_are_sent(monkeypatch, at_once):
    """Of four shapes, in pieces of which the last one is smaller."""
    monkeypatch.setattr(binary_columns, "ROWS_AT_ONCE", at_once)
    size = 9
    number = np.arange(size)
    memory = np.column_stack((number, number + 0.5))
    memory[number % 3 == 1] = np.nan
    zeros = np.zeros(size)
    rows = {
        "pool_id": np.full(size, chess_pool().pk, np.int32),
        "slot": np.zeros(size, np.int16),
        "player_id": number.astype(np.int32),
        "ended_on": np.full(size, 366, np.int32),
        "started_on": np.full(size, 365, np.int32),
        "report_id": np.zeros(size, np.int32),
        "before": np.where(number % 2, np.nan, 1500.0 + number),
        "change": number / 2,
        **dict.fromkeys(("bonus", "deduction", "adjustment"), zeros * np.nan),
        "after": 1500.0 + number,
        "games": number.astype(np.int16),
        **dict.fromkeys(("score", "start_from"), zeros.astype(np.int16)),
        "adopts": number % 2 == 0,
        "memory": memory,
    }

    assert copy_in("ratings_changerow", rows) == size

    written = ChangeRow.objects.order_by("player_id").values_list(
        "player_id", "before", "change", "after", "games", "adopts", "memory"
    )
    assert list(written) == [
        (
            n,
            None if n % 2 else 1500 + n,
            n / 2,
            1500 + n,
            n,
            n % 2 == 0,
            None if n % 3 == 1 else [n, n + 0.5],
        )
        for n in range(size)
    ]
