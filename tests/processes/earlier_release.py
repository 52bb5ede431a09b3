"""The back-up of an earlier release from which `test_backup.py` upgrades, and the lists
that this release gave out.

To keep those of another release: in a checkout of it, with this module and
the folder `commands` copied into it, beside `script/server --servers` and with
`. var/environment`,

    python manage.py migrate && python manage.py standard_pools
    python -m tests.processes.commands.office_with_lists 2 same-names
    python -m tests.processes.earlier_release lists FOLDER
    script/backup --directory DIR     # of this checkout, if that one has none
    python -m tests.processes.earlier_release pack DIR/rankbok-….zip FOLDER COMMIT

and name FOLDER below.
"""

import json
import sys
import zipfile
from pathlib import Path

FOLDER = Path(__file__).with_name("release-7bbf808d2dc7")
BACKUP = "office.zip"
MANIFEST = "manifest.json"


def expected_lists() -> dict[str, bytes]:
    """Return the expected lists by their numbers."""
    return {path.stem: path.read_bytes() for path in FOLDER.glob("*.csv")}


def keep_lists(folder: Path) -> None:
    import django  # noqa: PLC0415

    django.setup()
    from django.conf import settings  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from ratings.models import RatingList  # noqa: PLC0415

    settings.ALLOWED_HOSTS = ["*"]
    for number in RatingList.objects.values_list("number", flat=True):
        answer = Client().get(f"/list/{number}/list.csv?pool=chess-long")
        (folder / f"{number}.csv").write_bytes(b"".join(answer.streaming_content))


def pack(backup: Path, folder: Path, commit: str) -> None:
    """Pack the back-up as small as possible, labelled with the release whose tables it
    has.
    """
    packed = folder / BACKUP
    with (
        zipfile.ZipFile(backup) as made,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive,
    ):
        for name in made.namelist():
            content = made.read(name)
            if name == MANIFEST:
                content = json.dumps(
                    json.loads(content) | {"release": f"0.1.0 {commit}"}, indent=1
                ).encode()
            archive.writestr(name, content)


def main(what: str, *arguments: str) -> None:
    if what == "lists":
        keep_lists(Path(arguments[0]))
    else:
        pack(Path(arguments[0]), Path(arguments[1]), arguments[2])


if __name__ == "__main__":
    main(*sys.argv[1:])
