"""The page of one report, and the acts of officers and sender on it."""

from datetime import date

import pytest
from django.urls import reverse
from django.utils.html import escape

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import OutboxMail
from ratings.ledger.domain.drafts import AnsweredWarning
from ratings.ledger.domain.reports import (
    accept_report,
    clear_warnings,
    hold_report,
    return_report,
)
from ratings.models import Pool, Report
from tests.factories import (
    NOON,
    ClubFactory,
    DistrictFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
    computed,
    line,
    member,
    posted,
    secretary_of,
    side,
)
from tests.ratings.page_text import text
from tests.ratings.rating_lists import published
from tests.tournaments.tournaments_made import (
    board,
    played,
    result,
    section,
    started,
    submitted,
)
from tests.tournaments.tournaments_made import tournament as planned
from tests.worlds import shared
from tournaments.domain.submitting import correct_results

DAY = date(2024, 2, 1)
WARNINGS = (
    AnsweredWarning("implausible", ("Ek – Lind 3–0",), "he was ill"),
    AnsweredWarning("non_member", ("Lind",), "joins next week"),
)
OFFICE = ActionContext(None, NOON)

pytestmark = pytest.mark.django_db


@shared
def club():
    return ClubFactory(name="SK Rockaden")


@shared
def secretary(club):
    return secretary_of(club)


@shared
def report(club, secretary):
    return posted(
        line(member(), member(), 2, DAY),
        by=secretary,
        source_kind="league",
        organiser_id=club.pk,
        source_number=7,
        name="Vintercupen",
    )


@pytest.fixture
def ended(report):
    """The pool carries corrections, and its last list is approved."""
    accept_report(report.pk, acting=OFFICE)
    Pool.objects.filter(pk=report.pool_id).update(
        carries_from=0, ends_on=date(2024, 4, 30)
    )
    published(DAY)


def test_report_that_is_booked_nowhere_says_so(ended, report, as_officer):
    late = posted(line(member(), member(), 2, DAY))
    shown = text(as_officer.get(page(late)))
    assert "This report changes no rating. The pool ended on 30 April 2024" in shown
    assert "It no longer counts. No rating changes unless the pool continues" in shown

    shown = text(as_officer.get(page(report)))
    assert "This report changes no rating." not in shown
    assert "It no longer counts. No rating changes unless the pool continues" in shown


def page(report):
    return reverse("ratings:report", args=[report.pk])


def judged(browser, report, act, **fields):
    seen = fields.pop("seen", Report.objects.get(pk=report.pk).state)
    return browser.post(
        reverse("ratings:judge", args=[report.pk]), {"act": act, "seen": seen, **fields}
    )


def recalled(browser, report, **fields):
    return browser.post(reverse("ratings:recall", args=[report.pk]), fields)


def state_of(report):
    return Report.objects.get(pk=report.pk).state


def messages(response):
    return [str(message) for message in response.context["messages"]]


# --- content -----------------------------------------------------------------
def test_versions_are_compared_game_by_game(as_officer, club):
    ek = member(first_name="Åsa", last_name="Ek")
    lind = member(first_name="Bo", last_name="Lind")
    berg, dahl = member(last_name="Berg"), member(last_name="Dahl")
    posted(
        line(ek, lind, 2, DAY, key=1, round=1),
        line(ek, berg, 1, DAY, key=2, round=2),
        line(ek, dahl, 0, DAY, key=3, round=3),
        line(lind, dahl, 0, DAY, key=5, round=3, board=2),
        source_kind="league",
        source_number=7,
    )
    second = posted(
        line(ek, lind, 0, DAY, key=1, round=1),
        line(ek, berg, 1, date(2024, 2, 3), key=2, round=2),
        line(berg, dahl, 2, DAY, key=4, round=4),
        line(lind, dahl, 0, DAY, key=5, round=3, board=2),
        source_kind="league",
        source_number=7,
        organiser_id=club.pk,
    )

    response = as_officer.get(page(second))

    comparison = response.context["comparison"]
    assert [
        (
            each.kind.value,
            each.shown.game.key,
            each.old.result if each.old else "",
            each.new.result if each.new else "",
            each.parts_in_words,
        )
        for each in comparison.differences
    ] == [
        ("changed", 1, "1–0", "0–1", ["result"]),
        ("changed", 2, "½–½", "½–½", ["day", "period"]),
        ("added", 4, "", "1–0", []),
        ("removed", 3, "0–1", "", []),
    ]
    assert (
        comparison.added,
        comparison.removed,
        comparison.changed,
        comparison.same,
    ) == (
        1,
        1,
        2,
        1,
    )
    assert comparison.against.version == 1


def test_another_older_version_can_be_compared_with(as_officer, report):
    game = report.lines.get()
    for score in (1, 0):
        newest = posted(
            line(game.white, game.black, score, DAY, key=game.key),
            source_kind="league",
            source_number=7,
        )

    def against(version):
        response = as_officer.get(page(newest), {"against": version})
        return response.context["comparison"].against.version

    assert [against(each) for each in ("1", "2", "3", "0", "x", "", "9" * 30)] == [
        1,
        2,
        2,
        2,
        2,
        2,
        2,
    ]


def test_a_version_is_not_compared_with_a_later_one(as_officer):
    ek, lind = member(), member()
    versions = [
        posted(line(ek, lind, score, DAY, key=1), source_kind="league", source_number=7)
        for score in (0, 1, 2)
    ]

    shown = as_officer.get(page(versions[1]), {"against": "3"})

    assert shown.context["comparison"].against == versions[0]


def test_first_version_has_no_comparison(as_officer, report):
    assert as_officer.get(page(report)).context["comparison"] is None


def test_unusual_lines_give_their_reason(as_officer):
    guest = side(
        PlayerFactory(first_name="Magnus", last_name="Gäst"),
        is_member=False,
        outside=2100,
        outside_kind="fide",
    )
    report = posted(
        line(member(), guest, 2, DAY, round=1),
        line(member(), member(), 0, DAY, played=False, round=2),
    )

    games = list(as_officer.get(page(report)).context["games"])

    assert [(each.result, each.notes) for each in games] == [
        ("1–0", ["Magnus Gäst: FIDE rating 2100"]),
        ("– +", ["not played: not rated"]),
    ]


def test_changes_of_players_are_shown_largest_first(as_officer):
    ek, lind, berg = (member(last_name=name) for name in ("Ek", "Lind", "Berg"))
    report = posted(
        line(ek, lind, 2, DAY, round=1),
        line(ek, berg, 1, DAY, round=2),
        line(lind, berg, 1, DAY, round=3),
    )
    posted(line(lind, member(), 0, DAY))
    computed()

    shown = as_officer.get(page(report)).context["rows"]

    # All start at 1300: a loss is −16, a win +16, a draw 0 (SSF rating, point 3).
    assert [
        (
            each.person.name.split()[-1],
            each.change.own_games,
            each.change.own_score,
            each.change.other_games,
        )
        for each in shown
    ] == [("Lind", 2, 1, 1), ("Ek", 2, 3, 0), ("Berg", 2, 2, 0)]
    changes = [each.change for each in shown]
    assert [(row.before, row.change, row.after) for row in changes] == [
        (1300, -32, 1268),
        (1300, 16, 1316),
        (1300, 0, 1300),
    ]
    assert {row.is_new for row in changes} == {True}


def test_games_of_another_version_do_not_count_as_other_games(as_officer):
    one, other = member(), member()
    first = posted(line(one, other, 2, DAY, key=1), source_number=7)
    lines = [line(one, other, 2, DAY, key=key, round=key) for key in (1, 2, 3)]
    posted(*lines, source_number=7)
    posted(line(one, member(), 2, DAY), source_number=8)
    computed()

    shown = as_officer.get(page(first)).context["rows"]

    assert {each.person.pk: each.change.other_games for each in shown} == {
        one.pk: 1,
        other.pk: 0,
    }


def test_played_games_not_sent_are_shown_with_the_reason(
    as_officer,
):
    group = started(size=3)
    result(board(group, 1, 2), "0-0")
    result(board(group, 1, 3), "1-0")
    result(board(group, 2, 3), "1-0")

    shown = text(as_officer.get(page(submitted(group))))

    assert (
        "1 game was played but not sent in, since it is not rated: lost by both"
        " players (1)."
    ) in shown


def test_game_being_corrected_is_not_shown_as_unsent(
    as_officer,
):
    group = started(size=3)
    for one, other in ((1, 2), (1, 3), (2, 3)):
        result(board(group, one, other), "1-0")
    report = submitted(group)
    accept_report(report.pk, acting=OFFICE)
    correct_results(group.tournament_id, acting=acting())
    result(board(group, 1, 2), "0-0")

    assert as_officer.get(page(report)).context["games_not_sent"] == 0


def test_changes_are_polled_while_being_computed(as_officer, report):
    url = reverse("ratings:report_changes", args=[report.pk])
    waiting = as_officer.get(url)
    assert f'hx-get="{url}"' in waiting.content.decode()

    computed()

    done = as_officer.get(url)
    assert f'hx-get="{url}"' not in done.content.decode()
    assert [row.change for row in done.context["players"]] == [16, -16]


def test_journal_shows_all_acts_in_order(as_officer, report):
    accept_report(report.pk, acting=acting(as_officer.user))
    game = report.lines.get()
    correction = posted(
        line(game.white, game.black, 0, DAY, key=game.key),
        source_kind="league",
        source_number=7,
        by=report.sent_by,
    )
    hold_report(correction.pk, "who won?", acting=acting(as_officer.user))
    return_report(correction.pk, "ask Ek", acting=acting(as_officer.user))

    journal = as_officer.get(page(correction)).context["journal"]

    sender, officer = str(report.sent_by), str(as_officer.user)
    entries_shown = [
        (row.version, str(row.words), row.by, row.reason, row.number)
        for row in reversed(journal)
    ]
    assert entries_shown == [
        (1, "Submitted", sender, "", 1),
        (1, "Accepted", officer, "", None),
        (1, "Superseded", "", "", None),
        (2, "Submitted", sender, "", 2),
        (2, "Held", officer, "who won?", 3),
        (1, "Counts again, as the version after it does not", "", "", None),
        (2, "Returned", officer, "ask Ek", None),
    ]


# --- judging ---------------------------------------------------------------------
def test_warnings_are_ticked_and_report_accepted_in_one_act(as_officer, club):
    report = posted(
        line(member(), member(), 2, DAY), organiser_id=club.pk, warnings=WARNINGS
    )

    response = judged(as_officer, report, "accept", kinds=["implausible"])
    assert response.status_code == 409
    assert messages(response) == [
        "First clear the warnings that you consider answered."
    ]
    assert state_of(report) == "submitted"

    response = judged(as_officer, report, "accept", kinds=["non_member"])
    assert (response.status_code, response.url) == (302, page(report))
    assert state_of(report) == "accepted"
    assert set(report.warnings.values_list("ticked_by", flat=True)) == {
        as_officer.user.pk
    }


def test_warnings_can_be_ticked_alone(as_officer, club):
    report = posted(line(member(), member(), 2, DAY), warnings=WARNINGS)

    judged(as_officer, report, "tick", kinds=["implausible", "no such kind", "x" * 99])

    ticked = report.warnings.exclude(ticked_at=None).values_list("kind", flat=True)
    assert (list(ticked), state_of(report)) == (["implausible"], "submitted")


def test_ticking_nothing_is_reported(as_officer):
    report = posted(line(member(), member(), 2, DAY), warnings=WARNINGS)

    response = judged(as_officer, report, "tick")

    assert response.status_code == 422
    assert messages(response) == [
        "First clear the warnings that you consider answered."
    ]


@pytest.mark.parametrize(
    ("act", "state"),
    [("hold", "held"), ("return", "returned"), ("withdraw", "withdrawn")],
)
def test_stopping_a_report_stores_the_reason(as_officer, report, act, state):
    response = judged(as_officer, report, act, reason="Round 3 is missing.")

    assert response.url == page(report)
    assert (state_of(report), Report.objects.get().reason) == (
        state,
        "Round 3 is missing.",
    )
    assert "Round 3 is missing." in as_officer.get(page(report)).content.decode()
    assert OutboxMail.objects.get().to == report.sent_by.email


@pytest.mark.parametrize("act", ["hold", "return", "withdraw"])
def test_public_note_is_stored_beside_the_reason(as_officer, report, act):
    reasons = {"reason": "Ek was ill.", "public_reason": "A result is being checked."}
    judged(as_officer, report, act, **reasons)

    stopped = Report.objects.get()
    assert (stopped.reason, stopped.public_reason) == tuple(reasons.values())
    shown = as_officer.get(page(report)).content.decode()
    assert all(words in shown for words in reasons.values())
    assert "A result is being checked." not in OutboxMail.objects.get().body


@pytest.mark.parametrize("act", ["hold", "return", "withdraw"])
@pytest.mark.parametrize(
    ("reason", "says"),
    [
        ("", "Say why: the sender has to know what to do."),
        (" \n", "Say why: the sender has to know what to do."),
        (
            "x" * 2001,
            "Ensure this value has at most 2000 characters (it has 2001).",
        ),
    ],
)
def test_invalid_reason_is_reported_and_kept(as_officer, report, act, reason, says):
    response = judged(as_officer, report, act, reason=reason)

    assert response.status_code == 422
    assert response.context["form"].errors["reason"] == [says]
    assert reason.strip() in response.content.decode()
    above = response.content.decode().partition("<aside")[0]
    assert ("Nothing has been done yet" in above, escape(says) in above) == (True, True)
    assert state_of(report) == "submitted"


def test_a_held_report_is_released(as_officer, report):
    hold_report(report.pk, "why", acting=OFFICE)

    judged(as_officer, report, "release")

    assert state_of(report) == "submitted"


def test_act_on_a_report_settled_by_another_shows_the_new_state(as_officer, report):
    accept_report(
        report.pk, acting=ActionContext(UserFactory(name="Per Pärm").pk, NOON)
    )

    response = judged(
        as_officer,
        report,
        "hold",
        seen="submitted",
        reason="Who is Lind?",
        public_reason="We look into round 3",
    )

    assert response.status_code == 409
    assert messages(response) == [
        "This has changed since you opened the page: it is now accepted."
    ]
    assert response.context["report"].state == "accepted"
    assert "Per Pärm" in response.content.decode()
    assert "Who is Lind?" in response.content.decode()
    assert "We look into round 3" in response.content.decode()
    assert 'name="seen" value="accepted"' in response.content.decode()
    assert state_of(report) == "accepted"


def test_accepting_a_superseded_version_links_to_the_new_one(as_officer, report):
    game = report.lines.get()
    newer = posted(
        line(game.white, game.black, 0, DAY, key=game.key),
        source_kind="league",
        source_number=7,
    )

    response = judged(as_officer, report, "accept", seen="submitted")

    assert "Nothing has been done yet" not in response.content.decode()
    assert response.status_code == 409
    assert messages(response) == [
        "This has changed since you opened the page: it is now superseded."
    ]
    assert response.context["newest"] == newer
    assert page(newer) in response.content.decode()


def test_officer_may_not_accept_own_report(as_officer, club):
    report = posted(line(member(), member(), 2, DAY), by=as_officer.user)

    assert "Another officer looks at its warnings and accepts it" in (
        as_officer.get(page(report)).content.decode()
    )
    response = judged(as_officer, report, "accept")
    assert (response.status_code, state_of(report)) == (409, "submitted")


@pytest.mark.parametrize("act", ["", "approve", "x" * 500, "accept "])
def test_unknown_act_is_refused(as_officer, report, act):
    response = judged(as_officer, report, act)

    assert response.status_code == 422
    assert messages(response) == ["Choose what to do with the report."]


@pytest.mark.parametrize("seen", ["x", "nothing", "0"])
def test_unknown_state_is_refused(as_officer, report, seen):
    response = judged(as_officer, report, "hold", seen=seen, reason="why")

    assert (response.status_code, state_of(report)) == (422, "submitted")
    response = judged(as_officer, report, "release", seen=seen)
    assert (response.status_code, state_of(report)) == (409, "submitted")


def test_next_waiting_report_has_a_keyboard_shortcut(as_officer, report):
    later = posted(line(member(), member(), 2, DAY), name="Later")
    posted(line(member(), member(), 2, DAY), by=as_officer.user, name="Own")

    assert as_officer.get(page(report)).context["next"] == later
    assert as_officer.get(page(later)).context["next"] == report


def test_oldest_report_follows_the_last_and_own_ones_are_skipped(as_officer, report):
    second = posted(line(member(), member(), 2, DAY), name="Second")
    own = posted(line(member(), member(), 2, DAY), by=as_officer.user, name="Own")
    third = posted(line(member(), member(), 2, DAY), name="Third")

    following = [
        as_officer.get(page(each)).context["next"]
        for each in (report, second, own, third)
    ]
    assert following == [second, third, third, report]


def test_the_page_says_that_the_accepted_version_would_count_again(as_officer, report):
    accept_report(report.pk, acting=OFFICE)
    game = report.lines.get()
    newer = posted(
        line(game.white, game.black, 0, DAY, key=game.key),
        source_kind="league",
        source_number=7,
    )

    assert as_officer.get(page(newer)).context["counts_instead"] == report


# --- the sender's club ------------------------------------------------------------
def test_senders_club_can_read_but_not_judge(signed_in, secretary, report):
    browser = signed_in(secretary)

    response = browser.get(page(report))

    assert response.status_code == 200
    assert 'name="act"' not in response.content.decode()
    assert judged(browser, report, "accept").status_code == 403
    assert state_of(report) == "submitted"


def test_club_recalls_its_report(signed_in, club, report):
    deputy = RoleFactory(kind=RoleKind.DEPUTY, club=club).user

    response = recalled(signed_in(deputy), report)

    assert (response.url, state_of(report)) == (page(report), "withdrawn")


def test_user_is_redirected_back_after_recalling(signed_in, secretary, report):
    assert recalled(signed_in(secretary), report, next="/clubs/").url == "/clubs/"


@pytest.mark.parametrize(
    "next_page", ["https://evil.example/", "//evil.example", "javascript:alert(1)"]
)
def test_redirect_stays_on_the_site(signed_in, secretary, report, next_page):
    response = recalled(signed_in(secretary), report, next=next_page)
    assert response.url == page(report)


def test_accepted_report_cannot_be_recalled(signed_in, secretary, report):
    accept_report(report.pk, acting=OFFICE)
    browser = signed_in(secretary)

    response = recalled(browser, report)

    assert (response.status_code, state_of(report)) == (409, "accepted")
    assert messages(response) == [
        "This has changed since you opened the page: it is now accepted."
    ]
    assert browser.get(page(report)).context["can_recall"] is False


def test_an_officer_withdraws_with_a_reason_instead_of_recalling(as_officer, report):
    assert recalled(as_officer, report).status_code == 403
    assert state_of(report) == "submitted"


def test_officer_can_recall_own_report(as_officer):
    own = posted(
        line(member(), member(), 2, DAY), by=as_officer.user, source_kind="league"
    )

    recalled(as_officer, own)

    assert state_of(own) == "withdrawn"


def test_tournament_report_is_recalled_only_on_the_tournaments_page(signed_in, club):
    # A hand-written request cannot bypass the tournament.
    group = played(started(section(planned(club)), size=2))
    report = submitted(group)

    response = recalled(signed_in(secretary_of(club)), report)

    assert (response.status_code, state_of(report)) == (409, "submitted")
    (words,) = messages(response)
    assert words.startswith("Take it back on the tournament's own page")
    group.tournament.refresh_from_db()
    assert group.tournament.state == "finished"


# --- access ------------------------------------------------------------------------
def test_users_without_permission_are_refused(client, strangers, signed_in, report):
    another_club = signed_in(secretary_of(ClubFactory()))
    addresses = [page(report), reverse("ratings:report_changes", args=[report.pk])]

    assert client.get(page(report)).url == f"/account/login/?next={page(report)}"
    for address in addresses:
        assert {browser.get(address).status_code for browser in strangers} == {403}
        assert another_club.get(address).status_code == 404
    for browser in (*strangers, another_club):
        assert judged(browser, report, "accept").status_code == 403
    assert {recalled(browser, report).status_code for browser in strangers} == {403}
    assert recalled(another_club, report).status_code == 404
    assert state_of(report) == "submitted"


def test_district_can_read_and_recall_for_its_clubs(signed_in, club, report):
    browser = signed_in(
        RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=club.district).user
    )

    assert browser.get(page(report)).status_code == 200
    recalled(browser, report)
    assert state_of(report) == "withdrawn"


def test_district_can_open_the_report_of_its_own_event(signed_in, club):
    report = posted(
        line(member(), member(), 2, DAY),
        organiser_id=None,
        district_id=club.district_id,
    )
    own, other = (
        signed_in(RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=district).user)
        for district in (club.district, DistrictFactory())
    )

    assert own.get(page(report)).status_code == 200
    assert other.get(page(report)).status_code == 404


def test_club_sees_only_public_names_of_other_clubs_players(
    signed_in, as_officer, club
):
    hidden = {"first_name": "Åke", "last_name": "Ek", "visibility": "initials"}
    one, other = member(**hidden), member(club, **hidden | {"last_name": "Al"})
    report = posted(line(one, other, 2, DAY, key=1), organiser_id=club.pk)
    posted(
        line(one, other, 0, DAY, key=1),
        organiser_id=club.pk,
        source_number=report.source_number,
    )
    newer = Report.objects.exclude(pk=report.pk).get()
    computed()

    seen = signed_in(secretary_of(club)).get(page(newer)).content.decode()
    assert ("Åke Ek" in seen, "Å. E." in seen, "Åke Al" in seen) == (False, True, True)
    assert "Åke Ek" in as_officer.get(page(newer)).content.decode()


def test_report_without_a_club_is_open_only_to_the_office(signed_in, as_officer):
    report = posted(line(member(), member(), 2, DAY))

    assert as_officer.get(page(report)).status_code == 200
    assert signed_in(secretary_of(ClubFactory())).get(page(report)).status_code == 404


@pytest.mark.parametrize("number", [0, 987654, 2**31, 2**63, 10**30])
def test_unknown_report_gives_404(as_officer, signed_in, club, strangers, number):
    address = f"/reports/{number}/"
    assert as_officer.get(address).status_code == 404
    assert as_officer.post(address + "judge/", {"act": "accept"}).status_code == 404
    assert as_officer.post(address + "recall/").status_code == 404
    assert signed_in(secretary_of(club)).get(address).status_code == 404
    assert {browser.get(address).status_code for browser in strangers} == {403}


def test_acts_require_post(as_officer, report):
    for name in ("judge", "recall"):
        address = reverse(f"ratings:{name}", args=[report.pk])
        assert as_officer.get(address).status_code == 405
    assert as_officer.post(page(report)).status_code == 405


@pytest.mark.parametrize("query", ["games=99&players=99", "games=x&players=0"])
def test_page_number_out_of_range_shows_the_nearest_page(as_officer, report, query):
    shown, first = (
        as_officer.get(f"{page(report)}?{query}"),
        as_officer.get(page(report)),
    )
    assert text(shown) == text(first)


# --- queries ----------------------------------------------------------------------
@pytest.mark.parametrize("size", [1, 3])
def test_query_count_does_not_depend_on_number_of_games(
    as_officer, django_assert_max_num_queries, club, size
):
    for score in (2, 0):
        report = posted(
            *(
                line(member(), member(), score, DAY, key=number, round=number)
                for number in range(1, size + 1)
            ),
            organiser_id=club.pk,
            source_kind="league",
            source_number=7,
            warnings=WARNINGS,
        )
    clear_warnings(report.pk, ["implausible"], acting=acting(as_officer.user))
    computed()

    with django_assert_max_num_queries(23):
        as_officer.get(page(report))


def test_acts_on_a_held_report_are_not_labelled_as_stopping(as_officer, report):
    hold_report(report.pk, "why", acting=OFFICE)
    page = as_officer.get(reverse("ratings:report", args=[report.pk])).content.decode()
    assert ("Hold, return or withdraw" in page, "Return it or withdraw it" in page) == (
        False,
        True,
    )


def test_empty_line_offers_no_correction_request(signed_in, secretary, club):
    ada, bo, cy = (member(club) for _ in range(3))
    report = posted(
        line(ada, bo, 2, DAY, key=1),
        line(ada, cy, 1, DAY, key=2, played=False, round=0, board=0),
        by=secretary,
        organiser_id=club.pk,
        source_kind="league",
        method="concentrated",
    )
    shown = signed_in(secretary).get(page(report)).content.decode()

    assert (report.games, report.players) == (1, 2)
    assert "no game that is rated" in shown
    links = [reverse("ratings:new_claim", args=[report.pk, key]) for key in (1, 2)]
    assert [link in shown for link in links] == [True, False]
    answers = [signed_in(secretary).get(link).status_code for link in links]
    assert answers == [200, 404]


def test_each_game_names_its_section_where_there_are_several(as_officer, club):
    event = planned(club)
    groups = [section(event, name=name) for name in ("Group A", "Group B")]
    for group in groups:
        played(started(group, size=2))
    several = as_officer.get(page(submitted(groups[0])))
    alone = as_officer.get(page(submitted(played(started(section(planned(club)))))))

    named = [each.section for each in several.context["games"]]
    assert sorted(named) == ["Group A", "Group B"]
    assert '<td class="wide" data-label="Section">Group B</td>' in several.text
    assert 'data-label="Section"' not in alone.text
