"""Lifting a rating-only correction: `ratings.corrections.domain.lifting`. Expected
ratings as in `test_claim_decisions`.
"""

from datetime import date

import pytest
from django.utils import translation

from federation.domain.authorship import ActionContext
from federation.models import OutboxMail
from ratings.corrections.domain.lifting import lift_correction
from ratings.enums import ClaimKind
from ratings.ledger.domain import sources
from ratings.ledger.domain.drafts import AnsweredWarning
from ratings.ledger.domain.reports import clear_warnings, hold_report, withdraw_report
from ratings.models import Change, Claim, Posting, Report
from ratings.pools.domain.pools import end_pool
from tests.factories import NOON, UserFactory, computed, line, officer, posted
from tests.letters import message_of
from tests.races import second_waits
from tests.ratings.correction_requests import LATER, Match, account_of, allowed, filed
from tests.ratings.rating_lists import SPRING
from tests.refusals import refusal_code
from tests.worlds import shared

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@shared
def match():
    return Match().accepted()


def lifted(claim, by=None, reason="The sheet was of another game."):
    acting = ActionContext((by or officer()).pk, LATER)
    return lift_correction(claim.pk, reason, acting=acting)


def test_game_counts_again_as_reported(match):
    claim = allowed(match, filed(match))
    OutboxMail.objects.all().delete()
    judge = officer()

    lifted(claim, judge)

    claim.refresh_from_db()
    assert (claim.is_in_effect, claim.lifted_by, claim.lifted_in) == (
        False,
        judge,
        match.newest,
    )
    assert (match.newest.version, match.newest.state, match.game().score) == (
        3,
        "accepted",
        2,
    )
    computed()
    # Two games: 1950 – 2220, a win (+26) and a draw (+10).
    assert Change.objects.get(player_id=match.adam.pk).change == 36.0
    letter = OutboxMail.objects.get(to=claim.filed_by.email)
    assert letter.subject == "The correction has been lifted: Spring Match"
    assert "The sheet was of another game." in letter.body


def test_later_version_is_left_unchanged(match):
    lifted(allowed(match, filed(match)))

    sent = match.sent(0)

    assert (match.game().score, sent.warnings.count()) == (0, 0)


def test_removed_game_returns_to_the_ledger(match):
    lifted(allowed(match, filed(match, kind=ClaimKind.NOT_RATED)))

    assert sorted(game.key for game in match.newest.lines.all()) == [1, 2]


def test_another_correction_of_the_game_stays_in_force(match):
    claim = allowed(match, filed(match))
    day = date(2026, 2, 3)
    allowed(match, filed(match, by=UserFactory(), kind=ClaimKind.DATE, day=day))

    lifted(claim)

    assert (match.game().score, match.game().played_date) == (2, day)


def test_officer_who_lifts_one_may_decide_about_another_game(match):
    judge = officer()
    lifted(allowed(match, filed(match)), judge)
    other = filed(match, by=UserFactory(), key=2, score=0)

    assert allowed(match, other, by=judge).state == "allowed"


@pytest.mark.parametrize("reason", ["", "  "])
def test_lifting_requires_a_reason(match, reason):
    claim = allowed(match, filed(match))

    assert refusal_code(lifted, claim, reason=reason) == "reason"
    assert Claim.objects.get().is_in_effect


def test_concerned_officer_may_not_lift(match):
    claim = allowed(match, filed(match, by=officer()))

    assert refusal_code(lifted, claim, claim.filed_by) == "four_eyes"
    assert refusal_code(lifted, claim, match.sender) == "four_eyes"


def test_concerned_officer_may_lift_if_four_eyes_are_waived(match, settings):
    claim = allowed(match, filed(match, by=officer()))
    settings.FOUR_EYES = False

    lifted(claim, claim.filed_by)

    assert match.game().score == 2


def test_next_version_of_a_waiting_report_also_waits():
    match = Match()

    lifted(allowed(match, filed(match)))

    assert (match.newest.version, match.newest.state) == (3, "submitted")


def test_only_rating_only_corrections_can_be_lifted(match):
    claim = filed(match)
    assert refusal_code(lifted, claim) == "not_in_effect"
    allowed(match, claim)
    lifted(claim)
    assert refusal_code(lifted, claim) == "not_in_effect"


def test_correction_of_a_held_report_cannot_be_lifted(match):
    claim = allowed(match, filed(match))
    hold_report(match.newest.pk, "Who?", acting=ActionContext(officer().pk, NOON))

    assert refusal_code(lifted, claim) == "stopped"


def withdrawn(report):
    withdraw_report(report.pk, "A mistake", acting=ActionContext(officer().pk, NOON))


def test_nothing_is_posted_where_a_version_from_before_the_correction_counts(match):
    claim = allowed(match, filed(match))
    withdrawn(match.newest)
    posted_before = Posting.objects.count()

    lifted(claim)

    claim.refresh_from_db()
    assert (claim.is_in_effect, claim.lifted_in) == (False, match.report)
    assert Posting.objects.count() == posted_before
    sent = match.sent(2)
    assert (match.game().score, sent.warnings.count()) == (2, 0)


def test_older_version_with_the_correction_is_posted_again_without_it(match):
    claim = allowed(match, filed(match))
    withdrawn(match.sent(0))
    assert Report.objects.counting().get().version == 2

    lifted(claim)

    assert (match.newest.version, match.newest.state, match.game().score) == (
        4,
        "accepted",
        2,
    )


def test_older_version_is_posted_from_the_ledger_while_its_source_may_be_open(
    match, monkeypatch
):
    claim = allowed(match, filed(match))
    withdrawn(match.sent(0))
    monkeypatch.setattr(sources, "_ADAPTERS", {})
    sources.register_adapter(
        "league",
        sources.SourceAdapter(
            lock=lambda _number: None,
            correct=lambda _correction, _acting: match.sent(0),
            worked_on=lambda _number: set(),
            sections=lambda _number: {},
        ),
    )

    lifted(claim)

    assert match.game().score == 2


def test_correction_of_a_report_of_which_no_version_counts_is_lifted():
    match = Match()
    claim = allowed(match, filed(match))
    withdrawn(match.newest)

    lifted(claim)

    claim.refresh_from_db()
    assert (claim.is_in_effect, claim.lifted_in) == (False, None)
    match.sent(2)
    assert match.game().score == 2


@at_once
def test_second_of_two_concurrent_liftings_is_refused(
    django_db_serialized_rollback,
):
    match = Match().accepted()
    claim = allowed(match, filed(match))

    answer = second_waits(lambda: lifted(claim), lambda: lifted(claim))

    assert answer.code == "not_in_effect"
    assert match.newest.version == 3


def test_lifting_stores_officer_time_and_reason(match):
    claim = allowed(match, filed(match))
    judge = officer()

    lifted(claim, judge, " The wrong sheet. ")

    claim.refresh_from_db()
    assert (claim.lifted_by, claim.lifted_at, claim.lifted_reason) == (
        judge,
        LATER,
        "The wrong sheet.",
    )
    posting = Posting.objects.latest("number")
    assert posting.reason == f"correction request {claim.pk}: The wrong sheet."


def test_original_day_after_the_pools_end_is_not_restored(match):
    day = date(2026, 6, 10)
    match.sent(2, played_date=day, base_on=day, booked_on=day)
    claim = filed(match, kind=ClaimKind.DATE, day=SPRING)
    allowed(match, claim)
    acting = ActionContext(officer().pk, NOON)
    end_pool(match.report.pool_id, date(2026, 6, 1), acting=acting)

    assert refusal_code(lifted, claim) == "not_rated_then"
    assert Claim.objects.get().is_in_effect


def test_day_after_the_pools_end_is_not_restored_by_the_source_adapter(
    match, monkeypatch
):
    day = date(2026, 6, 10)
    on_day = {"played_date": day, "base_on": day, "booked_on": day}
    match.sent(2, **on_day)
    claim = filed(match, kind=ClaimKind.DATE, day=SPRING)
    allowed(match, claim)
    acting = ActionContext(officer().pk, NOON)
    end_pool(match.report.pool_id, date(2026, 6, 1), acting=acting)
    monkeypatch.setattr(sources, "_ADAPTERS", {})
    sources.register_adapter(
        "league",
        sources.SourceAdapter(
            lock=lambda _number: None,
            correct=lambda _correction, _acting: match.sent(2, **on_day),
            worked_on=lambda _number: set(),
            sections=lambda _number: {},
        ),
    )

    assert refusal_code(lifted, claim) == "not_rated_then"
    assert Claim.objects.get().is_in_effect


@shared
def warned():
    """A match with a warning about its result."""
    match = Match()
    odd = AnsweredWarning("implausible", ("1.1",), "he was ill")
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1),
        source_kind="league",
        source_number=77,
        warnings=[odd],
    )
    return match


def test_warnings_of_a_waiting_report_must_be_answered_again(warned):
    lifted(allowed(warned, filed(warned)))

    answers = warned.newest.warnings.values_list("kind", "answer", "ticked_by")
    assert list(answers) == [("implausible", "he was ill", None)]


def test_warnings_of_an_accepted_report_need_no_new_answer(warned):
    acting = ActionContext(officer().pk, NOON)
    clear_warnings(warned.report.pk, ["implausible"], acting=acting)
    warned.accepted()

    lifted(allowed(warned, filed(warned)))

    assert (warned.newest.state, warned.newest.warnings.count()) == ("accepted", 0)


def test_all_concerned_are_notified_of_what_counts_now(match):
    bertil = account_of(match.bertil)
    claim = allowed(match, filed(match))
    OutboxMail.objects.all().delete()

    lifted(claim)

    addresses = set(OutboxMail.objects.values_list("to", flat=True))
    assert addresses == {bertil.email, match.sender.email, claim.filed_by.email}
    body = message_of(OutboxMail.objects.get(to=bertil.email))
    assert body.endswith(
        "Reason: The sheet was of another game.\n\nThe correction no longer "
        "applies: the game is rated as it was reported. A published list stays as "
        "it is.\n"
    )


def test_letter_is_in_the_federations_language(match, settings):
    claim = allowed(match, filed(match))
    OutboxMail.objects.all().delete()
    settings.LANGUAGE_CODE = "sv"

    with translation.override("en"):
        lifted(claim)

    subjects = set(OutboxMail.objects.values_list("subject", flat=True))
    assert subjects == {"Rättelsen är upphävd: Spring Match"}
