"""docs/addresses.md says which view answers each address."""

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
