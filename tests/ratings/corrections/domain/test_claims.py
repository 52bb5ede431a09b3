"""Correction requests, from the first word to the officer's desk:
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
from tests.ratings.claimed import (
    LATER,
    Match,
    account_of,
    allowed,
    answered,
    filed,
    refusal,
    wanted,
)
from tests.ratings.published import SPRING, rated
from tests.worlds import shared

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@shared
def match():
    return Match()


def letters():
    rows = OutboxMail.objects.order_by("pk").values_list("to", "subject")
    return list(rows)


def asked(match, **changes):
    """What a request of Adam's is refused with."""
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
    return refusal(file_claim, ClaimDraft(**facts), acting=ActionContext(by.pk, NOON))


def test_a_request_keeps_what_the_game_said_and_what_it_should_say(match):
    claim = filed(match)

    assert (claim.white_id, claim.black_id) == (match.adam.pk, match.bertil.pk)
    assert (claim.score, claim.to_score, claim.facets) == (2, 1, {"result"})
    assert (claim.state, claim.report_id) == ("open", match.report.pk)
    assert claim.answers_until == date(2026, 6, 29)


def test_how_long_they_may_answer_is_a_setting(match, settings):
    settings.CLAIM_ANSWER_DAYS = 3

    assert filed(match).answers_until == date(2026, 6, 18)


def test_the_opponent_and_the_organiser_are_told(match):
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


def test_when_a_secretary_files_it_both_players_are_asked(match):
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

    told = [to for to, _subject in letters()]
    assert told == ["adam@example.org", "bertil@example.org"]


def test_there_is_one_open_request_about_a_game(match):
    filed(match)

    assert asked(match, claimant_id=None) == "open_already"
    assert filed(match, by=UserFactory(), key=2, score=0).key == 2


def test_the_database_holds_that_too(match):
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
def test_what_cannot_be_asked_for_is_refused(match, changes, code):
    assert asked(match, **changes) == code
    assert not Claim.objects.exists()


def test_the_day_lies_neither_ahead_nor_before_the_pool(match):
    day = wanted(match.game(), day=NOON.date() + timedelta(days=1))
    assert asked(match, kind=ClaimKind.DATE, wanted=day) == "future"

    day = wanted(match.game(), day=date(1850, 1, 1))
    assert asked(match, kind=ClaimKind.DATE, wanted=day) == "not_rated_then"


def test_a_game_may_have_been_played_today_and_not_after_the_pool_has_ended(match):
    end_pool(chess_pool().pk, NOON.date(), acting=ActionContext(officer().pk, NOON))
    assert filed(match, kind=ClaimKind.DATE, day=NOON.date()).to_date == NOON.date()

    end_pool(
        chess_pool().pk, date(2026, 6, 1), acting=ActionContext(officer().pk, NOON)
    )
    day = wanted(match.game(key=2), day=date(2026, 6, 2))
    assert asked(match, key=2, kind=ClaimKind.DATE, wanted=day) == "not_rated_then"


def test_nobody_meets_themself(match):
    alone = wanted(match.game(), black_id=match.adam.pk)

    assert asked(match, kind=ClaimKind.OPPONENT, wanted=alone) == "same_player"


def test_a_player_for_whom_the_rules_have_no_number_comes_into_no_game(match):
    stranger = wanted(match.game(), black_id=PlayerFactory().pk)

    assert asked(match, kind=ClaimKind.OPPONENT, wanted=stranger) == "unknown_player"


def test_whoever_has_a_fide_rating_or_one_of_the_pool_comes_into_a_game(match):
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


def test_a_rating_of_another_pool_is_no_number_for_this_one(match):
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

    assert asked(match, kind=ClaimKind.OPPONENT, wanted=replaced) == "unknown_player"


def test_a_request_about_the_same_number_of_another_event_stands_in_no_way(match):
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


def test_a_report_that_does_not_count_has_no_games_to_correct(match):
    hold_report(match.report.pk, "Who is Ek?", acting=ActionContext(officer().pk, NOON))

    assert asked(match) == "gone"


def test_a_request_about_an_older_version_is_about_the_newest_one(match):
    match.sent(2)
    old = match.report

    claim = filed(match)

    assert old.version == 1
    assert claim.report.version == 2


def test_those_asked_answer_once(match):
    bertil = account_of(match.bertil)
    claim = filed(match)

    answered(claim, match.bertil, bertil, agrees=False, text="I resigned.")
    answered(claim, None, match.sender)

    said = ClaimAnswer.objects.order_by("pk").values_list("player", "agrees", "text")
    assert list(said) == [(match.bertil.pk, False, "I resigned."), (None, True, "")]
    again = {"agrees": True, "text": "", "acting": ActionContext(bertil.pk, NOON)}
    assert refusal(answer_claim, claim.pk, match.bertil.pk, **again) == "answered"
    assert refusal(answer_claim, claim.pk, None, **again) == "answered"


def test_nobody_else_is_asked_and_a_no_needs_words(match):
    claim = filed(match)
    told = {"text": "", "acting": ActionContext(UserFactory().pk, NOON)}

    assert refusal(answer_claim, claim.pk, match.adam.pk, agrees=True, **told) == (
        "not_asked"
    )
    assert refusal(answer_claim, claim.pk, member().pk, agrees=True, **told) == (
        "not_asked"
    )
    no = {**told, "text": " "}
    assert refusal(answer_claim, claim.pk, None, agrees=False, **no) == "text"


def test_a_user_who_filed_it_takes_it_back(match):
    claim = filed(match)
    OutboxMail.objects.all().delete()

    assert refusal(
        withdraw_claim, claim.pk, acting=ActionContext(UserFactory().pk, NOON)
    ) == ("not_yours")
    withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON))

    claim.refresh_from_db()
    assert claim.state == "withdrawn"
    subject = "The correction request has been withdrawn: Spring Match"
    assert letters() == [(match.sender.email, subject)]
    mine = ActionContext(claim.filed_by_id, NOON)
    assert refusal(withdraw_claim, claim.pk, acting=mine) == "settled"
    assert filed(match, by=claim.filed_by).pk != claim.pk


def test_it_is_closed_when_the_game_is_no_longer_there(match):
    claim = filed(match)

    posted(
        line(match.bertil, match.adam, 1, SPRING, key=2),
        by=match.sender,
        source_kind="league",
        source_number=77,
    )

    claim.refresh_from_db()
    assert (claim.state, claim.outcome.version) == ("gone", 2)


def test_it_is_closed_when_the_organiser_mends_the_game(match):
    claim = filed(match)
    OutboxMail.objects.all().delete()

    match.sent(1)

    claim.refresh_from_db()
    assert claim.state == "mended"
    assert letters() == [
        (claim.filed_by.email, "The organiser has corrected it: Spring Match")
    ]


def test_it_stays_open_when_the_organiser_mends_something_else(match):
    claim = filed(match)

    match.sent(2, minutes=90)

    claim.refresh_from_db()
    assert claim.state == "open"


def test_it_is_closed_when_an_officer_withdraws_the_report(match):
    claim = filed(match)
    OutboxMail.objects.all().delete()

    withdraw_report(match.report.pk, "Twice", acting=ActionContext(officer().pk, NOON))

    claim.refresh_from_db()
    assert (claim.state, claim.outcome) == ("gone", None)
    letter = OutboxMail.objects.get(to=claim.filed_by.email)
    assert letter.subject == "The correction request is closed: Spring Match"
    assert "The report with this game was withdrawn" in letter.body


def test_it_is_closed_when_a_report_that_is_held_is_withdrawn(match):
    claim = filed(match)
    acting = ActionContext(officer().pk, NOON)
    hold_report(match.report.pk, "Who?", acting=acting)

    withdraw_report(match.report.pk, "Twice", acting=acting)

    claim.refresh_from_db()
    assert claim.state == "gone"


def test_it_stays_open_when_the_version_before_counts_again(match):
    match.accepted()
    later = match.sent(2, minutes=90)
    claim = filed(match)

    withdraw_report(later.pk, "Twice", acting=ActionContext(officer().pk, NOON))

    claim.refresh_from_db()
    assert claim.state == "open"


def test_it_stays_open_when_the_organiser_takes_the_results_back_to_mend_them(match):
    claim = filed(match)

    recall_report(
        match.report.pk,
        acting=ActionContext(match.sender.pk, NOON),
        by_source_adapter=True,
    )

    claim.refresh_from_db()
    assert claim.state == "open"


def test_a_letter_names_players_as_anybody_may_see_them(match):
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


def test_letters_lead_to_the_request(match, settings):
    settings.OFFICE_ADDRESS = "https://rating.example.org"
    claim = filed(match)

    letter = OutboxMail.objects.get(to=match.sender.email)

    assert f"https://rating.example.org/claims/{claim.pk}/\n" in letter.body


@at_once
def test_of_two_who_ask_about_one_game_at_once_the_second_gets_a_message(
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
def merged(gone, stays):
    draft = MergeDraft(gone.pk, stays.pk, "One and the same")
    hands = [ActionContext(UserFactory().pk, NOON) for _ in range(2)]
    confirm_merge(propose_merge(draft, acting=hands[0]).pk, acting=hands[1])


def test_whoever_the_card_of_the_game_leads_to_is_asked_and_answers(match):
    stays = member()
    user = account_of(stays)
    merged(match.bertil, stays)
    claim = filed(match)

    asked = {each.player_id: each.users for each in respondents_of(claim, NOON.date())}
    assert asked[match.bertil.pk] == (user,)
    answered(claim, match.bertil, user)
    assert ClaimAnswer.objects.get().player == match.bertil


def test_two_cards_of_one_person_do_not_meet(match):
    other = rated(1800)
    merged(other, match.adam)

    replaced = wanted(match.game(), black_id=other.pk)
    assert asked(match, kind=ClaimKind.OPPONENT, wanted=replaced) == "same_player"


def test_a_former_secretary_is_not_asked_for_the_club():
    match = Match()
    former = account_of(PlayerFactory())
    ended = date(2020, 1, 1)
    RoleFactory(user=former, kind="secretary", club=match.club, to_date=ended)
    claim = filed(match)

    asked = respondents_of(claim, date(2026, 6, 15))

    [organiser] = [each for each in asked if each.player_id is None]
    assert [user.pk for user in organiser.users] == [match.sender.pk]


def test_a_districts_event_is_its_officers_to_answer_for_and_not_its_clubs(match):
    secretary_of(match.club)
    district = match.club.district
    speaker = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user
    match.report = posted(
        line(match.adam, match.bertil, 2, SPRING, key=1),
        source_kind="league",
        source_number=77,
        district_id=district.pk,
    )

    asked = respondents_of(filed(match), NOON.date())

    [organiser] = [each for each in asked if each.player_id is None]
    assert organiser.users == (speaker,)


# --- what is kept, and on which day -----------------------------------------------------
def test_a_request_keeps_who_made_it_as_whom_and_the_whole_game(match):
    adam = account_of(match.adam)
    said = wanted(match.game(), played=False)
    draft = ClaimDraft(
        match.report.pk, 1, ClaimKind.FORFEIT, said, " He never came. ", match.adam.pk
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


def test_the_day_is_that_of_the_federation_and_not_of_greenwich(match):
    late = datetime(2026, 6, 15, 22, 30, tzinfo=UTC)  # half an hour into the 16th here

    claim = filed(match, kind=ClaimKind.DATE, at=late, day=date(2026, 6, 16))

    assert claim.answers_until == date(2026, 6, 30)


def test_as_long_as_it_is_open_a_late_answer_is_one(match):
    bertil = account_of(match.bertil)
    claim = filed(match)

    answer_claim(
        claim.pk,
        match.bertil.pk,
        agrees=True,
        text=" So it was. ",
        acting=ActionContext(bertil.pk, LATER),
    )

    said = ClaimAnswer.objects.get()
    assert (said.by, said.at, said.text) == (bertil, LATER, "So it was.")


def test_what_is_settled_is_answered_no_more(match):
    claim = filed(match)
    withdraw_claim(claim.pk, acting=ActionContext(claim.filed_by_id, NOON))
    told = {"agrees": True, "text": "", "acting": ActionContext(match.sender.pk, NOON)}

    assert refusal(answer_claim, claim.pk, None, **told) == "settled"


def test_a_member_of_two_clubs_and_somebody_who_has_left_come_into_a_game(match):
    two = member()
    MembershipFactory(player=two, is_main=False)
    gone = PlayerFactory(fide_rating=1900)
    MembershipFactory(player=gone, to_date=date(2020, 1, 1))

    claim = filed(match, kind=ClaimKind.OPPONENT, white_id=two.pk, black_id=gone.pk)

    assert (claim.to_white, claim.to_black) == (two, gone)


def test_of_two_who_come_into_a_game_both_need_a_number(match):
    both = wanted(match.game(), white_id=member().pk, black_id=PlayerFactory().pk)

    assert asked(match, kind=ClaimKind.OPPONENT, wanted=both) == "unknown_player"


def test_a_request_that_is_settled_stands_in_the_way_of_no_other(match):
    first = filed(match)
    withdraw_claim(first.pk, acting=ActionContext(first.filed_by_id, NOON))

    assert filed(match).state == "open"


def test_those_asked_are_told_until_when_and_what_happens_then(match):
    filed(match)

    body = message_of(OutboxMail.objects.get(to=match.sender.email))
    claim = Claim.objects.get()
    assert body == (
        f"Correction request no. {claim.pk}, Spring Match, 2026-02-01: Adam Ek – "
        "Bertil Öberg.\n\nIt says: the result is ½–½ instead of 1–0.\n\nYou can say "
        "what you know about it until 2026-06-29: sign in and open “Waiting for "
        "you”. The rating office then decides.\n"
    )
