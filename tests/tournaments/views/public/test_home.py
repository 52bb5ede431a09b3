import re
from datetime import date, timedelta

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from ratings.decisions.domain.decisions import DecisionDraft, make_decision
from ratings.editions.domain.policy_proposals import propose_policy
from ratings.engine.domain.computation import compute_pool
from ratings.enums import DecisionKind
from ratings.ledger.domain.reports import hold_report, return_report
from ratings.lists.domain.publishing import approve_list, publish_list
from ratings.lists.queries.listing import proposal_seen
from ratings.merges.domain.merges import MergeDraft, propose_merge
from ratings.models import ClubReturn, Period
from tests.factories import (
    NOON,
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    acting,
    chess_pool,
    computed,
    line,
    member,
    officer,
    second_pool,
)
from tests.ratings.editions.domain.test_edition_proposals import proposed
from tests.ratings.rating_lists import accepted, open_next_period, published
from tests.tournaments.pages import html_of
from tests.tournaments.tournaments_made import (
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning.cancelling import cancel_tournament

pytestmark = pytest.mark.django_db


def start(client) -> str:
    return html_of(client.get(reverse("tournaments:start")))


def desk(client) -> str:
    return html_of(client.get(reverse("tournaments:desk")))


def test_empty_start_page_says_what_will_be_here(client):
    shown = start(client)

    assert "No tournament is under way today" in shown
    assert "No list is approved yet." in shown


def test_running_and_finished_tournaments_are_on_the_start_page(client, today):
    under_way = tournament(
        name="Under way", start_date=today, end_date=today + timedelta(days=7)
    )
    started(section(under_way), size=2)
    over = tournament(name="Long over")
    submitted(played(started(section(over), size=2)))
    tournament(name="Secret plans")

    shown = start(client)

    assert shown.index("Under way") < shown.index("Long over")
    assert "Secret plans" not in shown


def test_running_tournaments_have_begun_and_finished_ones_are_newest_first(
    client, today
):
    day = timedelta(days=1)
    for name, first in (("Tomorrow's", today + day), ("Today's", today)):
        plan = tournament(name=name, start_date=first, end_date=today + 7 * day)
        started(section(plan), size=2)
    plan = tournament(name="Cancelled", start_date=today, end_date=today + day)
    started(section(plan), size=2)
    cancel_tournament(plan.pk, acting=acting())
    for name, last in (("Longer", 25), ("Shorter", 18)):
        of = tournament(name=name, end_date=date(2026, 5, last))
        submitted(played(started(section(of), size=2)))

    shown = client.get(reverse("tournaments:start")).context

    assert [each.name for each, _where in shown["under_way"]] == ["Today's"]
    assert [each.name for each, _where in shown["finished"]] == ["Longer", "Shorter"]


def list_of(pool, day):
    """Publish and return the list of the pool's period with this day, with one game."""
    accepted(line(member(), member(), 1, day), pool_id=pool.pk)
    of_day = pool.periods.get(start_date__lte=day, end_date__gte=day)
    open_next_period(of_day)
    compute_pool(pool.pk, at=NOON, cause="test")
    approval = approve_list(
        of_day.pk,
        seen=proposal_seen(of_day),
        comment="",
        today=date(2027, 1, 1),
        acting=acting(officer()),
    )
    return publish_list(approval.pk, at=NOON)


def test_list_of_the_first_pool_is_shown_and_those_of_other_pools_are_linked(client):
    main, other = chess_pool(), second_pool()
    list_of(main, date(2026, 2, 1))
    newest = list_of(main, date(2026, 6, 1))
    list_of(other, date(2026, 10, 1))

    page = client.get(reverse("tournaments:start"))

    assert page.context["newest"] == newest
    assert f'href="{reverse("ratings:current_list")}?pool={main.code}"' in html_of(page)
    assert [each.pool for each in page.context["others"]] == [other]
    assert f'href="{reverse("ratings:current_list")}?pool=other"' in html_of(page)


def test_query_count_of_the_start_page_does_not_depend_on_the_number_of_tournaments(
    client, django_assert_max_num_queries
):
    for _ in range(3):
        submitted(played(started(section(), size=2)))

    with django_assert_max_num_queries(8):
        start(client)


def test_secretary_sees_tasks_in_order_of_urgency(client, secretary, club):
    prepared = tournament(club, name="Prepared")
    returned = played(started(section(tournament(club, name="Returned")), size=2))
    acting = ActionContext(officer().pk, NOON)
    return_report(submitted(returned).pk, "Wrong day", acting=acting)
    unsent = played(started(section(tournament(club, name="Unsent")), size=2))
    sent = played(started(section(tournament(club, name="Sent already")), size=2))
    submitted(sent)
    tournament(ClubFactory(), name="Theirs")

    shown = desk(client)

    names = [t.name for t in (returned.tournament, unsent.tournament, prepared)]
    assert sorted(names, key=shown.index) == names
    assert "Wrong day" in shown
    assert "Overdue" in shown
    assert "Sent already" not in shown
    assert "Theirs" not in shown


@pytest.mark.parametrize("ended", [0, 40])
def test_enter_results_link_opens_the_first_section_with_missing_results(
    client, secretary, club, today, ended
):
    first_day = today - timedelta(days=ended + 10)
    days = {"start_date": first_day, "end_date": today - timedelta(days=ended)}
    event = tournament(club, **days)
    played(started(section(event, name="Group A"), size=2))
    lacking = started(section(event, name="Group B"), size=2)
    started(section(event, name="Group C"), size=2)

    shown = client.get(reverse("tournaments:desk")).content.decode()

    entry = reverse("tournaments:results", args=[lacking.pk])
    links = re.findall(r'<a\s+href="([^"]+)">([^<]*)</a>', shown)
    found = [address for address, words in links if "result" in words.lower()]
    assert found == [entry]


def test_query_count_of_the_desk_does_not_depend_on_the_number_of_tournaments(
    client, secretary, club, django_assert_max_num_queries
):
    for _ in range(3):
        played(started(section(tournament(club)), size=2))

    with django_assert_max_num_queries(17):
        desk(client)


def test_district_sees_overdue_tournaments_of_its_clubs(client, club):
    started(section(tournament(club, name="Overdue here")), size=2)
    tournament(club, name="Only prepared")
    started(section(tournament(ClubFactory(), name="Overdue elsewhere")), size=2)
    role = RoleFactory(kind=RoleKind.DISTRICT_OFFICER, district=club.district)
    client.force_login(role.user)

    shown = desk(client)

    assert "Overdue here" in shown
    assert "Only prepared" not in shown
    assert "Overdue elsewhere" not in shown


def test_officer_sees_the_inbox_and_the_lists(client):
    waits = played(started(section(), size=2))
    submitted(waits)
    group_held = played(started(section(), size=2))
    hold_report(
        submitted(group_held).pk, "Who?", acting=ActionContext(officer().pk, NOON)
    )
    computed()
    client.force_login(officer())

    shown = desk(client)

    assert "1 report is waiting in the inbox" in shown
    assert "1 report is held" in shown
    assert "waiting for reports" in shown
    assert f'{reverse("ratings:inbox")}?tray=held"' in desk(client)


def test_each_waiting_list_has_its_own_page_and_says_if_it_is_a_revision(client):
    """The first of two periods has a published list, changed by a correction."""
    white, black = member(), member()
    accepted(line(white, black, 2, date(2024, 2, 1), key=1), source_number=7)
    accepted(line(white, black, 2, date(2024, 6, 1)), source_number=8)
    computed()
    published(date(2024, 2, 1))
    accepted(line(white, black, 0, date(2024, 2, 1), key=1), source_number=7)
    computed()
    client.force_login(officer())

    shown = desk(client)

    first, second = Period.objects.filter(
        start_date__in=[date(2024, 1, 1), date(2024, 5, 1)]
    ).order_by("start_date")
    for period, words in ((first, "the revised list"), (second, "the list")):
        href = reverse("ratings:proposal", args=[period.pk])
        assert re.search(rf'href="{href}">[^<]*: {words} of the period', shown)


def test_committee_sees_how_many_movements_wait(client, committee):
    assert "0 class movements are proposed" in desk(client)


def test_user_without_a_role_gets_a_message(client, plain_user):
    assert "You have no role in the office." in desk(client)


def test_list_of_imported_history_does_not_wait_for_approval(client):
    accepted(line(member(), member(), 2, date(2020, 2, 1)))
    computed()
    client.force_login(officer())
    assert "can be approved" in desk(client)
    Period.objects.update(reconstructed=True)
    assert "can be approved" not in desk(client)


def test_proposal_of_an_officer_waits_for_another_officer(client):
    maker, other = officer(), officer()
    acting = ActionContext(maker.pk, NOON)
    propose_merge(
        MergeDraft(PlayerFactory().pk, PlayerFactory().pk, "one and the same"),
        acting=acting,
    )
    draft = DecisionDraft(
        chess_pool().pk,
        DecisionKind.START,
        member().pk,
        date(2025, 1, 1),
        1700,
        "known",
    )
    make_decision(draft, acting=acting)
    waits = (
        "1 pair of cards has been proposed as one player",
        "1 decision is waiting for an officer other than its maker",
    )

    client.force_login(maker)
    assert [each in desk(client) for each in waits] == [False, False]
    client.force_login(other)
    assert [each in desk(client) for each in waits] == [True, True]


def test_proposal_for_a_pool_waits_for_another_administrator(client):
    maker, other = (RoleFactory(kind=RoleKind.ADMINISTRATOR).user for _ in range(2))
    proposed(by=maker, from_date=date(2030, 1, 1))
    acting = ActionContext(maker.pk, NOON)
    propose_policy(chess_pool().pk, carries=True, reason="the statutes", acting=acting)
    waits = (
        "a change from 1 January 2030 is proposed",
        "another way of handling corrections is proposed",
    )

    client.force_login(maker)
    assert [each in desk(client) for each in waits] == [False, False]
    client.force_login(other)
    assert [each in desk(client) for each in waits] == [True, True]
    client.force_login(officer())
    assert [each in desk(client) for each in waits] == [False, False]


def test_officer_sees_how_many_returns_are_late(client):
    ClubReturn.objects.create(
        pool=chess_pool(),
        club=ClubFactory(),
        season=2024,
        due_date=date(2025, 6, 15),
        chase_until=date(2025, 8, 31),
    )
    client.force_login(officer())
    assert "1 annual return is late" in desk(client)


def test_eight_tournaments_of_each_kind_are_on_the_start_page(client, today):
    for number in range(9):
        of = tournament(name=f"Open {number}", start_date=today, end_date=today)
        started(section(of), size=2)
        of = tournament(name=f"Over {number}")
        submitted(played(started(section(of), size=2)))

    shown = client.get(reverse("tournaments:start")).context

    open_ones = [each.name for each, _where in shown["under_way"]]
    over = [each.name for each, _where in shown["finished"]]
    assert open_ones == [f"Open {number}" for number in range(8, 0, -1)]
    assert over == [f"Over {number}" for number in range(8, 0, -1)]
