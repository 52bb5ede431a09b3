"""The board's page, and the public pages that show what waits for it (Renju 1 §5)."""

import pytest
from django.urls import reverse

from federation.enums import RoleKind
from ratings.board.domain.board import BoardDraft, decide_level
from ratings.models import Decision
from tests.factories import ClubFactory, RoleFactory, acting, rated_by, secretary_of
from tests.ratings.page_text import foot, rows, text
from tests.ratings.rating_lists import SPRING, period, published, up_to_date
from tests.ratings.renju_pool import (
    THREE_DAN,
    TWO_DAN,
    WITHOUT,
    board_member,
    cup,
    cup_players,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db

URL = "/board/"


@shared
def players():
    rated_by("renju")
    return cup_players()


@pytest.fixture
def hikaru(players):
    return players[-1]


@shared
def report(players):
    return cup(players)


@pytest.fixture
def as_board(signed_in):
    return signed_in(board_member())


def sent(browser, report, player, **changes):
    address = reverse("ratings:decide_level", args=[report.pk, player.pk])
    return browser.post(address, {"seen": THREE_DAN, "level": THREE_DAN, **changes})


def messages(response):
    return [str(message) for message in response.context["messages"]]


# --- the board's page ------------------------------------------------------------------
def test_the_page_lists_what_waits_with_its_working(as_board, hikaru, report):
    page = as_board.get(URL)

    name = f"Hikaru Hara ({hikaru.national_id})"
    assert f"3 dan {name} had 2 dan Cup, 2026-02-01 – 2026-02-01" in text(page)
    working = reverse("ratings:event", args=[hikaru.pk, report.pk])
    assert f'href="{working}?pool=chess-long"' in page.content.decode()
    (row,) = page.context["rows"]
    assert row.form.fields["level"].choices == [(13, "3 dan"), (12, "2 dan")]


def test_empty_board_page_says_what_would_be_listed(as_board):
    assert "Nothing is waiting for the board" in text(as_board.get(URL))


def test_a_level_is_confirmed_with_one_button(as_board, hikaru, report):
    response = sent(as_board, report, hikaru)

    assert response.url == URL
    decision = Decision.objects.get(kind="board")
    assert (decision.points, decision.made_by) == (THREE_DAN, as_board.user)
    page = as_board.get(URL)
    assert "Nothing is waiting for the board" in text(page)
    name = f"Hikaru Hara ({hikaru.national_id})"
    assert [row[1:4] for row in rows(page)] == [[name, "3 dan", "Cup"]]


def test_another_level_needs_a_reason(as_board, hikaru, report):
    response = sent(as_board, report, hikaru, level=TWO_DAN)

    assert response.status_code == 422
    assert "Say why you decide a level other than the one the rules give." in text(
        response
    )
    assert Decision.objects.filter(kind="board").count() == 0


def test_another_level_is_decided_with_its_reason(as_board, hikaru, report):
    sent(as_board, report, hikaru, level=TWO_DAN, reason="too few strong opponents")

    assert Decision.objects.get(kind="board").points == TWO_DAN
    page = text(as_board.get(URL))
    assert "2 dan by the rules 3 dan: too few strong opponents" in page


@pytest.mark.parametrize("level", ["", "14", "11", "x"])
def test_a_level_that_is_not_offered_is_refused(as_board, hikaru, report, level):
    assert sent(as_board, report, hikaru, level=level).status_code == 422
    assert Decision.objects.filter(kind="board").count() == 0


def test_deciding_a_level_that_no_longer_waits_shows_a_message(
    as_board, hikaru, report
):
    sent(as_board, report, hikaru)

    response = sent(as_board, report, hikaru)

    assert response.status_code == 409
    assert messages(response)[-1].startswith(
        "This level is no longer waiting: it has been decided, or the results were"
    )


def test_reason_is_kept_when_the_waiting_level_has_changed(as_board, hikaru, report):
    reasons = {"reason": "too few strong opponents", "public_reason": "By the board."}

    refused = sent(as_board, report, hikaru, seen=TWO_DAN, level=TWO_DAN, **reasons)

    (row,) = refused.context["rows"]
    assert {name: row.form[name].value() for name in row.form.fields} == {
        "seen": THREE_DAN, "level": THREE_DAN, **reasons,
    }  # fmt: skip
    assert (refused.status_code, "<details open>" in refused.content.decode()) == (
        409,
        True,
    )


def test_sender_of_the_report_sees_that_another_member_decides(
    signed_in, hikaru, report
):
    browser = signed_in(RoleFactory(kind=RoleKind.BOARD, user=report.sent_by).user)

    assert "another member decides" in text(browser.get(URL))
    response = sent(browser, report, hikaru)
    assert response.status_code == 409


def test_unknown_event_gives_404(as_board, hikaru):
    address = reverse("ratings:decide_level", args=[987654, hikaru.pk])

    assert as_board.post(address, {"seen": 13, "level": 13}).status_code == 404


def test_users_without_permission_are_refused(
    client, strangers, signed_in, as_officer, hikaru, report
):
    club = signed_in(secretary_of(ClubFactory()))
    officer = as_officer

    for browser in (*strangers, club, officer):
        assert browser.get(URL).status_code == 403
        assert sent(browser, report, hikaru).status_code == 403
    assert Decision.objects.filter(kind="board").count() == 0


@pytest.mark.parametrize("count", [1, 3])
def test_query_count_does_not_depend_on_waiting_levels(
    as_board, django_assert_max_num_queries, players, count
):
    for number in range(count):
        cup(players, source=number + 1)

    with django_assert_max_num_queries(14):
        assert len(as_board.get(URL).context["rows"]) >= 1


# --- the public pages ---------------------------------------------------------------
def test_the_players_page_says_that_the_level_is_preliminary(client, hikaru, report):
    page = text(client.get(reverse("ratings:player", args=[hikaru.pk])))

    assert "3 dan preliminary: waiting for the board" in page
    assert "3 dan counts as preliminary; it has waited since" in page


def test_the_players_page_says_what_the_board_decided(client, as_board, hikaru, report):
    reasons = {"reason": "he was ill", "public_reason": "too few strong opponents"}
    sent(as_board, report, hikaru, level=TWO_DAN, **reasons)

    page = text(client.get(reverse("ratings:player", args=[hikaru.pk])))

    assert f"Decided by the board 2 dan, Cup decided by {as_board.user}" in page
    assert ": too few strong opponents" in page
    assert "he was ill" not in page


def test_event_working_says_that_the_level_is_preliminary(client, hikaru, report):
    page = text(client.get(reverse("ratings:event", args=[hikaru.pk, report.pk])))

    assert "3 dan counts at once. It has waited for the board since" in page
    assert "the board makes the final decision about 3 dan" in page


def test_the_working_shows_the_boards_decision(client, as_board, hikaru, report):
    reasons = {"reason": "he was ill", "public_reason": "too few strong opponents"}
    sent(as_board, report, hikaru, level=TWO_DAN, **reasons)
    up_to_date()

    client.logout()
    page = client.get(reverse("ratings:event", args=[hikaru.pk, report.pk]))

    assert "he was ill" not in text(page)
    assert "Decided by the board: too few strong opponents" in text(page)
    assert foot(page)[-1][-1] == "2 dan"


def test_player_page_shows_only_the_players_own_levels(
    client, as_board, players, hikaru, report
):
    def player_ids(name):
        pages = [
            client.get(reverse("ratings:player", args=[each.pk]))
            for each in (hikaru, players[1])
        ]
        return [[each.player_id for each in page.context[name]] for page in pages]

    waits = player_ids("for_board")
    sent(as_board, report, hikaru)
    up_to_date()

    assert (waits, player_ids("for_board"), player_ids("by_board")) == (
        [[hikaru.pk], []], [[], []], [[hikaru.pk], []],
    )  # fmt: skip
    event = reverse("ratings:event", args=[players[1].pk, report.pk])
    assert client.get(event).context["for_board"] is None


def test_the_live_list_marks_a_preliminary_level(client, hikaru, report):
    page = client.get(reverse("ratings:live_list"))

    (row,) = [row for row in rows(page) if "Hikaru Hara" in row[1]]
    assert "preliminary" in row[1]
    assert sum("preliminary" in " ".join(each) for each in rows(page)) == 1


def test_published_list_does_not_mark_levels_reached_later(client, players, hikaru):
    cup(players, WITHOUT)
    published(SPRING)
    cup(players)

    for name, marked in (("current_list", 0), ("live_list", 1)):
        lines = rows(client.get(reverse(f"ratings:{name}")))
        assert sum("preliminary" in " ".join(each) for each in lines) == marked


def test_board_decisions_are_not_listed_with_officers_decisions(
    as_officer, hikaru, report
):
    draft = BoardDraft(hikaru.pk, report.pk, THREE_DAN, THREE_DAN)
    decide_level(draft, acting=acting(board_member()))

    page = as_officer.get(reverse("ratings:decisions"), {"shelf": "standing"})

    kinds = {row.decision.kind for row in page.context["rows"]}
    assert kinds == {"start"}
    assert page.context["tabs"][1]["label"] == "Counting (8)"


def test_approval_page_says_which_level_blocks_it(as_officer, hikaru, report):
    page = as_officer.get(reverse("ratings:proposal", args=[period(SPRING).pk]))

    assert "First the board has to decide about 1 level: Cup, 3 dan" in text(page)
    assert "disabled" in page.content.decode()


def test_reason_is_not_labelled_optional_if_it_may_be_required(as_board, report):
    shown = text(as_board.get(URL))
    assert (
        "Reason for those concerned (needed for a level other than the rules give)"
        in shown
    )


def test_rejected_form_keeps_its_text_with_its_own_level(as_board, hikaru, report):
    others = cup_players()
    other = cup(others, source=78)

    answer = sent(as_board, report, hikaru, level=TWO_DAN, public_reason="Few games")

    assert answer.status_code == 422
    written = {
        row.waiting.report_id: row.form["public_reason"].value() or ""
        for row in answer.context["rows"]
    }
    assert written == {report.pk: "Few games", other.pk: ""}


def test_page_offers_the_decision_to_the_sender_if_four_eyes_are_waived(
    signed_in, hikaru, report, settings
):
    browser = signed_in(RoleFactory(kind=RoleKind.BOARD, user=report.sent_by).user)
    found = []
    for four_eyes in (True, False):
        settings.FOUR_EYES = four_eyes
        (row,) = browser.get(URL).context["rows"]
        found.append(row.may_decide)

    assert found == [False, True]


def test_member_is_not_offered_their_own_level(as_board, players, hikaru, report):
    as_board.user.player = hikaru
    as_board.user.save()

    page = as_board.get(URL)

    assert [row.may_decide for row in page.context["rows"]] == [False]
    assert "You cannot decide about your own level." in text(page)
    assert "Decide another level" not in text(page)
