"""What the lists of a pool wait for, as shown on the page of all periods, the page of
several lists and the desk.
"""

from datetime import date, timedelta

import pytest

from federation.domain.authorship import ActionContext
from ratings.corrections.domain.lifting import lift_correction
from ratings.enums import ClaimScope, DecisionKind
from ratings.lists.domain.chains import ChainNotPossible
from ratings.lists.domain.revisions import cancel_unchanged_revisions
from ratings.lists.queries.proposals import (
    PeriodStage,
    period_status,
    pools_with_chains,
)
from ratings.models import Approval, Period
from tests.factories import (
    acting,
    chess_pool,
    computed,
    line,
    member,
    officer,
    rated_by,
)
from tests.ratings.correction_requests import LATER, Match, allowed, filed
from tests.ratings.lists import chain as chains
from tests.ratings.lists.chain import STARTS, SUMMER
from tests.ratings.lists.views.test_proposal_chains import filled, requested, shown
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, accepted, decided, period, published
from tests.ratings.renju_pool import cup, cup_players
from tests.worlds import shared
from tournaments.queries.desk import officer_desk

URL = "/approval/pools/chess-long/"
AFTER = date(2026, 10, 1)

pytestmark = pytest.mark.django_db


@shared
def chain():
    made = chains.Chain()
    Period.objects.filter(start_date=date(2026, 1, 1)).update(reconstructed=True)
    return made


@shared
def cup_of_spring():
    """Hikaru's 3 dan waits for the board; a list of the next period waits too."""
    rated_by("renju")
    players = cup_players()
    report = cup(players)
    accepted(line(players[0], players[1], 2, date(2026, 6, 1)), source_number=78)
    computed()
    return report


def after(response):
    return [each.stage for each in response.context["after"]]


def test_list_waiting_for_the_board_says_so_on_every_page(as_officer, cup_of_spring):
    spring = period_status(period(SPRING).pk, AFTER)
    assert (spring.stage, spring.for_board) == (PeriodStage.BOARD, 1)

    assert pools_with_chains(AFTER) == []
    desk = officer_desk(AFTER)
    assert [each.start_date.month for each in desk.approvable] == [3, 4, 5, 6]
    assert desk.for_board == (spring.period,)
    page_text = text(as_officer.get("/approval/?show=all"))
    assert "the board’s decision about 1 level" in page_text


def test_page_of_several_lists_names_what_the_first_waits_for(
    as_officer, cup_of_spring
):
    response = as_officer.get(URL)

    assert shown(response) == []
    assert after(response)[:1] == [PeriodStage.BOARD]
    page_text = text(response)
    assert "the board’s decision about 1 level" in page_text
    assert "your approval" not in page_text


def test_page_waits_for_lists_still_being_compared(as_officer, chain):
    """Which of them moved is known only when all have been compared."""
    accepted(line(chain.white, member(), 2, SUMMER), source_number=11)
    computed()
    moved = Period.objects.filter(start_date=STARTS[0])
    moved.update(moved=chess_pool().posted)

    page = as_officer.get(URL)
    response = as_officer.post(URL, filled(page, up_to=1))

    assert page.context["computing"] is True
    assert page.content.decode().count("disabled") == len(shown(page))
    assert (response.status_code, requested()) == (409, [])
    cancel_unchanged_revisions(chess_pool().pk)
    assert as_officer.get(URL).context["computing"] is False


def test_approval_is_refused_while_a_list_is_compared(chain):
    chain.corrected()
    seen = chain.seen()
    Period.objects.filter(start_date=STARTS[0]).update(compared=0)

    with pytest.raises(ChainNotPossible) as refused:
        chain.approved(acting(), seen[1:])

    assert refused.value.code == "busy"
    assert not Approval.objects.filter(state="requested").exists()


def test_all_causes_are_counted_and_the_latest_named(as_officer, chain):
    for number in range(7):
        accepted(
            line(member(), member(), 2, STARTS[0] + timedelta(days=number)),
            source_number=20 + number,
            name=f"Open {number}",
        )
    computed()

    first = as_officer.get(URL).context["chain"][0]

    assert (first.causes.total, len(first.causes.latest)) == (7, 5)
    assert [each.posting.report.name for each in first.causes.latest] == [
        f"Open {number}" for number in range(6, 1, -1)
    ]


def test_cause_names_the_corrected_game(as_officer):
    match = Match().accepted()
    published(SPRING)
    allowed(match, filed(match), scope=ClaimScope.RATING)
    computed()

    page_text = text(as_officer.get(URL))

    assert "Adam Ek – Bertil Öberg, the result is" in page_text


def test_lifted_correction_is_named_as_the_cause(as_officer):
    match = Match().accepted()
    claim = allowed(match, filed(match), scope=ClaimScope.RATING)
    computed()
    published(SPRING)
    lift_correction(claim.pk, "No.", acting=ActionContext(officer().pk, LATER))
    computed()

    response = as_officer.get(URL)

    [cause] = response.context["chain"][0].causes.latest
    assert cause.lifted.claim == claim
    assert f"Correction lifted: request no. {claim.pk}" in text(response)


def test_decisions_of_each_period_are_shown_with_its_list(as_officer, chain):
    decided(
        chain.white,
        10,
        kind=DecisionKind.ADJUSTMENT,
        on=STARTS[1],
        reason="Was away.",
    )
    computed()

    response = as_officer.get(URL)

    links = {link.period.start_date: link for link in response.context["chain"]}
    assert [len(link.decisions) for link in links.values()] == [
        1 if start == STARTS[1] else 0 for start in links
    ]
    assert "Was away." in text(response)


def test_overlong_comment_is_refused_and_kept_without_asking_for_ticks(
    as_officer, chain
):
    chain.corrected()
    page = as_officer.get(URL)

    response = as_officer.post(URL, filled(page, comment="x" * 2001))

    assert (response.status_code, requested()) == (422, [])
    page_text = text(response)
    assert "has to be ticked" not in page_text
    assert "Something that you typed is wrong" in page_text
    assert "x" * 2001 in response.content.decode()
