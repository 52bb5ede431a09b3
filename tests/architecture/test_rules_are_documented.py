"""The rules' pages walk every paragraph to its function: none is left out."""

import ast
import re
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
PAGES = sorted(HOUSE.glob("docs/rules*.md"))
MODULES = sorted(HOUSE.glob("ratings/rules/*.py"))


def public_names(module):
    """The functions and classes that a module offers to others."""
    tree = ast.parse(module.read_text("utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {
        node.name
        for node in tree.body
        if isinstance(node, kinds) and not node.name.startswith("_")
    }


@pytest.fixture(scope="module")
def said():
    """Every name that the pages write as code."""
    text = "\n".join(page.read_text("utf-8") for page in PAGES)
    code = " ".join(re.findall(r"`([^`]+)`", text))
    return set(re.findall(r"\w+", code))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_every_public_rule_is_mentioned_in_the_rules_pages(module, said):
    assert public_names(module) - said == set()


ROOMS = [f"{app}/rules/*.py" for app in ("federation", "ratings", "tournaments")]
DEFINED = {
    path.stem: set(
        re.findall(r"^(?:def|class) (\w+)|^(\w+)(?=[:=\[ ])", text, re.MULTILINE)
    )
    for room in ROOMS
    for path in HOUSE.glob(room)
    for text in [path.read_text("utf-8")]
}


def named_in_pages(pattern):
    """What the pages write as code and has this form, with the page."""
    return {
        (page.name, *match)
        for page in PAGES
        for match in re.findall(pattern, page.read_text("utf-8"))
    }


def test_every_rule_that_the_pages_name_with_its_module_is_there():
    named = named_in_pages(r"`(\w+)\.(\w+)[`.( ]")
    of_rules = {each for each in named if each[1] in DEFINED and each[2] != "py"}
    missing = {
        each
        for each in of_rules
        if each[2] not in {name for pair in DEFINED[each[1]] for name in pair}
    }
    assert len(of_rules) > 100
    assert missing == set()


def test_every_test_that_the_pages_name_is_there():
    texts = [path.read_text("utf-8") for path in HOUSE.glob("tests/**/test_*.py")]
    known = {name for text in texts for name in re.findall(r"def (test_\w+)", text)}
    known |= {path.stem for path in HOUSE.glob("tests/**/test_*.py")}
    named = named_in_pages(r"`(test_\w+)()[`.]")
    assert len(named) > 300
    assert {each for each in named if each[1] not in known} == set()
