"""Download every list of an office as an anonymous visitor.

    python -m tests.processes.commands.public_lists FILE?pool=CODE…

prints as JSON a digest of each file of the current list, the live one, and every
published one.
"""

import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Iterator

import django


def main(files: list[str]) -> None:
    from ratings.models import RatingList  # noqa: PLC0415

    numbers = RatingList.objects.order_by("number").values_list("number", flat=True)
    where = ["", "live/", *(f"{number}/" for number in numbers)]
    paths = [f"/list/{at}{file}" for at in where for file in files]
    sys.stdout.write(json.dumps({path: digest_of(path) for path in paths}) + "\n")


def digest_of(path: str) -> str:
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    settings.ALLOWED_HOSTS = ["testserver"]
    answer = Client().get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    content = b"".join(answer.streaming_content)
    if ".xlsx" in path:
        content = b"".join(parts_of(content))
    return hashlib.sha256(content).hexdigest()


def parts_of(workbook: bytes) -> Iterator[bytes]:
    """Yield the parts of a workbook, without the times at which they were compressed."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as parts:
        for name in parts.namelist():
            yield name.encode() + parts.read(name)


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1:])
