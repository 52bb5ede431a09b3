"""The rows of a file that are left out, as a file that can be corrected and uploaded
again.
"""

from collections.abc import Iterator
from pathlib import Path

from django.contrib.auth.decorators import login_required
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.formats.csv_files import CsvRow
from federation.permissions import Permission, allow
from federation.requests import OfficeRequest
from federation.views.table_files import TableFile, table_file
from ratings.enums import ImportKind
from ratings.files.column_names import name_in
from ratings.files.text_tables import OF_ARCHIVE, REFUSED_ROW_COLUMNS
from ratings.models import ImportFile
from ratings.uploads.queries.imports import all_faults
from ratings.uploads.words import fault_words


@login_required
@require_safe
def import_rows(request: OfficeRequest, pk: int, kind: str) -> HttpResponseBase:
    """Return the rows left out as a file, with column names in the reader's language. Of
    a zip: the rows of one table as they were, or all rows with the names of their files.
    """
    allow(request.actor, Permission.IMPORT_HISTORY)
    file = get_object_or_404(ImportFile, pk=pk)
    table = request.GET.get("table", "")
    table = table if table in file.headers else ""
    several = bool(not table and (file.headers or file.kind == ImportKind.TRF))
    header = file.headers.get(table, file.header)
    before = (*REFUSED_ROW_COLUMNS, *OF_ARCHIVE) if several else REFUSED_ROW_COLUMNS
    language = get_language() or ""
    head = tuple(name_in(language, name) for name in (*before, *header))
    name = f"{Path(table or file.name).stem}-rows"
    rows = _rows(file, table, several=several)
    return table_file(TableFile(name, _("Rows left out"), head, rows), kind)


def _rows(file: ImportFile, table: str, *, several: bool) -> Iterator[CsvRow]:
    for fault in all_faults(file, table):
        member = (fault.member,) if several else ()
        yield (fault.line, fault_words(fault), *member, *fault.row)
