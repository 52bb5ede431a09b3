"""The rating systems by name.

A system is a folder of this package. What every system may provide is in a module of
the same name in each folder; only `system` is required. `prediction` makes it
comparable in the laboratory. Without `calculator_json` the office generates its
calculator from the system itself; with it page and API are written by hand
(`docs/rules.md`).
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

import ratings.rules
from ratings.rules.protocol import System


@cache
def modules_of_systems(name: str) -> Mapping[str, Any]:
    """Return the modules with this name, by the folder of their system."""
    folders = (each.name for each in iter_modules(ratings.rules.__path__) if each.ispkg)
    paths = {folder: f"ratings.rules.{folder}.{name}" for folder in folders}
    modules = {
        folder: import_module(path) for folder, path in paths.items() if find_spec(path)
    }
    return MappingProxyType(modules)


@cache
def systems() -> Mapping[str, System[Any]]:
    """Return every rating system by the name that editions store."""
    modules = (module.SYSTEM for module in modules_of_systems("system").values())
    return MappingProxyType({system.name: system for system in modules})


def system(name: str) -> System[Any]:
    """Return the system with that name; KeyError if there is none."""
    return systems()[name]
