"""Every act that deletes something asks for confirmation and says what is lost, or can
be undone by another act.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.urls import reverse

from tests.factories import member, secretary_of
from tests.tournaments.sanctions import applied
from tests.tournaments.teams import league
from tests.tournaments.tournaments_made import entered, section, started
from tournaments.models import (
    Entry,
    League,
    Pairing,
    Round,
    Sanction,
    Section,
    Team,
    Tournament,
)
from tournaments.urls import urlpatterns

ROOT = Path(__file__).parents[3]
DOMAIN = ROOT / "tournaments" / "domain"


@dataclass(frozen=True, slots=True)
class DeletingAct:
    """A page whose act deletes something: it asks for confirmation, or the page
    `undone_by` undoes it; `because` says why it needs neither.
    """

    page: str
    undone_by: str = ""
    because: str = ""


ACTS = {
    "cancelling.cancel_tournament": DeletingAct("cancel"),
    "applying.withdraw_application": DeletingAct("withdraw_sanction"),
    "applying.apply_for_sanction": DeletingAct(
        "apply_sanction",
        because="What was applied for before is in the form, and in the audit log.",
    ),
    "applying.renew_application": DeletingAct(
        "renew_sanction", because="It sends again what is kept."
    ),
    "fees.take_back_payment": DeletingAct(
        "sanction_not_paid", undone_by="sanction_paid"
    ),
    "putting_back.put_back": DeletingAct(
        "put_back", because="It deletes what was kept once that is back in its place."
    ),
    "putting_back.put_back_teams": DeletingAct(
        "put_back", because="It deletes what was kept once that is back in its place."
    ),
    "sections.remove_section": DeletingAct("drop_section"),
    "leaving.remove_entry": DeletingAct("drop_entry"),
    "entering.renumber_entries": DeletingAct("order"),
    "starting.undo_start": DeletingAct("undo_start"),
    "results.withdraw_entry": DeletingAct("withdraw", undone_by="come_back"),
    "submitting.recall_results": DeletingAct("recall", undone_by="submit"),
    "submitting.correct_results": DeletingAct("correct", undone_by="submit"),
    "conditions.take_back_conditions": DeletingAct(
        "take_back_conditions", undone_by="note_conditions"
    ),
    "asking.leave_section": DeletingAct("leave_section", undone_by="ask_to_play"),
    "opening.close_entries": DeletingAct("close_entries", undone_by="open_entries"),
    "boards.set_boards": DeletingAct(
        "boards",
        because="The boards that stood are on the page and typed over by hand; one"
        " with a result never goes.",
    ),
    "round_pairings.record_emptying": DeletingAct(
        "boards",
        because="It deletes how a round was paired when all its boards are removed; of"
        " boards that were public the reason stays.",
    ),
    "keeping_apart.allow_meeting": DeletingAct("let_meet", undone_by="kept_apart"),
    "round_pairings.record_absences": DeletingAct(
        "absences", because="Every tick is on the page and can be set again."
    ),
    "starting.set_round_dates": DeletingAct(
        "dates", because="The days that stood are on the page and typed over by hand."
    ),
    "starting.write_dates": DeletingAct(
        "dates", because="Acts that start a section or set its days call it."
    ),
    "importing.import_section": DeletingAct(
        "import_tournament",
        because="It takes no section with players; what is deleted was drawn by it.",
    ),
    "starting.start_section": DeletingAct("start_section", undone_by="undo_start"),
    "sections.change_section": DeletingAct(
        "edit_section",
        because="Only days of rounds beyond the typed number go; one with boards never"
        " does.",
    ),
    "leagues.stop_league": DeletingAct("stop_league"),
    "leagues.remove_team": DeletingAct("drop_team"),
    "line_ups.give_line_up": DeletingAct(
        "line_up",
        because="The line-up that stood is on the page and can be given again.",
    ),
    "line_ups.begin_match": DeletingAct("begin_match", undone_by="reopen_line_ups"),
    "line_ups.reopen_line_ups": DeletingAct("reopen_line_ups", undone_by="begin_match"),
}
"""The acts by the function that does them, whether they delete rows or not."""

ASKS = {
    "cancel": {},
    "drop_section": {},
    "drop_entry": {},
    "order": {"by": "lots"},
    "undo_start": {},
    "stop_league": {},
    "drop_team": {},
    "withdraw_sanction": {},
}
"""The pages that ask for confirmation, with their form data."""

BY_WORKERS = {"proposing.judge_section", "keeping.clear_removals"}
"""They write rows that can be computed again, or delete rows stored long enough."""

ON_A_PAGE_OF_ITS_OWN = (
    "A page of its own asks before it, and the audit log keeps the row, which whoever"
    " ended it can enter anew."
)
PROPOSED = "It was proposed with a reason, and somebody else agreed or did not."
DERIVED = "Computed or read anew at any time."
BY_CLOCK = "A worker clears what has been kept long enough (the retention settings)."
ELSEWHERE = {
    "federation.domain.accounts.roles.end_office_of": ON_A_PAGE_OF_ITS_OWN,
    "federation.domain.accounts.roles.end_role": ON_A_PAGE_OF_ITS_OWN,
    "federation.domain.accounts.second_factors.turn_off_lost_factor": (
        ON_A_PAGE_OF_ITS_OWN
    ),
    "federation.domain.accounts.suspensions.end_suspension": ON_A_PAGE_OF_ITS_OWN,
    "federation.domain.accounts.tries.forget_tries": BY_CLOCK,
    "federation.domain.memberships.end_memberships": ON_A_PAGE_OF_ITS_OWN,
    "federation.domain.memberships.leave_club": ON_A_PAGE_OF_ITS_OWN,
    "federation.domain.merging.separate_players": PROPOSED,
    "federation.domain.newcomers.drop_newcomer": (
        "The acts that take an entry away say so, and the card comes back with the entry."
    ),
    "federation.domain.newcomers.remove_card": ON_A_PAGE_OF_ITS_OWN,
    "federation.domain.retention.clear_letters": BY_CLOCK,
    "ratings.earlier_lists.domain.earlier_lists.approve_earlier_lists": PROPOSED,
    "ratings.earlier_lists.domain.earlier_lists.reject_earlier_lists": PROPOSED,
    "ratings.editions.domain.edition_proposals.withdraw_edition": PROPOSED,
    "ratings.engine.domain.computation.compute_pool": DERIVED,
    "ratings.engine.domain.computation.replay_whole_pool": DERIVED,
    "ratings.fide.domain.lists.import_list": DERIVED,
    "ratings.fide.domain.uploads.read_upload": DERIVED,
    "ratings.imports.domain.retention.clear_imports": BY_CLOCK,
    "ratings.laboratory.domain.ending.delete_experiment": ON_A_PAGE_OF_ITS_OWN,
    "ratings.ledger.domain.periods.remove_empty_periods": DERIVED,
    "ratings.lists.domain.live_list.number_if_requested": DERIVED,
    "ratings.lists.domain.live_list.number_live_list": DERIVED,
    "ratings.returns.domain.returning.send_return": (
        "The club sees the return as it will be sent; a returned one is made anew."
    ),
    "ratings.uploads.domain.checking.check_file": DERIVED,
    "ratings.uploads.domain.column_choices.ask_columns_again": (
        "The page says what is lost, and the act wants the tick that it was read"
        " (tests/ratings/uploads/views/test_imports.py)."
    ),
    "ratings.uploads.domain.posting.post_file": DERIVED,
    "ratings.uploads.domain.reading.read_file": DERIVED,
    "ratings.uploads.domain.double_games.store_double_games": DERIVED,
    "ratings.uploads.domain.uploading.drop_import": (
        "The page says what is lost, and the act wants the tick that it was read"
        " (tests/ratings/uploads/views/test_imports.py)."
    ),
}
"""The deleting acts of the register and the ledger, and why each needs nothing else."""


def deleting_acts():
    """Return the public functions of `tournaments.domain` that delete."""
    return {f"{path.stem}.{name}" for path, name in deleting(DOMAIN)}


def deleting_acts_elsewhere():
    """Return those of the register and the ledger, by the whole path."""
    return {
        ".".join((*path.relative_to(ROOT).with_suffix("").parts, name))
        for app in ("federation", "ratings")
        for path, name in deleting(ROOT / app)
        if "domain" in path.relative_to(ROOT).parts
    }


def deleting(folder):
    """Yield path and name of each public function that deletes, directly or through
    another function of its module.
    """
    for path in folder.rglob("*.py"):
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
        yield from ((path, name) for name in deletes if not name.startswith("_"))


def _deletes(node):
    return any(
        isinstance(each, ast.Attribute) and each.attr in ("delete", "_raw_delete")
        for each in ast.walk(node)
    )


def _names(node):
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def test_every_deleting_act_is_known():
    assert deleting_acts() - BY_WORKERS <= ACTS.keys()


def test_every_deleting_act_elsewhere_has_a_reason():
    assert deleting_acts_elsewhere() == ELSEWHERE.keys()


def test_each_deleting_act_asks_first_or_can_be_undone_or_has_a_reason():
    kinds = {
        name: [bool(act.page in ASKS), bool(act.undone_by), bool(act.because)]
        for name, act in ACTS.items()
    }

    assert {name: sum(kind) for name, kind in kinds.items()} == dict.fromkeys(ACTS, 1)


def rows():
    return [
        list(model.objects.order_by("pk").values())
        for model in (
            Tournament,
            Section,
            Entry,
            Pairing,
            Round,
            League,
            Team,
            Sanction,
        )
    ]


def addressed(page):
    """Return the address of the page in a section from which it can delete, and the
    club.
    """
    group = section(name="Group A")
    entry = entered(group, member(), member(), member())[0]
    if page == "undo_start":
        started(group, players=[member()])
    if page in ("stop_league", "drop_team"):
        group = league()
        if page == "drop_team":
            url = reverse("tournaments:drop_team", args=[group.teams.first().pk])
            return url, group.tournament.organiser
    if page == "withdraw_sanction":
        applied(group)
    of_tournament = dict.fromkeys(("cancel", "withdraw_sanction"), group.tournament_id)
    keys = of_tournament | {"drop_entry": entry.pk}
    url = reverse(f"tournaments:{page}", args=[keys.get(page, group.pk)])
    return url, group.tournament.organiser


@pytest.mark.django_db
@pytest.mark.parametrize("page", sorted(ASKS))
def test_nothing_is_deleted_before_confirmation(client, page, settings):
    settings.DEMO = True
    url, club = addressed(page)
    client.force_login(secretary_of(club))
    before = rows()

    answer = client.post(url, ASKS[page])

    assert rows() == before
    assert (answer.status_code, 'name="asked"' in answer.text) == (200, True)


@pytest.mark.django_db
@pytest.mark.parametrize("page", sorted(ASKS))
def test_confirmed_act_is_done(client, page, settings):
    settings.DEMO = True
    url, club = addressed(page)
    client.force_login(secretary_of(club))
    before = rows()

    answer = client.post(url, ASKS[page] | {"asked": "yes", "sure": "on"})

    assert answer.status_code == 302
    assert rows() != before


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["cancel", "drop_section"])
def test_confirmation_without_the_tick_is_refused(client, page, settings):
    settings.DEMO = True
    url, club = addressed(page)
    client.force_login(secretary_of(club))
    before = rows()

    answer = client.post(url, {"asked": "yes"})

    assert (answer.status_code, rows()) == (422, before)
    assert "Tick that you have read what happens." in answer.text


def test_every_named_act_and_its_undoing_has_a_page():
    pages = {pattern.name for pattern in urlpatterns}
    named = {act.page for act in ACTS.values()}
    named |= {act.undone_by for act in ACTS.values() if act.undone_by}
    assert named <= pages
