"""The pages of the clubs' annual returns (LASK 7): who sees, sends and receives."""

from datetime import date

import pytest
from django.utils import timezone

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import OutboxMail
from ratings.models import ClubReturn
from ratings.returns.domain.returning import send_back
from tests.factories import (
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    officer,
    posted,
    secretary_of,
)
from tests.ratings.lask_pool import SPRING, kept_by_lask, long
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import accepted, rated, up_to_date
from tests.ratings.returns.domain.test_returning import clubs, of_club, return_of, sent

__all__ = ["clubs"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(clubs, signed_in):
    return signed_in(secretary_of(clubs[0]))


def page(browser, club_return):
    return browser.get(f"/returns/{club_return.pk}/", HTTP_ACCEPT_LANGUAGE="en")


def press(browser, club_return, door="send", **form_data):
    return browser.post(
        f"/returns/{club_return.pk}/{door}/",
        form_data,
        HTTP_ACCEPT_LANGUAGE="en",
        follow=True,
    )


def received(browser, club_return):
    return press(
        browser, club_return, "judge", act="receive", seen=club_return.posting_number
    )


def seen(browser, club_return):
    return page(browser, club_return).context["draft"].number


def test_the_secretary_sees_the_return_and_sends_it_with_one_click(secretary, clubs):
    club_return = return_of(clubs[0])
    shown = page(secretary, club_return)
    assert [row[1:6] for row in rows(shown)] == [
        ["1917", "2", "−14", "1903", ""],
        ["1836", "1", "−20", "1816", ""],
    ]
    assert "(b) Total deduction −34" in text(shown)
    assert "(c) Games against other clubs, N 1" in text(shown)
    assert "(d) Points won in them, S +3" in text(shown)
    answer = press(secretary, club_return, seen=seen(secretary, club_return))
    assert "Sent. The rating committee has it now." in text(answer)
    assert return_of(clubs[0]).sent_by == secretary.user
    assert "Send the return" not in text(answer)


def test_list_has_only_the_own_club_and_all_clubs_for_officers(
    secretary, clubs, as_officer
):
    def names(browser):
        return [row[0] for row in rows(browser.get("/returns/"))]

    assert names(secretary) == ["Lunds ASK"]
    assert names(as_officer) == ["Lunds ASK", "Malmö AS"]


def test_club_page_links_its_officials_to_their_returns(
    secretary, clubs, client, signed_in
):
    sent(clubs[0])
    other = ClubFactory()
    RoleFactory(user=secretary.user, kind=RoleKind.SECRETARY, club=other)
    link = "The club’s annual returns"

    def page_of(browser, club):
        return browser.get(f"/clubs/{club.pk}/", HTTP_ACCEPT_LANGUAGE="en")

    assert link in text(page_of(secretary, clubs[0]))
    assert link not in text(page_of(secretary, clubs[1]))
    assert link not in text(page_of(secretary, other))
    assert link not in text(page_of(signed_in(officer()), clubs[0]))
    assert link not in text(page_of(client, clubs[0]))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("state=due", 2),
        ("state=sent", 0),
        ("q=malm%C3%B6", 1),
        ("season=2025", 2),
        ("season=2024", 0),
        ("season=x&state=y", 2),
    ],
)
def test_list_can_be_filtered(clubs, as_officer, query, found):
    shown = as_officer.get(f"/returns/?{query}", HTTP_ACCEPT_LANGUAGE="en")
    assert shown.context["listing"].count == found


def test_users_without_permission_are_refused(clubs, strangers, signed_in):
    club_return = return_of(clubs[0])
    for browser in strangers:
        assert browser.get("/returns/").status_code == 403
        assert page(browser, club_return).status_code == 403
        assert press(browser, club_return).status_code == 403
    other = signed_in(secretary_of(clubs[1]))
    assert page(other, club_return).status_code == 404
    assert press(other, club_return, seen=1).status_code == 404
    assert press(other, club_return, "judge", act="receive").status_code == 403
    assert return_of(clubs[0]).state == "due"


def test_officer_may_not_send_for_the_club(clubs, as_officer):
    club_return = return_of(clubs[0])
    assert "Send the return" not in text(page(as_officer, club_return))
    assert (
        press(as_officer, club_return, seen=seen(as_officer, club_return)).status_code
        == 403
    )


def test_return_is_shown_again_if_the_ledger_moved(secretary, clubs):
    club_return = return_of(clubs[0])
    before = seen(secretary, club_return)
    accepted(long(rated(1900), rated(1900), 1, SPRING))
    up_to_date()
    answer = press(secretary, club_return, seen=before)
    assert answer.status_code == 409
    assert "The ledger has changed since you opened the page." in text(answer)


@pytest.mark.parametrize("nonsense", ["", "x", "-1", "9" * 30])
def test_submission_without_the_state_seen_sends_nothing(secretary, clubs, nonsense):
    assert press(secretary, return_of(clubs[0]), seen=nonsense).status_code == 409


def test_obstacles_prevent_sending(secretary, clubs):
    posted(long(rated(1900), rated(1900), 1, SPRING))
    shown = text(page(secretary, return_of(clubs[0])))
    assert ("New results are being computed." in shown, "Send the return" in shown) == (
        True,
        False,
    )


def test_warnings_are_shown_before_sending(secretary, clubs):
    new = PlayerFactory(first_name="Nils", last_name="Ny")
    MembershipFactory(player=new, club=clubs[0])
    posted(
        long(rated(1900), rated(1900), 1, SPRING),
        organiser_id=clubs[0].pk,
        name="Vårcupen",
    )
    up_to_date()
    shown = text(page(secretary, return_of(clubs[0])))
    assert "Members without a rating are not in the return." in shown
    assert ("Nils Ny" in shown, "Vårcupen" in shown) == (True, True)


def test_officer_receives_the_return(clubs, as_officer):
    club_return = sent(clubs[0])
    answer = received(as_officer, club_return)
    assert "Received." in text(answer)
    assert return_of(clubs[0]).decided_by == as_officer.user
    assert received(as_officer, club_return).status_code == 409


def test_return_sent_again_in_the_meantime_must_be_seen_first(clubs, as_officer):
    before = sent(clubs[0])
    send_back(
        before.pk,
        "A game is missing",
        acting=ActionContext(officer().pk, timezone.now()),
    )
    accepted(long(of_club(clubs[0], 1700), rated(1700), 2, SPRING))
    up_to_date()
    sent(clubs[0])

    answer = received(as_officer, before)

    assert answer.status_code == 409
    assert "The club has sent it again since you opened the page." in text(answer)
    assert return_of(clubs[0]).state == "sent"


def test_sender_may_not_receive_the_return(clubs, as_officer):
    club_return = sent(clubs[0], as_officer.user)
    assert "You sent this return yourself" in text(page(as_officer, club_return))
    answer = received(as_officer, club_return)
    assert (answer.status_code, return_of(clubs[0]).state) == (409, "sent")


def test_officer_sees_where_the_ledger_has_moved_since_sending(clubs, as_officer):
    club_return = sent(clubs[0])
    late = of_club(clubs[0], 1700)
    accepted(long(late, rated(1700), 2, SPRING))
    up_to_date()
    shown = text(page(as_officer, club_return))
    assert "The ledger says something else now" in shown
    assert f"{late} is missing from the return" in shown
    assert "(c) games against other clubs: 1 was sent, 2 is in the ledger" in shown
    assert "(b) total deduction: −34 was sent, −54 is in the ledger" in shown


def test_return_is_sent_back_with_a_reason_shown_to_the_club(
    clubs, as_officer, secretary
):
    club_return = sent(clubs[0], secretary.user)
    assert press(as_officer, club_return, "judge", act="send_back").status_code == 422
    press(
        as_officer, club_return, "judge", act="send_back", reason="One game is missing"
    )
    assert "One game is missing" in text(page(secretary, club_return))
    assert OutboxMail.objects.filter(to=secretary.user.email).count() == 1
    answer = press(secretary, club_return, seen=seen(secretary, club_return))
    assert "Sent." in text(answer)


def test_reason_for_a_return_that_another_officer_sent_back_is_shown_to_be_copied(
    clubs, as_officer
):
    club_return = sent(clubs[0])
    first = ActionContext(officer().pk, timezone.now())
    send_back(club_return.pk, "A game is missing", acting=first)

    answer = press(
        as_officer,
        club_return,
        "judge",
        act="send_back",
        reason="Two games are missing",
    )

    assert answer.status_code == 409
    assert "kept here to be copied: “Two games are missing”" in text(answer)


def test_unknown_act_is_refused(clubs, as_officer):
    assert press(as_officer, sent(clubs[0]), "judge", act="x").status_code == 422


def test_late_return_says_so_with_the_number_of_reminders(clubs, as_officer):
    ClubReturn.objects.update(
        due_date=date(2020, 6, 15), chased_date=date(2026, 6, 16), chased_times=1
    )
    shown = text(page(as_officer, return_of(clubs[0])))
    assert ("It is late." in shown, "1 reminder, last on 2026-06-16" in shown) == (
        True,
        True,
    )


def test_sent_return_is_no_longer_late(clubs, as_officer, signed_in):
    secretary = signed_in(secretary_of(clubs[0]))
    club_return = return_of(clubs[0])
    ClubReturn.objects.update(due_date=date(2020, 6, 15))
    assert page(as_officer, club_return).context["is_late"]

    press(secretary, club_return, seen=seen(secretary, club_return))

    assert return_of(clubs[0]).state == "sent"
    assert not page(as_officer, club_return).context["is_late"]


def test_deputy_may_send_the_return(clubs, signed_in):
    deputy = signed_in(RoleFactory(kind=RoleKind.DEPUTY, club=clubs[0]).user)
    club_return = return_of(clubs[0])
    press(deputy, club_return, seen=seen(deputy, club_return))
    assert return_of(clubs[0]).state == "sent"


@pytest.mark.parametrize("more", [1, 3])
def test_query_count_does_not_depend_on_number_of_clubs(
    clubs, as_officer, more, django_assert_num_queries
):
    pool = return_of(clubs[0]).pool
    for _club in range(more):
        ClubReturn.objects.create(
            pool=pool,
            club=ClubFactory(),
            season=2025,
            due_date=date(2026, 6, 15),
            chase_until=date(2026, 8, 31),
        )
    with django_assert_num_queries(5):
        as_officer.get("/returns/")


@pytest.mark.parametrize("players", [1, 3])
def test_query_count_does_not_depend_on_number_of_players(
    clubs, as_officer, players, django_assert_num_queries
):
    theirs = clubs[1]
    for _player in range(players):
        accepted(long(of_club(theirs, 1700), rated(1700), 1, SPRING))
    up_to_date()
    with django_assert_num_queries(32):
        page(as_officer, return_of(theirs))


def test_desk_shows_owed_returns_and_received_ones(secretary, clubs, as_officer):
    def desk(browser):
        return text(browser.get("/today/", HTTP_ACCEPT_LANGUAGE="en"))

    owed = "Lunds ASK: the return of the season from September 2025"
    assert owed in desk(secretary)
    sent(clubs[0], UserFactory())
    assert owed not in desk(secretary)
    assert "1 annual return from a club has arrived" in desk(as_officer)


def test_supplement_is_shown_with_its_inputs_decided_and_confirmed(
    clubs, as_officer, signed_in
):
    kept_by_lask(supplement_season=2025)
    club_return = sent(clubs[0])
    received(as_officer, club_return)
    assert "10 · S/N − S/M = 10 · 3/1 − 3/2 → +29" in text(
        page(as_officer, club_return)
    )
    answer = press(as_officer, club_return, "judge", act="supplement")
    assert "2 decisions are waiting for another officer." in text(answer)
    answer = press(as_officer, club_return, "judge", act="confirm_supplement")
    assert answer.status_code == 409
    assert "You made this decision, or it is about you" in text(answer)
    other = signed_in(officer())
    answer = press(other, club_return, "judge", act="confirm_supplement")
    assert "It counts for 2 players with the base of 1 September." in text(answer)


def test_later_seasons_show_no_supplement(clubs, as_officer):
    club_return = sent(clubs[0])
    answer = received(as_officer, club_return)
    assert "supplement" not in text(answer)
    assert press(as_officer, club_return, "judge", act="supplement").status_code == 409


# --- what the pages say in each state ----------------------------------------------
def test_only_owed_returns_are_marked_late_from_the_day_after(
    clubs, as_officer, monkeypatch
):
    def states(day):
        monkeypatch.setattr(timezone, "localdate", lambda *_moment: day)
        page = as_officer.get("/returns/", HTTP_ACCEPT_LANGUAGE="en")
        return [row[2] for row in rows(page)]

    sent(clubs[1])

    last, after = (states(date(2026, 6, day)) for day in (15, 16))
    assert ["late" in state for state in last] == [False, False]
    assert ["late" in state for state in after] == [True, False]


def test_list_shows_signed_numbers_of_the_sent_return(clubs, as_officer):
    sent(clubs[0])

    page = as_officer.get("/returns/", HTTP_ACCEPT_LANGUAGE="en")

    ours, theirs = rows(page)
    assert (ours[1], ours[3:]) == ("2025", ["2026-06-15", "−34", "1", "+3", "0", ""])
    assert theirs[4:7] == ["–", "–", "–"]


def test_sent_return_is_shown_as_sent_after_the_ledger_changed(clubs, as_officer):
    club_return = sent(clubs[0])
    late = of_club(clubs[0], 2300)
    accepted(long(late, rated(2300), 2, SPRING))
    up_to_date()

    shown = page(as_officer, club_return)

    assert [row[1] for row in rows(shown)] == ["1917", "1836"]
    assert shown.context["draft"] is None
    assert (shown.context["warnings"], shown.context["unrated"]) == ([], [])


def test_each_state_offers_its_own_acts(clubs, as_officer, secretary):
    club_return = return_of(clubs[0])

    def offered(browser):
        context = page(browser, club_return).context
        names = ("can_send", "can_receive", "can_send_back")
        return [name for name in names if context[name]]

    def both():
        return offered(secretary), offered(as_officer)

    found = [both()]
    before = sent(clubs[0])
    found.append(both())
    received(as_officer, before)
    found.append(both())
    press(as_officer, club_return, "judge", act="send_back", reason="A game is missing")
    found.append(both())

    assert found == [
        (["can_send"], []),
        ([], ["can_receive", "can_send_back"]),
        ([], ["can_send_back"]),
        (["can_send"], []),
    ]


def test_unrated_members_are_listed_by_name(secretary, clubs):
    for name in ("Örn", "Alm", "Ek"):
        player = PlayerFactory(first_name=name, last_name="Ny")
        MembershipFactory(player=player, club=clubs[0])

    shown = page(secretary, return_of(clubs[0]))

    assert [each.name for each in shown.context["unrated"]] == [
        "Alm Ny", "Ek Ny", "Örn Ny",
    ]  # fmt: skip


def test_a_supplement_that_waits_and_one_that_counts_are_distinguished(
    clubs, as_officer, signed_in
):
    kept_by_lask(supplement_season=2025)
    club_return = sent(clubs[0])
    received(as_officer, club_return)
    other = signed_in(officer())

    def supplement_state():
        context = page(as_officer, club_return).context
        return context["supplement_waits"], context["supplement_counts"]

    found = [supplement_state()]
    press(as_officer, club_return, "judge", act="supplement")
    found.append(supplement_state())
    press(other, club_return, "judge", act="confirm_supplement")
    found.append(supplement_state())

    assert found == [(0, 0), (2, 0), (0, 2)]


def test_reason_is_kept_if_the_supplement_prevents_sending_back(clubs, as_officer):
    kept_by_lask(supplement_season=2025)
    club_return = sent(clubs[0])
    received(as_officer, club_return)
    press(as_officer, club_return, "judge", act="supplement")

    refused = press(
        as_officer, club_return, "judge", act="send_back", reason="Count game 7."
    )

    assert (refused.status_code, refused.context["form"]["reason"].value()) == (
        409,
        "Count game 7.",
    )


def test_season_no_longer_in_the_pool_is_shown_as_sent(clubs, as_officer):
    club_return = sent(clubs[0])
    chess_pool().editions.update(system="ssf_2008", parameters={})

    shown = page(as_officer, club_return)

    assert [row[1] for row in rows(shown)] == ["1917", "1836"]
    assert shown.context["differences"] == []
