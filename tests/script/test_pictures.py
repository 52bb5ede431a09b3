"""docs/pages.md, the table of its pictures and their folder."""

import re
from pathlib import Path

import pytest

from script.checkout import ROOT
from script.picture_table import TABLE, Table, read_table
from script.pictures import FOLDER, Walker

PAGES = ROOT / "docs" / "pages.md"
SHOWN = re.compile(r"screenshots/([\w/-]+)\.png")
BEFORE = "before/"


@pytest.fixture(scope="module")
def table() -> Table:
    return read_table()


def shown_pictures() -> list[str]:
    return list(SHOWN.findall(PAGES.read_text()))


def pictures_in(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.png")}


def test_pictures_of_the_table_are_shown_in_its_order(table):
    names = [each for each in shown_pictures() if not each.startswith(BEFORE)]
    assert [each.name for each in table.pictures] == list(dict.fromkeys(names))


def test_folder_contains_exactly_the_pictures_of_the_table(table):
    assert pictures_in(FOLDER) == {each.name for each in table.pictures}


def test_each_earlier_picture_is_shown_beside_a_current_one():
    before = [each for each in shown_pictures() if each.startswith(BEFORE)]
    assert pictures_in(FOLDER / BEFORE) == {
        each.removeprefix(BEFORE) for each in before
    }
    assert pictures_in(FOLDER / BEFORE) <= pictures_in(FOLDER)


def test_each_step_begins_with_a_known_verb(table):
    walks = [*table.acts, *table.pictures]
    verbs = {step.partition(" ")[0] for each in walks for step in each.steps}
    assert {each for each in verbs if not hasattr(Walker, f"_{each}")} == set()


def test_no_step_opens_a_path_with_a_database_id(table):
    """An id may belong to another row in the next demo; rounds are numbered by the
    tournament itself.
    """
    walks = [*table.acts, *table.pictures]
    steps = [step for each in walks for step in each.steps]
    numbered = [step for step in steps if re.match(r"open .*/\d", step)]
    assert numbered == []


def test_each_uploaded_file_is_in_the_table(table):
    walks = [*table.acts, *table.pictures]
    steps = [step.partition(" ") for each in walks for step in each.steps]
    assert {name for verb, _, name in steps if verb == "upload"} == set(table.files)


def test_table_is_linked_from_the_docs():
    assert f"]({TABLE.name})" in PAGES.read_text()
