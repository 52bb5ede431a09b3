"""Every act of a tournament that loses something asks first and says what, or can be
undone by another act.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.urls import reverse

from tests.factories import member, secretary_of
from tests.tournaments.makers import entered, section, started
from tournaments.models import Entry, Pairing, Round, Section, Tournament
from tournaments.urls import urlpatterns

DOMAIN = Path(__file__).parents[2] / "tournaments" / "domain"


@dataclass(frozen=True, slots=True)
class Losing:
    """A page whose act loses something: it asks, or `undone_by` another page does it
    all again; `because` says why it needs neither.
    """

    page: str
    undone_by: str = ""
    because: str = ""


ACTS = {
    "cancelling.cancel_tournament": Losing("cancel"),
    "planning.remove_section": Losing("drop_section"),
    "entering.remove_entry": Losing("drop_entry"),
    "entering.renumber_entries": Losing("order"),
    "starting.undo_start": Losing("undo_start"),
    "results.withdraw_entry": Losing("withdraw", undone_by="come_back"),
    "submitting.recall_results": Losing("recall", undone_by="submit"),
    "submitting.correct_results": Losing("correct", undone_by="submit"),
    "conditions.take_back_conditions": Losing(
        "take_back_conditions", undone_by="note_conditions"
    ),
    "boards.set_boards": Losing(
        "boards",
        because="The boards that stood are on the page and typed over by hand; one"
        " with a result never goes.",
    ),
    "starting.set_round_dates": Losing(
        "dates", because="The days that stood are on the page and typed over by hand."
    ),
    "starting.start_section": Losing("start_section", undone_by="undo_start"),
    "planning.change_section": Losing(
        "edit_section",
        because="Only days of rounds beyond the typed number go; one with boards never"
        " does.",
    ),
}
"""The acts by the function that does them, whether they delete rows or not."""

ASKS = {
    "cancel": {},
    "drop_section": {},
    "drop_entry": {},
    "order": {"by": "lots"},
    "undo_start": {},
}
"""The pages that ask, with what they are sent."""

BY_WORKERS = {"judging.judge_section"}
"""They write what can be worked out anew."""


def deleting_acts():
    """The public functions of the domain that delete, themselves or by a private
    function of their module.
    """
    found = set()
    for path in DOMAIN.glob("*.py"):
        functions = {
            node.name: node
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.FunctionDef)
        }
        deletes = {name for name, node in functions.items() if _deletes(node)}
        while more := {
            name
            for name, node in functions.items()
            if name not in deletes and _names(node) & deletes
        }:
            deletes |= more
        found |= {f"{path.stem}.{n}" for n in deletes if not n.startswith("_")}
    return found


def _deletes(node):
    return any(
        isinstance(each, ast.Attribute) and each.attr == "delete"
        for each in ast.walk(node)
    )


def _names(node):
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def test_every_act_that_deletes_is_known():
    assert deleting_acts() - BY_WORKERS <= ACTS.keys()


def test_each_asks_is_undone_or_says_why_it_needs_neither():
    kinds = {
        name: [bool(act.page in ASKS), bool(act.undone_by), bool(act.because)]
        for name, act in ACTS.items()
    }

    assert {name: sum(kind) for name, kind in kinds.items()} == dict.fromkeys(ACTS, 1)


def rows():
    return [
        list(model.objects.order_by("pk").values())
        for model in (Tournament, Section, Entry, Pairing, Round)
    ]


def addressed(page):
    """The page in a section that it could lose something of."""
    group = section(name="Group A")
    entry = entered(group, member(), member(), member())[0]
    if page == "undo_start":
        started(group, players=[member()])
    keys = {"cancel": group.tournament_id, "drop_entry": entry.pk}
    url = reverse(f"tournaments:{page}", args=[keys.get(page, group.pk)])
    return url, group.tournament.organiser


@pytest.mark.django_db
@pytest.mark.parametrize("page", sorted(ASKS))
def test_nothing_is_lost_until_it_is_confirmed(client, page, settings):
    settings.DEMO = True
    url, club = addressed(page)
    client.force_login(secretary_of(club))
    before = rows()

    told = client.post(url, ASKS[page])

    assert rows() == before
    assert (told.status_code, "What is lost" in told.text) == (200, True)


@pytest.mark.django_db
@pytest.mark.parametrize("page", sorted(ASKS))
def test_what_is_confirmed_is_done(client, page, settings):
    settings.DEMO = True
    url, club = addressed(page)
    client.force_login(secretary_of(club))
    before = rows()

    told = client.post(url, ASKS[page] | {"asked": "yes", "sure": "on"})

    assert told.status_code == 302
    assert rows() != before


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["cancel", "drop_section"])
def test_without_the_tick_it_is_asked_again(client, page, settings):
    settings.DEMO = True
    url, club = addressed(page)
    client.force_login(secretary_of(club))
    before = rows()

    told = client.post(url, {"asked": "yes"})

    assert (told.status_code, rows()) == (422, before)
    assert "Tick that you have read what is lost." in told.text


def test_what_undoes_an_act_is_a_page():
    pages = {pattern.name for pattern in urlpatterns}
    named = {act.page for act in ACTS.values()}
    named |= {act.undone_by for act in ACTS.values() if act.undone_by}
    assert named <= pages
