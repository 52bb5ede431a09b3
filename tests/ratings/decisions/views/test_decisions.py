"""Decisions about ratings: the list, the form, and confirmation by a second officer."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    reject_decision,
    revoke_decision,
)
from ratings.enums import DecisionKind
from ratings.four_eyes.domain.proposed_acts import approve_act
from ratings.ledger.domain.reports import accept_report
from ratings.lists.domain.publishing import approve_list, publish_list
from ratings.lists.queries.listing import proposal_seen
from ratings.models import Decision, Period, Posting, ProposedAct
from tests.factories import (
    NOON,
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    officer,
    posted,
    secretary_of,
    side,
)
from tests.ratings.page_text import text
from tests.ratings.rating_lists import open_next_period
from tests.worlds import shared

URL = "/decisions/"
NEW = "/decisions/new/"
DAY = date(2024, 2, 1)

pytestmark = pytest.mark.django_db


@shared
def player():
    """A player who won a game of newcomers in January to April 2024: 1316."""
    winner = member(first_name="Åsa", last_name="Ek")
    report = posted(line(winner, member(), 2, DAY))
    accept_report(report.pk, acting=ActionContext(None, NOON))
    computed()
    return winner


@pytest.fixture
def other(signed_in):
    """Another rating officer."""
    return signed_in(officer())


def form_data(player, **facts):
    return {
        "pool": chess_pool().pk,
        "kind": "adjustment",
        "player": player.pk if player else "",
        "player_name": "",
        "on_date": "2024-02-01",
        "points": "-50",
        "reason": "only rapid games",
        "step": "look",
        **facts,
    }


def written(browser, player, **facts):
    """Preview the decision and save it, in the two steps of the page."""
    shown = browser.post(NEW, form_data(player, **facts)).context["shown"]
    return browser.post(NEW, form_data(player, **facts, step="save", shown=shown))


def test_public_note_is_stored_beside_the_reason(as_officer, player):
    written(as_officer, player, public_reason="Plays rapid only")

    decision = Decision.objects.get()
    assert (decision.reason, decision.public_reason) == (
        "only rapid games",
        "Plays rapid only",
    )
    listed = as_officer.get(reverse("ratings:decisions")).content.decode()
    assert "Plays rapid only" in listed


def settled(browser, decision, act, **more):
    return browser.post(
        reverse("ratings:settle_decision", args=[decision.pk]), {"act": act, **more}
    )


def made(player, by=None, **facts):
    draft = DecisionDraft(
        **{
            "pool_id": chess_pool().pk,
            "kind": DecisionKind.ADJUSTMENT,
            "player_id": player.pk if player else None,
            "on_date": DAY,
            "points": -50,
            "reason": "only rapid games",
            **facts,
        }
    )
    return make_decision(draft, acting=ActionContext((by or UserFactory()).pk, NOON))


def errors(response):
    return {
        name: list(form_data)
        for name, form_data in response.context["form"].errors.items()
    }


def messages(response):
    return [str(message) for message in response.context["messages"]]


# --- writing down ------------------------------------------------------------------
def test_decision_is_previewed_before_it_is_saved(as_officer, player):
    response = as_officer.post(NEW, form_data(player))

    assert response.context["says"] == (
        "Åsa Ek's rating changes by −50 in the period that includes 2024-02-01, in"
        " addition to what the games give."
    )
    assert response.context["follows"] == [
        "The period is 2024-01-01 – 2024-04-30.",
        "As it is computed now the period ends at 1316; with this at about 1266.",
        "No published list is affected.",
    ]
    assert Decision.objects.count() == 0


def test_previewed_decision_is_saved(as_officer, player):
    response = written(as_officer, player)

    decision = Decision.objects.get()
    assert response.url == URL
    assert (
        decision.pool,
        decision.kind,
        decision.player,
        decision.on_date,
        decision.points,
        decision.reason,
        decision.made_by,
        decision.confirmed_at,
    ) == (
        chess_pool(),
        "adjustment",
        player,
        DAY,
        -50,
        "only rapid games",
        as_officer.user,
        None,
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"points": "-51"},
        {"on_date": "2024-02-02"},
        {"kind": "assessed", "points": "1400"},
    ],
)
def test_decision_changed_after_preview_is_previewed_again(as_officer, player, changed):
    shown = as_officer.post(NEW, form_data(player)).context["shown"]

    response = as_officer.post(
        NEW, form_data(player, step="save", shown=shown, **changed)
    )

    assert (response.status_code, Decision.objects.count()) == (200, 0)
    assert response.context["shown"] != shown


@pytest.mark.parametrize("shown", ["", "x", "x" * 5000, "å"])
def test_decision_is_not_saved_without_preview(as_officer, player, shown):
    as_officer.post(NEW, form_data(player, step="save", shown=shown))

    assert Decision.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "points"),
    [("-50", -50), ("−50", -50), ("+30", 30), (" 30 ", 30), ("–20", -20)],
)
def test_points_are_accepted_in_common_notations(as_officer, player, typed, points):
    written(as_officer, player, points=typed)

    assert Decision.objects.get().points == points


def test_withholding_the_bonus_from_all_needs_no_player_or_points(as_officer, player):
    response = as_officer.post(NEW, form_data(None, kind="withhold", points="77"))
    assert response.context["says"] == (
        "Nobody gets a bonus in the period that includes 2024-02-01."
    )

    written(as_officer, None, kind="withhold", points="77")

    decision = Decision.objects.get()
    assert (decision.player, decision.points) == (None, None)


def test_decision_counts_at_once_and_page_says_so_if_four_eyes_are_waived(
    as_officer, player, settings
):
    settings.FOUR_EYES = False
    shown = as_officer.post(NEW, form_data(player)).content.decode()
    assert "this federation does not require a second pair of eyes" in shown

    written(as_officer, player)

    assert Decision.objects.get().confirmed_by == as_officer.user


# --- the preview ----------------------------------------------------------------------
def follows(browser, player, **facts):
    return browser.post(NEW, form_data(player, **facts)).context["follows"]


def test_preview_of_start_rating_for_unrated_player(as_officer, player):
    newcomer = member()
    assert follows(as_officer, newcomer, kind="start", points="1500")[1] == (
        "The player has no rating yet."
    )


def test_preview_of_start_rating_for_player_rated_since_that_period(as_officer, player):
    assert follows(as_officer, player, kind="start", points="1500")[1] == (
        "The player's first period began 2024-01-01; it and all that follow are"
        " recomputed."
    )


def test_preview_says_that_a_late_start_rating_changes_nothing(as_officer, player):
    posted(line(member(), member(), 2, date(2024, 6, 1)))
    computed()

    assert follows(
        as_officer, player, kind="start", points="1500", on_date="2024-06-01"
    )[1] == (
        "But the player has had a rating since the period that began 2024-01-01, so"
        " it changes nothing."
    )


def test_preview_of_assessed_rating(as_officer, player):
    assert follows(as_officer, player, kind="assessed", points="1500")[1] == (
        "As it is computed now the period ends at 1316."
    )


def test_preview_of_adjustment_for_unrated_player(as_officer, player):
    assert follows(as_officer, member())[1] == (
        "The player has no rating yet, so there is nothing to adjust."
    )


def test_preview_of_withheld_bonus_shows_the_current_bonus(as_officer):
    young = member(birth_year=2015)
    # A junior starts at 1000 and gets 10 points a game by a running rating of
    # 1000–1199 (SSF rating, points 9 and Below 1200).
    posted(line(side(young, adopts=True), side(member(), adopts=True), 1, DAY))
    computed()

    assert follows(as_officer, young, kind="withhold")[1] == (
        "Now 10 bonus points are given there to 1 player."
    )
    assert follows(as_officer, None, kind="withhold")[1] == (
        "Now 10 bonus points are given there to 1 player."
    )


def test_preview_counts_affected_published_lists(as_officer, player):
    period = Period.objects.get(start_date=date(2024, 1, 1))
    open_next_period(period)
    computed()
    period.refresh_from_db()
    approval = approve_list(
        period.pk,
        seen=proposal_seen(period),
        comment="",
        today=date(2026, 6, 15),
        acting=acting(),
    )
    publish_list(approval.pk, at=NOON)

    assert follows(as_officer, player)[-1] == (
        "1 published list comes after that day: what changes waits as a revised"
        " list, and the published one stays as it is."
    )


def test_preview_mentions_a_second_decision_about_the_same(as_officer, player):
    made(player)

    assert follows(as_officer, player)[2] == (
        "There is 1 decision of this kind about the same player and day already."
    )


def test_preview_for_a_day_without_period_yet(as_officer, player):
    assert follows(as_officer, player, on_date="2024-05-01")[0] == (
        "No period includes that day yet: it waits until one is opened."
    )


# --- errors ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("typed", "field", "says"),
    [
        ({"kind": ""}, "kind", "Choose what is decided."),
        (
            {"kind": "x"},
            "kind",
            "Select a valid choice. x is not one of the available choices.",
        ),
        ({"player": ""}, "player", "Search, then choose the player in the list."),
        ({"player": "x"}, "player", "There is no such player. Search again."),
        ({"player": str(2**70)}, "player", "There is no such player. Search again."),
        ({"player": "-1"}, "player", "There is no such player. Search again."),
        ({"points": ""}, "points", "Give the points."),
        ({"points": "many"}, "points", "Enter a whole number."),
        ({"points": "1.5"}, "points", "Enter a whole number."),
        (
            {"points": "0"},
            "points",
            "A deduction or raise is between −1000 and +1000.",
        ),
        (
            {"points": "1001"},
            "points",
            "A deduction or raise is between −1000 and +1000.",
        ),
        (
            {"points": "9" * 30},
            "points",
            "A deduction or raise is between −1000 and +1000.",
        ),
        (
            {"kind": "start", "points": "99"},
            "points",
            "A rating is between 100 and 3500.",
        ),
        (
            {"kind": "assessed", "points": "3501"},
            "points",
            "A rating is between 100 and 3500.",
        ),
        ({"on_date": ""}, "on_date", "Give the day."),
        ({"on_date": "2024-02-30"}, "on_date", "Enter a valid date."),
        ({"on_date": "soon"}, "on_date", "Enter a valid date."),
        (
            {"on_date": "2023-12-31"},
            "on_date",
            "No period includes this day: the first begins 2024-01-01.",
        ),
        ({"on_date": "9999-12-31"}, "on_date", "That is more than a year ahead."),
        ({"reason": ""}, "reason", "Say why this is decided."),
        ({"reason": " \n "}, "reason", "Say why this is decided."),
        (
            {"reason": "x" * 2001},
            "reason",
            "Ensure this value has at most 2000 characters (it has 2001).",
        ),
        (
            {"pool": "98765"},
            "pool",
            "Select a valid choice. That choice is not one of the available choices.",
        ),
    ],
)
def test_errors_are_shown_at_their_fields_and_the_rest_kept(
    as_officer, player, typed, field, says
):
    response = as_officer.post(NEW, {**form_data(player), **typed})

    assert response.status_code == 422
    assert errors(response) == {field: [says]}
    assert Decision.objects.count() == 0
    if field != "reason":
        assert "only rapid games" in response.content.decode()
    if field != "player":
        assert response.context["chosen"] == player


def test_a_start_rating_may_be_decided_before_the_first_period(as_officer, player):
    response = as_officer.post(
        NEW, form_data(player, kind="start", points="1500", on_date="2020-01-01")
    )
    assert response.status_code == 200


def test_the_last_possible_day_is_a_year_ahead(as_officer, player):
    today = timezone.localdate()
    near, far = today + timedelta(days=366), today + timedelta(days=367)

    assert as_officer.post(NEW, form_data(player, on_date=near)).status_code == 200
    assert as_officer.post(NEW, form_data(player, on_date=far)).status_code == 422


# --- finding the player --------------------------------------------------------------------
def test_players_are_found_while_typing_with_distinguishing_facts(as_officer, player):
    club = ClubFactory(name="Wasa SK")
    namesake = member(club, first_name="Åsa", last_name="Ek", birth_year=2001)

    response = as_officer.get(URL + "players/", {"player_name": "ek asa"})

    found = {
        each.player: (each.club, each.rating) for each in response.context["matches"]
    }
    assert found == {
        player: (player.memberships.get().club.name, "1316"),
        namesake: ("Wasa SK", ""),
    }
    assert "2001" in response.content.decode()
    assert "<html" not in response.content.decode()


def test_without_javascript_find_button_keeps_the_other_fields(as_officer, player):
    response = as_officer.post(
        NEW, form_data(None, player_name="åsa", points="-70", step="find")
    )

    assert response.status_code == 200
    assert [each.player for each in response.context["matches"]] == [player]
    assert not response.context["form"].errors
    page = response.content.decode()
    assert 'value="-70"' in page
    assert "only rapid games" in page
    assert 'value="adjustment"' in page
    assert "checked" in page


@pytest.mark.parametrize("typed", ["", " ", "%", "_", "x" * 3000, "'; drop table--"])
def test_any_search_text_is_handled(as_officer, player, typed):
    response = as_officer.get(URL + "players/", {"player_name": typed})

    assert (response.status_code, response.context["matches"]) == (200, [])


@pytest.mark.parametrize("chosen", ["x", "-1", "0", "9" * 40, "٣"])
def test_unknown_chosen_player_is_ignored(as_officer, chosen):
    response = as_officer.get(URL + "players/", {"player": chosen})

    assert response.context["chosen"] is None


def test_hidden_players_are_found_by_officers(as_officer):
    hidden = PlayerFactory(first_name="Dold", last_name="Person", visibility="hidden")

    response = as_officer.get(URL + "players/", {"player_name": "dold"})

    assert [each.player for each in response.context["matches"]] == [hidden]


# --- confirmation ---------------------------------------------------------------------
def test_another_officer_confirms_the_decision(other, player):
    decision = made(player)

    response = settled(other, decision, "confirm")

    assert response.url == f"{URL}?shelf=unconfirmed"
    assert Decision.objects.get().confirmed_by == other.user


def test_maker_sees_that_another_officer_must_confirm(as_officer, player):
    decision = made(player, by=as_officer.user)

    page = as_officer.get(URL).content.decode()
    assert "You made it yourself: another officer confirms it." in page
    assert 'value="confirm"' not in page
    response = settled(as_officer, decision, "confirm")
    assert (response.status_code, messages(response)) == (
        409,
        [
            "You made this decision, or it is about you: another officer has to confirm it.",
        ],
    )
    assert Decision.objects.get().confirmed_at is None


def test_a_decision_is_rejected(other, player):
    decision = made(player)

    settled(other, decision, "reject", reason="Too many points")

    assert Decision.objects.get().rejected_reason == "Too many points"
    page = text(other.get(URL, {"shelf": "settled"}))
    assert f"rejected by {other.user}" in page
    assert "Too many points" in page


def test_a_decision_is_not_rejected_without_a_reason(other, player):
    decision = made(player)

    response = settled(other, decision, "reject")

    assert response.status_code == 422
    assert "Say why the decision is rejected." in text(response)
    assert Decision.objects.get().rejected_at is None


def test_maker_withdraws_own_decision_without_a_reason(as_officer, player):
    decision = made(player, by=as_officer.user)

    settled(as_officer, decision, "reject")

    assert "taken back" in text(as_officer.get(URL, {"shelf": "settled"}))


def test_a_decision_is_revoked_with_a_reason(as_officer, player):
    decision = made(player)
    confirm_decision(decision.pk, acting=ActionContext(None, NOON))

    response = settled(
        as_officer, decision, "revoke", reason="The wrong Ek.", shelf="standing"
    )

    assert response.url == f"{URL}?shelf=standing"
    assert Posting.objects.filter(act="revoke").count() == 0
    proposed = ProposedAct.objects.get()
    shown = as_officer.get(URL, {"shelf": "standing"}).content.decode()
    assert f"/acts/{proposed.pk}/" in shown
    approve_act(proposed.pk, acting=acting(officer()))
    assert Posting.objects.get(act="revoke").reason == "The wrong Ek."
    page = as_officer.get(URL, {"shelf": "settled"}).content.decode()
    assert "The wrong Ek." in page


@pytest.mark.parametrize("reason", ["", "  ", "x" * 2001])
def test_decision_is_not_revoked_without_a_reason(as_officer, player, reason):
    decision = made(player)
    confirm_decision(decision.pk, acting=ActionContext(None, NOON))

    response = settled(as_officer, decision, "revoke", reason=reason, shelf="standing")

    assert response.status_code == 422
    ((row),) = response.context["rows"]
    assert list(row.form.errors) == ["reason"]
    assert Posting.objects.filter(act="revoke").count() == 0


@pytest.mark.parametrize(
    ("act", "kept"),
    [
        ("confirm", []),
        ("reject", ["This was not sent, and is kept here to be copied: “No”"]),
    ],
)
def test_decision_settled_by_another_officer_is_reported(as_officer, player, act, kept):
    decision = made(player)
    reject_decision(decision.pk, acting=ActionContext(None, NOON), reason="No")

    response = settled(as_officer, decision, act, reason="No")

    assert (response.status_code, messages(response)) == (
        409,
        [
            "This has changed since you opened the page: the decision is already settled.",
            *kept,
        ],
    )


def test_already_revoked_decision_is_reported(as_officer, player):
    decision = made(player)
    confirm_decision(decision.pk, acting=ActionContext(None, NOON))
    revoke_decision(decision.pk, acting=ActionContext(None, NOON))

    response = settled(as_officer, decision, "revoke", reason="again")

    assert response.status_code == 409


@pytest.mark.parametrize("act", ["", "x", "approve", "confirm "])
def test_unknown_act_is_refused(as_officer, player, act):
    decision = made(player)

    assert settled(as_officer, decision, act).status_code == 422
    assert settled(as_officer, decision, act, shelf="x").status_code == 422


# --- the list ----------------------------------------------------------------------------
def test_decisions_are_listed_under_three_statuses(as_officer, player):
    waiting, standing, rejected, revoked = (
        made(player, points=n) for n in (1, 2, 3, 4)
    )
    for each in (standing, revoked):
        confirm_decision(each.pk, acting=ActionContext(None, NOON))
    reject_decision(rejected.pk, acting=ActionContext(None, NOON), reason="No")
    revoke_decision(revoked.pk, acting=ActionContext(None, NOON))

    def on(shelf):
        rows = as_officer.get(URL, {"shelf": shelf}).context["rows"]
        return {row.decision.pk for row in rows}

    assert on("unconfirmed") == {waiting.pk}
    assert on("standing") == {standing.pk}
    assert on("settled") == {rejected.pk, revoked.pk}
    assert on("nothing") == {waiting.pk}
    tabs = as_officer.get(URL).context["tabs"]
    assert [tab["label"] for tab in tabs] == [
        "To be confirmed (1)",
        "Counting (1)",
        "Rejected or revoked (2)",
    ]


@pytest.mark.parametrize(
    ("text", "found"), [("ek", 1), ("åsa EK", 1), ("lind", 0), ("%", 0), ("", 2)]
)
def test_decisions_are_found_by_the_player(as_officer, player, text, found):
    made(player)
    made(None, kind=DecisionKind.WITHHOLD_BONUS, points=None)

    response = as_officer.get(URL, {"q": text})

    assert len(response.context["rows"]) == found


def test_empty_status_says_what_it_would_list(as_officer):
    for shelf, words in (
        ("unconfirmed", "No decision is waiting"),
        ("standing", "No decision counts"),
        ("settled", "None has been rejected or revoked"),
    ):
        page = as_officer.get(URL, {"shelf": shelf}).content.decode()
        assert words in page


# --- access and queries ---------------------------------------------------------------
def test_users_without_permission_are_refused(client, strangers, signed_in, player):
    decision = made(player)
    club = signed_in(secretary_of(ClubFactory()))
    administrator = signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)

    for address in (URL, NEW, URL + "players/"):
        assert client.get(address).url == f"/account/login/?next={address}"
        for browser in (*strangers, club, administrator):
            assert browser.get(address).status_code == 403
    for browser in (*strangers, club, administrator):
        assert settled(browser, decision, "confirm").status_code == 403
        assert browser.post(NEW, form_data(player)).status_code == 403
    assert Decision.objects.get().confirmed_at is None


@pytest.mark.parametrize("number", [0, 98765, 2**63, 10**30])
def test_unknown_decision_gives_404(as_officer, number):
    response = as_officer.post(f"{URL}{number}/", {"act": "confirm"})
    assert response.status_code == 404


def test_acts_require_post(as_officer, player):
    address = reverse("ratings:settle_decision", args=[made(player).pk])
    assert as_officer.get(address).status_code == 405
    assert as_officer.post(URL).status_code == 405


@pytest.mark.parametrize(
    ("shelf", "most"), [("unconfirmed", 16), ("standing", 10), ("settled", 10)]
)
@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_depend_on_number_of_decisions(
    as_officer, django_assert_max_num_queries, player, shelf, most, count
):
    for number in range(1, count + 1):
        decision = made(player, points=number)
        if shelf != "unconfirmed":
            confirm_decision(decision.pk, acting=ActionContext(None, NOON))
        if shelf == "settled":
            revoke_decision(decision.pk, acting=acting(as_officer.user))
    made(None, kind=DecisionKind.WITHHOLD_BONUS, points=None)

    with django_assert_max_num_queries(most):
        rows = as_officer.get(URL, {"shelf": shelf}).context["rows"]
    assert len(rows) == count + (shelf == "unconfirmed")


def test_waiting_decision_does_not_count_itself_as_a_second_one(other, player):
    first = made(player, points=30)
    (row,) = other.get(URL).context["rows"]
    sentence = "of this kind about the same player and day already."
    assert not any(sentence in each for each in row.follows)
    second = made(player, points=40)
    rows = other.get(URL).context["rows"]
    assert [row.decision for row in rows] == [first, second]
    assert [
        [each for each in row.follows if each.endswith(sentence)] for row in rows
    ] == [[f"There is 1 decision {sentence}"]] * 2
