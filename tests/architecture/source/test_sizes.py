"""Limits of the sizes of folders, modules and functions, so that a new reader can
survey them. Reads the syntax trees and imports nothing.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
PACKAGES = ("federation", "ratings", "tournaments", "script")
BESIDE_THEM = ("tests", "bench")
MOST_MODULES = 25
MOST_LINES = 300
MOST_LINES_OF_A_BODY = 40


def folders() -> dict[str, list[Path]]:
    """Return the modules of every package, without migrations."""
    found: dict[str, list[Path]] = {}
    for package in PACKAGES:
        for init in (ROOT / package).rglob("__init__.py"):
            if "migrations" not in init.parts:
                name = str(init.parent.relative_to(ROOT))
                found[name] = sorted(init.parent.glob("*.py"))
    assert len(found) > 100
    return found


def modules() -> dict[str, str]:
    texts = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for paths in folders().values()
        for path in paths
    }
    assert len(texts) > 800
    return texts


def bodies(text: str) -> Iterator[tuple[str, int]]:
    """Return the functions of a module with the lines of their bodies, without
    docstrings.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first, *rest = node.body
            if ast.get_docstring(node) is not None:
                first = rest[0] if rest else first
            yield node.name, (node.body[-1].end_lineno or 0) - first.lineno + 1


def test_every_folder_says_its_purpose():
    of_code = {
        path.parent
        for top in (*PACKAGES, "tests")
        for path in (ROOT / top).rglob("*.py")
    }
    assert len(of_code) > 250
    silent = [str(each.relative_to(ROOT)) for each in of_code if not purpose_of(each)]
    assert silent == []


def purpose_of(folder: Path) -> str | None:
    init = folder / "__init__.py"
    return (
        init.exists() and ast.get_docstring(ast.parse(init.read_text("utf-8")))
    ) or None


def sizes() -> dict[str, int]:
    """Return the number of modules in each folder, without its `__init__`."""
    beside = Counter(
        str(path.parent.relative_to(ROOT))
        for top in BESIDE_THEM
        for path in (ROOT / top).rglob("*.py")
        if path.name != "__init__.py"
    )
    assert len(beside) > 100
    return {name: len(paths) - 1 for name, paths in folders().items()} | beside


def test_no_folder_has_too_many_modules():
    assert {name: n for name, n in sizes().items() if n > MOST_MODULES} == {}


def test_no_module_or_function_is_too_long():
    texts = modules()
    lines = {name: text.count("\n") for name, text in texts.items()}
    assert {name: n for name, n in lines.items() if n > MOST_LINES} == {}
    long = [
        (name, function, n)
        for name, text in texts.items()
        for function, n in bodies(text)
        if n > MOST_LINES_OF_A_BODY
    ]
    assert long == []
