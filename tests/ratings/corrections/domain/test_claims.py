"""Correction requests, from filing to the officer's decision:
`ratings.corrections.domain.claims`.
"""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind, Visibility
from federation.models import OutboxMail
from ratings.corrections.domain.claims import (
    ClaimDraft,
    answer_claim,
    file_claim,
    withdraw_claim,
)
from ratings.corrections.queries.respondents import respondents_of
from ratings.enums import ClaimKind
from ratings.ledger.domain.reports import hold_report, recall_report, withdraw_report
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Claim, ClaimAnswer, CurrentRating, Report
from ratings.pools.domain.pools import create_pool, end_pool
from tests.factories import (
    NOON,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    line,
    member,
    officer,
    posted,
    secretary_of,
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
    wanted,
)
from tests.ratings.rating_lists import SPRING, rated
from tests.refusals import refusal_code
from tests.worlds import shared

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@shared
def match():
    return Match()


def letters():
    rows = OutboxMail.objects.order_by("pk").values_list("to", "subject")
    return list(rows)


def refusal_of(match, **changes):
    """Return the refusal that a request of Adam's meets."""
    by = account_of(match.adam)
    facts = {
        "report_id": match.report.pk,
        "key": 1,
        "kind": ClaimKind.RESULT,
        "wanted": wanted(match.game(), score=1),
        "text": "We agreed on a draw.",
        "claimant_id": by.player_id,
        **changes,
    }
    return refusal_code(
        file_claim, ClaimDraft(**facts), acting=ActionContext(by.pk, NOON)
    )


def test_request_stores_reported_and_wanted_values_of_the_game(match):
    claim = filed(match)

    assert (claim.white_id, claim.black_id) == (match.adam.pk, match.bertil.pk)
    assert (claim.score, claim.to_score, claim.facets) == (2, 1, {"result"})
    assert (claim.state, claim.report_id) == ("open", match.report.pk)
    assert claim.answers_until == date(2026, 6, 29)


def test_answer_deadline_is_a_setting(match, settings):
    settings.CLAIM_ANSWER_DAYS = 3

    assert filed(match).answers_until == date(2026, 6, 18)


def test_opponent_and_organiser_are_notified(match):
    account_of(match.bertil, email="bertil@example.org")

    filed(match)

    subject = "Is this right? Spring Match"
    assert letters() == [
        ("bertil@example.org", subject),
        (match.sender.email, subject),
    ]
    body = OutboxMail.objects.first().body
    assert "Adam Ek – Bertil Öberg" in body
    assert "the result is ½–½ instead of 1–0" in body
    assert "2026-06-29" in body
    assert "We agreed" not in body


def test_both_players_are_respondents_if_a_secretary_files(match):
    for player in (match.adam, match.bertil):
        account_of(player, email=f"{player.first_name}@example.org".lower())

    by = match.sender
    draft = ClaimDraft(
        match.report.pk,
        1,
        ClaimKind.RESULT,
        wanted(match.game(), score=1),
        "Entered wrongly",
        by_organiser=True,
    )
    file_claim(draft, acting=ActionContext(by.pk, NOON))

    addresses = [to for to, _subject in letters()]
    assert addresses == ["adam@example.org", "bertil@example.org"]


def test_only_one_open_request_per_game_is_accepted(match):
    filed(match)

    assert refusal_of(match, claimant_id=None) == "open_already"
    assert filed(match, by=UserFactory(), key=2, score=0).key == 2


def test_database_constraint_allows_one_open_request_per_game(match):
    claim = filed(match)
    claim.pk = None

    with (
        pytest.raises(IntegrityError, match="claim_open_once_a_game"),
        transaction.atomic(),
    ):
        claim.save(force_insert=True)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"text": "  "}, "text"),
        ({"key": 99}, "gone"),
        ({"wanted": None}, "same"),
    ],
)
def test_invalid_requests_are_refused(match, changes, code):
    assert refusal_of(match, **changes) == code
    assert not Claim.objects.exists()


def test_day_in_the_future_or_before_the_pool_is_refused(match):
    day = wanted(match.game(), day=NOON.date() + timedelta(days=1))
    assert refusal_of(match, kind=ClaimKind.DATE, wanted=day) == "future"

    day = wanted(match.game(), day=date(1850, 1, 1))
    assert refusal_of(match, kind=ClaimKind.DATE, wanted=day) == "not_rated_then"


def test_a_game_may_have_been_played_today_and_not_after_the_pool_has_ended(match):
    end_pool(chess_pool().pk, NOON.date(), acting=ActionContext(officer().pk, NOON))
    assert filed(match, kind=ClaimKind.DATE, day=NOON.date()).to_date == NOON.date()

    end_pool(
        chess_pool().pk, date(2026, 6, 1), acting=ActionContext(officer().pk, NOON)
    )
    day = wanted(match.game(key=2), day=date(2026, 6, 2))
    assert refusal_of(match, key=2, kind=ClaimKind.DATE, wanted=day) == "not_rated_then"


def test_player_cannot_be_their_own_opponent(match):
    alone = wanted(match.game(), black_id=match.adam.pk)

    assert refusal_of(match, kind=ClaimKind.OPPONENT, wanted=alone) == "same_player"


def test_player_without_a_usable_rating_cannot_enter_a_game(match):
    stranger = wanted(match.game(), black_id=PlayerFactory().pk)

    assert (
        refusal_of(match, kind=ClaimKind.OPPONENT, wanted=stranger) == "unknown_player"
    )


def test_player_with_fide_or_pool_rating_can_enter_a_game(match):
    guest, known = PlayerFactory(fide_rating=2000), PlayerFactory()
    CurrentRating.objects.create(
        pool_id=chess_pool().pk,
        player_id=known.pk,
        rating=1800,
        base=1800,
        games=0,
        ended_on=SPRING,
    )

    for key, player in ((1, guest), (2, known)):
        side = {"black_id" if key == 1 else "white_id": player.pk}
        claim = filed(match, key=key, kind=ClaimKind.OPPONENT, **side)
        assert claim.facets == {"players"}


def test_rating_of_another_pool_is_not_usable(match):
    known = PlayerFactory()
    other = create_pool(
        code="other", name="Other", system="elo", parameters={}, from_date=SPRING
    )
    CurrentRating.objects.create(
        pool_id=other.pk,
        player_id=known.pk,
        rating=1800,
        base=1800,
        games=0,
        ended_on=SPRING,
    )
    replaced = wanted(match.game(), black_id=known.pk)

    assert (
        refusal_of(match, kind=ClaimKind.OPPONENT, wanted=replaced) == "unknown_player"
    )


def test_request_about_same_game_number_of_another_event_is_no_obstacle(match):
    other = posted(
        line(match.adam, match.bertil, 0, SPRING, key=1),
        source_kind="league",
        source_number=78,
    )
    acting = ActionContext(UserFactory().pk, NOON)
    wished = wanted(other.lines.get(), score=2)
    file_claim(
        ClaimDraft(other.pk, 1, ClaimKind.RESULT, wished, "I won"), acting=acting
    )

    assert filed(match).report == match.report


def test_report_that_does_not_count_accepts_no_request(match):
    hold_report(match.report.pk, "Who is Ek?", acting=ActionContext(officer().pk, NOON))

    assert refusal_of(match) == "gone"


def test_request_about_an_older_version_is_filed_on_the_newest(match):
    match.sent(2)
    old = match.report

    claim = filed(match)

    assert old.version == 1
    assert claim.report.version == 2


def test_respondent_answers_only_once(match):
    bertil = account_of(match.bertil)
    claim = filed(match)

    answered(claim, match.bertil, bertil, agrees=False, text="I resigned.")
    answered(claim, None, match.sender)

    answers = ClaimAnswer.objects.order_by("pk").values_list("player", "agrees", "text")
    assert list(answers) == [(match.bertil.pk, False, "I resigned."), (None, True, "")]
    again = {"agrees": True, "text": "", "acting": ActionContext(bertil.pk, NOON)}
    assert refusal_code(answer_claim, claim.pk, match.bertil.pk, **again) == "answered"
    assert refusal_code(answer_claim, claim.pk, None, **again) == "answered"


def test_only_respondents_may_answer_and_a_no_requires_a_text(match):
    claim = filed(match)
    facts = {"text": "", "acting": ActionContext(UserFactory().pk, NOON)}

    assert refusal_code(
        answer_claim, claim.pk, match.adam.pk, agrees=True, **facts
    ) == ("not_asked")
    assert refusal_code(answer_claim, claim.pk, member().pk, agrees=True, **facts) == (
        "not_asked"
    )
    no = {**facts, "text": " "}
    assert refusal_code(answer_claim, claim.pk, None, agrees=False, **no) == "text"


def test_claimant_can_withdraw_the_request(match):
    claim = filed(match)
    OutboxMail.objects.all().delete()

    assert refusal_code(
        withdraw_claim, claim.pk, acting=ActionContext(UserFactory().pk, NOON)
    ) == ("not_yours")
    withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON))

    claim.refresh_from_db()
    assert claim.state == "withdrawn"
    subject = "The correction request has been withdrawn: Spring Match"
    assert letters() == [(match.sender.email, subject)]
    mine = ActionContext(claim.filed_by_id, NOON)
    assert refusal_code(withdraw_claim, claim.pk, acting=mine) == "settled"
    assert filed(match, by=claim.filed_by).pk != claim.pk


def test_request_is_closed_if_the_game_no_longer_exists(match):
    claim = filed(match)

    posted(
        line(match.bertil, match.adam, 1, SPRING, key=2),
        by=match.sender,
        source_kind="league",
        source_number=77,
    )

    claim.refresh_from_db()
    assert (claim.state, claim.outcome.version) == ("gone", 2)


def test_request_is_closed_if_the_organiser_corrects_the_game(match):
    claim = filed(match)
    OutboxMail.objects.all().delete()

    match.sent(1)

    claim.refresh_from_db()
    assert claim.state == "mended"
    assert letters() == [
        (claim.filed_by.email, "The organiser has corrected it: Spring Match")
    ]


def test_request_stays_open_if_the_organiser_corrects_something_else(match):
    claim = filed(match)

    match.sent(2, minutes=90)

    claim.refresh_from_db()
    assert claim.state == "open"


def test_request_is_closed_if_an_officer_withdraws_the_report(match):
    claim = filed(match)
    OutboxMail.objects.all().delete()

    withdraw_report(match.report.pk, "Twice", acting=ActionContext(officer().pk, NOON))

    claim.refresh_from_db()
    assert (claim.state, claim.outcome) == ("gone", None)
    letter = OutboxMail.objects.get(to=claim.filed_by.email)
    assert letter.subject == "The correction request is closed: Spring Match"
    assert "The report with this game was withdrawn" in letter.body


def test_request_is_closed_if_a_held_report_is_withdrawn(match):
    claim = filed(match)
    acting = ActionContext(officer().pk, NOON)
    hold_report(match.report.pk, "Who?", acting=acting)

    withdraw_report(match.report.pk, "Twice", acting=acting)

    claim.refresh_from_db()
    assert claim.state == "gone"


def test_request_stays_open_if_the_previous_version_counts_again(match):
    match.accepted()
    later = match.sent(2, minutes=90)
    claim = filed(match)

    withdraw_report(later.pk, "Twice", acting=ActionContext(officer().pk, NOON))

    claim.refresh_from_db()
    assert claim.state == "open"


def test_request_stays_open_if_organiser_recalls_the_results_to_correct_them(match):
    claim = filed(match)

    recall_report(
        match.report.pk,
        acting=ActionContext(match.sender.pk, NOON),
        by_source_adapter=True,
    )

    claim.refresh_from_db()
    assert claim.state == "open"


def test_letters_show_public_names_of_players(match):
    match.bertil.visibility = Visibility.INITIALS
    match.bertil.save()

    filed(match)

    body = OutboxMail.objects.get(to=match.sender.email).body
    assert ("Adam Ek – B. Ö." in body, "Öberg" in body) == (True, False)


def test_letters_are_in_the_federations_language_and_not_in_the_readers(
    match, settings
):
    settings.LANGUAGE_CODE = "sv"
    with translation.override("en"):
        claim = filed(match)
        withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON))

    assert [subject for _to, subject in letters()] == [
        "Stämmer detta? Spring Match",
        "Rättelsebegäran är återtagen: Spring Match",
    ]


def test_letters_link_to_the_request(match, settings):
    settings.OFFICE_ADDRESS = "https://rating.example.org"
    claim = filed(match)

    letter = OutboxMail.objects.get(to=match.sender.email)

    assert f"https://rating.example.org/claims/{claim.pk}/\n" in letter.body


@at_once
def test_second_of_two_concurrent_requests_about_a_game_is_refused(
    django_db_serialized_rollback,
):
    match = Match()
    by = account_of(match.bertil)
    second = ClaimDraft(
        match.report.pk, 1, ClaimKind.RESULT, wanted(match.game(), score=0), "I won"
    )

    answer = second_waits(
        lambda: filed(match),
        lambda: file_claim(second, acting=ActionContext(by.pk, NOON)),
    )

    assert answer.code == "open_already"
    assert Claim.objects.count() == 1


@at_once
def test_a_new_version_waits_for_a_request_and_then_settles_it(
    django_db_serialized_rollback,
):
    match = Match()
    adam = account_of(match.adam)

    report = second_waits(lambda: filed(match, by=adam), lambda: match.sent(1))

    assert isinstance(report, Report)
    assert Claim.objects.get().state == "mended"


def test_a_later_request_is_about_the_corrected_game(match):
    allowed(match.accepted(), filed(match))

    claim = filed(match, by=UserFactory(), score=0)

    assert (claim.score, claim.to_score) == (1, 0)


# --- two cards of one person ---------------------------------------------------------
def merged(merged_card, remaining_card):
    draft = MergeDraft(merged_card.pk, remaining_card.pk, "One and the same")
    hands = [ActionContext(UserFactory().pk, NOON) for _ in range(2)]
    confirm_merge(propose_merge(draft, acting=hands[0]).pk, acting=hands[1])


def test_player_to_whom_the_games_card_was_merged_is_respondent(match):
    stays = member()
    user = account_of(stays)
    merged(match.bertil, stays)
    claim = filed(match)

    refusal_of = {
        each.player_id: each.users for each in respondents_of(claim, NOON.date())
    }
    assert refusal_of[match.bertil.pk] == (user,)
    answered(claim, match.bertil, user)
    assert ClaimAnswer.objects.get().player == match.bertil


def test_two_cards_of_one_person_do_not_meet(match):
    other = rated(1800)
    merged(other, match.adam)

    replaced = wanted(match.game(), black_id=other.pk)
    assert refusal_of(match, kind=ClaimKind.OPPONENT, wanted=replaced) == "same_player"


def test_former_secretary_is_not_a_respondent():
    match = Match()
    former = account_of(PlayerFactory())
    ended = date(2020, 1, 1)
    RoleFactory(user=former, kind="secretary", club=match.club, to_date=ended)
    claim = filed(match)

    refusal_of = respondents_of(claim, date(2026, 6, 15))

    [organiser] = [each for each in refusal_of if each.player_id is None]
    assert [user.pk for user in organiser.users] == [match.sender.pk]


def test_district_officers_answer_for_a_district_event_and_its_clubs_do_not(match):
    secretary_of(match.club)
    district = match.club.district
    speaker = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1),
        source_kind="league",
        source_number=77,
        district_id=district.pk,
    )

    refusal_of = respondents_of(filed(match), NOON.date())

    [organiser] = [each for each in refusal_of if each.player_id is None]
    assert organiser.users == (speaker,)


# --- what is stored, and on which day -------------------------------------------------
def test_request_stores_claimant_capacity_and_whole_game(match):
    adam = account_of(match.adam)
    claimed = wanted(match.game(), played=False)
    draft = ClaimDraft(
        match.report.pk,
        1,
        ClaimKind.FORFEIT,
        claimed,
        " He never came. ",
        match.adam.pk,
    )
    file_claim(draft, acting=ActionContext(adam.pk, NOON))

    claim = Claim.objects.get()
    assert (claim.filed_by, claim.filed_at, claim.claimant, claim.by_organiser) == (
        adam,
        NOON,
        match.adam,
        False,
    )
    assert (claim.text, claim.played, claim.to_played, claim.kind) == (
        "He never came.",
        True,
        False,
        "forfeit",
    )
    assert (claim.played_date, claim.to_date, claim.pool) == (SPRING, SPRING, chess_pool())  # fmt: skip


def test_deadline_uses_the_federations_time_zone(match):
    late = datetime(2026, 6, 15, 22, 30, tzinfo=UTC)  # half an hour into the 16th here

    claim = filed(match, kind=ClaimKind.DATE, at=late, day=date(2026, 6, 16))

    assert claim.answers_until == date(2026, 6, 30)


def test_late_answer_is_accepted_while_the_request_is_open(match):
    bertil = account_of(match.bertil)
    claim = filed(match)

    answer_claim(
        claim.pk,
        match.bertil.pk,
        agrees=True,
        text=" So it was. ",
        acting=ActionContext(bertil.pk, LATER),
    )

    answer = ClaimAnswer.objects.get()
    assert (answer.by, answer.at, answer.text) == (bertil, LATER, "So it was.")


def test_settled_request_cannot_be_answered(match):
    claim = filed(match)
    withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON))
    facts = {"agrees": True, "text": "", "acting": ActionContext(match.sender.pk, NOON)}

    assert refusal_code(answer_claim, claim.pk, None, **facts) == "settled"


def test_member_of_two_clubs_and_former_member_can_enter_a_game(match):
    two = member()
    MembershipFactory(player=two, is_main=False)
    former = PlayerFactory(fide_rating=1900)
    MembershipFactory(player=former, to_date=date(2020, 1, 1))

    claim = filed(match, kind=ClaimKind.OPPONENT, white_id=two.pk, black_id=former.pk)

    assert (claim.to_white, claim.to_black) == (two, former)


def test_both_replacement_players_need_a_usable_rating(match):
    both = wanted(match.game(), white_id=member().pk, black_id=PlayerFactory().pk)

    assert refusal_of(match, kind=ClaimKind.OPPONENT, wanted=both) == "unknown_player"


def test_settled_request_does_not_block_a_new_one(match):
    first = filed(match)
    withdraw_claim(first.pk, acting=ActionContext(first.filed_by_id, NOON))

    assert filed(match).state == "open"


def test_letter_to_respondents_gives_deadline_and_consequence(match):
    filed(match)

    body = message_of(OutboxMail.objects.get(to=match.sender.email))
    claim = Claim.objects.get()
    assert body == (
        f"Correction request no. {claim.pk}, Spring Match, 2026-02-01: Adam Ek – "
        "Bertil Öberg.\n\nIt says: the result is ½–½ instead of 1–0.\n\nYou can say "
        "what you know about it until 2026-06-29: sign in and open “Waiting for "
        "you”. The rating office then decides.\n"
    )
