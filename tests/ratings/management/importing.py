"""Files for the import commands, and the commands' output."""

import csv
from io import StringIO

from django.core.management import call_command

from tests.ratings.files.books import book, row, text

HEADER = "date,white,black,score,event"
PLAYERS = (
    "id,name,birth_year\n1,Ada Ek,1980\n2,Bo Al,1981\n3,Cy Asp,1982\n4,Di Alm,1983\n"
)


class CommandRun:
    """A command's exit status and what it wrote."""

    def __init__(self, *arguments, **options) -> None:
        out, err = StringIO(), StringIO()
        self.status = 0
        try:
            call_command(*arguments, stdout=out, stderr=err, **options)
        except SystemExit as end:
            self.status = end.code
        self.out = out.getvalue().splitlines()
        self.err = err.getvalue().splitlines()


class Files:
    """A directory of files to be imported into the pool `long`."""

    def __init__(self, path) -> None:
        self.path = path

    def write(self, name, *lines, encoding="utf-8"):
        path = self.path / name
        path.write_bytes("\n".join(lines).encode(encoding))
        return str(path)

    def games(self, *rows, header=HEADER, **options):
        path = self.write("games.csv", header, *rows)
        return CommandRun(
            "import_games", path, pool="long", **{"minutes": 120, **options}
        )

    def players(self, *rows, header="id,name,birth_year,gender,club,start_rating"):
        path = self.write("players.csv", header, *rows)
        return CommandRun("import_players", path, pool="long")

    def read(self, name):
        with (self.path / name).open(encoding="utf-8", newline="") as file:
            return list(csv.reader(file))


def workbook_of(*rows, **facts):
    """A workbook whose cells are texts."""
    return book(
        *(
            row(
                at,
                *(text(f"{chr(65 + on)}{at}", run) for on, run in enumerate(cells)),
            )
            for at, cells in enumerate(rows, start=1)
        ),
        **facts,
    )
