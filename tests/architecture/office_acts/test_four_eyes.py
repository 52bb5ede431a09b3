"""Four eyes for acts that change ratings, lists, roles and rules: every such act is in
the table, and each that needs two people is tried with one and with two.
"""

import ast
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client

from federation.agreements import AGREEMENTS, Matter
from federation.domain.four_eyes import (
    ACTS,
    AgreementPart,
    SecondPersonNotCheckedError,
    agrees,
    alone,
    is_one_of,
    refuse_same_person,
)
from federation.domain.refusal import RegisterRefusal
from federation.permissions import MATRIX
from script.documents.four_eyes import PAGE, load_acts, page
from tests.architecture.every_page.pages import PAGES
from tests.architecture.office_acts.acts import HOUSE, functions, writers
from tests.architecture.office_acts.two_people import CASES
from tests.factories import PlayerFactory, RoleFactory, UserFactory
from tests.federation.sign_in.browsers import force_recent_login

OF_TWO = [matter for matter, each in AGREEMENTS.items() if each.needs_two]
TAKEN_BACK = "rolls back all that it does, so that it is known before anybody asks"
BY_WORKER = "a worker does it by itself, from what was posted"
INNER = "other acts call it, no page does"
READS = "it reads: what it updates is in memory"
PREPARES = "nothing is posted by it: another agrees to the whole file"
ACCOUNT = "an account; its roles end by an act that is in the table"
OWN = "what was offered and agreed to is accepted by whom it was offered to"
SANCTION = "a sanction rates nobody; whoever applied or endorsed does not give it"
INVOICE = "of a sanction it writes the invoice's date alone, by when sections started"
NOT_IN_THE_TABLE = {
    "federation.domain.accounts.closing.close_account": ACCOUNT,
    "federation.domain.accounts.closing.reopen_account": ACCOUNT,
    "federation.domain.accounts.invitations.accept_signed_in": OWN,
    "federation.domain.accounts.invitations.accept_with_password": OWN,
    "federation.domain.accounts.roles.unlink_account": "a link, no role: the roles stay",
    "ratings.engine.domain.late_adjustments.late_adjustments_of": READS,
    "ratings.corrections.domain.claims.mark": INNER,
    "ratings.corrections.domain.claims.settle": INNER,
    "ratings.engine.domain.computation.compute_pool": BY_WORKER,
    "ratings.engine.domain.computation.replay_whole_pool": BY_WORKER,
    "ratings.ledger.domain.corrections.close_settled_claims": INNER,
    "ratings.engine.domain.changes_between.changed_between": READS,
    "ratings.engine.domain.damage.compare_versions": READS,
    "ratings.engine.domain.damage.find_damage": READS,
    "ratings.laboratory.domain.experiments.run_experiment_now": READS,
    "ratings.laboratory.domain.experiments.share_experiment": "an experiment rates nobody",
    "ratings.engine.domain.explaining.explain_listed": READS,
    "ratings.engine.domain.explaining.explain_live": READS,
    "ratings.engine.domain.explaining.explain_step": READS,
    "ratings.imports.domain.retention.clear_imports": "it clears what files said",
    "ratings.imports.domain.batches.post_all": INNER,
    "ratings.engine.domain.alias_damage.find_alias_damage": READS,
    "ratings.pools.domain.merge_spans.add_merges_to_pool": INNER,
    "ratings.pools.domain.postings.post": INNER,
    "ratings.pools.domain.postings.post_together": INNER,
    "ratings.engine.domain.own_changes.own_changes": READS,
    "ratings.ledger.domain.periods.open_period_of_today": BY_WORKER,
    "ratings.ledger.domain.posting.start_counting": INNER,
    "ratings.ledger.domain.posting.stop_counting": INNER,
    "ratings.ledger.domain.report_copies.close_claims_of_withdrawn": INNER,
    "ratings.ledger.domain.report_copies.reapply_corrections": INNER,
    "ratings.returns.domain.letters.chase_returns": BY_WORKER,
    "ratings.returns.domain.returning.ask_for_returns": BY_WORKER,
    "ratings.engine.domain.seasons.explain_season": READS,
    "ratings.engine.domain.incremental.recompute_step": READS,
    "ratings.uploads.domain.answers.answers_of": READS,
    "ratings.uploads.domain.checking.check_file": BY_WORKER,
    "ratings.uploads.domain.choices.accept_proposals": PREPARES,
    "ratings.uploads.domain.choices.changed_file": INNER,
    "ratings.uploads.domain.choices.choose": PREPARES,
    "ratings.uploads.domain.choices.choose_all": INNER,
    "ratings.uploads.domain.choices.set_minutes": PREPARES,
    "ratings.uploads.domain.clubs.choose_clubs": PREPARES,
    "ratings.uploads.domain.clubs.create_the_remaining_clubs": PREPARES,
    "ratings.uploads.domain.column_choices.ask_columns_again": PREPARES,
    "ratings.uploads.domain.column_choices.choose_columns": PREPARES,
    "ratings.uploads.domain.findings.answer_finding": PREPARES,
    "ratings.uploads.domain.findings.accept_as_they_are": PREPARES,
    "ratings.uploads.domain.matching.match_players": BY_WORKER,
    "ratings.uploads.domain.reading.store_part": INNER,
    "ratings.uploads.domain.reading.read_file": BY_WORKER,
    "ratings.uploads.domain.rosters.settle_rosters": INNER,
    "ratings.uploads.domain.judged_games.judge_games": READS,
    "ratings.uploads.domain.following.follow_events": READS,
    "ratings.uploads.domain.trial.post_and_roll_back": TAKEN_BACK,
    "ratings.uploads.domain.trial.try_import": TAKEN_BACK,
    "ratings.uploads.domain.newcomers.register_the_rest": PREPARES,
    "ratings.uploads.domain.trial.try_posting": TAKEN_BACK,
    "ratings.uploads.domain.double_games.store_double_games": BY_WORKER,
    "ratings.uploads.domain.work.process_import": BY_WORKER,
    "ratings.uploads.domain.uploading.drop_import": PREPARES,
    "ratings.uploads.domain.uploading.store_upload": PREPARES,
    "tournaments.domain.correcting.correct_source": INNER,
    "tournaments.domain.report_points.own_games_of": READS,
    "tournaments.domain.sanctions.applying.apply_for_sanction": SANCTION,
    "tournaments.domain.sanctions.applying.renew_application": SANCTION,
    "tournaments.domain.sanctions.applying.withdraw_application": SANCTION,
    "tournaments.domain.sanctions.applying.write_sanction": SANCTION,
    "tournaments.domain.sanctions.deciding.endorse_application": SANCTION,
    "tournaments.domain.sanctions.deciding.refuse_application": SANCTION,
    "tournaments.domain.sanctions.deciding.return_application": SANCTION,
    "tournaments.domain.sanctions.deciding.sanction_tournament": SANCTION,
    "tournaments.domain.sanctions.fees.note_payment": SANCTION,
    "tournaments.domain.sanctions.fees.take_back_payment": SANCTION,
    "tournaments.domain.sanctions.invoice_dates.date_invoice": INVOICE,
    "tournaments.domain.starting.start_section": INVOICE,
    "tournaments.domain.starting.undo_start": INVOICE,
    "tournaments.domain.importing.import_section": INVOICE,
    "tournaments.domain.teams.leagues.start_league": INVOICE,
}
"""Functions that write guarded data and need no line of the table, and why."""
DONE_ALONE = {
    Matter.STOPPED_REPORT: "ratings:judge",
    Matter.UNDONE_IMPORT: "ratings:undo_import",
    Matter.FIDE_LIST: "ratings:bring_fide_list",
    Matter.LIST: "ratings:proposal",
    Matter.NEW_POOL: "ratings:new_pool",
    Matter.POOL_NAME: "ratings:rename_pool",
}
"""Pages of acts of the whole federation that one person does alone."""
WEB = [
    path
    for app in ("federation", "ratings", "tournaments")
    for path in sorted((HOUSE / app).rglob("*.py"))
    if {"views", "api"} & set(path.parts)
]


@pytest.fixture(scope="module", autouse=True)
def loaded():
    load_acts()


def named(*parts):
    return {act.name for act in ACTS if act.part in parts}


def acts_with_own_rule():
    """Return the acts that check the rule themselves."""
    return frozenset(named(*set(AgreementPart) - {AgreementPart.CARRIES_OUT}))


# --- the table --------------------------------------------------------------------
def test_every_act_that_writes_guarded_data_is_in_the_table():
    registered = {act.name for act in ACTS}
    assert sorted(writers(acts_with_own_rule()) - registered) == sorted(
        NOT_IN_THE_TABLE
    )


def test_no_act_is_both_in_the_table_and_among_the_exceptions():
    assert set(NOT_IN_THE_TABLE) & {act.name for act in ACTS} == set()


@pytest.mark.parametrize("path", WEB, ids=lambda path: str(path.relative_to(HOUSE)))
def test_no_page_calls_an_act_that_needs_four_eyes(path):
    inner = named(AgreementPart.CARRIES_OUT) - acts_with_own_rule()
    inner |= {name for name, why in NOT_IN_THE_TABLE.items() if why == INNER}
    tree = ast.parse(Path(path).read_text("utf-8"))
    imported = {
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported & inner == set()


def test_every_matter_has_a_line_and_every_line_has_an_act():
    assert set(AGREEMENTS) == set(Matter)
    assert {act.matter for act in ACTS} == set(Matter)
    assert {act.name for act in ACTS} <= set(functions())


@pytest.mark.parametrize("matter", Matter)
def test_matter_that_needs_two_has_acts_to_start_and_agree_and_others_have_acts_alone(
    matter,
):
    line = AGREEMENTS[matter]
    parts = {act.part for act in ACTS if act.matter == matter}
    if line.needs_two:
        assert AgreementPart.AGREES in parts
        assert (AgreementPart.STARTS in parts) == bool(line.starts)
        assert AgreementPart.ALONE not in parts
    else:
        assert AgreementPart.ALONE in parts
        assert parts <= {
            AgreementPart.ALONE,
            AgreementPart.CLOSES,
            AgreementPart.CARRIES_OUT,
        }


@pytest.mark.parametrize(("matter", "name"), DONE_ALONE.items())
def test_table_names_the_roles_of_the_page_where_one_person_acts(matter, name):
    [page] = [each for each in PAGES if each.name == name]
    starters = [MATRIX[each] for each in AGREEMENTS[matter].starts]
    assert {role for kinds in starters for role in kinds} == page.post


def test_document_matches_the_table_in_the_code():
    assert PAGE.read_text("utf-8") == page()


# --- act by act -------------------------------------------------------------------
def test_each_act_that_needs_two_has_a_case():
    assert set(CASES) == set(OF_TWO)


@pytest.fixture(params=OF_TWO)
def matter(request, db, settings):
    settings.DEMO = True  # the second factor has its own tests
    return request.param


def holder(matter):
    """Return a user who may agree."""
    kinds = sorted(MATRIX[AGREEMENTS[matter].agrees])
    return RoleFactory(kind=kinds[0]).user


def page_of(user):
    browser = Client()
    force_recent_login(browser, user)
    return browser


def test_same_person_cannot_agree(matter):
    maker = holder(matter)
    RoleFactory(kind="administrator")
    waiting = CASES[matter](maker)
    with pytest.raises(Exception, match="four_eyes"), transaction.atomic():
        waiting.agree(maker)
    assert not waiting.is_done()


def test_same_person_cannot_agree_with_another_account(matter):
    maker, double = holder(matter), holder(matter)
    card = PlayerFactory()
    other_card = PlayerFactory(merged_into=card)
    waiting = CASES[matter](maker)
    for user, player in ((maker, card), (double, other_card)):
        user.player = player
        user.save(update_fields=["player"])
    with pytest.raises(Exception, match="four_eyes"), transaction.atomic():
        waiting.agree(double)
    assert not waiting.is_done()


def test_same_person_cannot_agree_on_the_page(matter):
    maker = holder(matter)
    RoleFactory(kind="administrator")
    waiting = CASES[matter](maker)
    answer = page_of(maker).post(waiting.page, waiting.form_data, follow=True)
    assert answer.status_code in (200, 409, 422)
    assert not waiting.is_done()


def test_second_person_can_agree(matter):
    RoleFactory(kind="administrator")
    waiting = CASES[matter](holder(matter))
    assert not waiting.is_done()
    waiting.agree(holder(matter))
    assert waiting.is_done()


def test_second_person_can_agree_on_the_page(matter):
    RoleFactory(kind="administrator")
    waiting = CASES[matter](holder(matter))
    answer = page_of(holder(matter)).post(waiting.page, waiting.form_data)
    assert answer.status_code == 302
    assert waiting.is_done()


def test_same_person_can_agree_if_four_eyes_are_waived(matter, settings):
    maker = holder(matter)
    RoleFactory(kind="administrator")
    waiting = CASES[matter](maker)
    settings.FOUR_EYES = False
    waiting.agree(maker)
    assert waiting.is_done()


# --- how they are enforced ---------------------------------------------------------
def test_act_that_does_not_check_for_a_second_person_is_rolled_back(db):
    @transaction.atomic
    @agrees(Matter.MERGE)
    def forgetful():
        UserFactory(email="forgotten@example.org")

    ACTS.pop()
    with pytest.raises(SecondPersonNotCheckedError):
        forgetful()
    assert (
        not type(UserFactory()).objects.filter(email="forgotten@example.org").exists()
    )


def test_check_for_the_same_person_fails_outside_of_an_agreeing_act(db):
    with pytest.raises(SecondPersonNotCheckedError):
        refuse_same_person(Matter.MERGE, [1], 2, RegisterRefusal)


def test_matter_that_needs_two_cannot_be_declared_an_act_of_one():
    with pytest.raises(ValueError, match="merge"):
        alone(Matter.MERGE)
    with pytest.raises(ValueError, match="pool_name"):
        agrees(Matter.POOL_NAME)(print)


def test_accounts_of_two_merged_cards_are_one_person(db):
    card = PlayerFactory()
    middle = PlayerFactory(merged_into=card)
    one, other = UserFactory(player=card), UserFactory(player=PlayerFactory(merged_into=middle))  # fmt: skip
    assert is_one_of(one.pk, [other.pk])
    assert not is_one_of(one.pk, [UserFactory(player=PlayerFactory()).pk])
    assert not is_one_of(UserFactory().pk, [UserFactory().pk])
