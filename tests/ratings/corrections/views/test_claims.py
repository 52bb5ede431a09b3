"""The page of one correction request, for all concerned."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from ratings.corrections.domain.claim_decisions import allow_claim
from ratings.corrections.domain.claims import ClaimDraft, file_claim, withdraw_claim
from ratings.corrections.queries.claim_words import ClaimStateShown
from ratings.enums import ClaimKind, ClaimScope
from ratings.four_eyes.domain.proposed_acts import approve_act
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Claim, ClaimAnswer, Pool, ProposedAct
from tests.factories import (
    NOON,
    ClubFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    computed,
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
    wanted,
)
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import SPRING, SUMMER, published
from tests.worlds import shared

pytestmark = pytest.mark.django_db


@shared
def match():
    return Match().accepted()


@shared
def claim(match):
    """A request filed just now: respondents may still answer."""
    account_of(match.bertil)
    return filed(match, at=timezone.now())


@shared
def overdue(match):
    """A request filed so long ago that no respondent is pending."""
    return filed(match, at=timezone.now() - timedelta(days=20))


def page(claim):
    return reverse("ratings:claim", args=[claim.pk])


def did(browser, claim, way, **form_data):
    return browser.post(reverse(f"ratings:{way}_claim", args=[claim.pk]), form_data)


def state_of(claim):
    return Claim.objects.get(pk=claim.pk).state


# --- who sees it -----------------------------------------------------------------
def test_request_page_is_visible_only_to_those_concerned(match, claim, signed_in):
    concerned = [
        account_of(match.adam),
        account_of(match.bertil),
        match.sender,
        match.officer,
        RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=match.club.district).user,
    ]
    strangers = [
        account_of(member()),
        secretary_of(ClubFactory()),
        UserFactory(),
        RoleFactory(kind=RoleKind.RULES_COMMITTEE).user,
    ]

    def seen_by(users):
        return [signed_in(user).get(page(claim)).status_code for user in users]

    assert seen_by(concerned) == [200] * 5
    assert seen_by(strangers) == [404, 404, 403, 403]


def test_page_shows_reported_and_wanted_game(match, claim, signed_in):
    shown = signed_in(match.sender).get(page(claim))

    assert rows(shown) == [
        ["White", "Adam Ek", "Adam Ek"],
        ["Black", "Bertil Öberg", "Bertil Öberg"],
        ["Result", "1–0", "½–½"],
        ["Day", "2026-02-01", "2026-02-01"],
    ]
    assert "We agreed on a draw." in text(shown)
    assert "Waiting for answers" in text(shown)


def test_page_shows_the_current_game_if_it_differs(match, overdue, signed_in):
    match.sent(0)

    shown = signed_in(match.officer).get(page(overdue))

    assert rows(shown)[2] == ["Result", "1–0", "0–1", "½–½"]
    assert "The game says something else now" in text(shown)


# --- answering --------------------------------------------------------------------
def test_the_opponent_answers(match, claim, signed_in):
    bertil = signed_in(account_of(match.bertil))
    assert "may still answer" in text(bertil.get(page(claim)))

    did(
        bertil, claim, "answer", player=match.bertil.pk, agrees="no", text="I resigned."
    )

    answer = ClaimAnswer.objects.get()
    assert (answer.player, answer.agrees, answer.by) == (
        match.bertil,
        False,
        bertil.user,
    )
    assert "I resigned." in text(bertil.get(page(claim)))


def test_the_organiser_answers(match, claim, signed_in):
    did(signed_in(match.sender), claim, "answer", player="", agrees="yes")

    assert ClaimAnswer.objects.get().player is None


def test_invalid_answer_keeps_the_typed_text(match, claim, signed_in):
    bertil = signed_in(account_of(match.bertil))

    no = did(bertil, claim, "answer", player=match.bertil.pk, agrees="no")
    neither = did(bertil, claim, "answer", player=match.bertil.pk, text="So it was.")

    assert (no.status_code, neither.status_code) == (422, 422)
    assert "Say how it really was." in text(no)
    assert "Say yes or no." in text(neither)
    assert "So it was." in text(neither)


def test_user_may_not_answer_for_another_respondent(match, claim, signed_in):
    bertil = signed_in(account_of(match.bertil))
    for_organiser = did(bertil, claim, "answer", player="", agrees="yes")
    adam = signed_in(account_of(match.adam))
    for_himself = did(adam, claim, "answer", player=match.adam.pk, agrees="yes")
    judge = did(signed_in(match.officer), claim, "answer", player="", agrees="yes")

    assert "You are not among those who are asked." in text(for_organiser)
    assert [for_himself.status_code, judge.status_code] == [403, 403]
    assert not ClaimAnswer.objects.exists()


@pytest.mark.parametrize("form_data", [{"agrees": "no"}, {"agrees": "yes"}, {}])
def test_answer_for_another_respondent_keeps_the_typed_text(
    match, claim, signed_in, form_data
):
    bertil = signed_in(account_of(match.bertil))

    for player in (match.adam.pk, "", "१२"):
        answer = did(
            bertil, claim, "answer", player=player, text="It was a draw.", **form_data
        )
        assert answer.status_code in {409, 422}
        assert "It was a draw." in text(answer)
        assert f'name="player" value="{match.bertil.pk}"' in answer.content.decode()


def test_respondent_answers_only_once(match, claim, signed_in):
    answered(claim, match.bertil, account_of(match.bertil))
    bertil = signed_in(account_of(match.bertil))

    again = did(bertil, claim, "answer", player=match.bertil.pk, agrees="no", text="Hm")

    assert again.status_code == 409
    assert "That has been answered already." in text(again)


# --- withdrawing it -----------------------------------------------------------------
def test_claimant_withdraws_the_request(match, claim, signed_in):
    adam = signed_in(account_of(match.adam))
    assert "Take it back" in text(adam.get(page(claim)))

    did(adam, claim, "withdraw")

    assert state_of(claim) == "withdrawn"
    assert "Take it back" not in text(adam.get(page(claim)))


def test_only_the_claimant_may_withdraw(match, claim, signed_in):
    for user in (account_of(match.bertil), match.sender, match.officer):
        assert did(signed_in(user), claim, "withdraw").status_code == 403
    assert state_of(claim) == "open"


# --- deciding --------------------------------------------------------------------------
def decided(browser, match, claim, act="allow", **form_data):
    decision_data = {
        "act": act,
        "scope": "rating",
        "reason": "Both sheets.",
        "seen": match.newest.pk,
        **form_data,
    }
    return did(browser, claim, "decide", **decision_data)


def test_page_promises_no_revised_list_where_corrections_are_carried(
    match, overdue, signed_in
):
    judge = signed_in(match.officer)
    assert "waits as a revised one" in text(judge.get(page(overdue)))

    Pool.objects.filter(pk=match.report.pool_id).update(carries_from=0)

    assert "waits as a revised one" not in text(judge.get(page(overdue)))


def test_officer_allows_the_request(match, overdue, signed_in):
    judge = signed_in(match.officer)

    answer = decided(judge, match, overdue)

    assert answer["Location"] == page(overdue)
    assert state_of(overdue) == "allowed"
    shown = text(judge.get(page(overdue)))
    assert "It counts as version 2 of the report" in shown
    assert "Both sheets." in shown


def test_page_links_to_the_newest_report(match, overdue, signed_in):
    claim = allowed(match, overdue, at=timezone.now())

    shown = signed_in(match.officer).get(page(claim)).context

    assert match.newest != match.report
    assert shown["report_url"] == reverse("ratings:report", args=[match.newest.pk])


def test_officer_refuses_the_request_without_a_scope(match, overdue, signed_in):
    decided(signed_in(match.officer), match, overdue, "refuse", scope="")

    assert state_of(overdue) == "refused"


def test_only_officers_may_decide(match, overdue, signed_in):
    for user in (account_of(match.adam), match.sender, UserFactory()):
        assert decided(signed_in(user), match, overdue).status_code == 403
    assert state_of(overdue) == "open"


@pytest.mark.parametrize(
    ("form_data", "words"),
    [
        ({"act": "dance"}, "Choose whether to allow or to refuse it."),
        ({"reason": " "}, "Say why."),
        ({"scope": "everything"}, "Select a valid choice."),
        (
            {"scope": "standings"},
            "Select a valid choice.",
        ),  # a league has no source adapter
    ],
)
def test_invalid_decision_is_reported(match, overdue, signed_in, form_data, words):
    answer = decided(signed_in(match.officer), match, overdue, **form_data)

    assert answer.status_code == 422
    assert words in text(answer)
    assert state_of(overdue) == "open"


def test_decision_is_shown_again_if_a_newer_version_came(match, overdue, signed_in):
    seen = match.newest.pk
    match.sent(2, minutes=90)
    judge = signed_in(match.officer)

    answer = decided(judge, match, overdue, seen=seen)

    assert answer.status_code == 409
    assert "sent in again while you were reading" in text(answer)
    assert "Both sheets." in text(answer)
    form = answer.context["decision"]
    assert form["seen"].value() == match.newest.pk
    assert decided(judge, match, overdue).status_code == 302


def test_officer_cannot_decide_before_the_answers_are_in(match, claim, signed_in):
    judge = signed_in(match.officer)
    assert judge.get(page(claim)).context["decision"] is None

    answer = decided(judge, match, claim)

    assert "may still answer" in text(answer)
    assert state_of(claim) == "open"


def test_deciding_a_request_settled_in_the_meantime_shows_a_message(
    match, overdue, signed_in
):
    withdraw_claim(overdue.pk, acting=ActionContext(overdue.filed_by_id, NOON))

    answer = decided(signed_in(match.officer), match, overdue)

    assert answer.status_code == 409
    assert "This has changed since you opened the page" in text(answer)


def test_for_a_tournament_both_scopes_are_offered(signed_in):
    match = Match(source_kind="tournament")
    form = signed_in(match.officer).get(page(filed(match))).context["decision"]

    assert [value for value, _label in form.fields["scope"].choices] == [
        "standings",
        "rating",
    ]


def test_refusal_by_the_tournament_is_shown(signed_in):
    # The factory's report has no tournament behind it.
    match = Match(source_kind="tournament")
    claim = filed(match, at=timezone.now() - timedelta(days=20))

    answer = decided(signed_in(match.officer), match, claim, scope="standings")

    assert answer.status_code == 409
    assert "This game is not among those that count now." in text(answer)


# --- the public pages -----------------------------------------------------------------
def explanation(match):
    return reverse("ratings:explanation", args=[match.adam.pk, date(2026, 4, 30)])


def test_public_page_shows_correction_and_reason(client, match):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    claim = allowed(match, filed(match))
    answer = "private words"
    computed()

    shown = text(client.get(explanation(match)))

    assert "The result is ½–½ instead of 1–0." in shown
    assert "Rating only" in shown
    assert claim.public_reason in shown
    for private in (claim.reason, claim.text, answer, "User "):
        assert private not in shown


def test_game_moved_to_another_period_is_mentioned_in_both(client, match):
    day = date(2026, 5, 10)
    claim = allowed(match, filed(match, kind=ClaimKind.DATE, day=day))
    computed()

    summer = reverse("ratings:explanation", args=[match.adam.pk, date(2026, 8, 31)])

    assert claim.public_reason in text(client.get(explanation(match)))
    assert claim.public_reason in text(client.get(summer))


def test_list_from_before_the_correction_does_not_mention_it(client, match):
    before = published(SPRING)
    claim = allowed(match, filed(match))
    after = published(SPRING)

    def says(which):
        address = reverse(
            "ratings:list_explanation", args=[which.number, match.adam.pk]
        )
        return claim.public_reason in text(client.get(address))

    assert (says(before), says(after)) == (False, True)


def test_open_and_refused_requests_are_not_public(client, match):
    filed(match)
    computed()

    assert "Corrections" not in text(client.get(explanation(match)))


def test_report_page_shows_the_correction(match, signed_in):
    claim = allowed(match, filed(match))
    sender = signed_in(match.sender)

    new = text(sender.get(reverse("ratings:report", args=[match.newest.pk])))
    old = text(sender.get(reverse("ratings:report", args=[match.report.pk])))

    assert claim.public_reason in new
    assert claim.public_reason not in old


def test_user_who_may_file_sees_a_link_beside_each_game(client, match, signed_in):
    computed()
    way = reverse("ratings:new_claim", args=[match.report.pk, 1])

    def has_way(browser, address):
        return way in browser.get(address).content.decode()

    report = reverse("ratings:report", args=[match.report.pk])
    assert has_way(signed_in(account_of(match.adam)), explanation(match))
    assert has_way(signed_in(match.officer), explanation(match))
    assert has_way(signed_in(match.sender), report)
    assert not has_way(signed_in(account_of(member())), explanation(match))
    assert not has_way(client, explanation(match))
    assert reverse("account_login") in client.get(explanation(match)).content.decode()


def test_difference_of_a_revised_list_names_the_correction(client, match):
    published(SPRING)
    allowed(match, filed(match))
    published(SPRING)

    page_text = text(client.get("/list/2/difference/"))

    assert "Entered the wrong way round." in page_text
    assert "Both score sheets say so." not in page_text
    assert "Adam Ek" in page_text
    # The claimant's text was written for those concerned, not for the public.
    assert "We agreed on a draw." not in page_text


def test_difference_does_not_name_corrections_of_later_games(client, match):
    later = posted(
        line(match.adam, match.bertil, 2, date(2026, 6, 1), key=1),
        source_kind="league",
        source_number=78,
    )
    published(SPRING)
    allowed(match, filed(match))
    wanted_game = wanted(later.lines.get(), score=1)
    draft = ClaimDraft(later.pk, 1, ClaimKind.RESULT, wanted_game, "Drawn")
    claim = file_claim(draft, acting=ActionContext(UserFactory().pk, NOON))
    judge = ActionContext(officer().pk, LATER)
    allow_claim(
        claim.pk,
        ClaimScope.RATING,
        "Seen",
        public_reason="In June.",
        seen=later.pk,
        acting=judge,
    )
    published(SPRING)

    page_text = text(client.get("/list/2/difference/"))

    mentioned = ("Entered the wrong way round." in page_text, "In June." in page_text)
    assert mentioned == (True, False)


# --- a correction that holds for the rating only is lifted -------------------------
def lift(browser, claim, **form_data):
    return browser.post(reverse("ratings:lift_correction", args=[claim.pk]), form_data)


def test_officer_lifts_a_correction_and_all_concerned_see_the_reason(
    match, overdue, signed_in
):
    allowed(match, overdue, at=timezone.now())
    browser = signed_in(match.officer)
    assert browser.get(page(overdue)).context["may_lift"]

    answer = lift(browser, overdue, reason="The wrong game")

    assert (answer.status_code, answer.url) == (302, page(overdue))
    waiting = ProposedAct.objects.get()
    assert browser.get(page(overdue)).context["may_lift"]
    approve_act(waiting.pk, acting=ActionContext(officer().pk, timezone.now()))
    shown = browser.get(page(overdue))
    assert not shown.context["may_lift"]
    assert "The wrong game" in text(shown)


def test_lifted_correction_is_marked_wherever_its_state_is_shown(
    client, match, overdue, signed_in
):
    allowed(match, overdue, at=timezone.now())
    browser = signed_in(match.officer)
    lift(browser, overdue, reason="The wrong game")
    acting = ActionContext(officer().pk, timezone.now())
    approve_act(ProposedAct.objects.get().pk, acting=acting)
    computed()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"

    shown = browser.get(page(overdue))
    (listed,) = rows(browser.get("/claims/", {"tray": "settled"}))
    public = text(client.get(explanation(match)))

    assert shown.context["state"] == ClaimStateShown("withdrawn", "Lifted")
    assert rows(shown)[2] == ["Result", "1–0", "1–0", "½–½"]
    assert "whatever is sent in later" not in text(shown)
    assert "It applied to the rating only." in text(shown)
    assert "Lifted" in listed
    assert ("Lifted" in public, "Rating only" in public) == (True, False)


def test_public_page_shows_the_public_note_of_a_lifting(
    client, match, overdue, signed_in
):
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    allowed(match, overdue, at=timezone.now())
    form_data = {"reason": "Adam lied", "public_reason": "The first result stands."}
    lift(signed_in(match.officer), overdue, **form_data)
    acting = ActionContext(officer().pk, timezone.now())
    approve_act(ProposedAct.objects.get().pk, acting=acting)
    computed()

    shown = text(client.get(explanation(match)))

    assert "Correction lifted" in shown
    assert "The first result stands." in shown
    assert "Adam lied" not in shown


def test_lifting_twice_or_without_a_reason_is_refused(match, overdue, signed_in):
    allowed(match, overdue, at=timezone.now())
    browser = signed_in(match.officer)

    assert lift(browser, overdue, reason=" ").context["form"].errors == {
        "reason": ["Say why."]
    }
    lift(browser, overdue, reason="The wrong game")
    waiting = ProposedAct.objects.get()
    assert lift(browser, overdue, reason="Twice").context["form"].errors
    approve_act(waiting.pk, acting=ActionContext(officer().pk, timezone.now()))
    again = lift(browser, overdue, reason="Once more")
    assert again.context["form"].non_field_errors() == [
        "The correction no longer applies, or did not concern the rating only."
    ]
    assert again.context["form"]["reason"].value() == "Once more"


def test_only_an_officer_may_lift(match, overdue, signed_in):
    allowed(match, overdue, at=timezone.now())

    for user in (account_of(match.adam), match.sender, UserFactory()):
        assert lift(signed_in(user), overdue, reason="Mine").status_code == 403


def test_player_of_merged_cards_may_file_answer_and_see(match, signed_in):
    stays = member(first_name="Berta", last_name="Öberg")
    browser = signed_in(account_of(stays))
    hands = [ActionContext(UserFactory().pk, NOON) for _ in range(2)]
    draft = MergeDraft(match.bertil.pk, stays.pk, "One and the same")
    confirm_merge(propose_merge(draft, acting=hands[0]).pk, acting=hands[1])
    claim = filed(match, at=timezone.now())

    assert "Spring Match" in text(browser.get("/today/"))
    form_data = {"player": match.bertil.pk, "agrees": "yes", "text": ""}
    assert did(browser, claim, "answer", **form_data).status_code == 302
    assert ClaimAnswer.objects.get().player == match.bertil
    new = reverse("ratings:new_claim", args=[match.newest.pk, 2])
    assert browser.get(new).status_code == 200


# --- what the page says in each state ----------------------------------------------------
def test_officer_may_decide_once_all_have_answered(match, claim, signed_in):
    judge = signed_in(match.officer)
    answered(claim, match.bertil, account_of(match.bertil))
    assert judge.get(page(claim)).context["decision"] is None

    answered(claim, None, match.sender)

    assert judge.get(page(claim)).context["decision"] is not None
    assert signed_in(match.sender).get(page(claim)).context["decision"] is None


@pytest.mark.parametrize(("days", "over"), [(14, False), (15, True)])
def test_answering_is_possible_until_the_last_day_ends(match, signed_in, days, over):
    account_of(match.bertil)
    claim = filed(match, at=timezone.now() - timedelta(days=days))

    shown = signed_in(match.officer).get(page(claim)).context

    assert (shown["answers_over"], shown["decision"] is not None) == (over, over)


def test_a_game_that_is_not_rated_stays_in_the_standings_of_a_tournament(signed_in):
    match = Match(source_kind="tournament")
    claim = filed(match, kind=ClaimKind.NOT_RATED)

    form = signed_in(match.officer).get(page(claim)).context["decision"]

    assert [value for value, _label in form.fields["scope"].choices] == ["rating"]


def test_unrated_game_and_removed_game_are_described(match, signed_in):
    claim = filed(match, kind=ClaimKind.NOT_RATED)
    browser = signed_in(match.officer)
    before = [row.should for row in browser.get(page(claim)).context["rows"]]
    allowed(match, claim)

    after = browser.get(page(claim)).context

    assert before == ["not rated"] * 4
    assert [row.now for row in after["rows"]] == ["not in the report"] * 4
    assert after["moved"] is False


def test_only_differing_values_are_marked(match, claim, signed_in):
    shown = signed_in(match.officer).get(page(claim)).context

    assert [row.differs for row in shown["rows"]] == [False, False, True, False]


def test_claimant_is_named_as_player_or_as_account(match, signed_in):
    secretary = UserFactory(name="Stig Sekr")
    as_player, by_club = filed(match), filed(match, by=secretary, key=2, score=0)
    browser = signed_in(match.officer)

    names = [browser.get(page(each)).context["claimant"] for each in (as_player, by_club)]  # fmt: skip

    assert names == ["Adam Ek", "Stig Sekr"]


def test_respondents_are_named_and_only_own_answer_form_is_shown(
    match, claim, signed_in
):
    def forms(user):
        respondents = signed_in(user).get(page(claim)).context["respondents"]
        return [(each.name, each.form is not None) for each in respondents]

    assert forms(account_of(match.bertil)) == [
        ("Bertil Öberg", True),
        ("SK Rockaden", False),
    ]
    assert forms(match.sender) == [("Bertil Öberg", False), ("SK Rockaden", True)]
    assert forms(match.officer) == [("Bertil Öberg", False), ("SK Rockaden", False)]


def test_settled_request_offers_no_answer_or_decision_form(match, overdue, signed_in):
    withdraw_claim(overdue.pk, acting=ActionContext(overdue.filed_by_id, NOON))

    officers = signed_in(match.officer).get(page(overdue)).context
    bertils = signed_in(account_of(match.bertil)).get(page(overdue)).context
    adams = signed_in(account_of(match.adam)).get(page(overdue)).context

    assert (officers["decision"], officers["is_open"], officers["may_lift"]) == (
        None,
        False,
        False,
    )
    assert [each.form for each in bertils["respondents"]] == [None, None]
    assert adams["may_withdraw"] is False


def test_a_lifting_that_waits_is_shown_instead_of_its_form(match, overdue, signed_in):
    allowed(match, overdue, at=timezone.now())
    browser = signed_in(match.officer)
    lift(browser, overdue, reason="The wrong game")

    answer = browser.get(reverse("ratings:lift_correction", args=[overdue.pk]))

    assert answer.url == f"/acts/{ProposedAct.objects.get().pk}/"


def test_the_page_of_a_correction_says_that_a_lifting_waits(match, overdue, signed_in):
    allowed(match, overdue, at=timezone.now())
    browser = signed_in(match.officer)
    lift(browser, overdue, reason="The wrong game")

    answer = browser.get(page(overdue))

    assert "It is proposed to lift this correction." in text(answer)
    assert f"/acts/{ProposedAct.objects.get().pk}/" in answer.content.decode()
    lifting = reverse("ratings:lift_correction", args=[overdue.pk])
    assert lifting not in answer.content.decode()


def test_both_officers_see_how_many_lists_a_lifting_changes(match, overdue, signed_in):
    allowed(match, overdue, at=timezone.now())
    published(SPRING)
    browser = signed_in(match.officer)
    words = "At most 1 published list changes, that of 2026-05-01."

    form = browser.get(reverse("ratings:lift_correction", args=[overdue.pk]))
    lift(browser, overdue, reason="The wrong game")
    other = signed_in(officer()).get(f"/acts/{ProposedAct.objects.get().pk}/")

    assert words in text(form)
    assert words in text(other)


def test_allowed_correction_links_an_officer_to_waiting_lists(
    match, overdue, signed_in
):
    allowed(match, overdue, at=timezone.now())
    lists = "/approval/pools/chess-long/"
    unpublished = signed_in(match.officer).get(page(overdue))
    assert lists not in unpublished.content.decode()

    published(SPRING)

    assert lists in signed_in(match.officer).get(page(overdue)).content.decode()
    adams = signed_in(account_of(match.adam)).get(page(overdue))
    assert lists not in adams.content.decode()


def test_officer_sees_number_of_affected_lists_before_allowing(
    match, overdue, signed_in
):
    computed()
    judge = signed_in(match.officer)
    assert "At most" not in decision_of(judge, overdue)

    published(SPRING)
    assert (
        "At most 1 published list changes, that of 2026-05-01. If its numbers change,"
        in decision_of(judge, overdue)
    )
    published(SUMMER)
    assert (
        "At most 2 published lists change, from that of 2026-05-01 to that of"
        " 2026-09-01." in decision_of(judge, overdue)
    )


def test_no_list_is_affected_if_corrections_are_carried(match, overdue, signed_in):
    published(SPRING)
    Pool.objects.filter(pk=chess_pool().pk).update(carries_from=chess_pool().posted)
    assert "No published list changes: the points are booked in the period" in (
        decision_of(signed_in(match.officer), overdue)
    )


def decision_of(judge, claim):
    return text(judge.get(page(claim))).partition("Decide")[2]


def test_player_without_account_is_not_said_to_have_left_it_unanswered(
    match, overdue, signed_in
):
    judge = signed_in(match.officer)
    decided(judge, match, overdue, "refuse", scope="")
    shown = text(judge.get(page(overdue)))
    assert "Bertil Öberg had no account here, so no answer was expected" in shown
    assert "the organiser did not answer" in shown
