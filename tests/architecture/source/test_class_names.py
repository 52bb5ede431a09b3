"""A class has a unique name: one word for two things misleads readers who search for
it.
"""

import ast
from collections import defaultdict

from script.checkout import ROOT

APPS = ("federation", "ratings", "tournaments", "script")
OF_EACH_MODULE = {"Command", "Meta"}
ONE_THING_IN_TWO_ROOMS = {
    # Pure rules do not import the models, so they have such a class themselves.
    "ClubReturn": {"ratings.models.returns", "ratings.rules.lask.annual_return"},
    "Entry": {"tournaments.models.entries", "tournaments.rules.sections"},
    "ReturnLine": {"ratings.models.returns", "ratings.rules.lask.annual_return"},
    "Section": {"tournaments.models.sections", "tournaments.rules.sections"},
    # The output of a calculator, one for each system.
    "CalculatedGame": {
        "ratings.rules.elo.calculator",
        "ratings.rules.glicko2.calculator",
        "ratings.rules.ssf.calculator",
    },
    "ScoreNeeded": {"ratings.rules.elo.calculator", "ratings.rules.ssf.calculator"},
}
SCHEMAS = ("ratings.calculators.shared_", "ratings.calculators.systems.")
"""Their request and response schemas have the names of the classes that they show."""


def modules_of_classes():
    found = defaultdict(set)
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if ".migrations." in module or module.startswith(SCHEMAS):
                continue
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and node.name not in OF_EACH_MODULE:
                    found[node.name].add(module)
    return found


def test_public_class_name_is_unique():
    found = modules_of_classes()
    assert len(found) > 1000
    assert {
        name: modules
        for name, modules in found.items()
        if len(modules) > 1 and not name.startswith("_")
    } == ONE_THING_IN_TWO_ROOMS
