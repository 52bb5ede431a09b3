"""Approving lists: the periods, and one period's proposal. Expected ratings come
from SSF rating, points 3 (equal within 10: ±16) and 9 (1300 to start from).
"""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse

from federation.domain.authorship import ActionContext
from federation.enums import RoleKind
from federation.models import Player
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.enums import DecisionKind
from ratings.ledger.domain.reports import accept_report, hold_report, withdraw_report
from ratings.lists.domain.publishing import approve_list, publish_list
from ratings.lists.queries.listing import ListProposalSeen, proposal_seen
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Approval, Period, RatingList
from tests.factories import (
    NOON,
    ClassMembershipFactory,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    computed,
    line,
    member,
    posted,
    second_pool,
    secretary_of,
)
from tests.ratings.page_text import rows, text
from tests.ratings.rating_lists import open_next_period
from tests.worlds import shared

URL = "/approval/"
DAY = date(2024, 2, 1)
TODAY = date(2026, 6, 15)
BUILT = datetime(2026, 6, 15, 13, tzinfo=UTC)
OFFICE = ActionContext(None, NOON)

pytestmark = pytest.mark.django_db


@shared
def game():
    """Post and compute one accepted game in January to April 2024."""
    report = accepted(line(member(last_name="Ek"), member(last_name="Lind"), 2, DAY))
    open_next_period(period())
    computed()
    return report.lines.get()


@pytest.fixture
def other_pool():
    return second_pool()


def accepted(*lines, **facts):
    report = posted(*lines, **{"source_number": 7, **facts})
    accept_report(report.pk, acting=OFFICE)
    return report


def corrected(game, score=0):
    return accepted(line(game.white, game.black, score, DAY, key=game.key))


def period(start=date(2024, 1, 1)):
    return Period.objects.get(start_date=start)


def page(of=None):
    return reverse("ratings:proposal", args=[(of or period()).pk])


def approved_and_published(of=None):
    of = of or period()
    approval = approve_list(
        of.pk,
        seen=proposal_seen(of),
        comment="",
        today=TODAY,
        acting=ActionContext(UserFactory().pk, NOON),
    )
    return publish_list(approval.pk, at=BUILT)


def lines(response, part):
    shown = {name: excerpt for name, _label, excerpt in response.context["shown"]}
    return [
        (each.name.split()[-1], each.rating_before, each.moved, each.rating)
        for each in shown[part].lines
    ]


def oddities(response):
    shown = {name: excerpt for name, _label, excerpt in response.context["shown"]}
    return {each.name.split()[-1]: each.oddities for each in shown["odd"].lines}


SUMMER_READY = (date(2024, 5, 1), "ready", 0, False)


def periods_shown(response):
    return [row.record for row in response.context["table"].rows]


def stages(response):
    return {
        (row.period.start_date, row.stage.value, row.waiting, row.revises)
        for row in periods_shown(response)
    }


# --- the periods -----------------------------------------------------------------
def test_periods_show_what_they_wait_for(as_officer, game):
    today = date.today()  # noqa: DTZ011 - the page's own day
    posted(line(member(), member(), 2, today))
    posted(line(member(), member(), 2, date(2024, 6, 1)))
    computed()
    approved_and_published()

    response = as_officer.get(URL)

    rows = {row.period.start_date: row for row in periods_shown(response)}
    assert (rows[date(2024, 5, 1)].stage.value, rows[date(2024, 5, 1)].waiting) == (
        "waits",
        1,
    )
    assert rows[date(2024, 9, 1)].stage.value == "ready"
    running = periods_shown(response)[-1]
    assert (running.stage.value, running.waiting, running.players) == ("open", 1, 2)
    assert date(2024, 1, 1) not in rows

    every = as_officer.get(URL, {"show": "all", "page": "1"})
    assert every.context["page"].paginator.count == Period.objects.count()


def test_a_correction_after_approval_makes_a_revised_list_wait(as_officer, game):
    approved_and_published()
    assert stages(as_officer.get(URL)) == {SUMMER_READY}
    corrected(game)
    computed()

    assert stages(as_officer.get(URL)) == {
        (date(2024, 1, 1), "ready", 0, True),
        SUMMER_READY,
    }


def test_one_revised_list_waits_for_all_corrections_since_the_last(as_officer, game):
    approved_and_published()
    for score in (0, 1):
        corrected(game, score)
        computed()
    approved_and_published()

    assert stages(as_officer.get(URL)) == {SUMMER_READY}
    assert RatingList.objects.count() == 2


def test_imported_period_does_not_wait(as_officer, game):
    Period.objects.update(reconstructed=True)

    assert stages(as_officer.get(URL)) == set()
    assert stages(as_officer.get(URL, {"show": "all"})) == {
        (date(2024, 1, 1), "reconstructed", 0, False),
        (date(2024, 5, 1), "reconstructed", 0, False),
    }
    assert "<textarea" not in as_officer.get(page()).content.decode()


def test_pages_without_periods_say_what_will_be_listed(as_officer):
    assert "Nothing is waiting" in as_officer.get(URL).content.decode()
    every = as_officer.get(URL, {"show": "all"}).content.decode()
    assert "The first results that are sent open the first period." in every


# --- the difference -----------------------------------------------------------------
def test_all_players_of_the_first_list_are_new(as_officer, game):
    response = as_officer.get(page())

    difference = response.context["difference"]
    assert (difference.listed, difference.listed_before, difference.players) == (
        2,
        0,
        2,
    )
    assert lines(response, "new") == [
        ("Ek", None, None, 1316),
        ("Lind", None, None, 1284),
    ]
    assert response.context["against"] is None


def test_namesakes_in_a_proposal_are_distinguished_by_birth_year(as_officer, game):
    for player, year in ((game.white, 1961), (game.black, 1988)):
        Player.objects.filter(pk=player.pk).update(
            first_name="Stig", last_name="Ek", birth_year=year
        )

    shown = as_officer.get(page()).content.decode()

    assert ["Stig Ek (1961)" in shown, "Stig Ek (1988)" in shown] == [True, True]


def test_proposal_is_compared_with_the_last_approved_list(as_officer, game):
    published = approved_and_published()
    accepted(
        line(game.white, game.black, 0, date(2024, 6, 1)),
        line(member(last_name="Berg"), member(last_name="Dahl"), 1, date(2024, 6, 1)),
        source_number=8,
    )
    game.black.memberships.update(to_date=date(2024, 6, 2))
    computed()

    response = as_officer.get(page(period(date(2024, 5, 1))))

    # D = 32: the compensation is 1 (rating table, row 11–33): 17 for a win of the
    # lower, so 1316 − 17 and 1284 + 17.
    assert response.context["against"] == published
    assert lines(response, "up") == [("Lind", 1284, 17, 1301)]
    assert lines(response, "down") == [("Ek", 1316, -17, 1299)]
    # Equals are in an order that reveals nothing about them.
    assert sorted(lines(response, "new")) == [
        ("Berg", None, None, 1300),
        ("Dahl", None, None, 1300),
    ]
    assert response.context["difference"].parts["gone"].total == 0


def test_revision_is_compared_with_the_list_that_it_revises(as_officer, game):
    published = approved_and_published()
    corrected(game)
    computed()

    response = as_officer.get(page())

    assert response.context["against"] == published
    assert lines(response, "up") == [("Lind", 1284, 32, 1316)]
    assert lines(response, "down") == [("Ek", 1316, -32, 1284)]
    assert "Publish the revised list" in response.content.decode()


def test_player_no_longer_listed_is_named(as_officer, game):
    approved_and_published()
    accepted(
        line(member(last_name="Berg"), game.black, 1, date(2024, 6, 1)),
        source_number=8,
    )
    computed()
    game.white.status = "deceased"
    game.white.save()

    response = as_officer.get(page(period(date(2024, 5, 1))))

    assert [name for name, *_ in lines(response, "gone")] == ["Ek"]
    assert "deceased" in response.content.decode()


# --- oddities -------------------------------------------------------------
def test_change_above_150_is_an_oddity(as_officer):
    tall, small = member(last_name="Tall"), member(last_name="Small")
    # Ten wins at 16 between newcomers of 1300 are 160, nine are 144.
    ten = [line(tall, member(), 2, DAY, round=n) for n in range(10)]
    nine = [line(small, member(), 2, DAY, round=n) for n in range(9)]
    accepted(*ten, *nine)
    computed()

    assert oddities(as_officer.get(page())) == {"Tall": ("change",)}


@pytest.mark.parametrize(("start", "odd"), [(1800, {}), (1820, {"Ny": ("newcomer",)})])
def test_newcomer_above_1800_is_an_oddity(as_officer, start, odd):
    newcomer = member(last_name="Ny")
    decision = make_decision(
        DecisionDraft(
            chess_pool().pk, DecisionKind.START, newcomer.pk, DAY, start, "known"
        ),
        acting=ActionContext(UserFactory().pk, NOON),
    )
    confirm_decision(decision.pk, acting=OFFICE)
    other = member(last_name="Opponent")
    # D = 500 or more: the compensation is 15, so a win of the higher is worth 1
    # and one of the lower 31 (rating table, last row).
    accepted(line(newcomer, other, 0 if start == 1800 else 2, DAY))
    computed()

    assert oddities(as_officer.get(page())) == odd


@pytest.mark.parametrize(("games", "odd"), [(40, set()), (41, {"Busy"})])
def test_more_than_forty_games_are_an_oddity(as_officer, games, odd):
    busy = member(last_name="Busy")
    accepted(*(line(busy, member(), 1, DAY, round=n) for n in range(games)))
    computed()

    assert set(oddities(as_officer.get(page()))) == odd


@pytest.mark.parametrize(
    ("last_day", "odd"),
    [(date(2023, 1, 1), {}), (date(2022, 12, 31), {"Back": ("gap",)})],
)
def test_gap_of_over_a_year_before_the_period_is_an_oddity(as_officer, last_day, odd):
    """The period begins 1 January 2024."""
    back = member(last_name="Back")
    accepted(line(back, member(), 1, last_day), source_number=6)
    accepted(line(back, member(), 1, DAY))
    computed()

    assert oddities(as_officer.get(page())) == odd


def test_players_only_returning_are_listed_below_other_oddities(as_officer):
    back, tall = member(last_name="Back"), member(last_name="Tall")
    accepted(line(back, member(), 1, date(2022, 1, 1)), source_number=6)
    wins = [line(tall, member(), 2, DAY, round=n) for n in range(10)]
    accepted(line(back, member(), 0, DAY), *wins)
    computed()

    assert list(oddities(as_officer.get(page()))) == ["Tall", "Back"]


def test_pairs_with_three_games_are_named(as_officer):
    ek = member(first_name="Åsa", last_name="Ek")
    lind = member(first_name="Bo", last_name="Lind")
    berg = member()
    accepted(
        line(ek, lind, 2, DAY, round=1),
        line(lind, ek, 1, DAY, round=2),
        line(ek, lind, 2, DAY, round=3),
        line(ek, lind, 2, DAY, round=4, played=False),
        line(ek, berg, 2, DAY, round=5),
        line(ek, berg, 2, DAY, round=6),
    )
    computed()

    pairs = as_officer.get(page()).context["pairs"]

    assert [(each.first, each.second, each.games, each.score) for each in pairs] == [
        ("Åsa Ek", "Bo Lind", 3, 5)
    ]


def test_games_of_merged_cards_count_together(as_officer, game):
    card, stays, third = member(), member(last_name="Alm"), member(last_name="Berg")
    accepted(
        line(card, third, 2, DAY), line(stays, third, 2, DAY), line(third, stays, 0, DAY),
        source_number=8,
    )  # fmt: skip
    hands = [ActionContext(UserFactory().pk, NOON) for _ in range(2)]
    draft = MergeDraft(card.pk, stays.pk, "one man")
    confirm_merge(propose_merge(draft, acting=hands[0]).pk, acting=hands[1])
    computed()

    pairs = as_officer.get(page()).context["pairs"]

    assert [(each.first_id, each.second_id, each.games) for each in pairs] == [
        (stays.pk, third.pk, 3)
    ]


def test_pairs_of_another_pool_are_not_named(as_officer, game, other_pool):
    one, other = member(), member()
    games = [line(one, other, 2, DAY, round=number) for number in (1, 2, 3)]
    accepted(*games, pool_id=other_pool.pk)

    own = Period.objects.get(pool=chess_pool(), start_date__lte=DAY, end_date__gte=DAY)
    assert as_officer.get(page(own)).context["pairs"] == []


def test_oddity_of_the_published_list_is_not_repeated_in_a_revision(as_officer):
    tall = member(last_name="Tall")
    rivals = [member() for _ in range(10)]
    accepted(
        *(line(tall, rival, 2, DAY, round=n) for n, rival in enumerate(rivals)),
        *(line(tall, rivals[0], 2, DAY, round=20 + n) for n in range(2)),
        source_number=8,
    )
    other = accepted(line(member(), member(last_name="Late"), 2, DAY), source_number=7)
    open_next_period(period())
    computed()
    first = as_officer.get(page())
    assert (set(oddities(first)), len(first.context["pairs"])) == ({"Tall"}, 1)
    approved_and_published()
    game = other.lines.get()
    corrected(game)
    computed()

    again = as_officer.get(page())

    assert (oddities(again), again.context["pairs"]) == ({}, [])
    assert again.context["difference"].up == 1


# --- parts by themselves -----------------------------------------------------------
@pytest.mark.parametrize("query", ["?show=new", "?show=new&page=1", "?show=new&page=x"])
def test_single_part_can_be_shown(as_officer, game, query):
    response = as_officer.get(page() + query)

    assert [name for name, _label, _excerpt in response.context["shown"]] == ["new"]
    assert len(lines(response, "new")) == 2


@pytest.mark.parametrize(
    "query", ["?show=nothing", "?show=new&page=99999999999999", "?page=7", "?show=up"]
)
def test_invalid_query_parameters_are_handled(as_officer, game, query):
    assert as_officer.get(page() + query).status_code == 200


# --- approving ------------------------------------------------------------------------
def test_proposal_seen_is_approved(as_officer, game):
    seen = as_officer.get(page()).context["seen"]

    response = as_officer.post(page(), {"seen": seen, "comment": "Ten new players."})

    assert response.url == page()
    approval = Approval.objects.get()
    approved = ListProposalSeen(approval.moved, approval.digest)
    assert (approval.by, approved, approval.comment, approval.state) == (
        as_officer.user,
        seen,
        "Ten new players.",
        "requested",
    )


def test_moved_proposal_is_refused_and_the_new_difference_shown(as_officer, game):
    approved_and_published()
    corrected(game)
    computed()
    seen = as_officer.get(page()).context["seen"]
    correction = corrected(game, 1)
    computed()

    response = as_officer.post(page(), {"seen": seen, "comment": "Mine"})

    assert response.status_code == 409
    assert str(response.context["refusal"]).startswith("The proposal has changed")
    assert lines(response, "up") == [("Lind", 1284, 16, 1300)]
    assert [each.report for each in response.context["since"]] == [correction]
    assert response.context["seen"] == proposal_seen(period())
    assert "Mine" in response.content.decode()
    assert Approval.objects.filter(state="requested").count() == 0


def test_approving_a_period_removed_in_the_meantime_is_refused_with_a_message(
    as_officer, game
):
    address, seen = page(), as_officer.get(page()).context["seen"]
    withdraw_report(game.report_id, "Another year", acting=OFFICE)

    response = as_officer.post(address, {"seen": seen, "comment": ""}, follow=True)

    assert response.redirect_chain == [(URL, 302)]
    assert "Nothing is left in the period" in text(response)


def test_waiting_reports_are_listed_and_block_the_list(as_officer, game):
    report = posted(line(member(), member(), 2, DAY), name="Late")
    computed()

    shown = as_officer.get(page())
    assert shown.context["waiting"] == [report]
    response = as_officer.post(page(), {"seen": shown.context["seen"]})

    assert response.status_code == 409
    assert str(response.context["refusal"]) == (
        "A report of the period is waiting to be accepted, held or returned."
    )


def test_approval_is_refused_while_the_pool_is_computed(as_officer, game):
    seen = as_officer.get(page()).context["seen"]
    corrected(game)

    response = as_officer.post(page(), {"seen": seen})

    assert (response.status_code, response.context["computing"]) == (409, True)


def test_running_period_is_shown_live_and_cannot_be_approved(as_officer):
    accepted(line(member(), member(), 2, date.today()))  # noqa: DTZ011
    computed()
    running = Period.objects.get()

    shown = as_officer.get(page(running))
    assert len(lines(shown, "new")) == 2
    assert "<textarea" not in shown.content.decode()
    response = as_officer.post(page(running), {"seen": proposal_seen(running)})
    assert (response.status_code, str(response.context["refusal"])) == (
        409,
        "The period has not ended yet.",
    )


@pytest.mark.parametrize(
    "form_data",
    [
        {},
        {"seen": ""},
        {"seen": "x"},
        {"seen": "-1"},
        {"seen": str(2**80)},
        {"seen": "1", "comment": "x" * 2001},
    ],
)
def test_malformed_approval_is_refused(as_officer, game, form_data):
    response = as_officer.post(page(), form_data)

    assert (response.status_code, Approval.objects.count()) == (422, 0)
    assert form_data.get("comment", "") in response.content.decode()


def test_approving_twice_approves_once(as_officer, game):
    seen = proposal_seen(period())
    as_officer.post(page(), {"seen": seen})

    response = as_officer.post(page(), {"seen": seen})

    assert response.status_code == 409
    assert f"The list was already approved, by {as_officer.user}" in text(response)


# --- being built ----------------------------------------------------------------------
def test_page_polls_while_the_list_is_built(as_officer, game):
    as_officer.post(page(), {"seen": proposal_seen(period())})
    state = reverse("ratings:proposal_state", args=[period().pk])

    shown = as_officer.get(page()).content.decode()
    assert f'hx-get="{state}?building=1' in shown
    assert "hx-get" in as_officer.get(f"{state}?building=1").content.decode()

    publish_list(Approval.objects.get().pk, at=BUILT)

    done = as_officer.get(f"{state}?building=1")
    assert done.headers["HX-Refresh"] == "true"
    assert "List no. 1 is in force" in as_officer.get(page()).content.decode()


def test_approval_is_refused_after_a_register_change_and_shown_again(as_officer, game):
    seen = as_officer.get(page()).context["seen"]
    ClassMembershipFactory(player=game.white, player_class="I")

    response = as_officer.post(page(), {"seen": seen, "comment": "Mine"})

    assert response.status_code == 409
    assert "a club, class, membership" in response.content.decode()
    assert response.context["form"].initial == {"comment": "Mine"}
    now = response.context["seen"]
    assert as_officer.post(page(), {"seen": now}).url == page()
    assert Approval.objects.get().digest == now.digest


def test_failed_approval_is_reported(as_officer, game):
    as_officer.post(page(), {"seen": proposal_seen(period())})
    corrected(game)
    computed()
    publish_list(Approval.objects.get().pk, at=BUILT)

    shown = as_officer.get(page())

    assert shown.context["refused_approval"] == Approval.objects.get()
    assert "changed before its list was built" in shown.content.decode()


def test_failed_approval_is_not_reported_after_a_new_one(as_officer, game):
    as_officer.post(page(), {"seen": proposal_seen(period())})
    corrected(game)
    computed()
    publish_list(Approval.objects.get().pk, at=BUILT)
    approved_and_published()

    assert as_officer.get(page()).context["refused_approval"] is None


def test_open_page_is_notified_that_the_proposal_moved(as_officer, game):
    seen = period().moved
    state = reverse("ratings:proposal_state", args=[period().pk])
    corrected(game)
    assert "hx-get" in as_officer.get(state, {"seen": seen}).content.decode()
    computed()

    heard = as_officer.get(state, {"seen": seen}).content.decode()

    assert "The proposal has changed since this page was shown." in heard
    assert "hx-get" not in heard


# --- decisions and periods ------------------------------------------------------------
def test_decisions_of_the_period_are_listed_unconfirmed_first(as_officer, game):
    drafts = [
        DecisionDraft(
            chess_pool().pk, DecisionKind.ADJUSTMENT, game.white_id, DAY, points, "why"
        )
        for points in (10, 20)
    ]
    acting = ActionContext(UserFactory().pk, NOON)
    confirmed, waiting = (make_decision(draft, acting=acting) for draft in drafts)
    confirm_decision(confirmed.pk, acting=OFFICE)

    assert as_officer.get(page()).context["decisions"] == [waiting, confirmed]


def test_an_earlier_period_without_a_list_is_named(as_officer, game):
    accepted(line(member(), member(), 2, date(2024, 6, 1)), source_number=8)
    computed()

    later = period(date(2024, 5, 1))
    assert as_officer.get(page(later)).context["earlier"] == period()
    approved_and_published()
    assert as_officer.get(page(later)).context["earlier"] is None


def test_earlier_period_of_another_pool_or_of_an_import_is_not_named(
    as_officer, other_pool
):
    earlier = line(member(), member(), 2, date(2023, 2, 1))
    accepted(earlier, pool_id=other_pool.pk)
    accepted(line(member(), member(), 2, date(2023, 6, 1)), source_number=8)
    Period.objects.filter(pool=chess_pool()).update(reconstructed=True)
    accepted(line(member(), member(), 2, date(2023, 9, 1)), source_number=9)
    computed()

    later = period(date(2023, 9, 1))
    assert as_officer.get(page(later)).context["earlier"] is None


# --- access and queries ---------------------------------------------------------------
def test_users_without_permission_are_refused(client, strangers, signed_in, game):
    addresses = [URL, page(), reverse("ratings:proposal_state", args=[period().pk])]
    club = signed_in(secretary_of(ClubFactory()))
    administrator = signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)

    for address in addresses:
        assert client.get(address).url == f"/account/login/?next={address}"
        for browser in (*strangers, club, administrator):
            assert browser.get(address).status_code == 403
    assert club.post(page(), {"seen": proposal_seen(period())}).status_code == 403
    assert Approval.objects.count() == 0


@pytest.mark.parametrize("number", [0, 98765, 2**63, 10**30])
def test_unknown_period_gives_404(as_officer, number):
    assert as_officer.get(f"{URL}{number}/").status_code == 404
    assert as_officer.get(f"{URL}{number}/state/").status_code == 404


@pytest.mark.parametrize("size", [1, 3])
def test_query_count_does_not_depend_on_periods_or_players(
    as_officer, django_assert_max_num_queries, size
):
    club = ClubFactory()
    for number in range(size):
        players = [PlayerFactory() for _ in range(2 * size)]
        for player in players:
            MembershipFactory(player=player, club=club)
        day = DAY + timedelta(days=130 * number)
        accepted(
            *(
                line(a, b, 2, day)
                for a, b in zip(players[::2], players[1::2], strict=True)
            ),
            source_number=10 + number,
        )
    open_next_period(period())
    computed()
    approved_and_published()

    with django_assert_max_num_queries(11):
        as_officer.get(URL, {"show": "all"})
    with django_assert_max_num_queries(28):
        as_officer.get(page())


# --- what the list leaves out ----------------------------------------------------
def held_report(name="Vårturneringen"):
    """A report of the period that the office has held."""
    report = posted(line(member(), member(), 2, DAY), source_number=8, name=name)
    hold_report(report.pk, "who won?", acting=OFFICE)
    computed()
    return report


def approve(client, **form_data):
    seen = client.get(page()).context["seen"]
    return client.post(
        page(), {"seen": str(seen), "comment": "Good spring.", **form_data}
    )


def test_held_reports_are_shown_with_their_games_before_approval(as_officer, game):
    report = held_report()

    shown = as_officer.get(page())

    (left_out,) = shown.context["left_out"]
    assert (left_out.why, left_out.name, left_out.games) == ("held", report.name, 1)
    assert "The list would leave out 1 game" in text(shown)
    assert reverse("ratings:report", args=[report.pk]) in shown.content.decode()


def test_held_version_says_that_the_accepted_one_counts_with_its_games(
    as_officer, game
):
    players = member(), member()
    accepted(line(*players, 2, DAY, key=1), source_number=8)
    later = posted(line(*players, 0, DAY, key=1), source_number=8)
    hold_report(later.pk, "who won?", acting=OFFICE)
    computed()

    shown = text(as_officer.get(page()))

    assert "Version 1 counts instead: its games are in the list." in shown
    assert "The list would leave out" not in shown
    assert (
        "Not everything from the period is in the list as it was last sent in" in shown
    )


def test_list_is_not_approved_until_left_out_games_are_ticked(as_officer, game):
    held_report()

    answer = approve(as_officer)

    assert answer.status_code == 422
    assert "Tick the box to publish without these games" in text(answer)
    assert "Good spring." in text(answer)
    assert not Approval.objects.exists()


def test_left_out_games_are_stored_with_the_approval(as_officer, game):
    report = held_report()

    assert approve(as_officer, left_out_seen="on").status_code == 302

    assert Approval.objects.get().left_out == [
        {
            "why": "held",
            "name": report.name,
            "first_day": report.start_date.isoformat(),
            "last_day": report.end_date.isoformat(),
            "games": 1,
        }
    ]


def test_no_tick_is_required_if_nothing_is_left_out(as_officer, game):
    shown = as_officer.get(page())
    assert shown.context["left_out"] == []
    assert "leave out" not in text(shown)
    assert approve(as_officer).status_code == 302


def unusual():
    """Ten wins at 16 between newcomers of 1300 are 160."""
    tall = member(last_name="Tall")
    accepted(*(line(tall, member(), 2, DAY, round=n) for n in range(10)))
    open_next_period(period())
    computed()


def test_list_is_not_approved_until_unusual_lines_are_ticked(
    as_officer,
):
    unusual()

    answer = approve(as_officer)

    assert (answer.status_code, Approval.objects.count()) == (422, 0)
    assert "I have looked at the line under “To look at first”" in text(answer)
    # Where the page opens, with a link to the field, and at the field.
    above, below = text(answer).split("Good spring.")[0].split("Not approved")
    assert "Look at the lines under “To look at first”, then tick the box." not in above
    assert (
        below.count("Look at the lines under “To look at first”, then tick the box.")
        == 2
    )
    assert 'href="#id_looked_at"' in answer.content.decode()
    assert "Good spring." in text(answer)
    assert approve(as_officer, looked_at="on").status_code == 302


def test_approved_list_names_its_approver_and_shows_the_difference_seen(
    as_officer, game
):
    approved_and_published()
    corrected(game)
    computed()
    before = as_officer.get(page())
    approved = approved_and_published()

    after = as_officer.get(page())

    page_text = text(after)
    assert f"Approved by {approved.approved_by}" in page_text
    assert reverse("ratings:list", args=[2]) in after.content.decode()
    assert "As it was approved, against list no. 1" in page_text
    assert lines(after, "up") == lines(before, "up") == [("Lind", 1284, 32, 1316)]
    assert re.search(r"Lind\b.*? 1284 \+32 1316\b", page_text)


def test_approved_first_list_shows_its_new_players(as_officer, game):
    before = as_officer.get(page())
    approved_and_published()

    after = as_officer.get(page())

    assert lines(after, "new") == lines(before, "new")
    assert len(lines(after, "new")) == 2


def test_players_changing_without_a_game_are_counted_above_the_list(as_officer, game):
    approved_and_published()
    summer = period(date(2024, 5, 1))
    decision = make_decision(
        DecisionDraft(
            chess_pool().pk, DecisionKind.ADJUSTMENT, game.white_id,
            date(2024, 6, 1), 20, "Known",
        ),
        acting=ActionContext(UserFactory().pk, NOON),
    )  # fmt: skip
    confirm_decision(decision.pk, acting=OFFICE)
    open_next_period(summer)
    computed()

    page_text = text(as_officer.get(page(summer)))

    assert "1 of those who go up or down has no rated game in the period" in page_text


def test_late_approver_is_shown_who_approved_the_list_and_when(as_officer, game):
    seen = proposal_seen(period())
    approved = approved_and_published()

    response = as_officer.post(page(), {"seen": seen})

    page_text = text(response)
    assert f"The list was already approved, by {approved.approved_by}" in page_text
    assert "Not approved" not in page_text


def test_waiting_periods_come_before_running_ones_earliest_first(as_officer):
    today = date.today()  # noqa: DTZ011 - the page's own day
    for start in (date(2024, 6, 1), DAY, today):
        accepted(line(member(), member(), 2, start), source_number=start.toordinal())
    computed()

    rows = periods_shown(as_officer.get(URL))

    assert [row.period.start_date for row in rows][:2] == [
        date(2024, 1, 1),
        date(2024, 5, 1),
    ]
    running = [row.stage == "open" for row in rows]
    assert running == sorted(running)
    assert running[-1]


def test_periods_of_several_pools_are_shown_with_the_pool(as_officer, game, other_pool):
    posted(line(member(), member(), 2, DAY), pool_id=other_pool.pk)
    computed()
    page = as_officer.get(URL)
    pools = {row.period.pool.label for row in periods_shown(page)}
    names = [cells[0] for cells in rows(page)]
    assert len(pools) == 2
    assert [sum(pool in name for pool in pools) for name in names] == [1] * len(names)
