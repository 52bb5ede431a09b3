"""Codes of other users and sections, their expiry, and boards without a result."""

from datetime import timedelta

import pytest
from django.utils import timezone

from federation.domain.accounts.closing import close_account
from federation.domain.accounts.roles import end_role
from federation.domain.authorship import ActionContext
from federation.permissions import NOBODY
from tests.factories import ClubFactory, UserFactory, acting, secretary_of
from tests.refusals import refusal_code
from tests.tournaments.phone_codes import given
from tests.tournaments.tournaments_made import (
    board,
    result,
    section,
    started,
    tournament,
)
from tests.worlds import shared
from tournaments.domain.phone.codes import (
    MOST_OPEN,
    PhoneCodeDraft,
    give_phone_code,
    open_phone_code,
    plain_code_of,
    revoke_phone_code,
)
from tournaments.domain.phone.entering import enter_by_phone
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.results import ResultWish
from tournaments.models import PhoneCode
from tournaments.queries.phone.boards import next_missing, phone_boards
from tournaments.queries.phone.permits import permit_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@shared
def group():
    """Return a round robin of six players on one day."""
    today = timezone.localdate()
    made = section(tournament(start_date=today, end_date=today))
    return started(made, size=6)


def test_code_is_not_valid_once_its_giver_no_longer_runs_the_tournament(group):
    secretary = secretary_of(group.tournament.organiser)
    made, one = given(group, by=secretary), group.pairings.in_order()[0]
    others = given(group)
    now = ActionContext(None, timezone.now())
    assert permit_of(made.code, now.at).closed == ""
    (role,) = secretary.roles.all()

    end_role(role.pk, acting=now)

    assert permit_of(made.code, now.at).closed == "phone_giver"
    with pytest.raises(TournamentRefusal, match="phone_giver"):
        open_phone_code(made.plain, at=now.at)
    wish = ResultWish(one.pk, "1-0", one.version)
    with pytest.raises(TournamentRefusal, match="phone_giver"):
        enter_by_phone(made.code.pk, wish, key="", at=now.at)
    assert permit_of(others.code, now.at).closed == ""


def test_code_is_not_valid_once_the_account_of_its_giver_is_closed(group):
    secretary = secretary_of(group.tournament.organiser)
    made = given(group, by=secretary)
    now = ActionContext(UserFactory().pk, timezone.now())

    close_account(secretary.pk, reason="Stolen", acting=now)

    assert permit_of(made.code, now.at).closed == "phone_giver"


def test_code_of_a_secretary_of_another_club_is_not_valid(group):
    made = given(group, by=secretary_of(ClubFactory()))
    assert permit_of(made.code, timezone.now()).closed == "phone_giver"


def test_plain_code_depends_on_the_form_key_and_the_draft(group):
    until = timezone.now() + HOUR
    draft = PhoneCodeDraft("Hall 2", until)
    other_boards = PhoneCodeDraft("Hall 2", until, 1, 2)

    first = plain_code_of("key", group.pk, draft, 1)

    assert first == plain_code_of("key", group.pk, draft, 1)
    others = {
        plain_code_of("other", group.pk, draft, 1),
        plain_code_of("key", group.pk + 1, draft, 1),
        plain_code_of("key", group.pk, draft, 2),
        plain_code_of("key", group.pk, other_boards, 1),
    }
    assert len(others | {first}) == 5


def test_expired_and_revoked_codes_do_not_count_for_the_limit(group):
    now = timezone.now()
    by = UserFactory()
    PhoneCode.objects.bulk_create(
        PhoneCode(
            section=group,
            digest=f"{number:064}",
            label="Hall",
            kind="helper",
            made_by=by,
            made_at=now - 2 * HOUR,
            expires_at=now + HOUR if number else now - HOUR,
        )
        for number in range(MOST_OPEN)
    )
    one = given(group).code
    draft = PhoneCodeDraft("One more", now + HOUR)
    assert refusal_code(
        give_phone_code, group.pk, draft, acting=ActionContext(by.pk, now)
    ) == ("phone_many")

    revoke_phone_code(one.pk, acting=acting(by))

    assert given(group).code.section == group


def test_user_who_revokes_a_code_is_recorded(group):
    code, by = given(group).code, UserFactory()
    revoke_phone_code(code.pk, acting=acting(by))
    code.refresh_from_db()
    assert code.revoked_by == by
    assert code.made_by != by


def test_code_expires_exactly_at_its_moment(group):
    code = given(group).code
    code = PhoneCode.objects.select_related("section__tournament").get(pk=code.pk)
    assert permit_of(code, code.expires_at).closed == "phone_expired"
    assert permit_of(code, code.expires_at - timedelta(seconds=1)).closed == ""


def boards_of(code):
    code = PhoneCode.objects.select_related("section__tournament").get(pk=code.pk)
    now = timezone.now()
    return phone_boards(permit_of(code, now), NOBODY, now.date())


def test_search_for_the_next_board_without_result_wraps_around(group):
    boards = boards_of(given(group, first_board=1, last_board=2).code)
    assert len(boards) == 10
    for each in boards[2:]:
        result(each.pairing, "1-0" if each.pairing.board == 1 else "adjourned")
    boards = boards_of(given(group, first_board=1, last_board=2).code)
    waits = [each for each in boards if each.is_missing]

    # The adjourned games of the second boards are missing too.
    assert [each.pairing.board for each in waits] == [1, 2, 2, 2, 2, 2]
    assert next_missing(boards, boards[-1].pairing.pk) == boards[0]
    assert next_missing(boards, boards[0].pairing.pk) == boards[1]
    assert next_missing(boards, 0) == boards[0]


def test_code_reaches_only_boards_of_its_own_section(group):
    other = started(section(group.tournament), size=4)
    code = given(other, first_board=2, last_board=2).code
    assert {each.pairing.section_id for each in boards_of(code)} == {other.pk}
    assert {each.pairing.board for each in boards_of(code)} == {2}
    assert board(group, 1, 2).section_id == group.pk
