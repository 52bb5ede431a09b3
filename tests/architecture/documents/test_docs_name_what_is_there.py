"""Files and module members named in the documents or in a docstring exist: a change
that moves them must also change the text.
"""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGES = ("federation", "ratings", "tournaments", "script", "tests", "bench")
QUOTED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w/]+\.py")
NAME = re.compile(r"(?:\w+[./])*\w+\.\w+")
"""A member of a module, whose folders may also be separated by slashes."""
ENDINGS = {"md", "txt", "csv", "json", "py", "rb", "html", "po", "css", "js"}
TASKS = {"tournaments.sweep", "tournaments.deadlines"}
"""Tasks, which are called by their Celery name."""
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
FOLDERS: dict[str, list[Path]] = defaultdict(list)
for folder in {path.parent for path in FILES}:
    FOLDERS[folder.name].append(folder)
PLACES = {
    ".".join(path.with_suffix("").parts[first:])
    for path in [
        *FILES,
        *(folder for folders in FOLDERS.values() for folder in folders),
    ]
    for first in range(len(path.parts))
}
"""The dotted paths of each module and folder, from every folder above it."""
FUNCTIONS = {
    name
    for path in FILES
    for name in re.findall(
        r"^def (\w+_\w+)", (ROOT / path).read_text("utf-8"), re.MULTILINE
    )
}


def quoted() -> list[tuple[str, str]]:
    found = [
        (path.name, each)
        for path in DOCUMENTS
        for each in QUOTED.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 1000
    return found


def quoted_in_docstrings() -> list[tuple[str, str]]:
    """Yield names quoted in docstrings of modules, classes, functions and attributes."""
    found = [
        (str(path), each)
        for path in FILES
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for each in QUOTED.findall(str(node.value.value))
    ]
    assert len(found) > 1000
    return found


@pytest.mark.parametrize("read", [quoted, quoted_in_docstrings])
def test_every_named_file_exists(read):
    missing = [
        (where, file)
        for where, file in read()
        if FILE.fullmatch(file)
        and not any(f"/{path}".endswith(f"/{file}") for path in FILES)
        and not (ROOT / file).exists()
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("read", "least"), [(quoted, 200), (quoted_in_docstrings, 100)]
)
def test_every_named_member_of_a_module_exists(read, least):
    named = [
        (where, each.replace("/", "."))
        for where, each in read()
        if NAME.fullmatch(each)
        and each not in TASKS
        and each.rpartition(".")[2] not in ENDINGS
        and is_ours(each)
    ]
    assert len(named) > least
    missing = [(where, each) for where, each in named if not is_there(each)]
    assert missing == []


def names_in_diagrams() -> list[str]:
    """Return the names in the sequence diagrams, without the explanations beside them."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (picture,) = [each for each in text.split("```") if "├" in each]
    lines = [re.sub(r"^\w+ {2,}|^ *after the commit:|[│├└]", " ", each)
             for each in picture.splitlines()]  # fmt: skip
    named = [re.split(r" {2,}", each.strip())[0] for each in lines]
    return [part for each in named for part in re.split(r"[ ,─]+", each) if part]


def test_every_module_in_a_sequence_diagram_exists():
    assert len(names_in_diagrams()) > 70
    assert [
        each for each in names_in_diagrams() if not exists_in_its_folders(each)
    ] == []


def exists_in_its_folders(name: str) -> bool:
    """Return whether the name is a folder or a module below these folders, in any
    layer, and whether the module contains the member named. `<system>` means any
    folder.
    """
    way, _, inside = name.partition(".")
    *above, last = way.strip("/").replace("<system>/", "").split("/")
    places = [*MODULES[last], *FOLDERS[last], *(ROOT / "templates").rglob(last)]
    found = [path for path in places if is_subsequence(above, path.parts)]
    if not inside:
        return bool(found)
    texts = [(ROOT / path).read_text("utf-8") for path in found if path.suffix]
    return any(re.search(rf"\b{inside}\b", text) for text in texts)


def is_subsequence(few: list[str], many: tuple[str, ...]) -> bool:
    left = iter(many)
    return all(each in left for each in few)


@pytest.mark.parametrize(
    ("name", "exists"),
    [
        ("case.explanation_context", False),
        ("explanation_page.explanation_context", True),
        ("lists/publishing.approve_list", True),
        ("engine/publishing.approve_list", False),
        ("decided", False),
        ("imports/formats/", True),
    ],
)
def test_name_in_a_diagram_is_searched_in_its_folders(name, exists):
    assert exists_in_its_folders(name) is exists


def is_ours(name: str) -> bool:
    """Return whether the name contains a module or folder of ours, or ends with one of
    our functions, whose module may have been renamed; a single word may be of other
    code.
    """
    *way, last = name.split(".")
    return (name.islower() and last in FUNCTIONS) or any(
        part in MODULES or part in FOLDERS for part in way
    )


def is_there(name: str) -> bool:
    """Return whether it is a module or a folder, or a member of one."""
    parts = name.split(".")
    ends = [end for end in range(1, len(parts) + 1) if ".".join(parts[:end]) in PLACES]
    if not ends:
        return False
    return is_in(".".join(parts[: ends[-1]]), parts[ends[-1] :])


def is_in(place: str, names: list[str]) -> bool:
    """Return whether a module, or the `__init__` of a folder, contains all these names."""
    last = place.rpartition(".")[2]
    modules = [
        path for path in MODULES[last] if is_located_at(path.with_suffix(""), place)
    ]
    folders = [path for path in FOLDERS[last] if is_located_at(path, place)]
    own = [path / "__init__.py" for path in folders]
    texts = [(ROOT / path).read_text("utf-8") for path in {*modules, *own} & {*FILES}]
    return any(all(re.search(rf"\b{each}\b", text) for each in names) for text in texts)


def is_located_at(path: Path, place: str) -> bool:
    return f".{'.'.join(path.parts)}".endswith(f".{place}")


@pytest.mark.parametrize(
    ("name", "exists"),
    [
        ("nothing_of_the_kind.compute_pool", False),
        ("computation.compute_pool", True),
        ("engine.domain.computation.compute_pool", True),
        ("lists.domain.computation.compute_pool", False),
        ("computation.approve_list", False),
        ("lask.request", True),
        ("lask.nothing_of_the_kind", False),
        ("played.played_lines", True),
        ("step.State.known_memory", True),
        ("step.State.known_nothing", False),
    ],
)
def test_name_is_searched_in_the_module_that_is_meant(name, exists):
    assert is_ours(name)
    assert is_there(name) is exists
