"""The pages about the rules name the function of every paragraph, and every function."""

import ast
import re
from pathlib import Path

import pytest

from ratings.rules.systems import modules_of_systems

HOUSE = Path(__file__).parents[3]
PAGES = sorted(HOUSE.glob("docs/rules*.md"))
LAYERS = [HOUSE / app / "rules" for app in ("federation", "ratings", "tournaments")]
MODULES = sorted(module for layer in LAYERS for module in layer.rglob("*.py"))


def public_names(module):
    """Return the public functions and classes of a module."""
    tree = ast.parse(module.read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {
        node.name
        for node in tree.body
        if isinstance(node, kinds) and not node.name.startswith("_")
    }


@pytest.fixture(scope="module")
def names_on_pages():
    """Return every name that the pages write as code."""
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    code = " ".join(re.findall(r"`([^`]+)`", text))
    return set(re.findall(r"\w+", code))


def test_rules_are_found():
    """The rules of each system are found, so that moving a folder hides none."""
    assert {module.parent.name for module in MODULES} >= {
        "rules",
        *modules_of_systems("system"),
    }
    assert len(MODULES) > 180


@pytest.mark.parametrize(
    "module", MODULES, ids=lambda module: str(module.relative_to(HOUSE))
)
def test_every_public_rule_is_mentioned_in_the_rules_pages(module, names_on_pages):
    assert public_names(module) - names_on_pages == set()


DEFINED = {
    ".".join(path.relative_to(layer).with_suffix("").parts): set(
        re.findall(r"^(?:def|class) (\w+)|^(\w+)(?=[:=\[ ])", text, re.MULTILINE)
    )
    for layer in LAYERS
    for path in layer.rglob("*.py")
    for text in [path.read_text("utf-8")]
}


def named_in_pages(pattern):
    """Return the matches of the pattern on the pages, with the page."""
    return {
        (page.name, *match)
        for page in PAGES
        for match in re.findall(pattern, page.read_text("utf-8"))
    }


def test_every_rule_named_with_its_module_on_the_pages_exists():
    named = named_in_pages(r"`((?:\w+\.)?\w+)\.(\w+)[`.( ]")
    of_rules = {each for each in named if each[1] in DEFINED and each[2] != "py"}
    missing = {
        each
        for each in of_rules
        if each[2] not in {name for pair in DEFINED[each[1]] for name in pair}
    }
    assert len(of_rules) > 100
    assert missing == set()


def test_every_test_named_on_the_pages_exists():
    texts = [path.read_text("utf-8") for path in HOUSE.glob("tests/**/test_*.py")]
    known = {name for text in texts for name in re.findall(r"def (test_\w+)", text)}
    known |= {path.stem for path in HOUSE.glob("tests/**/test_*.py")}
    named = named_in_pages(r"`(test_\w+)()[`.]")
    assert len(named) > 300
    assert {each for each in named if each[1] not in known} == set()
