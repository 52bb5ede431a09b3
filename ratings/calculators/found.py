"""Find the calculators of the systems: a folder of `systems` for each system that has
its own, and a general one for every other system.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel

from ratings.calculators import systems
from ratings.calculators.forms import GamesForm
from ratings.calculators.page import GAMES, RATED, Calculator, SystemPage
from ratings.calculators.questions import ask_games
from ratings.rules.calculators import other_systems
from ratings.system_words.lookup import system_label

OF_A_SYSTEM = {GAMES: Calculator(GamesForm, ask_games, "games", RATED)}
"""The page of a system that has no calculator of its own."""


@dataclass(frozen=True, slots=True)
class SystemSchema:
    """What programs ask a system's calculator, and what it answers."""

    question: type[BaseModel]
    answer: type[BaseModel]
    summary: str
    example: Mapping[str, Any]


@cache
def own_pages() -> Mapping[str, SystemPage]:
    """Return the page of each system that has its own, by the system's folder, in the
    order in which they are listed.
    """
    folders = [each.name for each in iter_modules(systems.__path__) if each.ispkg]
    pages = {each: import_module(f"{systems.__name__}.{each}.page") for each in folders}
    found = {folder: module.PAGE for folder, module in pages.items()}
    in_order = sorted(found.items(), key=lambda item: item[1].order)
    return MappingProxyType(dict(in_order))


@cache
def schemas() -> Mapping[str, SystemSchema]:
    """Return what programs exchange with each calculator of `own_pages`."""
    found = {}
    for folder in own_pages():
        question = import_module(f"{systems.__name__}.{folder}.question")
        answer = import_module(f"{systems.__name__}.{folder}.answer")
        found[folder] = SystemSchema(
            question.QUESTION, answer.ANSWER, question.SUMMARY, question.EXAMPLE
        )
    return MappingProxyType(found)


def all_pages() -> dict[str, SystemPage]:
    """Return the page of every system's calculator, those with their own first."""
    return {**own_pages(), **{name: _general_page(name) for name in other_systems()}}


def _general_page(system: str) -> SystemPage:
    return SystemPage(
        title=system_label(system),
        summary=_("What games against opponents of known ratings do to a rating."),
        kinds=OF_A_SYSTEM,
    )
