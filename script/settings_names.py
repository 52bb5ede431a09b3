"""The names of the environment variables that the settings read."""

import re

from script.checkout import ROOT

READ = re.compile(r'\benv\.\w+\(\s*"(\w+)"')


def names_of_settings() -> set[str]:
    """Return the names of all variables that the settings read, by parsing the source:
    the settings cannot be imported before the packages are installed.
    """
    modules = (ROOT / "federation" / "settings").glob("*.py")
    return {name for each in modules for name in READ.findall(each.read_text())}
