"""Text written by users never becomes markup: only text written in the source itself is
marked safe.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
APPS = ("federation", "ratings", "tournaments")
DECLARES_SAFE = {"mark_safe", "SafeString", "SafeText", "html_safe"}
FORMATS = {"format_html": 1, "format_html_join": 2}
"""The number of leading arguments that are markup and therefore must be constants."""
EXCEPTIONS = {
    ("federation/formats/pictures.py", 'mark_safe("".join(_lines(spots)))'): (
        "coordinates, which are numbers"
    ),
    ("federation/formats/shapes.py", "mark_safe(_PATHS[name])"): (
        "our own drawings, a table in the same file"
    ),
    (
        "federation/formats/rendered_table.py",
        'mark_safe("\\n".join(self._rows()))',
    ): ("cells that are escaped one by one"),
    (
        "federation/forms/fields.py",
        'mark_safe(f"<select{own}>{options}</select>")',
    ): ("options whose values and labels are escaped, and attributes by flatatt"),
    ("federation/templatetags/components.py", "SafeString(content.strip())"): (
        "what a template has rendered between two tags"
    ),
    ("tournaments/views/spectators/fresh.py", "SafeString(made.body.decode())"): (
        "a part of a page as a template has rendered it for everybody"
    ),
}
UNSAFE_IN_TEMPLATES = {
    "a filter that declares text safe": re.compile(r"\|\s*(?:safe|safeseq)\b"),
    "escaping switched off": re.compile(r"{%\s*autoescape\s+off"),
    "a value in an attribute without quotation marks": re.compile(
        r"<[^>{}]*\s[\w-]+=(?={{)"
    ),
    "an attribute for scripts": re.compile(
        r"""<[^>]*\s(?:on\w+|hx-on[\w:-]*|style)="""
    ),
    "a script in the page": re.compile(r"<script(?![^>]*\ssrc=)"),
}


def python_files() -> list[Path]:
    return [
        path
        for app in APPS
        for path in sorted((ROOT / app).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def templates(ending: str) -> list[Path]:
    return sorted((ROOT / "templates").rglob(f"*.{ending}"))


def called(node: ast.Call) -> str:
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def is_constant(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return is_constant(node.body) and is_constant(node.orelse)
    return isinstance(node, ast.Constant)


def unsafe_calls(source: str) -> Iterator[str]:
    """Return calls that mark text safe that is not written in the source."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == "__html__":
            yield f"def {node.name}"
        if not isinstance(node, ast.Call):
            continue
        markup = 1 if called(node) in DECLARES_SAFE else FORMATS.get(called(node), 0)
        if not all(map(is_constant, node.args[:markup])):
            yield ast.get_source_segment(source, node) or ""


def found_in_python() -> set[tuple[str, str]]:
    return {
        (path.relative_to(ROOT).as_posix(), call)
        for path in python_files()
        for call in unsafe_calls(path.read_text(encoding="utf-8"))
    }


def unsafe_markup(text: str) -> list[str]:
    return [why for why, unsafe in UNSAFE_IN_TEMPLATES.items() if unsafe.search(text)]


def test_only_constants_and_the_exceptions_are_marked_safe():
    assert found_in_python() == set(EXCEPTIONS)


def test_templates_escape_what_they_print():
    pages = templates("html")
    assert len(pages) > 100
    found = {
        path.relative_to(ROOT).as_posix(): unsafe_markup(
            path.read_text(encoding="utf-8")
        )
        for path in pages
    }
    assert {path: why for path, why in found.items() if why} == {}


def test_only_letters_are_plain_text():
    escaping_nothing = [
        path.relative_to(ROOT / "templates").parts[1]
        for path in templates("txt")
        if "autoescape off" in path.read_text(encoding="utf-8")
    ]
    assert set(escaping_nothing) == {"email", "letters"}


def test_search_finds_unsafe_markup():
    assert [*unsafe_calls("mark_safe(name)")] == ["mark_safe(name)"]
    assert [*unsafe_calls('format_html(f"<b>{name}</b>")')] != []
    assert [*unsafe_calls('format_html("<b>{}</b>", name)')] == []
    assert unsafe_markup("{{ help|safe }}") == ["a filter that declares text safe"]
    assert len(unsafe_markup('<a href={{ to }} onclick="x()">')) == 2
