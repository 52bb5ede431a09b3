"""Giving out, typing and revoking phone codes, and what they allow."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from federation.domain.authorship import ActionContext
from tests.factories import ClubFactory, UserFactory, acting
from tests.refusals import refusal_code
from tests.tournaments.phone_codes import given
from tests.tournaments.teams import begun, started_league
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    submitted,
)
from tests.worlds import shared
from tournaments.domain.phone.codes import (
    PhoneCodeDraft,
    give_phone_code,
    open_phone_code,
    revoke_phone_code,
)
from tournaments.domain.phone.entering import enter_by_phone
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.domain.refusals import ResultConflict, TournamentRefusal
from tournaments.domain.results import ResultWish
from tournaments.domain.rounds.boards import set_boards
from tournaments.domain.rounds.round_pairings import HowPaired, RoundPublication
from tournaments.domain.starting import undo_start
from tournaments.enums import PhoneCodeKind
from tournaments.models import PhoneCode
from tournaments.queries.entry_sheet import DECIDED
from tournaments.queries.makers import contributors_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@shared
def swiss():
    """Return a section with a published round of four boards."""
    group = started(size=8, format="boards", rounds=3)
    pairs = [(1, 5), (6, 2), (3, 7), (8, 4)]
    set_boards(group.pk, 1, pairs, acting=acting())
    return group


def at_board(of, number, round_number=1):
    return of.pairings.get(round=round_number, board=number)


def enter(code, pairing, text="1-0", *, seen=0, key="", at=None):
    wish = ResultWish(pairing.pk, text, seen)
    return enter_by_phone(code.pk, wish, key=key, at=at or timezone.now())


def refused(code, pairing, **facts) -> str:
    refused_with = refusal_code(enter, code, pairing, **facts)
    pairing.refresh_from_db()
    assert (pairing.result, pairing.changes.count()) == ("", 0)
    return refused_with


def test_league_round_stays_open_while_a_match_of_a_later_round_is_played():
    clubs = [ClubFactory() for _ in range(4)]
    group = started_league(*clubs)
    now = group.matches.with_teams().filter(round=1).first()
    for match in (now, group.matches.with_teams().filter(round=2).first()):
        begun(match)
    code = given(group).code
    entered = [enter(code, at_board(group, 1, number)).result for number in (1, 2)]
    assert entered == ["1-0", "1-0"]


# --- giving out and typing ---------------------------------------------------------
def test_only_the_digest_of_a_code_is_stored(swiss):
    made = given(swiss)

    assert made.plain.replace("-", "") not in str(PhoneCode.objects.values().get())
    assert len(made.plain) == 11


def test_code_is_accepted_in_any_case_and_spacing(swiss):
    made = given(swiss)

    for typed in (made.plain, made.plain.lower(), f" {made.plain.replace('-', ' ')} "):
        assert open_phone_code(typed, at=timezone.now()).code == made.code


def test_typing_a_code_records_its_last_use(swiss):
    made, now = given(swiss), timezone.now()
    open_phone_code(made.plain, at=now)

    made.code.refresh_from_db()
    assert made.code.last_used_at == now


def typed(plain, at=None) -> str:
    return refusal_code(open_phone_code, plain, at=at or timezone.now())


def test_unknown_code_is_refused(swiss):
    given(swiss)

    assert [typed(text) for text in ("", "AAAAA-AAAAA", "\x00")] == [
        "phone_unknown"
    ] * 3


def test_revoked_or_expired_code_is_refused(swiss):
    made = given(swiss)
    assert typed(made.plain, timezone.now() + 2 * HOUR) == "phone_expired"
    revoke_phone_code(made.code.pk, acting=acting())

    assert typed(made.plain) == "phone_revoked"
    assert refusal_code(revoke_phone_code, made.code.pk) == "phone_revoked"


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"expires_at": datetime(2020, 1, 1, tzinfo=UTC)}, "phone_until"),
        ({"expires_at": datetime(2099, 1, 1, tzinfo=UTC)}, "phone_until"),
        ({"first_board": 3, "last_board": 2}, "phone_boards"),
        ({"first_board": 3}, "phone_boards"),
        ({"first_board": 0, "last_board": 2}, "phone_boards"),
    ],
)
def test_invalid_code_draft_is_refused(swiss, facts, why):
    with pytest.raises(TournamentRefusal) as refused:
        given(swiss, **facts)

    assert (refused.value.code, PhoneCode.objects.count()) == (why, 0)


def test_section_that_has_not_started_gets_no_code():
    draft = PhoneCodeDraft("Helper", timezone.now() + HOUR)
    by = ActionContext(UserFactory().pk, timezone.now())
    with pytest.raises(TournamentRefusal, match=r"^state$"):
        give_phone_code(section().pk, draft, acting=by)


# --- what a code allows ----------------------------------------------------------------
def test_result_is_entered_with_a_code(swiss):
    code, now = given(swiss, first_board=1, last_board=2).code, timezone.now()

    written = enter(code, at_board(swiss, 2), "1/2", at=now)

    assert (written.result, written.version, written.changed_by_id) == ("1/2", 1, None)
    code.refresh_from_db()
    assert code.last_used_at == now


def test_board_outside_the_range_is_refused(swiss):
    code = given(swiss, first_board=2, last_board=3).code

    assert refused(code, at_board(swiss, 1)) == "phone_board"
    assert refused(code, at_board(swiss, 4)) == "phone_board"


def test_board_of_another_section_is_refused(swiss):
    code = given(started(size=2)).code

    assert refused(code, at_board(swiss, 1)) == "phone_section"


def test_expired_code_is_refused(swiss):
    code = given(swiss).code

    late = timezone.now() + 2 * HOUR
    assert refused(code, at_board(swiss, 1), at=late) == "phone_expired"


def test_revoked_code_is_refused(swiss):
    code = given(swiss).code
    revoke_phone_code(code.pk, acting=acting())

    assert refused(code, at_board(swiss, 1)) == "phone_revoked"


def test_missing_code_is_refused(swiss):
    assert refused(PhoneCode(pk=0), at_board(swiss, 1)) == "phone_unknown"


def test_submitted_tournament_is_refused():
    group = started(size=2)
    code = given(group).code
    submitted(played(group))

    with pytest.raises(TournamentRefusal, match=r"^phone_closed$"):
        enter(code, board(group, 1, 2), "0-1", seen=1)
    assert board(group, 1, 2).result == "1/2"


def test_cancelled_tournament_is_refused(swiss):
    code = given(swiss).code
    cancel_tournament(swiss.tournament_id, acting=acting())

    assert refused(code, at_board(swiss, 1)) == "phone_closed"


def test_code_of_a_section_whose_start_was_undone_is_refused(swiss):
    made = given(swiss)
    undo_start(swiss.pk, acting=acting())

    with pytest.raises(TournamentRefusal, match=r"^phone_not_started$"):
        open_phone_code(made.plain, at=timezone.now())


def test_number_of_valid_codes_of_a_section_is_limited(swiss):
    now, by = timezone.now(), UserFactory()
    PhoneCode.objects.bulk_create(
        PhoneCode(
            section=swiss,
            digest=f"{number:064}",
            label=f"Helper {number}",
            expires_at=now + timedelta(hours=number + 1),
            made_by=by,
            made_at=now,
        )
        for number in range(100)
    )
    draft = PhoneCodeDraft("One more", now + timedelta(days=1))

    with pytest.raises(TournamentRefusal) as refused:
        give_phone_code(swiss.pk, draft, acting=ActionContext(by.pk, now))
    assert (refused.value.code, refused.value.facts) == ("phone_many", {"most": 100})

    later = now + timedelta(hours=1)
    assert give_phone_code(swiss.pk, draft, acting=ActionContext(by.pk, later)).plain


def test_board_of_an_earlier_round_is_refused(swiss):
    code = given(swiss).code
    set_boards(swiss.pk, 2, [(1, 2), (3, 4)], acting=acting())

    assert refused(code, at_board(swiss, 1)) == "phone_round"
    assert enter(code, at_board(swiss, 1, 2)).result == "1-0"


def test_draft_is_not_the_current_round(swiss):
    code = given(swiss).code
    draft = HowPaired(publication=RoundPublication(is_draft=True))
    set_boards(swiss.pk, 2, [(1, 2), (3, 4)], acting=acting(), paired=draft)

    assert refused(code, at_board(swiss, 1, 2)) == "phone_round"
    assert enter(code, at_board(swiss, 1)).result == "1-0"


def test_current_rounds_of_a_round_robin_are_those_of_the_day():
    group = started(size=4)  # a round on each of three Mondays of May 2026
    code = given(group).code
    days = dict(group.round_days.values_list("number", "date"))
    noon = datetime.combine(days[2], datetime.min.time(), UTC) + 12 * HOUR

    with pytest.raises(TournamentRefusal, match=r"^phone_round$"):
        enter(code, at_board(group, 1, 1), at=noon)
    assert enter(code, at_board(group, 1, 2), at=noon).result == "1-0"


# --- sending again, conflicts -----------------------------------------------------------
def test_result_sent_twice_with_one_key_is_written_once(swiss):
    code, one = given(swiss).code, at_board(swiss, 1)
    enter(code, one, "1-0", key="k1")
    result(one, "1/2")  # another user, in between

    again = enter(code, one, "1-0", key="k1")

    assert (again.result, again.version, one.changes.count()) == ("1/2", 2, 2)


def test_repeated_key_is_accepted_after_the_code_expired(swiss):
    code, one = given(swiss).code, at_board(swiss, 1)
    enter(code, one, "1-0", key="k1")

    late = timezone.now() + 2 * HOUR
    assert enter(code, one, "1-0", key="k1", at=late).version == 1


def test_conflict_names_the_author_of_the_other_result(swiss):
    first, second = given(swiss, "Ann").code, given(swiss, "Bo").code
    one = at_board(swiss, 1)
    enter(first, one, "1-0", key="k1")

    with pytest.raises(ResultConflict) as conflict:
        enter(second, one, "0-1", key="k2")

    current = conflict.value.current
    assert (current.result, current.changed_by) == ("1-0", "Ann")


def test_giver_of_a_code_is_a_maker_of_the_results_entered_with_it(swiss):
    unused, used = given(swiss).code, given(swiss).code
    enter(used, at_board(swiss, 1))

    makers = contributors_of(swiss.tournament_id)
    assert (used.made_by_id in makers, unused.made_by_id in makers) == (True, False)


# --- helpers and deputies ------------------------------------------------------------
@pytest.mark.parametrize("text", [each.value for each in DECIDED])
def test_deputy_code_enters_decided_results_and_helper_code_does_not(swiss, text):
    helper = given(swiss).code
    deputy = given(swiss, kind=PhoneCodeKind.DEPUTY).code
    pairing = at_board(swiss, 1)
    assert refused(helper, pairing, text=text) == "result"

    enter(deputy, pairing, text)

    pairing.refresh_from_db()
    assert pairing.result == text


def test_deputy_enters_what_a_helper_enters(swiss):
    deputy = given(swiss, kind=PhoneCodeKind.DEPUTY).code
    enter(deputy, at_board(swiss, 1), "1-0")
    assert at_board(swiss, 1).result == "1-0"


def test_deputy_code_does_not_reach_other_boards_or_sections(swiss):
    deputy = given(swiss, kind=PhoneCodeKind.DEPUTY, first_board=2, last_board=3).code
    assert refused(deputy, at_board(swiss, 1), text=DECIDED[0].value) == "phone_board"


def test_code_is_for_a_helper_by_default(swiss):
    assert given(swiss).code.kind == "helper"
