"""Find the templates that a view names, by reading its source.

They are the string literals of the function itself, and of the functions, classes and
constants that it uses, directly or through others. Names are followed inside a module
and into modules of views.
"""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from script.checkout import ROOT

TEMPLATE = re.compile(r"[\w/]+\.(?:html|txt|xml)")


class Definition(NamedTuple):
    """What defines a name at the top of a module: a function, a class or a constant."""

    file: Path
    name: str


class Module(NamedTuple):
    definitions: dict[str, ast.stmt]
    """The statement that defines each name."""
    imported: dict[str, Definition]
    """What each name imported from a module of views means."""


def templates_of(view: Callable[..., object], file: Path) -> tuple[str, ...]:
    """Return the templates that a view names, itself or through what it uses."""
    waiting = [Definition(file, view.__name__)]
    seen = set(waiting)
    found: set[str] = set()
    while waiting:
        definition = waiting.pop()
        statement = _module(definition.file).definitions.get(definition.name)
        if statement is None:
            continue
        found.update(_literals(statement))
        used = {*_used(statement, definition.file)} - seen
        seen |= used
        waiting += used
    return tuple(sorted(found))


def _literals(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        match node:
            case ast.Constant(value=str(text)) if TEMPLATE.fullmatch(text):
                yield text


def _used(statement: ast.stmt, file: Path) -> Iterator[Definition]:
    module = _module(file)
    names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    for name in {node.id for node in names} - own:
        if name in module.definitions:
            yield Definition(file, name)
        elif name in module.imported:
            yield module.imported[name]


@cache
def _module(file: Path) -> Module:
    module = Module({}, {})
    for statement in ast.parse(file.read_text("utf-8")).body:
        match statement:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                module.definitions[name] = statement
            case ast.Assign(targets=[ast.Name(id=name)]):
                module.definitions[name] = statement
            case ast.AnnAssign(target=ast.Name(id=name)):
                module.definitions[name] = statement
            case ast.ImportFrom(module=str(path)) if "views" in path.split("."):
                module.imported.update(_imported(statement, path))
    return module


def _imported(statement: ast.ImportFrom, path: str) -> Iterator[tuple[str, Definition]]:
    file = ROOT.joinpath(*path.split(".")).with_suffix(".py")
    if file.is_file():
        for each in statement.names:
            yield each.asname or each.name, Definition(file, each.name)
