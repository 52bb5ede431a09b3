"""The measurements of `bench/` are run by hand and need packages of their own, so that no
test loads them: the names that they import from the office must exist nevertheless.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name

import pytest

from script.checkout import ROOT

OWN = {"federation", "ratings", "script", "tests", "tournaments"}
MODULES = sorted((ROOT / "bench").glob("*.py"))


def imported_names(module: Path) -> Iterator[tuple[str, str]]:
    """Yield the source and the name of each import of the module."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((each.name, "") for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, each.name) for each in node.names)


def exists(place: str, name: str) -> bool:
    if place.startswith("bench."):
        return name in top_names(ROOT / f"{place.replace('.', '/')}.py")
    if place.partition(".")[0] not in OWN:
        return True
    try:
        resolve_name(f"{place}.{name}".rstrip("."))
    except (AttributeError, ImportError):
        return False
    return True


def top_names(module: Path) -> set[str]:
    """Return the top-level names of a module without loading it."""
    if not module.exists():
        return set()
    names = set()
    for node in ast.parse(module.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {each.id for each in node.targets if isinstance(each, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return names


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_measurement_imports_only_names_that_exist(module):
    missing = {each for each in imported_names(module) if not exists(*each)}

    assert missing == set()


def test_measurements_are_found():
    assert MODULES
