"""The file of a back-up: a zip with the database, the letters stored in files, and at
its end a manifest with the checksum of each. An interrupted zip has no table of
contents, so that an incomplete one cannot be taken for a whole one.
"""

import hashlib
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from script.backups.manifest import File, Manifest
from script.progress import SetUpError

DATABASE = "database.dump"
LETTERS = "mail/"
MANIFEST = "manifest.json"
PIECE = 1 << 20
_DAMAGED = (zipfile.BadZipFile, EOFError, RuntimeError, ValueError, struct.error)
"""Exceptions that reading a damaged zip may raise."""


class Writer:
    """Writes the content of a back-up to a file, which gets its name only later."""

    def __init__(self, file: IO[bytes]) -> None:
        # The content is already compressed, and letters are small.
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_STORED)
        self.files: dict[str, File] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _raised: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        # Closing writes the table of contents: only a completed zip gets one.
        if kind is not None:
            self._zip.fp = None
        self._zip.close()

    def add(self, name: str, content: IO[bytes]) -> None:
        digest, size = hashlib.sha256(), 0
        with self._zip.open(name, "w", force_zip64=True) as into:
            for piece in _pieces(content):
                digest.update(piece)
                size += len(piece)
                into.write(piece)
        self.files[name] = File(size, digest.hexdigest())

    def finish(self, manifest: Manifest) -> None:
        self._zip.writestr(MANIFEST, manifest.to_json())


class Archive:
    """A back-up that is complete, judging by its table of contents."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._zip = zipfile.ZipFile(path)
            self.manifest = Manifest.from_json(self._zip.read(MANIFEST))
        except FileNotFoundError:
            raise SetUpError(f"There is no file {path}.") from None
        except OSError as unreadable:
            raise SetUpError(
                f"{path} cannot be read: {unreadable.strerror}."
            ) from unreadable
        except KeyError:
            raise SetUpError(
                f"{path} is no back-up of Rankbok: it has no manifest."
            ) from None
        except _DAMAGED as damaged:
            raise SetUpError(
                f"{path} is not a whole back-up: it was broken off or is damaged"
                f" ({damaged}). Nothing was changed."
            ) from damaged

    def check(self) -> None:
        """Check every file by its checksum."""
        listed = set(self._zip.namelist()) - {MANIFEST}
        wrong = sorted(listed ^ self.manifest.files.keys())
        wrong += [
            name
            for name, file in self.manifest.files.items()
            if name in listed and self._seen(name) != file
        ]
        if wrong or DATABASE not in listed:
            raise SetUpError(
                f"{self._path} is damaged: {', '.join(wrong) or DATABASE} is not what"
                " the manifest says. Nothing was changed; take another back-up."
            )

    def _seen(self, name: str) -> File | None:
        digest, size = hashlib.sha256(), 0
        try:
            with self._zip.open(name) as file:
                for piece in _pieces(file):
                    digest.update(piece)
                    size += len(piece)
        except _DAMAGED:
            return None
        return File(size, digest.hexdigest())

    @contextmanager
    def database(self) -> Iterator[IO[bytes]]:
        with self._zip.open(DATABASE) as file:
            yield file

    def letters(self) -> Iterator[tuple[str, bytes]]:
        """Yield the letters by name without folders, whatever paths the archive gives."""
        for name in sorted(self.manifest.files):
            if name.startswith(LETTERS):
                yield Path(name).name, self._zip.read(name)


def _pieces(content: IO[bytes]) -> Iterator[bytes]:
    while piece := content.read(PIECE):
        yield piece
