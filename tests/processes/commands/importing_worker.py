"""A worker that continues with a file of history, in parts so small that it can be
killed between them.

    python -m tests.processes.commands.importing_worker FILE
"""

import sys
from datetime import date

import django


def main(file_id: int) -> None:
    from ratings.imports.formats import sources  # noqa: PLC0415
    from ratings.uploads.domain import posting as upload_posting  # noqa: PLC0415
    from ratings.uploads.domain.work import process_import  # noqa: PLC0415

    sources.CHUNKS = 1
    upload_posting.AT_ONCE = 200
    process_import(file_id, today=date(2026, 6, 15))


if __name__ == "__main__":
    django.setup()
    main(int(sys.argv[1]))
