"""Rating lists published before the office's own, as files to import."""

from datetime import date
from pathlib import Path

from federation.domain.authorship import ActionContext
from federation.models import User
from ratings.earlier_lists.domain.earlier_lists import (
    EarlierDraft,
    approve_earlier_lists,
    propose_earlier_lists,
)
from ratings.files.text_files import examine
from ratings.models import EarlierLists, RatingList
from tests.factories import NOON, acting, chess_pool, officer

TODAY = date(2026, 6, 15)
HEADER = "valid_from,id,name,birth_year,rating,change,games,club,class"
PRINTED = "Printed in the federation’s magazine"


def text_file(folder: Path, *rows: str, header: str = HEADER):
    path = folder / "lists.csv"
    path.write_text("\n".join((header, *rows)), encoding="utf-8")
    return examine(path)


def proposed(
    folder: Path, *rows: str, by: User | None = None, header: str = HEADER
) -> EarlierLists:
    draft = EarlierDraft(
        chess_pool().pk, text_file(folder, *rows, header=header), PRINTED
    )
    return propose_earlier_lists(
        draft, today=TODAY, acting=ActionContext((by or officer()).pk, NOON)
    )


def brought_in(folder: Path, *rows: str) -> list[RatingList]:
    """Import lists, proposed by one officer and approved by another; return them oldest
    first."""
    made = proposed(folder, *rows)
    approve_earlier_lists(made.pk, acting=acting(officer()))
    return list(RatingList.published.filter(brought_in=made).order_by("valid_from"))
