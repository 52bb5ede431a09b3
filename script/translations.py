"""Collect the strings that users see into locale/, and compile them.

    python -m script.translations

A string that is new in the source is added to django.po without a translation, one that
was removed is deleted; existing translations are kept. Then django.mo is written. The
same source gives the same bytes: no dates, no line numbers, and a fixed order, so that
a diff shows changed strings only. Everything is done in Python: gettext's own programs
are not needed.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize
from polib import POEntry, POFile, pofile

from script.checkout import ROOT

SPOKEN_IN = ("federation", "ratings", "tournaments", "templates")
PO = ROOT / "locale" / "sv" / "LC_MESSAGES" / "django.po"
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "noted": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# The comment of an entry whose string comes from a library and whose Swedish replaces
# the library's; such entries are kept although our source does not contain them.
BORROWED = "Borrowed from "
HOLE = re.compile(r"%\(\w+\)[sd]|%[sd]")
HEAD = {
    "Project-Id-Version": "Rankbok",
    "Language": "sv",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=2; plural=(n != 1);",
}


@dataclass(frozen=True, order=True)
class SourceString:
    """One string as in the source; `context` and `plural` may be empty."""

    singular: str
    context: str = ""
    plural: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """The key by which gettext looks a string up: two strings that differ only in
        their plural clash.
        """
        return self.singular, self.context


def gather(root: Path = ROOT) -> dict[SourceString, list[str]]:
    """Return every string of the source, and the files that contain it."""
    places: dict[SourceString, set[str]] = defaultdict(set)
    for path in _source_files(root):
        for words in strings_of(path):
            places[words].add(path.relative_to(root).as_posix())
    return {words: sorted(files) for words, files in places.items()}


def _source_files(root: Path) -> Iterator[Path]:
    for folder in SPOKEN_IN:
        for suffix in ("py", "html", "txt"):
            yield from (root / folder).rglob(f"*.{suffix}")


def strings_of(path: Path) -> Iterator[SourceString]:
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        text = _template_as_python(text, path)
    code = BytesIO(text.encode())
    found: Iterable[Any] = extract_python(code, KEYWORDS, [], {"encoding": "utf-8"})
    for _line, function, messages, _comments in found:
        words = _string_of_call(function, messages)
        if words.singular:
            yield words


def _template_as_python(text: str, path: Path) -> str:
    # Text between the strings keeps its position on the line, and Python would read
    # that as indentation.
    lines = templatize(text, origin=str(path)).splitlines()
    return "\n".join(line.strip() for line in lines) + "\n"


def _string_of_call(
    function: str, messages: str | tuple[str | None, ...] | None
) -> SourceString:
    # The string is empty if the argument of the call is a name and no literal.
    arguments = messages if isinstance(messages, tuple) else (messages,)
    texts = [argument or "" for argument in arguments]
    context = texts.pop(0) if "pgettext" in function and texts else ""
    plural = texts[1] if function.startswith(("ngettext", "npgettext")) else ""
    return SourceString(texts[0] if texts else "", context, plural)


def catalogue(source: Mapping[SourceString, Iterable[str]], kept: POFile) -> POFile:
    """Return the catalogue of these strings with the translations in `kept`."""
    known = {(entry.msgid, entry.msgctxt or ""): entry for entry in kept}
    entries = [_entry(words, files, known) for words, files in source.items()]
    keys = {words.key for words in source}
    entries += [
        entry
        for key, entry in known.items()
        if entry.tcomment.startswith(BORROWED) and key not in keys
    ]
    made = POFile(wrapwidth=88)
    made.metadata = dict(HEAD)
    made.extend(sorted(entries, key=lambda entry: (entry.msgid, entry.msgctxt or "")))
    return made


def _entry(
    words: SourceString, files: Iterable[str], known: Mapping[tuple[str, str], POEntry]
) -> POEntry:
    before = known.get(words.key)
    if before and (before.msgid_plural or "") != words.plural:
        before = None
    entry = POEntry(
        msgid=words.singular,
        msgctxt=words.context or None,
        msgid_plural=words.plural,
        msgstr=before.msgstr if before else "",
        occurrences=[(file, "") for file in files],
        flags=["python-format"] if placeholders(words.singular + words.plural) else [],
    )
    if words.plural:
        entry.msgstr_plural = before.msgstr_plural if before else {0: "", 1: ""}
    return entry


def placeholders(text: str) -> list[str]:
    """Return the placeholders in alphabetical order."""
    return sorted(HOLE.findall(text))


def clashes(source: Iterable[SourceString]) -> list[tuple[str, str]]:
    """Return strings that have a plural in one place and another one, or none, in
    another: one catalogue entry cannot serve both.
    """
    seen: dict[tuple[str, str], int] = defaultdict(int)
    for words in source:
        seen[words.key] += 1
    return sorted(key for key, times in seen.items() if times > 1)


def compiled(po: POFile) -> bytes:
    binary: bytes = po.to_binary()
    return binary


def main() -> int:
    source = gather()
    kept = pofile(str(PO)) if PO.exists() else POFile()
    po = catalogue(source, kept)
    PO.write_text(f"{po}\n", encoding="utf-8")
    PO.with_suffix(".mo").write_bytes(compiled(po))
    empty = po.untranslated_entries()
    for entry in empty:
        print(f"without Swedish: {entry.msgid!r}")
    for singular, _context in clashes(source):
        print(f"once with a plural and once with another or none: {singular!r}")
    print(f"{len(po)} strings, {len(empty)} without Swedish.")
    return 1 if empty or clashes(source) else 0


if __name__ == "__main__":
    raise SystemExit(main())
