"""uv, which installs in a third of pip's time. It does not read pip's settings: those
that say where packages come from are handed on.
"""

import ast
from collections.abc import Iterator

# The best release of all indexes is taken, as pip does.
INSTALL = ("pip", "install", "--quiet", "--index-strategy", "unsafe-best-match")
PLACES = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
}
"""Settings of pip, and the variables by which uv takes them: what parts several
places.
"""
NO_INDEX = "no-index"
YES = ("1", "true", "yes", "on")


def environment_from_pip(listed: str) -> dict[str, str] | None:
    """Return uv's variables for what `pip config list` has printed; None if pip may not
    ask an index, as uv would. Variables and not options: others on the machine can
    read options, and an address may hold a password.
    """
    settings = dict(_settings(listed))
    if settings.get(NO_INDEX, "").lower() in YES:
        return None
    return {
        variable: between.join(settings[name].split())
        for name, (variable, between) in PLACES.items()
        if name in settings
    }


def _settings(listed: str) -> Iterator[tuple[str, str]]:
    """Yield names and values. The environment is printed first and wins."""
    for line in reversed(listed.splitlines()):
        name, is_setting, value = line.partition("=")
        if is_setting:
            yield name.rpartition(".")[2], str(ast.literal_eval(value))
