"""Shared by the management commands of ratings: finding a pool by its code, opening a
file, reading a day, and reporting refused rows.
"""

import csv
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import CommandError

from ratings.files.spreadsheets import table_in
from ratings.files.text_files import NotATable, TextFile
from ratings.files.text_tables import RefusedRow, open_table
from ratings.models import Pool

RefusedRowsHandler = Callable[[Sequence[RefusedRow]], None]


def pool_by_code(code: str) -> Pool:
    pool = Pool.objects.filter(code=code).first()
    if pool is None:
        codes = ", ".join(Pool.objects.order_by("code").values_list("code", flat=True))
        raise CommandError(f"There is no pool ‘{code}’. There is: {codes}.")
    return pool


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"‘{text}’ is not a day like 2026-03-14") from None


@contextmanager
def table_at(path: str, *, rejects: str | None, out: Any) -> Iterator[TextFile]:
    """Open the table at `path`, for as long as it is read, and write to `out` what kind
    of file it is. Of a workbook the first sheet is read, as in the browser. `rejects`,
    the path for refused rows, must not be the file itself.
    """
    source = Path(path)
    if rejects is not None and Path(rejects).resolve() == source.resolve():
        raise CommandError(
            f"{rejects} is the file itself: refused rows need another one."
        )
    with TemporaryDirectory() as place:
        try:
            file, what = _table(source, Path(place))
        except NotATable as error:
            raise CommandError(str(error)) from error
        out.write(f"{file.name}: {what}")
        yield file


def _table(source: Path, place: Path) -> tuple[TextFile, str]:
    """Return the table, and a description of the file."""
    file, sheet = table_in(source, str(source), place)
    if sheet is None:
        return file, _encoding(file)
    of = f", the first of {sheet.sheets} that is not hidden" if sheet.sheets > 1 else ""
    return file, f"Excel workbook, sheet ‘{sheet.name}’{of}"


def _encoding(file: TextFile) -> str:
    assumed = (
        ""
        if file.is_certain
        else " (assumed: it is not UTF-8, and says nothing itself)"
    )
    return f"{file.encoding_name}{assumed}"


def unread_columns_note(columns: Sequence[str]) -> list[str]:
    """Return a line about columns that the import ignores, as a name may be misspelt."""
    return [f"Columns that nobody reads: {', '.join(columns)}."] if columns else []


@contextmanager
def rejects(
    file: TextFile, path: str | None, columns: Sequence[str], errors: Any
) -> Iterator[RefusedRowsHandler]:
    """Yield a handler that writes refused rows to standard error and, if a path is
    given, to a CSV file there: line, reason, and the row as it was. `columns` are the
    known columns, by which the header is recognised.
    """
    if path is None:
        yield lambda refusals: _print_refusals(refusals, errors)
        return
    with file.open() as text:
        header = open_table(text, required=(), optional=columns).header
    try:
        sink = Path(path).open("w", encoding="utf-8", newline="")  # noqa: SIM115
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}.") from error
    with sink:
        writer = csv.writer(sink, lineterminator="\n")
        writer.writerow(("line", "reason", *header))

        def record(refusals: Sequence[RefusedRow]) -> None:
            _print_refusals(refusals, errors)
            writer.writerows((each.line, each.reason, *each.row) for each in refusals)

        yield record


def _print_refusals(refusals: Sequence[RefusedRow], errors: Any) -> None:
    for each in refusals:
        errors.write(f"line {each.line}: {each.reason}")
