"""Docstrings, comments and names of functions and classes are in plain English: words that
readers stumbled over are not used again.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ("federation", "ratings", "tournaments", "script", "bench", "tests")
INSTEAD = {
    "anew": "again, from scratch",
    "told": "notified, shown, given",
    "whoever": "anyone who, or the person by role",
}
"""By word, what to write instead. In backticks a name of the code may be one of them."""
WORD = re.compile(rf"\b({'|'.join(INSTEAD)})\b", re.IGNORECASE)
CODE = re.compile(r"`[^`]*`")
NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def prose(source: str) -> Iterator[str]:
    """Yield the docstrings, comments and names of functions and classes of a module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)
        if isinstance(node, NAMED):
            yield node.name.replace("_", " ")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def unplain(source: str) -> set[str]:
    """Return the words of a module's prose that have a plainer one."""
    if not any(word in source.lower() for word in INSTEAD):
        return set()
    found = (WORD.findall(CODE.sub("", text)) for text in prose(source))
    return {word.lower() for words in found for word in words}


def test_prose_of_the_source_is_in_plain_words():
    paths = [path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 2000
    here = Path(__file__).resolve()
    assert {
        str(path.relative_to(ROOT)): words
        for path in paths
        if path != here and "migrations" not in path.parts
        if (words := unplain(path.read_text(encoding="utf-8")))
    } == {}


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('"""What the user is told."""', {"told"}),
        ("x = 1  # Whoever reads this", {"whoever"}),
        ("def compute_anew(): ...", {"anew"}),
        ('"""Given `told`, an untold story."""', set()),
        ("told = 'told'", set()),
    ],
)
def test_word_is_found_in_docstring_comment_and_name(source, words):
    assert unplain(source) == words
