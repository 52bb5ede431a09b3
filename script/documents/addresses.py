"""Write docs/addresses.md: every address, and the view that answers it.

python -m script.documents.addresses
"""

import inspect
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
from django.urls import URLPattern, get_resolver

from script.checkout import ROOT
from script.documents.view_templates import templates_of

PAGE = ROOT / "docs" / "addresses.md"
HEAD = """# Addresses

Every address of the office, with the function that answers it and the templates that the function names, itself or through the functions and classes of views that it uses. Fragments that a template includes are not listed; without a template, the address answers with a file, with a redirect or with what another template includes. `python -m script.documents.addresses` writes this page from the code; a test holds it to that. What a view imports from `queries/` is what it reads, and from `domain/` what it does. Addresses of packages (`/account/` is allauth's, with our `templates/account/`) and those of `/api/` (`ratings/calculators/api/`) are not in it.

| address | name | function | templates |
|---|---|---|---|
"""
OUR_OWN = ("federation.", "ratings.", "tournaments.")


@dataclass(frozen=True)
class Address:
    path: str
    name: str
    file: str
    function: str
    templates: tuple[str, ...]

    @property
    def row(self) -> str:
        path = self.path.replace("|", "\\|")
        named = ", ".join(f"`{each}`" for each in self.templates)
        function = f"`{self.function}` in `{self.file}`"
        return f"| `/{path}` | {self.name} | {function} | {named} |\n"


def page() -> str:
    """Return the whole page as generated from the code."""
    return HEAD + "".join(each.row for each in addresses())


def addresses() -> list[Address]:
    found = _walk(get_resolver().url_patterns)
    return sorted(found, key=lambda each: each.path)


def _walk(patterns: Sequence[Any], above: str = "") -> Iterator[Address]:
    for pattern in patterns:
        path = above + str(pattern.pattern)
        if not isinstance(pattern, URLPattern):
            yield from _walk(pattern.url_patterns, path)
        elif not path.startswith("api/") and _module_of(pattern).startswith(OUR_OWN):
            yield _address(path, pattern)


def _address(path: str, pattern: URLPattern) -> Address:
    view: Any = inspect.unwrap(pattern.callback)
    file = Path(inspect.getfile(view))
    return Address(
        path,
        f"`{pattern.name}`" if pattern.name else "",
        str(file.relative_to(ROOT)),
        view.__name__,
        templates_of(view, file),
    )


def _module_of(pattern: URLPattern) -> str:
    return str(inspect.unwrap(pattern.callback).__module__)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
    os.environ.setdefault("SECRET_KEY", "only-to-read-the-code")
    os.environ.setdefault("RANKBOK_TESTING", "1")
    django.setup()
    PAGE.write_text(page(), "utf-8")
