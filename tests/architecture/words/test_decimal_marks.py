"""Decimal numbers shown to users have the decimal mark of their language: 4,9 in
Swedish. Python's own formats have only the point, so each use of one has a reason.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
APPS = ("federation", "ratings", "tournaments")
WITH_DECIMALS = re.compile(r"\.[1-9]\d*[feg%]?$")
WITH_DECIMALS_OF_OLD = re.compile(r"%[-+ 0]*\d*\.[1-9]\d*[feg]")
REASONS = {
    "federation/formats/pictures.py": "coordinates of a picture",
    "ratings/editions/conversion_words.py": "digits that number_format then writes",
    "ratings/files/sheet_cells.py": "a cell's number as the file has it",
    "ratings/laboratory/queries/charts.py": "places on an axis, which a script reads",
    "ratings/management/commands/replay.py": "a command, which speaks English",
    "tournaments/formats/dutch/file.py": "a file of a fixed format",
    "tournaments/formats/trf/writing.py": "a file of a fixed format",
}


def found(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            spec = ast.unparse(node.format_spec)[2:-1]
            if WITH_DECIMALS.search(spec):
                yield ast.unparse(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            text = ast.unparse(node.left)
            if WITH_DECIMALS_OF_OLD.search(text):
                yield text


def test_only_modules_with_a_reason_use_the_python_decimal_point():
    users = {
        str(path.relative_to(ROOT))
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        if any(found(ast.parse(path.read_text())))
    }

    assert users == set(REASONS)


def test_search_finds_both_ways_of_formatting():
    assert [*found(ast.parse('f"{a:.1f} {b:.0f} {c:6.2f}"'))] == ["{a:.1f}", "{c:6.2f}"]
    assert [*found(ast.parse('"%.1f" % a, "%d" % b'))] == ["'%.1f'"]
