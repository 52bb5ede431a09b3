import re
from pathlib import Path

import pytest

from ratings.rules.ssf.parameters import SsfParameters
from ratings.rules.systems import modules_of_systems, system, systems


def test_the_ssf_system_is_found_by_name():
    ssf = system("ssf_2008")
    assert (ssf.name, ssf.unit, ssf.Parameters) == (
        "ssf_2008",
        "period",
        SsfParameters,
    )


def test_every_system_is_registered_by_its_own_name():
    assert [name for name, found in systems().items() if found.name != name] == []


def test_the_systems_are_those_of_the_folders():
    folders = modules_of_systems("system")
    assert sorted(folders) == ["elo", "glicko2", "lask", "renju", "scrabble", "ssf"]
    assert {each.SYSTEM.name: each.SYSTEM for each in folders.values()} == systems()


def test_an_unknown_system_is_refused():
    with pytest.raises(KeyError):
        system("no such system")


def test_each_system_of_the_rulebook_is_registered():
    assert {name: found.unit for name, found in systems().items()} == {
        "ssf_2008": "period",
        "lask_1970": "period",
        "elo": "period",
        "glicko2": "period",
        "scrabble": "tournament",
        "renju": "tournament",
    }


HOUSE = Path(__file__).parents[4]
COUNTS = {6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


def test_pages_name_and_count_all_systems():
    page = (HOUSE / "docs/rules.md").read_text("utf-8")
    named = re.findall(r"^\| `(\w+)` \| `(\w+)` \| `\w+` \|$", page, re.MULTILINE)
    folders = modules_of_systems("system").items()
    assert sorted(named) == sorted((each.SYSTEM.name, name) for name, each in folders)
    readme = (HOUSE / "README.md").read_text("utf-8")
    assert f"each under one of {COUNTS[len(systems())]} systems:" in readme


def test_memory_and_kind_of_step_of_each_system():
    assert {
        name: (found.memory, found.fractional, found.in_order)
        for name, found in systems().items()
    } == {
        "ssf_2008": ((), False, False),
        "lask_1970": (("season", "season_games"), False, False),
        "elo": (("career_games", "highest"), False, True),
        "glicko2": (("rd", "volatility", "as_of"), True, True),
        "scrabble": ((), False, False),
        "renju": (("tournaments", "confirmed", "dropped"), False, True),
    }
