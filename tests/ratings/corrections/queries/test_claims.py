"""Whom correction requests concern and in which list they appear:
`ratings.corrections.queries.claims`.
"""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.permissions import NOBODY, actor_of
from ratings.corrections.domain.claims import withdraw_claim
from ratings.corrections.domain.lifting import lift_correction
from ratings.corrections.queries.claims import (
    ClaimPart,
    claim_counts_by_part,
    claims_desk,
    claims_in,
    corrections_between,
    corrections_in,
    corrections_of,
    counting_version,
    game_now,
    may_see_claim,
    open_claim_about,
    sender_of_results,
)
from ratings.corrections.queries.respondents import organisers_of, respondents_of
from ratings.enums import ClaimKind
from ratings.ledger.domain.reports import hold_report
from tests.factories import (
    CLOSED,
    NOON,
    ClubFactory,
    DistrictFactory,
    RoleFactory,
    UserFactory,
    acting,
    chess_pool,
    line,
    member,
    officer,
    posted,
    secretary_of,
)
from tests.ratings.correction_requests import (
    LATER,
    Match,
    account_of,
    allowed,
    answered,
    filed,
)
from tests.ratings.rating_lists import SPRING, SUMMER
from tests.worlds import shared

pytestmark = pytest.mark.django_db
TODAY = NOON.date()
DAY = timedelta(days=1)
OTHER_GAME = date(2026, 3, 1)


@shared
def match():
    return Match().accepted()


def actor(user):
    return actor_of(user, TODAY)


def by_stranger(match, **facts):
    return filed(match, by=UserFactory(), **facts)


def of_player(player, first, last, number=None):
    number = chess_pool().posted if number is None else number
    return corrections_of(chess_pool().pk, player.pk, (first, last), number)


def both_allowed(match):
    """Two corrections, the second decided first, with the numbers after each."""
    one = by_stranger(match)
    two = by_stranger(match, key=2, score=0)
    numbers = [chess_pool().posted]
    for claim, at in ((two, LATER), (one, LATER + DAY)):
        allowed(match, claim, at=at)
        numbers.append(chess_pool().posted)
    return one, two, numbers


# --- lists -----------------------------------------------------------------------------
def test_oldest_open_request_is_listed_first(match):
    late = by_stranger(match)
    early = by_stranger(match, key=2, score=0, at=NOON - DAY)

    assert list(claims_in(ClaimPart.OPEN)) == [early, late]


def test_last_settled_request_is_listed_first(match):
    one, two, _numbers = both_allowed(match)

    assert list(claims_in(ClaimPart.SETTLED)) == [one, two]
    assert claim_counts_by_part() == {ClaimPart.OPEN: 0, ClaimPart.SETTLED: 2}


def test_withdrawn_request_is_listed_as_settled(match):
    claim = filed(match)
    withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON))

    assert list(claims_in(ClaimPart.OPEN)) == []
    assert list(claims_in(ClaimPart.SETTLED)) == [claim]


# --- what needs an act ----------------------------------------------------------------
def test_request_with_earliest_deadline_is_first_on_the_desk(match):
    late = by_stranger(match)
    urgent = by_stranger(match, key=2, score=0, at=NOON - DAY)

    desk = claims_desk(actor(account_of(match.bertil)))

    assert desk.to_answer == (urgent, late)


def test_a_secretary_of_another_club_has_nothing_to_answer(match):
    filed(match)

    assert claims_desk(actor(secretary_of(ClubFactory()))).to_answer == ()
    assert len(claims_desk(actor(match.sender)).to_answer) == 1


def test_answer_of_one_respondent_leaves_the_others_waited_for(match):
    claim = by_stranger(match)
    adam, bertil = account_of(match.adam), account_of(match.bertil)
    answered(claim, match.adam, adam)

    desks = [claims_desk(actor(user)) for user in (adam, bertil, match.sender)]

    assert [desk.to_answer for desk in desks] == [(), (claim,), (claim,)]


def test_answer_to_one_request_does_not_answer_another(match):
    one, two = by_stranger(match), by_stranger(match, key=2, score=0)
    bertil = account_of(match.bertil)
    answered(one, match.bertil, bertil)
    answered(one, None, match.sender)

    assert claims_desk(actor(bertil)).to_answer == (two,)
    assert claims_desk(actor(match.sender)).to_answer == (two,)


def test_replacement_player_is_a_respondent(match):
    newcomer = member()
    claim = filed(match, kind=ClaimKind.OPPONENT, black_id=newcomer.pk)
    account = account_of(newcomer)

    assert claims_desk(actor(account)).to_answer == (claim,)
    player_ids = [each.player_id for each in respondents_of(claim, TODAY)]
    assert player_ids == [match.bertil.pk, newcomer.pk, None]


def test_closed_account_is_no_respondent(match):
    UserFactory(player=match.bertil, **CLOSED)
    claim = filed(match)

    bertil, organiser = respondents_of(claim, TODAY)

    assert (bertil.is_waited_for, organiser.is_waited_for) == (False, True)


def test_only_users_who_decide_see_the_number_of_open_requests(match):
    filed(match)
    settled = by_stranger(match, key=2, score=0)
    withdraw_claim(settled.pk, acting=ActionContext(settled.filed_by_id, NOON))

    counts = [claims_desk(actor(user)).to_decide for user in (match.sender, officer())]

    assert counts == [None, 1]


# --- who ---------------------------------------------------------------------------------
def test_organisers_are_current_officials_of_the_club(match):
    deputy = RoleFactory(kind=RoleKind.SECRETARY, club=match.club, to_date=TODAY).user
    RoleFactory(kind=RoleKind.SECRETARY, club=ClubFactory())
    RoleFactory(kind=RoleKind.SECRETARY, club=match.club, user=UserFactory(**CLOSED))

    people = [list(organisers_of(match.report, day)) for day in (TODAY, TODAY + DAY)]

    assert people == [[match.sender, deputy], [match.sender]]


def test_request_is_visible_only_to_those_concerned(match):
    claim = filed(match)
    district = RoleFactory(
        kind=RoleKind.DISTRICT_OFFICER, district=match.club.district
    ).user
    elsewhere = RoleFactory(
        kind=RoleKind.DISTRICT_OFFICER, district=DistrictFactory()
    ).user
    may = [claim.filed_by, account_of(match.bertil), match.sender, district, officer()]
    may_not = [UserFactory(), secretary_of(ClubFactory()), elsewhere]

    assert [may_see_claim(actor(user), claim) for user in may] == [True] * len(may)
    seen = [may_see_claim(actor(user), claim) for user in may_not]
    assert [*seen, may_see_claim(NOBODY, claim)] == [False] * 4


def test_former_secretary_no_longer_sees_the_request(match):
    claim = filed(match)
    former = RoleFactory(
        kind=RoleKind.SECRETARY, club=match.club, to_date=TODAY - DAY
    ).user

    assert may_see_claim(actor(former), claim) is False


def test_sender_of_results_is_not_the_corrector(match):
    claim = filed(match)
    allowed(match, claim)
    assert sender_of_results(match.newest) == match.sender.pk

    by = officer()
    lift_correction(claim.pk, "no", acting=ActionContext(by.pk, LATER + DAY))

    assert sender_of_results(match.newest) == match.sender.pk


# --- the game ------------------------------------------------------------------------------
def test_version_that_counts_is_the_newest_not_held(match):
    newer = match.sent(1)
    assert counting_version(match.report) == newer

    hold_report(newer.pk, "why", acting=acting(officer()))

    assert counting_version(newer) == match.report


def test_the_game_now_is_that_of_the_version_that_counts(match):
    claim = filed(match)
    match.sent(0)

    assert (claim.score, game_now(claim).score) == (2, 0)


def test_an_open_request_is_about_one_game_of_one_event(match):
    claim = filed(match)
    other = posted(line(member(), member(), 2, SPRING, key=1), source_number=77)

    found = [open_claim_about(match.report, key) for key in (1, 2)]

    assert found == [claim, None]
    assert open_claim_about(other, 1) is None


# --- what the public reads -----------------------------------------------------------------
def test_corrections_are_found_by_the_day_of_their_game(match):
    one, two, _numbers = both_allowed(match)

    found = [
        of_player(match.adam, *days)
        for days in (
            (SPRING, OTHER_GAME),
            (SPRING, SPRING),
            (OTHER_GAME, OTHER_GAME),
            (SPRING + DAY, OTHER_GAME - DAY),
        )
    ]

    assert found == [[two, one], [one], [two], []]


def test_correction_of_a_moved_game_is_found_by_both_days(match):
    claim = by_stranger(match, kind=ClaimKind.DATE, day=SUMMER)
    allowed(match, claim)

    days = [of_player(match.adam, day, day) for day in (SPRING, SUMMER)]

    assert days == [[claim], [claim]]


def test_corrections_are_found_only_by_players_of_the_game(match):
    newcomer = member()
    claim = filed(match, kind=ClaimKind.OPPONENT, black_id=newcomer.pk)
    allowed(match, claim)

    players = (match.adam, match.bertil, newcomer, member())
    found = [of_player(player, SPRING, SPRING) for player in players]

    assert found == [[claim], [claim], [claim], []]


def test_corrections_are_found_as_of_the_posting(match):
    one, two, (before, between, after) = both_allowed(match)

    found = [
        of_player(match.adam, SPRING, OTHER_GAME, number)
        for number in (before, between, after)
    ]

    assert found == [[], [two], [two, one]]


def test_refused_and_waiting_requests_are_no_corrections(match):
    by_stranger(match)
    claim = by_stranger(match, key=2, score=0)
    withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON))

    number = chess_pool().posted
    assert of_player(match.adam, SPRING, OTHER_GAME) == []
    assert corrections_between(chess_pool().pk, 0, number) == []
    assert corrections_in(match.newest) == []


def test_corrections_between_two_postings_are_those_after_the_first(match):
    one, two, (before, between, after) = both_allowed(match)
    pool = chess_pool().pk

    found = [
        corrections_between(pool, *numbers)
        for numbers in ((before, after), (between, after), (before, between))
    ]

    assert found == [[two, one], [one], [two]]


def test_version_has_only_corrections_made_up_to_it(match):
    one, two, _numbers = both_allowed(match)
    two.refresh_from_db()

    versions = (match.report, two.outcome, match.newest)
    assert [corrections_in(each) for each in versions] == [[], [two], [two, one]]


def test_correction_is_not_shown_while_the_version_before_it_counts(match):
    allowed(match, filed(match))
    assert len(of_player(match.adam, SPRING, SPRING)) == 1

    hold_report(match.newest.pk, "Why?", acting=ActionContext(officer().pk, LATER))

    assert counting_version(match.newest).version == 1
    assert of_player(match.adam, SPRING, SPRING) == []
