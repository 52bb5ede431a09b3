"""Which definitions of the product can be reached from its entry points.

Reads the syntax trees and imports nothing. A name at the top of a module is followed
exactly, through imports; a method of a layer counts as reached when its class is and
its name is mentioned anywhere in reached code or in a template (elsewhere when its
class is: frameworks call methods by themselves). So what is reported is really
unreachable, while an unused method that shares its name may go unseen.
"""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TypeAlias

APPS = ("federation", "ratings", "tournaments")
LAYERS = ("rules", "domain", "queries")
ENTRY = re.compile(
    r"^(manage\.py|script/.*|[^/]+/((apps|celery|receivers|root_urls|rsgi|tasks|wsgi"
    r"|(.*/)?urls)\.py|(management/commands|migrations|settings|templatetags)/.*))$"
)
"""The entry points of the product: everything in these files counts as run."""
IN_TAGS = re.compile(r"\{[{%](.*?)[}%]\}", re.DOTALL)
WORD = re.compile(r"[A-Za-z_]\w*")
BODY = ""
"""The name of the unit that runs when a module is imported."""

Unit: TypeAlias = tuple[str, str]
"""A module and what it defines: a name, `Class.method`, or BODY."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Mentions:
    """What a piece of code mentions."""

    units: set[Unit] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    loads: set[str] = field(default_factory=set)
    """Packages, with a final dot, of which modules are imported by a computed name."""


@dataclass
class Module:
    """The definitions of a file, and its imported names."""

    name: str
    path: str
    units: dict[str, list[ast.AST]] = field(default_factory=dict)
    imported: dict[str, tuple[str, str | None]] = field(default_factory=dict)

    def add(self, name: str, *nodes: ast.AST) -> None:
        self.units.setdefault(name, []).extend(nodes)


def layer_of(path: str) -> tuple[str, str] | None:
    """Return the app and the layer of a file: a layer is a folder of the app or of one
    of its subjects. None for other files.
    """
    app, *folders = path.split("/")[:-1] or [""]
    if app not in APPS:
        return None
    layers = [folder for folder in folders[:2] if folder in LAYERS]
    return (app, layers[0]) if layers else None


def sources(root: Path) -> dict[str, str]:
    """Return the files of the product by path, without tests and measurements."""
    paths = [root / "manage.py"]
    for folder in (*APPS, "script"):
        paths += sorted((root / folder).rglob("*.py"))
    return {str(path.relative_to(root)): path.read_text() for path in paths}


def words_of_templates(root: Path) -> set[str]:
    """Return every word in the tags of templates: it may name a property."""
    folders = [root / "templates", *(root / app / "templates" for app in APPS)]
    texts = (page.read_text() for each in folders for page in each.rglob("*.*"))
    tags = (tag for text in texts for tag in IN_TAGS.findall(text))
    return {word for tag in tags for word in WORD.findall(tag)}


class Product:
    """All modules of the product, and the links from one definition to another."""

    def __init__(self, files: Mapping[str, str], words: set[str]) -> None:
        self.modules = {
            module.name: module
            for path, text in files.items()
            for module in [_read(path, text)]
        }
        self.words = words

    @cached_property
    def of_layers(self) -> set[Unit]:
        """The units that must be reached: functions, classes, methods and constants of
        rules, domain and queries.
        """
        units = {
            (module.name, name)
            for module in self.modules.values()
            for name in module.units
            if name != BODY
        }
        return set(filter(self._in_layer, units))

    def _in_layer(self, unit: Unit) -> bool:
        return layer_of(self.modules[unit[0]].path) is not None

    @cached_property
    def reached(self) -> set[Unit]:
        """All units found by following mentions from the entry points."""
        waiting = self._entries()
        reached: set[Unit] = set()
        words = set(self.words)
        methods = self._methods()
        while waiting:
            while waiting:
                unit = waiting.pop()
                if unit in reached:
                    continue
                reached.add(unit)
                mentions = self._mentions(unit)
                words |= mentions.words
                waiting += mentions.units
            waiting = [
                unit for unit in methods - reached if self._runs(unit, reached, words)
            ]
        return reached

    def _runs(self, method: Unit, reached: set[Unit], words: set[str]) -> bool:
        owner, name = method[1].split(".")
        called = name in words or name.startswith("__")
        return (method[0], owner) in reached and (called or not self._in_layer(method))

    def unreachable(self) -> list[str]:
        """Return the units that must be reached and are not."""
        lost = self.of_layers - self.reached
        return sorted(f"{module}.{name}" for module, name in lost)

    def _entries(self) -> list[Unit]:
        return [
            (module.name, name)
            for module in self.modules.values()
            if ENTRY.match(module.path)
            for name in [BODY, *module.units]
        ]

    def _methods(self) -> set[Unit]:
        return {
            (module.name, name)
            for module in self.modules.values()
            for name in module.units
            if "." in name
        }

    def _mentions(self, unit: Unit) -> Mentions:
        """Return what a unit leads to, first of all the import of its module."""
        module = self.modules[unit[0]]
        found = self._said_of(unit)
        found.units.add((module.name, BODY))
        # A package may be named in the function that loads its modules.
        for named in found.units - {(module.name, BODY)}:
            found.loads |= self._said_of(named).loads
        for package in found.loads:
            found.units |= self._loaded(package, found.words)
        return found

    def _said_of(self, unit: Unit) -> Mentions:
        module = self.modules[unit[0]]
        found = Mentions()
        for node in module.units.get(unit[1], ()):
            for part in ast.walk(node):
                self._note(module, part, found)
        return found

    def _note(self, module: Module, node: ast.AST, found: Mentions) -> None:
        if isinstance(node, ast.Name):
            found.units |= self._named(module, node.id)
        elif isinstance(node, ast.Attribute):
            found.words.add(node.attr)
            found.units |= self._dotted(module, node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            self._note_text(module, node.value, found)
        elif isinstance(node, ast.Import):
            for each in node.names:
                found.units |= self._path(each.name)
        elif isinstance(node, ast.ImportFrom):
            for local in _imports(node):
                found.units |= self._imported(module, local)

    def _note_text(self, module: Module, text: str, found: Mentions) -> None:
        """Note the names in a string: a word may be read with getattr, a dotted path
        imported.
        """
        if WORD.fullmatch(text):
            found.words.add(text)
            found.units |= self._local(module, text)
        elif text.endswith(".") and text.startswith(APPS):
            found.loads.add(text)
        elif " " not in text and "." in text:
            found.words |= set(text.split("."))
            found.units |= self._path(text)

    def _named(self, module: Module, name: str) -> set[Unit]:
        """Return the units of a name of a module, here or where it was imported from."""
        if name not in module.imported:
            return self._local(module, name)
        source, original = module.imported[name]
        if original is None or f"{source}.{original}" in self.modules:
            return self._imported(module, name)
        target_module = self.modules.get(source)
        return set() if target_module is None else self._named(target_module, original)

    def _imported(self, module: Module, name: str) -> set[Unit]:
        """Return the body of the imported module, which runs, without its definitions."""
        source, original = module.imported[name]
        inner = f"{source}.{original}"
        path = inner if inner in self.modules else source
        return {(path, BODY)} if path in self.modules else set()

    def _local(self, module: Module, name: str) -> set[Unit]:
        return {(module.name, name)} if name in module.units else set()

    def _dotted(self, module: Module, node: ast.Attribute) -> set[Unit]:
        """Return the units of `module.name`, where the first part is a module."""
        names: list[str] = []
        first: ast.expr = node
        while isinstance(first, ast.Attribute):
            names.append(first.attr)
            first = first.value
        if not isinstance(first, ast.Name) or first.id not in module.imported:
            return set()
        path = filter(None, (*module.imported[first.id], *reversed(names)))
        return self._path(".".join(path))

    def _path(self, path: str) -> set[Unit]:
        """Return the units of a dotted path, by its longest part that is a module."""
        parts = path.split(".")
        for length in range(len(parts), 0, -1):
            source = ".".join(parts[:length])
            if source in self.modules:
                module = self.modules[source]
                inner = [self._named(module, name) for name in parts[length:][:1]]
                return {(source, BODY)}.union(*inner)
        return set()

    def _loaded(self, package: str, words: set[str]) -> set[Unit]:
        """Return the units with these names in all modules of a package."""
        return {
            (module.name, name)
            for module in self.modules.values()
            if module.name.startswith(package)
            for name in [BODY, *(words & module.units.keys())]
        }


@cache
def _read(path: str, text: str) -> Module:
    dotted = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    module = Module(dotted, path)
    module.add(BODY)
    tree = ast.parse(text)
    for node in tree.body:
        _sort(module, node)
    for found in ast.walk(tree):
        if isinstance(found, ast.Import | ast.ImportFrom):
            module.imported |= _imports(found)
    return module


def _imports(node: ast.Import | ast.ImportFrom) -> dict[str, tuple[str, str | None]]:
    """Return local names, with their module and original name."""
    if isinstance(node, ast.ImportFrom):
        source = node.module or ""
        return {each.asname or each.name: (source, each.name) for each in node.names}
    return {
        each.asname or each.name.split(".")[0]: (
            each.name if each.asname else each.name.split(".")[0],
            None,
        )
        for each in node.names
    }


def _sort(module: Module, node: ast.stmt) -> None:
    """Add a top-level statement to the units of its module."""
    if isinstance(node, Function):
        module.add(node.name, node)
        module.add(BODY, *node.decorator_list)
    elif isinstance(node, ast.ClassDef):
        _sort_class(module, node)
    elif names := _assigned(node):
        for name in names:
            module.add(name, node)
    else:
        module.add(BODY, node)


def _sort_class(module: Module, node: ast.ClassDef) -> None:
    module.add(node.name, *node.bases, *node.keywords, *node.decorator_list)
    for part in node.body:
        if isinstance(part, Function):
            module.add(f"{node.name}.{part.name}", part)
        else:
            module.add(node.name, part)


def _assigned(node: ast.stmt) -> list[str]:
    """Return the plain names to which a statement assigns."""
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    else:
        return []
    if not all(isinstance(target, ast.Name) for target in targets):
        return []
    return [target.id for target in targets if isinstance(target, ast.Name)]
