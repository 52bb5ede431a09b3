"""The functions of `domain` that write data about which two people have to agree, found
in the source.
"""

import ast
from dataclasses import dataclass, field
from pathlib import Path

HOUSE = Path(__file__).parents[3]
GUARDED = frozenset(
    [
        "Approval",
        "Claim",
        "ClubReturn",
        "Counting",
        "Decision",
        "Edition",
        "EditionProposal",
        "FideList",
        "Game",
        "ImportFile",
        "Invitation",
        "Merge",
        "MergeSpan",
        "PolicyProposal",
        "Pool",
        "Posting",
        "ProposedAct",
        "RatingList",
        "Report",
        "ReportWarning",
        "Role",
    ]
)
"""The tables with ratings, lists, roles and rules, or with proposals for them."""
TABLES = frozenset(
    f"{app}_{name.lower()}" for name in GUARDED for app in ("ratings", "federation")
)
WRITES = frozenset(
    [
        "create",
        "bulk_create",
        "update",
        "update_or_create",
        "get_or_create",
        "delete",
        "_raw_delete",
        "save",
    ]
)
POSTS = frozenset({"post", "post_together"})


@dataclass
class Function:
    """A function of a module: what it refers to, and whether it writes by itself."""

    name: str
    is_public: bool
    writes: bool = False
    refers_to: set[str] = field(default_factory=set)


def functions() -> dict[str, Function]:
    """All functions of the `domain` packages by dotted name."""
    found: dict[str, Function] = {}
    for app in ("federation", "ratings", "tournaments"):
        for path in sorted((HOUSE / app).rglob("domain/**/*.py")):
            found |= _of_module(path)
    return found


def writers(stops: frozenset[str]) -> set[str]:
    """Return the public functions that write, directly or through others; functions of
    `stops` check the rule themselves, so calling them does not count.
    """
    known = functions()
    writing = {name for name, each in known.items() if each.writes}
    while True:
        more = {
            name
            for name, each in known.items()
            if name not in writing and each.refers_to & (writing - stops)
        }
        if not more:
            break
        writing |= more
    return {name for name in writing if known[name].is_public}


def _of_module(path: Path) -> dict[str, Function]:
    module = ".".join(path.relative_to(HOUSE).with_suffix("").parts)
    tree = ast.parse(path.read_text("utf-8"))
    names = _names(tree, module)
    models = {each for each in names if each in GUARDED}
    statements = _statements(tree)
    found = {}
    for node in tree.body:
        nodes = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for each in nodes:
            if isinstance(each, ast.FunctionDef):
                name = f"{module}.{prefix}{each.name}"
                public = not prefix and not each.name.startswith("_")
                found[name] = Function(name, public)
                _read(each, found[name], names, models, statements)
    return found


def _names(tree: ast.Module, module: str) -> dict[str, str]:
    """Return the dotted path of each name of a module."""
    names = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    own = {
        node.name: f"{module}.{node.name}"
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    return names | own


def _statements(tree: ast.Module) -> set[str]:
    """Return the constants with SQL that writes into a guarded table."""
    return {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and _is_writing(ast.unparse(node.value))
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _is_writing(text: str) -> bool:
    return any(
        f"{verb} {table} " in f"{text} ".replace("(", " ")
        for verb in ("INSERT INTO", "UPDATE", "DELETE FROM")
        for table in TABLES
    )


def _read(
    node: ast.FunctionDef,
    function: Function,
    names: dict[str, str],
    models: set[str],
    statements: set[str],
) -> None:
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            function.refers_to.add(names.get(each.id, each.id))
            function.writes |= each.id in statements
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            function.writes |= _is_writing(each.value)
        elif isinstance(each, ast.Call):
            function.writes |= _writes(each, names, models)


def _writes(call: ast.Call, names: dict[str, str], models: set[str]) -> bool:
    if isinstance(call.func, ast.Name):
        return names.get(call.func.id, "") in {
            f"ratings.pools.domain.postings.{each}" for each in POSTS
        }
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in WRITES:
        return False
    root: ast.expr = call.func.value
    while isinstance(root, ast.Attribute | ast.Call):
        root = root.func if isinstance(root, ast.Call) else root.value
    if isinstance(root, ast.Name) and root.id[:1].isupper():
        return root.id in models
    # A row in a variable: only the imports of the module show of which model it is.
    return bool(models) and call.func.attr in ("save", "delete", "update")
