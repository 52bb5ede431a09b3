"""`_()` returns a translation in every module; a string that is translated where it is
shown is marked with `noted()`.
"""

import ast

from script.checkout import ROOT
from script.translations import SPOKEN_IN


def other_names_of_noop(text):
    return [
        alias.asname or alias.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == "gettext_noop" and alias.asname != "noted"
    ]


def test_gettext_noop_is_imported_as_noted():
    modules = [path for app in SPOKEN_IN for path in sorted((ROOT / app).rglob("*.py"))]
    assert len(modules) > 1000
    found = {
        path.relative_to(ROOT).as_posix(): names
        for path in modules
        if (names := other_names_of_noop(path.read_text("utf-8")))
    }
    assert found == {}


def test_other_names_of_gettext_noop_are_found():
    line = "from django.utils.translation import gettext_noop"
    assert other_names_of_noop(f"{line} as _") == ["_"]
    assert other_names_of_noop(line) == ["gettext_noop"]
    assert other_names_of_noop(f"{line} as noted") == []
    assert (
        other_names_of_noop("from django.utils.translation import gettext as _") == []
    )
