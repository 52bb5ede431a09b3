"""docs/addresses.md says which view answers each address."""

import re

import pytest

from script.checkout import ROOT
from script.documents.addresses import PAGE, addresses, page

README_ROW = re.compile(r"^ +\| (`/[^|]+) \| `(\w+)`", re.MULTILINE)


def test_address_page_matches_the_code():
    assert len(addresses()) > 250
    assert PAGE.read_text(encoding="utf-8") == page()


def test_address_leads_to_its_function_module_and_templates():
    (found,) = [each for each in addresses() if each.path == "acts/<int:pk>/"]
    assert found.row == (
        "| `/acts/<int:pk>/` | `proposed_act` | `proposed_act` in"
        " `ratings/four_eyes/views/proposed_acts.py` |"
        " `ratings/four_eyes/proposed_act.html` |\n"
    )


@pytest.mark.parametrize(
    ("path", "templates"),
    [
        # Its own literal, and none of the module's other functions.
        ("approval/", {"ratings/lists/proposals.html"}),
        # A class of another module of views.
        ("pools/<slug:code>/propose/", {"ratings/editions/edition_propose.html"}),
        # A helper of another app.
        ("claims/<int:pk>/lift/", {"federation/task.html"}),
        # Constants of the module.
        (
            "players/<number:player_id>/events/",
            {
                "ratings/players/player_events.html",
                "ratings/players/_player_events.html",
            },
        ),
        # A local variable with the name of another view is not that view.
        (
            "tournaments/player/<int:pk>/panel",
            {"tournaments/player_panel.html", "tournaments/player_panel_part.html"},
        ),
        # A redirect.
        ("sections/<int:pk>/ask/", set()),
    ],
)
def test_address_names_the_templates_of_its_own_function(path, templates):
    (found,) = [each for each in addresses() if each.path == path]
    assert set(found.templates) == templates


def subjects_in_the_readme() -> dict[str, str]:
    """Return the subject of each beginning of an address in the README; the keys are
    regular expressions.
    """
    rows = README_ROW.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    return {
        re.escape(beginning).replace("…", "[^/]+"): subject
        for beginnings, subject in rows
        for beginning in re.findall(r"`(/[^`]+)`", beginnings)
    }


def test_readme_names_the_subject_of_each_address_that_has_another_name():
    table = subjects_in_the_readme()
    assert len(table) > 15
    of_ratings = [each for each in addresses() if each.file.startswith("ratings/")]
    assert len(of_ratings) > 100
    wrong = [
        (each.path, subject)
        for each in of_ratings
        if (subject := each.file.split("/")[1]) != subject_by_name(each.path, table)
    ]
    assert wrong == []


def subject_by_name(path: str, table: dict[str, str]) -> str:
    """Return the subject by the longest row that fits, or else by the path itself."""
    found = [row for row in table if re.match(row, f"/{path}")]
    return table[max(found, key=len)] if found else path.split("/", maxsplit=1)[0]
