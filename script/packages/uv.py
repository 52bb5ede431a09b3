"""uv, which installs in a quarter of pip's time. It does not read pip's settings: those
that say where packages come from are passed on to it.
"""

import ast
from collections.abc import Iterator

# The best release of all indexes is taken, as pip does.
INSTALL = (
    *("pip", "install", "--quiet", "--index-strategy", "unsafe-best-match"),
    # Only what the lists name, exactly as they name it.
    *("--no-deps", "--require-hashes"),
)
PLACES = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
}
"""Settings of pip; for each the variable that uv reads, and the separator of several
places in it.
"""
NO_INDEX = "no-index"
YES = ("1", "true", "t", "yes", "y", "on")
SECTIONS = ("global", "install", ":env:")
"""Sections in which pip looks for a setting of `pip install`; the last one wins."""


def environment_from_pip(listed: str) -> dict[str, str] | None:
    """Return uv's variables for the output of `pip config list`; None if pip may not
    use an index, which uv would do. They are variables and not options: others on the
    machine can read options, and an address may contain a password.
    """
    ranked = sorted(_settings(listed), key=lambda each: SECTIONS.index(each[0]))
    settings = {name: value for _section, name, value in ranked}
    if settings.get(NO_INDEX, "").lower() in YES:
        return None
    return {
        variable: between.join(settings[name].split())
        for name, (variable, between) in PLACES.items()
        if name in settings
    }


def _settings(listed: str) -> Iterator[tuple[str, str, str]]:
    """Yield sections, names and values."""
    for line in listed.splitlines():
        key, is_setting, value = line.partition("=")
        section, _, name = key.rpartition(".")
        if is_setting and section in SECTIONS:
            yield section, name, str(ast.literal_eval(value))
