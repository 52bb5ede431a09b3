"""What the settings ask the environment for."""

import re

from script.checkout import ROOT

READ = re.compile(r'\benv\.\w+\(\s*"(\w+)"')


def names_of_settings() -> set[str]:
    """The names of all variables that federation/settings.py reads; it cannot be
    imported before the packages are there."""
    return set(READ.findall((ROOT / "federation" / "settings.py").read_text()))
