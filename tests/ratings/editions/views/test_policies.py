"""The correction policy in the browser: proposed by one administrator, approved
by another.
"""

import pytest

from federation.enums import RoleKind
from ratings.models import PolicyProposal
from tests.factories import RoleFactory, chess_pool
from tests.ratings.page_text import text

pytestmark = pytest.mark.django_db
CORRECTIONS = "/pools/chess-long/corrections/"


@pytest.fixture
def mine(signed_in):
    return signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)


@pytest.fixture
def theirs(signed_in):
    return signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)


def proposed(browser, reason="the statutes"):
    answer = browser.post(CORRECTIONS, {"reason": reason})
    assert answer.status_code == 302
    return f"/corrections/{PolicyProposal.objects.waiting().get().pk}/"


def test_two_administrators_switch_to_carrying_and_back(mine, theirs):
    page = proposed(mine)
    assert chess_pool().carries_from is None
    answer = theirs.post(page, {"act": "approve"})
    assert (answer.status_code, answer.url) == (302, "/pools/chess-long/")
    assert chess_pool().carries_from == chess_pool().posted
    shown = mine.get("/pools/chess-long/").content.decode()
    assert "are carried forward" in shown

    mine.post(proposed(theirs, "changed our mind"), {"act": "approve"})
    assert chess_pool().carries_from is None


def test_maker_is_not_offered_to_approve_the_proposal(mine, theirs):
    page = proposed(mine)
    assert [browser.get(page).context["may_approve"] for browser in (mine, theirs)] == [
        False,
        True,
    ]
    answer = mine.post(page, {"act": "approve"})
    assert answer.status_code == 409
    assert "somebody else has to approve it" in answer.content.decode()


def test_waiting_proposal_replaces_the_form(mine, theirs):
    page = proposed(mine)
    assert theirs.get(CORRECTIONS).url == page
    answer = theirs.post(CORRECTIONS, {"reason": "me too"})
    assert answer.context["form"].errors == {
        "__all__": [
            "Somebody has proposed this in the meantime. Approve or reject "
            "that proposal first."
        ]
    }
    assert answer.context["form"]["reason"].value() == "me too"


def test_rejecting_requires_a_reason_and_withdrawing_does_not(mine, theirs):
    page = proposed(mine)
    assert theirs.post(page, {"act": "reject", "answer": ""}).status_code == 422
    assert theirs.post(page, {"act": "reject", "answer": "No"}).status_code == 302
    assert mine.post(proposed(mine), {"act": "reject"}).status_code == 302
    shown = mine.get("/pools/chess-long/").content.decode()
    assert ("Rejected" in shown, "Taken back" in shown) == (True, True)


def test_act_on_an_outdated_page_is_reported(mine, theirs):
    page = proposed(mine)
    theirs.post(page, {"act": "approve"})
    answer = theirs.post(page, {"act": "approve"})
    assert answer.status_code == 409
    assert "This has changed since you opened the page" in answer.content.decode()
    assert mine.post(page, {"act": "burn"}).status_code == 422


def test_proposal_requires_a_reason(mine):
    page = mine.post(CORRECTIONS, {"reason": " "})
    assert page.context["form"].errors == {"reason": ["Say why."]}
    assert not PolicyProposal.objects.exists()


def test_list_of_pools_marks_a_waiting_proposal(mine):
    proposed(mine)
    (row,) = mine.get("/pools/").context["rows"]
    assert row[0].waiting == 1


def test_users_without_permission_are_refused(mine, strangers):
    page = proposed(mine)
    assert [browser.post(page, {"act": "approve"}).status_code for browser in strangers] == [403, 403]  # fmt: skip


def test_rejection_is_shown_with_its_author(mine, theirs):
    theirs.post(proposed(mine), {"act": "reject", "answer": "Not now"})
    assert f"{theirs.user}: Not now" in text(mine.get("/pools/chess-long/"))
