"""Pending respondents are computed twice: one by one on the page of a request
(`respondents_of`), together for a list (`waited_for`). Both must agree.
"""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import Role
from ratings.corrections.domain.claims import ClaimDraft, file_claim, withdraw_claim
from ratings.corrections.queries.respondents import respondents_of, waited_for
from ratings.enums import ClaimKind, ClaimState
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Claim
from tests.factories import (
    CLOSED,
    NOON,
    ClubFactory,
    RoleFactory,
    UserFactory,
    acting,
    line,
    member,
    officer,
    posted,
    secretary_of,
)
from tests.ratings.correction_requests import Match, account_of, answered, filed
from tests.ratings.rating_lists import SPRING
from tests.worlds import shared

pytestmark = pytest.mark.django_db
TODAY = NOON.date()


@shared
def match():
    return Match()


def both_say(today: date = TODAY) -> tuple[set[int], set[int]]:
    claims = list(Claim.objects.order_by("pk"))
    one_by_one = {
        claim.pk
        for claim in claims
        if claim.state == ClaimState.OPEN
        and today <= claim.answers_until
        and any(each.is_waited_for for each in respondents_of(claim, today))
    }
    return one_by_one, set(waited_for(claims, today))


def nobody_of(_match, _claim):
    """Create no account: neither player nor club can answer."""


def with_account(match, _claim):
    account_of(match.bertil)


def with_closed_account(match, _claim):
    UserFactory(player=match.bertil, **CLOSED)


def who_has_answered(match, claim):
    answered(claim, match.bertil, account_of(match.bertil))


def whose_card_was_merged(match, _claim):
    stays = member()
    draft = MergeDraft(match.bertil.pk, stays.pk, "One and the same")
    hands = [acting(officer()) for _ in range(2)]
    confirm_merge(propose_merge(draft, acting=hands[0]).pk, acting=hands[1])
    account_of(stays)


def a_secretary(match, _claim):
    secretary_of(match.club)


def who_has_gone(match, _claim):
    RoleFactory(kind=RoleKind.SECRETARY, club=match.club, to_date=date(2020, 1, 1))
    RoleFactory(kind=RoleKind.SECRETARY, club=match.club, user=UserFactory(**CLOSED))
    secretary_of(ClubFactory())
    RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=match.club.district)


def who_has_spoken(match, claim):
    answered(claim, None, secretary_of(match.club))


@pytest.mark.parametrize(
    ("opponent", "is_player_awaited"),
    [
        (nobody_of, False),
        (with_account, True),
        (with_closed_account, False),
        (who_has_answered, False),
        (whose_card_was_merged, True),
    ],
)
@pytest.mark.parametrize(
    ("organiser", "is_organiser_awaited"),
    [
        (nobody_of, False),
        (a_secretary, True),
        (who_has_gone, False),
        (who_has_spoken, False),
    ],
)
def test_list_and_page_agree_on_pending_respondents(
    match, opponent, organiser, is_player_awaited, is_organiser_awaited
):
    claim = filed(match)
    Role.objects.filter(user=match.sender).delete()
    opponent(match, claim)
    organiser(match, claim)

    waits = {claim.pk} if is_player_awaited or is_organiser_awaited else set()
    assert both_say() == (waits, waits)


def test_no_respondent_is_pending_after_deadline_or_settlement(match):
    claim = filed(match)
    assert both_say(claim.answers_until) == ({claim.pk}, {claim.pk})
    later = date.fromordinal(claim.answers_until.toordinal() + 1)
    assert both_say(later) == (set(), set())

    withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON))
    assert both_say() == (set(), set())


@pytest.mark.parametrize(("by_organiser", "is_awaited"), [(True, False), (False, True)])
def test_organiser_is_no_respondent_of_their_own_request(
    match, by_organiser, is_awaited
):
    draft = ClaimDraft(
        match.report.pk,
        match.game().key,
        ClaimKind.NOT_RATED,
        None,
        "Never played.",
        None,
        by_organiser=by_organiser,
    )
    claim = file_claim(draft, acting=acting(match.sender))

    waits = {claim.pk} if is_awaited else set()
    assert both_say() == (waits, waits)


@pytest.mark.parametrize("has_officer", [True, False])
def test_district_is_respondent_of_an_event_without_club(match, has_officer):
    district = match.club.district
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1),
        source_kind=match.source_kind,
        source_number=77,
        district_id=district.pk,
    )
    if has_officer:
        RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district)
    claim = filed(match)

    waits = {claim.pk} if has_officer else set()
    assert both_say() == (waits, waits)
