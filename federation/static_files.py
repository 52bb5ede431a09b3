"""Storage of static files in production: named by their contents, compressed, and a
style sheet joined with those that it imports.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

# Its type stubs do not describe what is overridden here.
Manifest: Any = CompressedManifestStaticFilesStorage
IMPORT = re.compile(r'^@import url\("([^"]+)"\)( [^;]+)?;$', re.MULTILINE)


class BundlingStaticFilesStorage(Manifest):  # type: ignore[misc]
    """A style sheet for each component is easy to find, and one for each page loads
    quickly: when static files are collected, imports are replaced by the imported
    sheets.

    An imported sheet may refer to other files only if it is in the folder of the
    importing one.
    """

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        if not options.get("dry_run"):
            for name in [name for name in paths if name.endswith(".css")]:
                sheet = _text_of(paths, name)
                if IMPORT.search(sheet):
                    Path(self.path(name)).write_text(
                        _bundled(paths, name, sheet), "utf-8"
                    )
                    paths[name] = (self, name)
        yield from super().post_process(paths, **options)


def _bundled(paths: dict[str, Any], name: str, sheet: str) -> str:
    def imported(found: re.Match[str]) -> str:
        text = _text_of(paths, normpath(join(dirname(name), found[1])))
        medium = found[2]
        return f"@media{medium} {{\n{text}}}\n" if medium else text

    return IMPORT.sub(imported, sheet)


def _text_of(paths: dict[str, Any], name: str) -> str:
    storage, path = paths[name]
    with storage.open(path) as file:
        text: str = file.read().decode()
    return text
