"""The page on which an officer approves several lists of a pool in one act."""

from datetime import date

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from ratings.enums import ClaimScope
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.ledger.domain.reports import hold_report
from ratings.lists.domain.publishing import publish_list
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Approval, Period, Pool
from tests.factories import (
    NOON,
    RoleFactory,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
)
from tests.ratings.correction_requests import Match, allowed, filed
from tests.ratings.lists import chain as chains
from tests.ratings.lists.chain import STARTS, SUMMER
from tests.ratings.page_text import text
from tests.ratings.rating_lists import (
    SPRING,
    accepted,
    open_next_period,
    period,
    published,
)
from tests.worlds import shared

URL = "/approval/pools/chess-long/"
NEW_YEAR = date(2026, 1, 1)

pytestmark = pytest.mark.django_db


@shared
def chain():
    """Three periods with lists to approve; the next has no game and needs no list."""
    made = chains.Chain()
    Period.objects.filter(start_date=NEW_YEAR).update(reconstructed=True)
    return made


def requested():
    found = Approval.objects.filter(state="requested").order_by("pk")
    return [each.period.start_date for each in found.select_related("period")]


def shown(response):
    """Return first day, number of causes, and number of gains and losses of each list
    shown.
    """
    return [
        (
            link.status.period.start_date,
            link.causes.total,
            link.difference.up,
            link.difference.down,
        )
        for link in response.context["chain"]
    ]


def filled(response, up_to=2, **facts):
    """Return the form data that the browser submits for the page."""
    links = response.context["chain"]
    seen = {f"seen_{link.period.pk}": str(link.seen) for link in links}
    return {**seen, "up_to": str(links[up_to].period.pk), "comment": "", **facts}


def test_correction_and_all_lists_it_moved_are_shown_on_one_page(as_officer, chain):
    chain.corrected()

    response = as_officer.get(URL)

    assert shown(response) == [(start, 1, 1, 1) for start in STARTS]
    first, second, _third = response.context["chain"]
    assert (first.causes.latest[0].is_here, second.causes.latest[0].is_here) == (
        True,
        False,
    )
    assert [each.name.split()[-1] for each in first.movers] == ["Lind", "Ek"]
    page_text = text(response)
    assert "Spring Open" in page_text
    assert "Approve all 3 lists" in page_text


def test_all_lists_are_approved_as_seen(as_officer, chain):
    chain.corrected()
    page = as_officer.get(URL)

    response = as_officer.post(URL, filled(page, comment=" A result was wrong. "))

    assert (response.status_code, response.url) == (302, "/approval/")
    assert requested() == list(STARTS)
    links = page.context["chain"]
    assert [
        (each.moved, each.digest, each.comment, each.by)
        for each in Approval.objects.filter(state="requested").order_by("pk")
    ] == [
        (link.seen.moved, link.seen.digest, "A result was wrong.", as_officer.user)
        for link in links
    ]


def test_lists_up_to_a_chosen_one_are_approved(as_officer, chain):
    chain.corrected()

    as_officer.post(URL, filled(as_officer.get(URL), up_to=1))

    assert requested() == list(STARTS[:2])
    assert [each[0] for each in shown(as_officer.get(URL))] == [STARTS[2]]


def test_list_moved_in_the_meantime_is_shown_and_none_is_approved(as_officer, chain):
    chain.corrected()
    page = as_officer.get(URL)
    accepted(line(chain.white, member(), 2, SUMMER), source_number=11, name="Late Open")
    computed()

    response = as_officer.post(URL, filled(page, comment="Mine"))

    assert response.status_code == 409
    page_text = text(response)
    assert "The list of 1 September 2025" in page_text
    assert "The proposal has changed since you looked at it" in page_text
    assert "Late Open" in page_text
    assert "Mine" in response.content.decode()
    assert requested() == []
    as_officer.post(URL, filled(response))
    assert requested() == list(STARTS)


def test_another_waiting_list_must_be_seen_first(as_officer, chain):
    """A list before the seen ones has moved, and these with it or not."""
    accepted(line(chain.white, member(), 2, SUMMER), source_number=11)
    computed()
    page = as_officer.get(URL)
    assert [each[0] for each in shown(page)] == list(STARTS[1:])
    chain.corrected()

    response = as_officer.post(URL, filled(page, up_to=1))

    assert (response.status_code, requested()) == (409, [])
    assert [each[0] for each in shown(response)] == list(STARTS)


def test_left_out_games_must_be_ticked_for_each_approved_list(as_officer, chain):
    held_report = posted(line(member(), member(), 2, SUMMER), source_number=11)
    hold_report(held_report.pk, "Who?", acting=ActionContext(UserFactory().pk, NOON))
    chain.corrected()
    page = as_officer.get(URL)
    links = page.context["chain"]
    assert [len(link.left_out) for link in links] == [0, 1, 0]
    tick = f"left_out_{links[1].period.pk}"

    response = as_officer.post(URL, filled(page))
    assert (response.status_code, requested()) == (422, [])
    assert "Tick the box to publish without these games" in text(response)
    as_officer.post(URL, filled(page, up_to=0))
    assert requested() == [STARTS[0]]
    as_officer.post(URL, filled(as_officer.get(URL), up_to=1, **{tick: "on"}))
    assert requested() == list(STARTS)
    approvals = Approval.objects.filter(state="requested").order_by("pk")
    assert [len(each.left_out) for each in approvals] == [0, 1, 0]


def test_unusual_lines_must_be_ticked_for_each_approved_list(as_officer, chain):
    """Ten wins at 16 between newcomers of 1300 are 160."""
    tall = member()
    wins = [line(tall, member(), 2, SUMMER, round=n) for n in range(10)]
    accepted(*wins, source_number=11)
    chain.corrected()
    page = as_officer.get(URL)
    links = page.context["chain"]
    assert [link.difference.parts["odd"].total for link in links] == [0, 1, 0]
    tick = f"looked_at_{links[1].period.pk}"

    response = as_officer.post(URL, filled(page, comment="Mine"))

    assert (response.status_code, requested()) == (422, [])
    assert "Look at the lines under “To look at first”, then tick the box." in text(
        response
    )
    assert "Mine" in text(response)
    as_officer.post(URL, filled(page, **{tick: "on"}))
    assert requested() == list(STARTS)


def test_list_with_waiting_reports_ends_the_chain_and_is_named(as_officer, chain):
    chain.corrected()
    posted(line(member(), member(), 2, SUMMER), source_number=11)
    computed()

    response = as_officer.get(URL)

    assert [each[0] for each in shown(response)] == [STARTS[0]]
    assert [each.period.start_date for each in response.context["after"]] == list(
        STARTS[1:]
    )
    page = filled(response, up_to=0)
    as_officer.post(URL, page)
    assert requested() == [STARTS[0]]


def test_user_who_stopped_results_sees_which_list_needs_another_officer(
    as_officer, chain
):
    acting = ActionContext(as_officer.user.pk, NOON)
    hold_report(chain.report.pk, "Who?", acting=acting)
    computed()
    links = as_officer.get(URL).context["chain"]
    ticks = {f"left_out_{link.period.pk}": "on" for link in links}

    response = as_officer.post(URL, filled(as_officer.get(URL), **ticks))

    assert (response.status_code, requested()) == (409, [])
    assert "You have held, returned or taken back accepted results" in text(response)


def test_a_correction_request_is_named_as_the_cause(as_officer):
    match = Match().accepted()
    published(SPRING)
    request = filed(match)
    allowed(match, request, scope=ClaimScope.RATING)
    computed()

    first = as_officer.get(URL).context["chain"][0]

    [cause] = first.causes.latest
    assert cause.correction.claim == request


def test_page_says_so_if_nothing_waits(as_officer, chain):
    response = as_officer.get(URL)

    assert shown(response) == []
    assert "No list of this pool is waiting" in text(response)


def test_list_of_periods_links_to_the_page_if_two_or_more_wait(as_officer, chain):
    accepted(line(chain.white, member(), 2, STARTS[2]), source_number=11)
    computed()
    assert URL not in as_officer.get("/approval/").content.decode()
    chain.corrected()

    assert URL in as_officer.get("/approval/").content.decode()
    single = as_officer.get(f"/approval/{chain.periods[0].pk}/")
    assert URL in single.content.decode()


def test_first_list_is_shown_among_the_revised_ones(as_officer, chain):
    chain.corrected()
    accepted(line(chain.white, member(), 2, NEW_YEAR), source_number=12)
    open_next_period(period(NEW_YEAR))
    Period.objects.filter(start_date=NEW_YEAR).update(reconstructed=False)
    Period.objects.filter(start_date__gt=NEW_YEAR).update(reconstructed=True)
    computed()

    response = as_officer.get(URL)
    as_officer.post(URL, filled(response, up_to=3))

    assert requested() == [*STARTS, NEW_YEAR]
    for approval in Approval.objects.filter(state="requested").order_by("pk"):
        assert publish_list(approval.pk, at=NOON)


@pytest.mark.parametrize("kind", [RoleKind.ADMINISTRATOR, RoleKind.RULES_COMMITTEE])
def test_only_the_rating_officer_may_open_the_page(signed_in, chain, kind):
    chain.corrected()
    stranger = signed_in(RoleFactory(kind=kind).user)

    assert stranger.get(URL).status_code == 403
    assert stranger.post(URL, {}).status_code == 403
    assert requested() == []


def test_unknown_pool_gives_404(as_officer):
    assert as_officer.get("/approval/pools/chess/").status_code == 404
    assert Pool.objects.get() == chess_pool()


def test_edition_of_later_periods_moves_no_published_list(as_officer, chain):
    chain.corrected()
    adopt_draft(
        EditionDraft(
            pool_id=chess_pool().pk,
            from_date=date(2027, 1, 1),
            system="ssf_2008",
            parameters={"halving_from": 2000},
        ),
        acting=ActionContext(None, NOON),
    )
    computed()
    assert [row[1] for row in shown(as_officer.get(URL))] == [1, 1, 1]


def test_merge_moves_only_lists_since_the_merged_cards_first_game(as_officer, chain):
    chain.corrected()
    idle, active = member(last_name="Idle"), member(last_name="Active")
    accepted(line(active, member(), 1, SUMMER), source_number=11)
    for merged_card, remaining_card in ((idle, chain.white), (active, chain.black)):
        merge = propose_merge(
            MergeDraft(merged_card.pk, remaining_card.pk, "one person"),
            acting=ActionContext(UserFactory().pk, NOON),
        )
        confirm_merge(merge.pk, acting=ActionContext(UserFactory().pk, NOON))
    computed()

    named = [
        [
            each.posting.merge.gone.last_name
            for each in link.causes.latest
            if each.posting.merge
        ]
        for link in as_officer.get(URL).context["chain"]
    ]
    assert named == [[], ["Active"], ["Active"]]


# --- one of them on its own page ---------------------------------------------------
def alone(client, link, **facts):
    page = reverse("ratings:proposal", args=[link.period.pk])
    return client.post(page, {"seen": str(link.seen), "comment": "Summer.", **facts})


def test_list_following_waiting_ones_needs_a_tick_to_be_published_alone(
    as_officer, chain
):
    chain.corrected()
    links = as_officer.get(URL).context["chain"]

    shown = text(as_officer.get(reverse("ratings:proposal", args=[links[2].period.pk])))
    refused = alone(as_officer, links[2])

    assert "2 earlier lists of the pool are waiting" in shown
    assert "Approve them together, in the order of the periods" in shown
    assert refused.status_code == 422
    assert "Approve the earlier lists together with this one" in text(refused)
    assert requested() == []

    assert alone(as_officer, links[2], earlier_seen="on").status_code == 302
    assert requested() == [STARTS[2]]


def test_first_waiting_list_is_published_alone_without_a_tick(as_officer, chain):
    chain.corrected()
    first = as_officer.get(URL).context["chain"][0]

    shown = as_officer.get(reverse("ratings:proposal", args=[first.period.pk]))
    assert "earlier_seen" not in shown.context["form"].fields
    assert alone(as_officer, first).status_code == 302
    assert requested() == [STARTS[0]]
