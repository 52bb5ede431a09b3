"""The rows of a file that are left out, as a file that can be corrected and brought
again.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from django.contrib.auth.decorators import login_required
from django.http import HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from federation.formats.csv_files import BYTE_ORDER_MARK, CSV, Cell, Echo, harmless
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.files import as_file
from ratings.enums import ImportKind
from ratings.files.text_tables import OF_REJECTS
from ratings.models import ImportFile
from ratings.uploads.queries.imports import all_faults
from ratings.uploads.words import fault_words


@login_required
@require_GET
def rows_csv(request: OfficeRequest, pk: int) -> HttpResponseBase:
    allow(request.actor, Permission.IMPORT_HISTORY)
    file = get_object_or_404(ImportFile, pk=pk)
    table = request.GET.get("table", "")
    table = table if table in file.headers else ""
    name = f"{Path(table or file.name).stem}-rows.csv"
    lines = _lines(file, table)
    written = StreamingHttpResponse(lines, content_type=CSV)
    return as_file(written, name)


def _lines(file: ImportFile, table: str) -> Iterator[str]:
    """Return of a zip the rows of one table as they were, or all rows left out with the
    names of their files.
    """
    writer = csv.writer(Echo())
    several = not table and (file.headers or file.kind == ImportKind.TRF)
    of_zip = ("file",) if several else ()
    header = map(_as_it_stood, file.headers.get(table, file.header))
    yield BYTE_ORDER_MARK + writer.writerow((*OF_REJECTS, *of_zip, *header))
    for fault in all_faults(file, table):
        member = (fault.member,) if of_zip else ()
        row = (fault_words(fault), *member, *fault.row)
        yield writer.writerow((fault.line, *(_as_it_stood(cell) for cell in row)))


def _as_it_stood(cell: str) -> Cell:
    """A score such as = or - stands alone, and is no formula."""
    return cell if len(cell) == 1 else harmless(cell)
