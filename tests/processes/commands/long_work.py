"""Give an office letters to deliver and files to import, or results without a message
to any worker.

    python -m tests.processes.commands.long_work letters|files|results

prints as JSON what was created.
"""

import json
import sys
from datetime import date

import django

LETTERS, FILES = 60, 2


def main(what: str) -> None:
    made = {"letters": letters, "files": files, "results": results}[what]()
    sys.stdout.write(json.dumps(made) + "\n")


def letters() -> int:
    from django.utils import timezone  # noqa: PLC0415

    from federation.domain.mail import write_letter  # noqa: PLC0415

    for number in range(LETTERS):
        write_letter(
            to=f"reader{number}@example.org",
            subject="Hej",
            body="Text",
            at=timezone.now(),
        )
    return LETTERS


def files() -> list[int]:
    from tests.factories import officer  # noqa: PLC0415
    from tests.ratings.uploads.bringing import brought, table  # noqa: PLC0415

    by = officer()
    contents = (table(f"2023-01-0{day},1,2,1,Cup {day}") for day in range(1, FILES + 1))
    return [brought(content, by=by).file.pk for content in contents]


def results() -> list[int]:
    """Post results in the name of the user who uploaded the files."""
    from federation.models import User  # noqa: PLC0415
    from tests.factories import line, member, posted  # noqa: PLC0415

    winner, loser = member(), member()
    posted(line(winner, loser, 2, date(2026, 2, 1)), by=User.objects.get())
    return [winner.pk, loser.pk]


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1])
