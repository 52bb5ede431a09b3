"""docs/addresses.md says which view answers each address."""

import pytest

from script.documents.addresses import PAGE, addresses, page


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
