"""The names that every template gets are not given another meaning by one page:
`federation.context`.
"""

import ast
import re
from pathlib import Path

import pytest
from django.test import RequestFactory

from federation.context import office_context

TEXT = re.compile(r"\"[^\"]*\"|'[^']*'")
APPS = ("federation", "ratings", "tournaments")
ASSIGNED = r"(?:\bas |\bfor |\bwith (?:[^%]*\s)?){name}\b(?!\.)"


def names_everywhere():
    return sorted(office_context(RequestFactory().get("/")))


def keys_in_views():
    """Return each key of a dictionary that is written in a view, with its place."""
    found = []
    for app in APPS:
        for path in Path(app).rglob("views/**/*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Dict):
                    keys = [each.value for each in node.keys if is_text(each)]
                    found += [(key, f"{path}:{node.lineno}") for key in keys]
    return found


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def tags():
    """Return each tag of a template without its texts, with its place."""
    return [
        (TEXT.sub('""', tag), str(path))
        for path in Path("templates").rglob("*.html")
        for tag in re.findall(r"{%.*?%}", path.read_text("utf-8"), re.DOTALL)
    ]


@pytest.mark.parametrize("name", names_everywhere())
def test_no_view_gives_a_name_of_every_template_another_meaning(name):
    keys = keys_in_views()
    assert len(keys) > 500, "the test sees too few keys"
    assert [place for key, place in keys if key == name] == []


@pytest.mark.parametrize("name", names_everywhere())
def test_no_template_assigns_a_name_of_every_template(name):
    every = tags()
    assert len(every) > 5000, "the test sees too few tags"
    assigned = re.compile(ASSIGNED.format(name=name))
    assert [(tag, path) for tag, path in every if assigned.search(tag)] == []


def test_assignment_is_recognised():
    assigned = re.compile(ASSIGNED.format(name="office"))
    assert assigned.search('{% translate "Rating office" as office %}')
    assert assigned.search("{% for office in offices %}")
    assert assigned.search("{% include 'a.html' with x=1 office=other %}")
    assert not assigned.search("{% if office.demo %}")
