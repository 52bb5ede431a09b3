"""The faults that can be put into a module, each a change of one node."""

import ast
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
FUNCTIONS = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "minimum": "maximum",
    "maximum": "minimum",
    "floor": "ceil",
    "ceil": "floor",
}
# `strict` only detects our own mistakes. A row saved with all columns is the same row,
# because it was read behind its lock.
LEFT_OUT = ("strict", "update_fields", "skip_locked")
# Locks are observable only with concurrent requests, which have their own tests.
LOCK = "select_for_update"
COLOURS = {"white": "black", "black": "white"}
AROUND = 36
KEY = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Fault:
    """A change of one node, identified by the number of the node."""

    path: Path
    line: int
    node: int
    variant: int
    function: str
    """The outermost function or method it is in; empty where an import runs it."""
    before: str
    after: str

    @property
    def change(self) -> str:
        """The change without its line, by which a fault is recognised if the code
        moves.
        """
        return f"{self.function}: {self.before} -> {self.after}"

    @property
    def title(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"


def faults_of(path: Path) -> Iterator[Fault]:
    """Yield every fault that can be put into the module."""
    tree = ast.parse(path.read_text())
    places = _places(tree)
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in places:
            continue
        place = places[id(node)]
        before = ast.unparse(place.statement)
        for variant, new in enumerate(_variants(node)):
            place.put(new, node)
            changed = new if node is place.statement else place.statement
            after = ast.unparse(ast.fix_missing_locations(changed))
            place.put(node, node)
            if before != after:
                yield Fault(
                    path,
                    getattr(node, "lineno", place.statement.lineno),
                    number,
                    variant,
                    place.function,
                    _part(before, after),
                    _part(after, before),
                )


def code_with(fault: Fault) -> CodeType:
    """Return the code of the module with the fault in it."""
    tree = ast.parse(fault.path.read_text())
    node = next(itertools.islice(ast.walk(tree), fault.node, None))
    _places(tree)[id(node)].put(_variants(node)[fault.variant], node)
    module = ast.fix_missing_locations(tree)
    return compile(module, str(fault.path.resolve()), "exec", dont_inherit=True)


def _part(text: str, other: str) -> str:
    """Return the part that differs from the other text, with some context on either
    side.
    """
    start = _same_start(text, other)
    end = _same_start(text[start:][::-1], other[start:][::-1])
    shown = text[max(0, start - AROUND) : len(text) - max(0, end - AROUND)]
    return " ".join(shown.split())


def _same_start(text: str, other: str) -> int:
    pairs = zip(text, other, strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))


@dataclass(frozen=True)
class _Place:
    """The position of a node in its module."""

    function: str
    statement: ast.stmt
    parent: ast.AST
    field: str
    index: int | None

    def put(self, new: ast.AST, old: ast.AST) -> None:
        ast.copy_location(new, old)
        if self.index is None:
            setattr(self.parent, self.field, new)
        else:
            getattr(self.parent, self.field)[self.index] = new


def _places(tree: ast.Module) -> dict[int, _Place]:
    """Return the position of each node that may be changed, by its id."""
    found: dict[int, _Place] = {}

    def look(node: ast.AST, function: str, statement: ast.stmt | None, names: str):
        inner = f"{names}{node.name}." if isinstance(node, ast.ClassDef) else names
        for field, index, child in _children(node):
            inside = function
            if isinstance(node, ast.FunctionDef) and field == "body":
                inside = function or f"{names}{node.name}"
            own = child if isinstance(child, ast.stmt) else statement
            if own is not None:
                found[id(child)] = _Place(inside, own, node, field, index)
            look(child, inside, own, inner)

    look(tree, "", None, "")
    return found


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """Yield the children that may be changed: the field, the index in it if it is a
    list, and the child.
    """
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        several = isinstance(value, list)
        for index, child in enumerate(value if several else [value]):
            if isinstance(child, ast.AST) and not _is_left_out(child):
                yield field, index if several else None, child


def _is_left_out(node: ast.AST) -> bool:
    """Return whether the node is an import, an alias of types, a text for users, a name
    of a member of an enumeration, or read only by type checkers.
    """
    match node:
        case ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            left_out = True
        case ast.keyword(arg=name):
            left_out = name in LEFT_OUT
        case ast.If(test=test):
            left_out = ast.unparse(test) == "TYPE_CHECKING"
        case ast.Call(func=func):
            left_out = ast.unparse(func) in ("cast", "TypeVar", "_", "gettext")
        case ast.AnnAssign(annotation=annotation):
            left_out = ast.unparse(annotation) == "TypeAlias"
        case ast.Assign(value=value) | ast.Expr(value=value):
            left_out = _is_text(value)
        case _:
            left_out = False
    return left_out


def _variants(node: ast.AST) -> list[ast.AST]:
    """Return the node with each of its faults."""
    return [new for each in _KINDS.get(type(node), ()) for new in each(node)]


def _comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            ops = [*node.ops]
            ops[place] = other()
            yield ast.Compare(node.left, ops, node.comparators)


def _operations(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in ARITHMETIC and not _is_text(node.left):
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)


def _conditions(node: ast.BoolOp) -> Iterator[ast.AST]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield ast.BoolOp(other, node.values)
    if len(node.values) == 2:
        yield from node.values


def _signs(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        yield node.operand


def _additions(node: ast.AugAssign) -> Iterator[ast.AST]:
    if type(node.op) in ARITHMETIC:
        yield ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)
        yield ast.Assign([node.target], node.value)


def _turned_tests(node: ast.If | ast.IfExp | ast.While) -> Iterator[ast.AST]:
    fields = dict(ast.iter_fields(node))
    fields["test"] = ast.UnaryOp(ast.Not(), node.test)
    yield type(node)(**fields)


def _turned_filters(node: ast.comprehension) -> Iterator[ast.AST]:
    if node.ifs:
        opposite = [ast.UnaryOp(ast.Not(), node.ifs[0]), *node.ifs[1:]]
        yield ast.comprehension(node.target, node.iter, opposite, 0)


def _arguments(node: ast.Call) -> Iterator[ast.AST]:
    for place, keyword in enumerate(node.keywords):
        if keyword.arg not in LEFT_OUT:
            keywords = node.keywords[:place] + node.keywords[place + 1 :]
            yield ast.Call(node.func, node.args, keywords)


def _names(node: ast.Name) -> Iterator[ast.AST]:
    if node.id in FUNCTIONS and isinstance(node.ctx, ast.Load):
        yield ast.Name(FUNCTIONS[node.id], node.ctx)


def _attributes(node: ast.Attribute) -> Iterator[ast.AST]:
    name = FUNCTIONS.get(node.attr) or _other_colour(node.attr)
    if name:
        yield ast.Attribute(node.value, name, node.ctx)


def _calls(node: ast.Expr) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Call) and LOCK not in ast.unparse(node):
        yield ast.Pass()


def _assignments(node: ast.Assign) -> Iterator[ast.AST]:
    if isinstance(node.targets[0], ast.Subscript | ast.Attribute):
        yield ast.Pass()


def _jumps(node: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


def _constants(node: ast.Constant) -> Iterator[ast.AST]:
    match node.value:
        case bool(value):
            yield ast.Constant(not value)
        case int(value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case float(value):
            yield ast.Constant(value + 1.0)
            yield ast.Constant(value / 2 or 0.5)
        case str(value) if KEY.fullmatch(value):
            yield ast.Constant(_other_colour(value) or f"{value}_")


def _other_colour(name: str) -> str:
    for colour, other in COLOURS.items():
        if colour in name:
            return name.replace(colour, other)
    return ""


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


_KINDS: Mapping[type[ast.AST], Sequence[Callable[[Any], Iterable[ast.AST]]]] = {
    ast.Compare: [_comparisons],
    ast.BinOp: [_operations],
    ast.BoolOp: [_conditions],
    ast.UnaryOp: [_signs],
    ast.AugAssign: [_additions],
    ast.Constant: [_constants],
    ast.If: [_turned_tests],
    ast.IfExp: [_turned_tests],
    ast.While: [_turned_tests],
    ast.comprehension: [_turned_filters],
    ast.Call: [_arguments],
    ast.Name: [_names],
    ast.Attribute: [_attributes],
    ast.Expr: [_calls],
    ast.Assign: [_assignments],
    ast.Continue: [_jumps],
}
