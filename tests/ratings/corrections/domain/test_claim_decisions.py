"""What the officer does with correction requests: `ratings.corrections.domain.claim_decisions`.
Expected ratings come from SSF rating, Examples: 1950 – 2220, a win +26 and −13, a
draw +10 and −5; a loss −6 and +3.
"""

from datetime import UTC, date, datetime

import pytest

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import OutboxMail, User
from ratings.corrections.domain.claim_decisions import allow_claim, refuse_claim
from ratings.corrections.domain.claims import withdraw_claim
from ratings.enums import ClaimKind, ClaimScope, RatingMethod
from ratings.ledger.domain import sources
from ratings.ledger.domain.drafts import AnsweredWarning
from ratings.ledger.domain.reports import clear_warnings, hold_report, withdraw_report
from ratings.ledger.domain.sources import (
    Correction,
    SourceAdapter,
    SourceRefused,
    register_adapter,
)
from ratings.models import Change, Game, Pool, Posting, Report
from ratings.pools.domain.pools import end_pool
from tests.factories import (
    CLOSED,
    NOON,
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    computed,
    line,
    member,
    officer,
    posted,
)
from tests.letters import message_of
from tests.races import second_waits
from tests.ratings.correction_requests import (
    LATER,
    Match,
    account_of,
    allowed,
    answered,
    filed,
)
from tests.ratings.rating_lists import SPRING
from tests.refusals import refusal_code
from tests.worlds import shared

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@shared
def match():
    return Match().accepted()


def change_of(player):
    computed()
    return Change.objects.get(player_id=player.pk).change


def letters_sent():
    return list(OutboxMail.objects.order_by("pk").values_list("to", "subject"))


def judged(match, claim, **facts):
    """Return the refusal that an attempt to allow the request meets."""
    facts = {
        "seen": match.newest.pk,
        "acting": ActionContext(match.officer.pk, LATER),
        "scope": ClaimScope.RATING,
        "reason": "Both sheets say so.",
        **facts,
    }
    scope, reason = facts.pop("scope"), facts.pop("reason")
    return refusal_code(allow_claim, claim.pk, scope, reason, **facts)


# --- who, and when ---------------------------------------------------------------
def test_request_is_not_decided_while_a_respondent_may_still_answer(match):
    claim = filed(match)
    now = ActionContext(match.officer.pk, NOON)

    assert judged(match, claim, acting=now) == "too_early"
    assert refusal_code(refuse_claim, claim.pk, "No", acting=now) == "too_early"

    answered(claim, None, match.sender)
    assert allowed(match, claim, at=NOON).state == "allowed"


def test_request_may_be_decided_without_answers_after_the_deadline(match):
    account_of(match.bertil)

    assert allowed(match, filed(match), at=LATER).state == "allowed"


def test_respondents_may_answer_until_the_end_of_the_last_day(match):
    account_of(match.bertil)
    claim = filed(match)
    last = datetime(2026, 6, 29, 21, tzinfo=UTC)  # 23 o'clock here

    assert (
        judged(match, claim, acting=ActionContext(match.officer.pk, last))
        == "too_early"
    )


def test_user_who_filed_the_request_may_not_decide_it(match):
    claim = filed(match, by=match.officer)

    assert judged(match, claim) == "four_eyes"


def test_officer_who_sent_in_the_results_may_not_decide(match):
    claim = filed(match)

    assert (
        judged(match, claim, acting=ActionContext(match.sender.pk, LATER))
        == "four_eyes"
    )


def test_sender_for_a_district_may_not_decide(match):
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1),
        by=match.officer,
        source_kind="league",
        source_number=77,
        district_id=match.club.district_id,
    )

    assert judged(match, filed(match)) == "four_eyes"


def test_officer_who_imported_the_event_may_decide(match):
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1),
        line(match.bertil, match.adam, 1, SPRING, key=2),
        by=match.officer,
        source_kind="league",
        source_number=77,
    )

    assert allowed(match, filed(match)).state == "allowed"


def test_officer_who_played_the_game_may_not_decide(match):
    match.officer.player = match.bertil
    match.officer.save(update_fields=["player"])
    match.officer.player = None
    match.officer.save(update_fields=["player"])

    assert judged(match, filed(match)) == "four_eyes"


def test_one_officer_may_file_and_decide_if_four_eyes_are_waived(match, settings):
    settings.FOUR_EYES = False

    assert allowed(match, filed(match, by=match.officer)).state == "allowed"


def test_one_officer_may_decide_about_two_games_of_a_report(match):
    # The version that the first decision posted is the officer's own.
    first, second = filed(match), filed(match, by=UserFactory(), key=2, score=0)
    allowed(match, first)

    assert allowed(match, second).outcome.version == 3


@pytest.mark.parametrize("reason", ["", "  "])
def test_decision_requires_a_reason(match, reason):
    claim = filed(match)
    acting = ActionContext(match.officer.pk, LATER)

    assert judged(match, claim, reason=reason) == "reason"
    assert refusal_code(refuse_claim, claim.pk, reason, acting=acting) == "reason"


def test_request_is_decided_only_once(match):
    claim = filed(match)
    allowed(match, claim)

    assert judged(match, claim) == "settled"


@at_once
def test_second_of_two_concurrent_officers_is_refused(
    django_db_serialized_rollback,
):
    match = Match().accepted()
    claim = filed(match)
    other = ActionContext(officer().pk, LATER)

    answer = second_waits(
        lambda: allowed(match, claim),
        lambda: refuse_claim(claim.pk, "No", acting=other),
    )

    assert answer.code == "settled"


@at_once
def test_withdrawn_request_cannot_be_allowed(django_db_serialized_rollback):
    match = Match().accepted()
    claim = filed(match)

    answer = second_waits(
        lambda: withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON)),
        lambda: allowed(match, claim),
    )

    assert answer.code == "settled"
    assert match.newest.version == 1


def test_decision_is_refused_if_the_version_seen_is_not_the_newest(match):
    claim = filed(match)
    seen = match.newest.pk
    match.sent(2, minutes=90)

    assert judged(match, claim, seen=seen) == "moved"


def test_request_about_a_held_report_cannot_be_decided(match):
    claim = filed(match)
    hold_report(match.newest.pk, "Who?", acting=ActionContext(officer().pk, NOON))

    assert judged(match, claim) == "stopped"


def test_request_about_the_version_that_counts_instead_of_a_withdrawn_one(match):
    match.sent(0)
    acting = ActionContext(officer().pk, NOON)
    withdraw_report(match.newest.pk, "A mistake", acting=acting)

    claim = filed(match)
    assert (claim.report, claim.score) == (match.report, 2)
    assert judged(match, claim, seen=match.newest.pk) == "moved"
    allow_claim(
        claim.pk,
        ClaimScope.RATING,
        "Both sheets say so.",
        seen=match.report.pk,
        acting=ActionContext(match.officer.pk, LATER),
    )

    assert (match.newest.version, match.newest.state, match.game().score) == (
        3,
        "accepted",
        1,
    )


@at_once
def test_results_submitted_during_a_decision_become_the_following_version(
    django_db_serialized_rollback,
):
    match = Match().accepted()
    claim = filed(match)

    answer = second_waits(
        lambda: allowed(match, claim), lambda: match.sent(2, minutes=90)
    )

    assert (answer.version, match.game().score) == (3, 1)


@at_once
def test_decision_during_a_submission_is_refused_as_a_newer_version_exists(
    django_db_serialized_rollback,
):
    match = Match().accepted()
    claim, seen = filed(match), match.newest.pk

    answer = second_waits(
        lambda: match.sent(2, minutes=90),
        lambda: judged(match, claim, seen=seen),
    )

    assert answer == "moved"


def test_day_after_the_pools_last_day_is_refused(match):
    day = date(2026, 6, 10)
    claim = filed(match, kind=ClaimKind.DATE, day=day)
    end_pool(
        match.report.pool_id, date(2026, 6, 1), acting=ActionContext(officer().pk, NOON)
    )

    assert judged(match, claim) == "not_rated_then"
    assert match.newest == match.report


# --- what follows ------------------------------------------------------------------
def test_refusal_changes_nothing_and_all_concerned_get_a_letter(match):
    account_of(match.bertil, email="bertil@example.org")
    claim = filed(match)
    OutboxMail.objects.all().delete()

    refuse_claim(
        claim.pk, "No sheet says so.", acting=ActionContext(match.officer.pk, LATER)
    )

    claim.refresh_from_db()
    assert (claim.state, claim.reason) == ("refused", "No sheet says so.")
    assert match.newest.version == 1
    subject = "No correction will be made: Spring Match"
    assert letters_sent() == [
        ("bertil@example.org", subject),
        (match.sender.email, subject),
        (claim.filed_by.email, subject),
    ]
    assert "No sheet says so." in OutboxMail.objects.first().body


def test_allowance_posts_the_next_version_and_all_concerned_get_a_letter(match):
    # Two games are played: 1950 – 2220 won is +26, and the draw of the second +10.
    assert change_of(match.adam) == 36.0
    claim = filed(match)
    OutboxMail.objects.all().delete()

    allowed(match, claim)

    claim.refresh_from_db()
    report = claim.outcome
    assert (report.version, report.state, report.sent_by) == (
        2,
        "accepted",
        match.officer,
    )
    assert change_of(match.adam) == 20.0
    subject = "The correction has been made: Spring Match"
    assert letters_sent() == [
        (match.sender.email, subject),
        (claim.filed_by.email, subject),
    ]
    assert "rating only" in OutboxMail.objects.first().body
    assert Posting.objects.latest("number").reason == (
        f"correction request {claim.pk}: Both score sheets say so."
    )


def test_next_version_of_a_waiting_report_also_waits():
    match = Match()

    report = allowed(match, filed(match)).outcome

    assert (report.state, report.accepted_at) == ("submitted", None)
    assert [each.kind for each in report.warnings.all()] == ["rating_only"]


def test_claimant_who_also_represents_the_club_gets_one_letter(match):
    secretary = account_of(match.adam)
    RoleFactory(kind=RoleKind.SECRETARY, club=match.club, user=secretary)
    claim = filed(match)

    allowed(match, claim)

    assert OutboxMail.objects.filter(to=secretary.email).count() == 1


def test_closed_account_gets_no_letter(match):
    claim = filed(match)
    User.objects.filter(pk=claim.filed_by_id).update(**CLOSED)

    allowed(match, claim)

    assert not OutboxMail.objects.filter(to=claim.filed_by.email).exists()


def match_with_a_ticked_warning() -> Match:
    match = Match()
    odd = AnsweredWarning("implausible", ("1.1",), "he was ill")
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1),
        source_kind="league",
        source_number=77,
        warnings=[odd],
    )
    clear_warnings(
        match.report.pk, ["implausible"], acting=ActionContext(officer().pk, NOON)
    )
    return match


def test_ticked_warnings_stay_with_their_version():
    match = match_with_a_ticked_warning()
    match.accepted()

    report = allowed(match, filed(match)).outcome

    letters_sent = report.warnings.values_list("kind", "ticked_by", "ticked_at")
    assert list(letters_sent) == [("rating_only", match.officer.pk, LATER)]


def test_games_corrected_by_two_decisions_share_one_warning():
    match = Match()
    allowed(match, filed(match))
    other = filed(match, by=UserFactory(), key=2, score=0)

    report = allowed(match, other).outcome

    assert [each.rows for each in report.warnings.all()] == [["1.1", "2.1"]]


@pytest.mark.parametrize(
    ("kind", "changes", "column", "value"),
    [
        (ClaimKind.RESULT, {"score": 0}, "score", 0),
        (ClaimKind.FORFEIT, {"played": False}, "played", False),
        (ClaimKind.DATE, {"day": date(2026, 2, 3)}, "played_date", date(2026, 2, 3)),
    ],
)
def test_each_kind_of_request_changes_its_own_field(
    match, kind, changes, column, value
):
    before = Game.objects.filter(report=match.report, key=1).values().get()

    allowed(match, filed(match, kind=kind, **changes))

    after = Game.objects.filter(report=match.newest, key=1).values().get()
    differing = {name for name in after if after[name] != before[name]}
    days = {"base_on", "booked_on"} if kind == ClaimKind.DATE else set()
    assert differing == {"id", "report_id", column} | days
    assert after[column] == value


def test_other_data_of_the_report_is_unchanged():
    match = Match()
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1, minutes=90),
        by=match.sender,
        source_kind="league",
        source_number=77,
        district_id=match.club.district_id,
        end_date=date(2026, 12, 1),
        is_final=False,
    )
    fields = (
        *("name", "organiser_id", "district_id", "start_date", "end_date"),
        *("is_final", "games", "players", "lines__minutes"),
    )
    before = Report.objects.values_list(*fields).get(pk=match.report.pk)

    report = allowed(match, filed(match)).outcome

    assert Report.objects.values_list(*fields).get(pk=report.pk) == before


def test_exchanged_colours_keep_the_result_with_the_players(match):
    claim = filed(
        match,
        kind=ClaimKind.COLOUR,
        white_id=match.bertil.pk,
        black_id=match.adam.pk,
        score=0,
    )

    allowed(match, claim)

    game = match.game()
    assert (game.white, game.black, game.score) == (match.bertil, match.adam, 0)
    assert change_of(match.adam) == 36.0


def test_replacement_player_is_entered_with_register_data(match):
    cesar = member(first_name="Cesar", birth_year=2015)
    claim = filed(match, kind=ClaimKind.OPPONENT, black_id=cesar.pk)

    allowed(match, claim)

    game = match.game()
    assert (game.black, game.black_member, game.black_birth_year) == (cesar, True, 2015)
    assert (game.white, game.score) == (match.adam, 2)


def test_replacement_player_has_register_data_of_the_day_of_the_game(match):
    """A member since March, of a district with the junior rules, was a guest then."""
    district = DistrictFactory(adopts_junior_rules=True)
    late, early = (PlayerFactory(fide_rating=1700) for _ in range(2))
    for player, first in ((late, date(2026, 3, 1)), (early, date(2026, 1, 1))):
        club = ClubFactory(district=district)
        MembershipFactory(player=player, club=club, from_date=first)
    sides = {"white_id": late.pk, "black_id": early.pk}

    allowed(match, filed(match, kind=ClaimKind.OPPONENT, **sides))

    game = match.game()
    assert (game.white_member, game.white_outside, game.white_adopts) == (
        False,
        1700,
        False,
    )
    assert (game.black_member, game.black_outside, game.black_adopts) == (
        True,
        None,
        True,
    )


@shared
def between():
    """Return a player who joined on 20 January, and one who then moved to a district
    with the junior rules from one without.
    """
    joined, moved = (PlayerFactory(fide_rating=1700) for _ in range(2))
    plain, junior = (
        ClubFactory(district=DistrictFactory(adopts_junior_rules=adopts))
        for adopts in (False, True)
    )
    day = date(2026, 1, 20)
    MembershipFactory(player=joined, club=plain, from_date=day)
    MembershipFactory(player=moved, club=plain, to_date=date(2026, 1, 19))
    MembershipFactory(player=moved, club=junior, from_date=day)
    return joined, moved


def newcomer_facts(match):
    """Return membership, FIDE rating and junior rules as in the newest version."""
    game = match.game()
    return [
        (game.white_member, game.white_outside, game.white_adopts),
        (game.black_member, game.black_outside, game.black_adopts),
    ]


BEFORE = [(False, 1700, False), (True, None, False)]
SINCE = [(True, None, False), (True, None, True)]


def test_register_data_is_of_the_day_played_if_the_game_is_booked_earlier(between):
    joined, moved = between
    match = Match()
    start = date(2026, 1, 10)
    match.report = match.sent(2, base_on=start, booked_on=start)
    sides = {"white_id": joined.pk, "black_id": moved.pk}

    allowed(match, filed(match, kind=ClaimKind.OPPONENT, **sides))

    assert newcomer_facts(match) == SINCE


@pytest.mark.parametrize(
    ("played", "day", "expected"),
    [(SPRING, date(2026, 1, 10), BEFORE), (date(2026, 1, 10), SPRING, SINCE)],
)
def test_replacement_in_a_game_of_another_day_has_register_data_of_that_day(
    between, played, day, expected
):
    joined, moved = between
    match = Match()
    match.report = match.sent(2, played_date=played, base_on=played, booked_on=played)
    changes = {"white_id": joined.pk, "black_id": moved.pk, "day": day}

    allowed(match, filed(match, kind=ClaimKind.OPPONENT, **changes))

    assert (match.game().played_date, newcomer_facts(match)) == (day, expected)


def test_game_that_should_not_be_rated_is_removed_from_the_ledger(match):
    claim = filed(match, kind=ClaimKind.NOT_RATED)

    allowed(match, claim)

    assert [game.key for game in match.newest.lines.all()] == [2]
    assert change_of(match.adam) == 10.0


def test_corrected_event_is_still_rated_as_a_whole():
    match = Match()
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1, white_mean=2100),
        line(match.bertil, match.adam, 1, SPRING, key=2, black_mean=2100),
        source_kind="league",
        source_number=77,
        method=RatingMethod.MONRAD,
        is_large=True,
    )

    allowed(match, filed(match))

    report = match.newest
    assert (report.version, report.method, report.is_large) == (3, "monrad", True)
    assert [game.white_mean for game in report.lines.order_by("key")] == [2100, None]
    assert [game.black_mean for game in report.lines.order_by("key")] == [None, 2100]


def test_exchanging_colours_moves_each_players_data_along():
    match = Match()
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1, white_mean=2100),
        source_kind="league",
        source_number=77,
        method=RatingMethod.MONRAD,
    )
    sides = {"white_id": match.bertil.pk, "black_id": match.adam.pk}

    allowed(match, filed(match, kind=ClaimKind.COLOUR, score=0, **sides))

    game = match.game()
    assert (game.white_mean, game.black_mean) == (None, 2100)


def test_only_game_of_a_report_cannot_be_removed():
    match = Match()
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1),
        source_kind="league",
        source_number=77,
    )

    assert judged(match, filed(match, kind=ClaimKind.NOT_RATED)) == "only_game"
    assert match.newest == match.report


# --- what is sent in later -------------------------------------------------------------
def test_later_version_does_not_undo_a_rating_only_correction(match):
    allowed(match, filed(match))

    sent = match.sent(2, minutes=90)

    game = match.game()
    assert (game.score, game.minutes, sent.version) == (1, 90, 3)
    warning = sent.warnings.get()
    assert (warning.kind, warning.rows, warning.ticked_at) == (
        "rating_only",
        ["1.1"],
        None,
    )


def test_later_version_agreeing_with_the_correction_gives_no_warning(match):
    allowed(match, filed(match))

    sent = match.sent(1)

    assert (match.game().score, sent.warnings.count()) == (1, 0)


def test_later_decision_overrides_an_earlier_one(match):
    allowed(match, filed(match))
    allowed(match, filed(match, by=UserFactory(), score=0))

    match.sent(2)

    assert match.game().score == 0


def test_decisions_about_different_fields_both_apply(match):
    allowed(match, filed(match))
    other = filed(match, by=UserFactory(), kind=ClaimKind.DATE, day=date(2026, 2, 3))
    allowed(match, other)

    match.sent(2)

    game = match.game()
    assert (game.score, game.played_date) == (1, date(2026, 2, 3))


def test_removed_game_does_not_return_with_a_later_version(match):
    allowed(match, filed(match, kind=ClaimKind.NOT_RATED))

    match.sent(2)

    assert [game.key for game in match.newest.lines.all()] == [2]


def test_withdrawing_a_later_version_leaves_the_correction_in_force(match):
    allowed(match, filed(match))
    later = match.sent(2)

    hold_report(later.pk, "Why?", acting=ActionContext(officer().pk, LATER))

    assert change_of(match.adam) == 20.0


# --- the standings too -------------------------------------------------------------------
class Keeping:
    """A source adapter that records the calls made to it."""

    def __init__(self, match, refuses=""):
        self.match, self.refuses = match, refuses
        self.locked: list[int] = []
        self.corrections: list[Correction] = []

    def lock(self, number):
        self.locked.append(number)

    def correct(self, correction, acting):
        if self.refuses:
            raise SourceRefused(self.refuses)
        self.corrections.append(correction)
        return self.match.sent(correction.score)


@pytest.fixture
def keeping(match, monkeypatch):
    monkeypatch.setattr(sources, "_ADAPTERS", dict(sources._ADAPTERS))  # noqa: SLF001
    made = Keeping(match)
    register_adapter(
        "league",
        SourceAdapter(
            made.lock, made.correct, lambda _number: set(), lambda _number: {}
        ),
    )
    return made


def test_report_without_source_adapter_has_no_standings_to_correct(match):
    assert judged(match, filed(match), scope=ClaimScope.STANDINGS) == "no_standings"


def test_unrated_game_stays_in_the_standings(match, keeping):
    claim = filed(match, kind=ClaimKind.NOT_RATED)

    assert judged(match, claim, scope=ClaimScope.STANDINGS) == "no_standings"


def test_source_adapter_corrects_the_game_and_submits_it(match, keeping):
    claim = filed(match)

    allowed(match, claim, scope=ClaimScope.STANDINGS)

    claim.refresh_from_db()
    (correction,) = keeping.corrections
    assert keeping.locked == [77]
    assert (
        correction.key,
        correction.facets,
        correction.score,
        correction.accepted,
    ) == (
        1,
        {"result"},
        1,
        True,
    )
    assert (claim.scope, claim.outcome.version) == ("standings", 2)


def test_correction_refused_by_the_source_adapter_is_not_allowed(match, keeping):
    claim = filed(match)
    keeping.refuses = "held"

    with pytest.raises(SourceRefused):
        allowed(match, claim, scope=ClaimScope.STANDINGS)

    claim.refresh_from_db()
    assert claim.state == "open"
    assert Report.objects.count() == 1


def test_rating_only_correction_is_replaced_by_one_of_the_standings(match, keeping):
    allowed(match, filed(match))
    claim = filed(match, by=UserFactory(), score=0)

    allowed(match, claim, scope=ClaimScope.STANDINGS)

    assert match.game().score == 0


def test_rating_only_correction_of_another_game_is_kept(match, keeping):
    """Game 1 counts as lost by Adam, then game 2 is changed in the standings."""
    other = filed(match, score=0)
    allowed(match, other)
    claim = filed(match, key=2, score=2)

    allowed(match, claim, scope=ClaimScope.STANDINGS)

    other.refresh_from_db()
    assert other.lifted_at is None


def test_rating_only_correction_of_another_field_is_kept(match, keeping):
    """The day is corrected for the rating only; then the result in the standings."""
    day = date(2026, 2, 3)
    other = filed(match, kind=ClaimKind.DATE, day=day)
    allowed(match, other)
    claim = filed(match, by=UserFactory(), score=0)

    allowed(match, claim, scope=ClaimScope.STANDINGS)

    game = match.game()
    assert (game.score, game.played_date) == (0, day)


# --- who is concerned, and until when -----------------------------------------------
def test_officer_who_is_the_replacement_player_may_not_decide(match):
    newcomer = member()
    judge = officer()
    judge.player = newcomer
    judge.save(update_fields=["player"])
    claim = filed(match, kind=ClaimKind.OPPONENT, black_id=newcomer.pk)
    acting = ActionContext(judge.pk, LATER)

    assert judged(match, claim, acting=acting) == "four_eyes"
    assert refusal_code(refuse_claim, claim.pk, "No", acting=acting) == "four_eyes"


def test_request_may_be_decided_the_day_after_the_deadline(match):
    account_of(match.bertil)
    first = datetime(2026, 6, 29, 22, tzinfo=UTC)  # midnight here

    assert allowed(match, filed(match), at=first).state == "allowed"


def test_decision_stores_officer_time_and_reason(match):
    claim = filed(match)

    allow_claim(
        claim.pk,
        ClaimScope.RATING,
        "  Both sheets. ",
        seen=match.newest.pk,
        acting=ActionContext(match.officer.pk, LATER),
    )

    claim.refresh_from_db()
    assert (claim.reason, claim.decided_by, claim.decided_at, claim.scope) == (
        "Both sheets.",
        match.officer,
        LATER,
        "rating",
    )


def test_unanswered_warnings_of_a_waiting_report_pass_to_its_next_version():
    match = match_with_a_ticked_warning()

    report = allowed(match, filed(match)).outcome

    letters_sent = report.warnings.order_by("pk").values_list("kind", "ticked_by")
    assert list(letters_sent) == [("implausible", None), ("rating_only", None)]
    assert report.warnings.get(kind="implausible").answer == "he was ill"


def test_source_adapter_receives_the_whole_game_and_the_waiting_state(monkeypatch):
    match = Match()
    made = Keeping(match)
    monkeypatch.setattr(sources, "_ADAPTERS", {})
    register_adapter(
        "league",
        SourceAdapter(made.lock, made.correct, lambda _n: set(), lambda _n: {}),
    )
    day = date(2026, 2, 3)
    claim = filed(match, kind=ClaimKind.DATE, day=day)

    allowed(match, claim, scope=ClaimScope.STANDINGS)

    assert made.corrections == [
        Correction(
            source_number=77,
            key=1,
            facets=frozenset({"day"}),
            white_id=match.adam.pk,
            black_id=match.bertil.pk,
            score=2,
            played=True,
            played_date=day,
            reason=f"correction request {claim.pk}: Both score sheets say so.",
            accepted=False,
        )
    ]


def test_replaced_rating_only_correction_is_marked_as_lifted_then(match, keeping):
    earlier = filed(match)
    allowed(match, earlier)
    later = filed(match, by=UserFactory(), score=0)
    at = datetime(2026, 7, 20, 12, tzinfo=UTC)

    allowed(match, later, scope=ClaimScope.STANDINGS, at=at)

    earlier.refresh_from_db()
    assert (earlier.lifted_at, earlier.is_in_effect) == (at, False)


# --- letters ----------------------------------------------------------------------------
def letter_about(claim):
    """Return the last letter to the claimant, after the lines with game and request."""
    letters = OutboxMail.objects.filter(to=claim.filed_by.email)
    return message_of(letters.latest("pk")).split("\n\n", 2)[2]


def test_a_refusal_says_why_and_that_the_game_stays(match):
    claim = filed(match)
    refuse_claim(claim.pk, "No sheet.", acting=ActionContext(match.officer.pk, LATER))

    assert letter_about(claim) == "Reason: No sheet.\n\nThe game stays as it was.\n"


def test_an_allowance_says_why_how_far_it_reaches_and_what_follows(match, keeping):
    claim = filed(match)
    allowed(match, claim, scope=ClaimScope.STANDINGS)

    assert letter_about(claim) == (
        "Reason: Both score sheets say so.\n\nIt applies to: standings and "
        "rating.\n\nThe corrected report counts, and the ratings are recomputed. A "
        "published list stays as it is; what changes comes in a revised one.\n"
    )


def test_allowance_promises_no_revised_list_where_corrections_are_carried(match):
    Pool.objects.filter(pk=match.report.pool_id).update(carries_from=0)
    claim = filed(match)
    allowed(match, claim)

    assert letter_about(claim).endswith(
        "The corrected report counts. A published list stays as it is.\n"
    )


def test_letter_explains_each_way_of_closing_without_a_decision():
    match, other = Match(), Match(source_kind="cup", club=ClubFactory())
    mended, removed = filed(match), filed(other)

    match.sent(1)
    posted(
        line(other.bertil, other.adam, 1, SPRING, key=2),
        by=other.sender,
        source_kind="cup",
        source_number=77,
    )

    assert [letter_about(each) for each in (mended, removed)] == [
        "The results were sent in again with the change that was asked for.\n",
        "The results were sent in again and this game is no longer among them.\n",
    ]


def test_deciding_officer_gets_no_letter_as_club_secretary(match):
    judge = match.officer
    RoleFactory(kind=RoleKind.SECRETARY, club=match.club, user=judge)
    claim = filed(match)
    OutboxMail.objects.all().delete()

    allowed(match, claim, by=judge)

    assert {to for to, _subject in letters_sent()} == {
        match.sender.email,
        claim.filed_by.email,
    }
