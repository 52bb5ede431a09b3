"""The note var/demo: this database was filled with the demo federation, whose log-ins
are public.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class DemoNote:
    path: Path
    database: str

    def begin(self) -> None:
        """Write the note before the first row, so that a user's own federation is never
        taken for a demo.
        """
        self._write("unfinished")

    def finish(self) -> None:
        self._write("finished")

    def withdraw(self) -> None:
        """Delete the note when this database was emptied, or filled with another
        federation.
        """
        if self.holds:
            self.path.unlink()

    @property
    def holds(self) -> bool:
        """Whether the note is about this database and not another one."""
        return self._lines()[1:] == [self.database]

    @property
    def unfinished(self) -> bool:
        return self.holds and self._lines()[0] == "unfinished"

    def _write(self, state: str) -> None:
        self.path.write_text(f"{state}\n{self.database}\n")

    def _lines(self) -> list[str]:
        return self.path.read_text().splitlines() if self.path.exists() else []


def demo_note(var: Path, environ: Mapping[str, str]) -> DemoNote:
    url = environ.get("DATABASE_URL", "")
    database = hashlib.sha256(url.encode()).hexdigest()[:16] if url else "embedded"
    return DemoNote(var / "demo", database)
