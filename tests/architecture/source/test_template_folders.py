"""A template is in the folder of the subject whose page it is."""

import re
from pathlib import Path

import pytest

from script.checkout import ROOT

APPS = ("federation", "ratings", "tournaments")
PAGE = re.compile(r'"((?:federation|ratings|tournaments)/(?:\w+/)*[a-z]\w*\.html)"')
"""A page template as named in views; names of parts begin with an underscore."""
OF_ANOTHER_SUBJECT = {("federation/views/lists.py", "ratings/clubs/clubs.html")}
"""The example of a docstring."""


def pages():
    """Yield the view modules, each with the page templates that it names."""
    for app in APPS:
        for module in sorted((ROOT / app).rglob("views/**/*.py")):
            for page in sorted(set(PAGE.findall(module.read_text()))):
                yield module.relative_to(ROOT), Path(page)


def folders_of(module: Path):
    """Return the folders for the pages of a view: the folder of the same name, or one
    with the name of the module.
    """
    subject, _views, inside = str(module.parent).partition("views")
    own = Path(subject, inside.strip("/"))
    return {own, own / module.stem}


@pytest.mark.parametrize("app", APPS)
def test_every_app_has_pages_to_check(app):
    assert any(module.parts[0] == app for module, _page in pages())


def test_every_page_template_is_in_the_folder_of_its_view():
    astray = {
        (str(module), str(page))
        for module, page in pages()
        if page.parent not in folders_of(module)
    }
    assert astray == OF_ANOTHER_SUBJECT
