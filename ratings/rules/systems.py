"""The rating systems by name.

A system is a module of this package that has a `SYSTEM`; adding one is adding its
module.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

import ratings.rules
from ratings.rules.protocol import System


@cache
def systems() -> Mapping[str, System[Any]]:
    """Every rating system by the name that editions store."""
    names = (module.name for module in iter_modules(ratings.rules.__path__))
    modules = (import_module(f"ratings.rules.{name}") for name in names)
    found = (module.SYSTEM for module in modules if hasattr(module, "SYSTEM"))
    return MappingProxyType({system.name: system for system in found})


def system(name: str) -> System[Any]:
    """The system of that name; KeyError where there is none."""
    return systems()[name]
