"""A file or a name of a module that the documents speak of is there: whoever moves it
changes the sentence too.
"""

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("federation", "ratings", "tournaments", "script", "tests", "bench")
QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w/]+\.py")
NAME = re.compile(r"((?:\w+\.)*)(\w+)\.(\w+)")
ENDINGS = {"md", "txt", "csv", "json", "py"}
TASKS = {"tournaments.sweep", "tournaments.deadlines"}
"""Called by the name with which Celery knows them."""
DOCUMENTS = [
    ROOT / "README.md",
    *(ROOT / "docs").glob("*.md"),
    *(ROOT / "docs" / "decisions").glob("*.md"),
]
FILES = [
    path.relative_to(ROOT)
    for package in PACKAGES
    for path in (ROOT / package).rglob("*.py")
]
MODULES: dict[str, list[Path]] = defaultdict(list)
for each in FILES:
    MODULES[each.stem].append(each)
PLACES = {
    ".".join(path.with_suffix("").parts[first:])
    for path in FILES
    for first in range(len(path.parts) - 1)
}
"""Where each module is, from every folder above it."""


def quoted() -> list[tuple[str, str]]:
    found = [
        (path.name, each)
        for path in DOCUMENTS
        for each in QUOTED.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 1000
    return found


def test_every_file_that_is_named_is_there():
    missing = [
        (document, file)
        for document, file in quoted()
        if FILE.fullmatch(file)
        and not any(f"/{path}".endswith(f"/{file}") for path in FILES)
        and not (ROOT / file).exists()
    ]
    assert missing == []


def test_every_name_of_a_module_is_in_it():
    named = [
        (document, *parts.groups())
        for document, each in quoted()
        if (parts := NAME.fullmatch(each)) and each not in TASKS
    ]
    assert len(named) > 200
    missing = [
        (document, f"{before}{module}.{name}")
        for document, before, module, name in named
        if module in MODULES
        and name not in ENDINGS
        and not is_in(f"{before}{module}", name)
    ]
    assert missing == []


def is_in(module: str, name: str) -> bool:
    """Has a module the name, or a folder a module of it?"""
    if f"{module}.{name}" in PLACES:
        return True
    word = re.compile(rf"\b{name}\b")
    return any(
        word.search((ROOT / path).read_text(encoding="utf-8"))
        for path in MODULES[module.rpartition(".")[2]]
        if ".".join(path.with_suffix("").parts).endswith(module)
    )


@pytest.mark.parametrize(
    ("module", "name", "there"),
    [
        ("computation", "compute_pool", True),
        ("engine.domain.computation", "compute_pool", True),
        ("lists.domain.computation", "compute_pool", False),
        ("computation", "approve_list", False),
        ("lask", "request", True),
        ("lask", "nothing_of_the_kind", False),
    ],
)
def test_a_name_is_looked_for_in_the_module_that_is_meant(module, name, there):
    assert is_in(module, name) is there
