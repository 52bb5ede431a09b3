"""What the settings ask the environment for."""

import re

from script.checkout import ROOT

READ = re.compile(r'\benv\.\w+\(\s*"(\w+)"')


def names_of_settings() -> set[str]:
    """The names of all variables that the settings read; they cannot be imported
    before the packages are there."""
    modules = (ROOT / "federation" / "settings").glob("*.py")
    return {name for each in modules for name in READ.findall(each.read_text())}
