"""The return that a club owes after the season (LASK 7): viewed, corrected, sent with
one click and received; the club that sends none is reminded.
"""

import pytest

from federation.domain.authorship import ActionContext
from federation.models import OutboxMail
from ratings.models import ClubReturn
from ratings.returns.domain.letters import chase_returns
from tests.factories import NOON, officer, posted, secretary_of
from tests.journeys.visitors import Visitor, with_second_factor
from tests.ratings.lask_pool import SPRING, long
from tests.ratings.rating_lists import rated, up_to_date
from tests.ratings.returns.domain.test_returning import LATE, clubs, return_of

__all__ = ["clubs"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
CUP = "Vårcupen"


def test_club_corrects_and_sends_its_return_and_another_club_is_reminded(clubs, visit):
    ours, theirs = clubs
    sent_twice = long(rated(1900), rated(1900), 1, SPRING)
    posted(sent_twice, organiser_id=ours.pk, source_kind="league", name=CUP)
    up_to_date()
    secretary, office = visit(script=False), visit()
    secretary.come_as(secretary_of(ours))
    late_one = secretary_of(theirs)
    assert chase_returns(today=LATE, acting=ActionContext(None, NOON)) == 2

    opens_the_return(secretary, ours)
    takes_back_what_is_wrong(secretary)
    opens_the_return(secretary, ours)
    sends(secretary)
    assert return_of(ours).state == "sent"

    office.come_as(with_second_factor(officer()))
    receives(office, ours)
    assert return_of(ours).state == "received"
    sees_who_is_late(office, theirs)
    letter = OutboxMail.objects.get(to=late_one.email)
    assert theirs.name in letter.subject

    secretary.open("ratings:club", ours.pk)
    secretary.press(secretary.find("main a[href='/returns/']"))
    assert secretary.find("#list tbody tr").count() == 1


def opens_the_return(secretary: Visitor, club) -> None:
    secretary.open("tournaments:desk")
    secretary.press(secretary.find("main a[href^='/returns/']", has_text=club.name))


def takes_back_what_is_wrong(secretary: Visitor) -> None:
    """Withdraw the report that the page names and links to."""
    link = secretary.find(".notice-warn a", has_text=CUP)
    secretary.press(link)
    secretary.press(secretary.find("form[action$='/recall/'] button"))


def sends(secretary: Visitor) -> None:
    """Send the return as soon as the numbers are computed."""
    secretary.wait_for("form[action$='/send/']")
    assert secretary.find(".notice-warn").count() == 0
    secretary.press(secretary.find("form[action$='/send/'] button"))
    assert secretary.find(".notice-good").count() == 1
    assert secretary.find("form[action$='/send/']").count() == 0


def receives(office: Visitor, club) -> None:
    office.open("tournaments:desk")
    office.press(office.find("main a[href='/returns/?state=sent']"))
    office.press(office.find("#list a", has_text=club.name))
    office.press(office.find("button[value=receive]"))


def sees_who_is_late(office: Visitor, club) -> None:
    office.open("tournaments:desk")
    office.press(office.find("main a[href='/returns/']"))
    row = office.find("#list tbody tr", has_text=club.name)
    assert row.locator("td").nth(-2).inner_text() == "1"
    assert ClubReturn.objects.get(club=club).chased_times == 1
