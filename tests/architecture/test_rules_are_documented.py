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
