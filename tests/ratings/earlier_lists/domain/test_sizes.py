"""How large a file of earlier lists may be."""

import pytest

from ratings.earlier_lists.domain import earlier_lists
from ratings.earlier_lists.domain.earlier_lists import EarlierListsNotPossible
from ratings.models import EarlierLine
from tests.factories import PlayerFactory
from tests.ratings.earlier_list_files import proposed

pytestmark = pytest.mark.django_db


def row(number, rating="1850"):
    return f"1985-01-01,{number},,,{rating},,,,"


def test_row_limit_of_a_file_counts_invalid_rows_too(tmp_path, monkeypatch):
    for number in ("1", "2"):
        PlayerFactory(national_id=number)
    monkeypatch.setattr(earlier_lists, "MOST_ROWS", 2)
    with pytest.raises(EarlierListsNotPossible) as refused:
        proposed(tmp_path, row(1), row(2), row(3, rating="x"))
    assert refused.value.code == "lists_too_many"

    assert proposed(tmp_path, row(1), row(2)).pk
    assert EarlierLine.objects.count() == 2
