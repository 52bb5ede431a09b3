"""The clubs' annual returns (LASK 7), on the worked ledger of the text: 1900 wins
against 1850 (+14, −14) and draws with 1970 (+3, −3). Two games in the season cost 14
points on 1 June, one 20, none 27 (table 4).
"""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from federation.domain.authorship import ActionContext
from federation.domain.memberships import leave_club
from federation.enums import RoleKind
from federation.models import Club, Membership, OutboxMail, Player, User
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
)
from ratings.engine.domain.computation import compute_pool
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import hold_report, return_report, withdraw_report
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import ClubReturn, Edition, Pool
from ratings.pools.domain.pools import create_pool
from ratings.returns.domain.drafts import ReturnProblem
from ratings.returns.domain.letters import chase_returns
from ratings.returns.domain.returning import (
    ReturnNotPossible,
    ask_for_returns,
    draft_of,
    receive_return,
    send_back,
    send_return,
)
from ratings.tasks import club_returns
from tests.factories import (
    CLOSED,
    NOON,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    acting,
    chess_pool,
    officer,
    posted,
    secretary_of,
)
from tests.letters import message_of
from tests.ratings.lask_pool import SPRING, WINTER, kept_by_lask, long
from tests.ratings.rating_lists import accepted, decided, published, rated, up_to_date
from tests.worlds import shared

pytestmark = pytest.mark.django_db
JUNE = date(2026, 6, 3)
LATE = date(2026, 6, 16)


def of_club(club, rating, on=date(2025, 1, 1), **facts):
    player = PlayerFactory(**facts)
    MembershipFactory(player=player, club=club)
    decided(player, rating, on=on)
    return player


def guest(club, *, of):
    """Return a member of a club who was a guest of another one before."""
    player = PlayerFactory()
    MembershipFactory(player=player, club=club, is_main=False)
    MembershipFactory(player=player, club=of)
    decided(player, 1900)
    return player


@shared
def clubs():
    """Two clubs at the end of a season of three games."""
    kept_by_lask()
    ours, theirs = ClubFactory(name="Lunds ASK"), ClubFactory(name="Malmö AS")
    sven = of_club(ours, 1900, last_name="Andersson")
    olle = of_club(ours, 1850, last_name="Persson")
    per = of_club(theirs, 1970, last_name="Olsson")
    accepted(
        long(sven, olle, 2, date(2025, 9, 6)),
        long(per, sven, 1, date(2025, 9, 16)),
        organiser_id=ours.pk,
    )
    begin_summer()
    return ours, theirs


def begin_summer(day=JUNE):
    open_period_of_today(chess_pool(), today=day, acting=ActionContext(None, NOON))
    up_to_date()
    ask_for_returns(chess_pool().pk, today=day)


def return_of(club):
    return ClubReturn.objects.get(club=club)


def sent(club, user=None):
    club_return = return_of(club)
    return send_return(
        club_return.pk, seen=draft_of(club_return).number, acting=acting(user)
    )


def lines_of(draft):
    return [
        (line.before, line.games, line.deduction, line.rating, line.original)
        for line in draft.made.lines
    ]


def test_every_club_with_players_owes_a_return_from_1_june(clubs):
    ClubFactory()  # without players
    assert list(ClubReturn.objects.order_by("pk").values_list("club__name", "due_date", "state")) == [
        ("Lunds ASK", date(2026, 6, 15), "due"),
        ("Malmö AS", date(2026, 6, 15), "due"),
    ]  # fmt: skip
    assert ask_for_returns(chess_pool().pk, today=JUNE) == 0


@pytest.mark.parametrize("day", [date(2026, 5, 31), date(2026, 9, 1)])
def test_no_returns_are_requested_outside_the_summer(clubs, day):
    ClubReturn.objects.all().delete()
    assert ask_for_returns(chess_pool().pk, today=day) == 0


@pytest.mark.parametrize("day", [date(2026, 6, 1), date(2026, 8, 31)])
def test_returns_are_requested_from_first_to_last_day_of_summer(clubs, day):
    ClubReturn.objects.all().delete()
    assert ask_for_returns(chess_pool().pk, today=day) == 2


def test_pool_of_another_system_requests_no_returns():
    posted(long(rated(1900), rated(1900), 1, SPRING))
    assert ask_for_returns(chess_pool().pk, today=JUNE) == 0


def test_no_return_is_requested_of_a_season_that_lask_did_not_complete():
    """Its deductions are never booked, so the return could not be sent."""
    kept_by_lask()
    Edition.objects.create(
        pool=chess_pool(), from_date=date(2026, 1, 1), system="ssf_2008", parameters={}
    )
    club = ClubFactory()
    accepted(long(of_club(club, 1900), of_club(club, 1850), 2, date(2025, 9, 6)))
    accepted(long(of_club(club, 1900), of_club(club, 1850), 2, SPRING))
    begin_summer()
    assert not ClubReturn.objects.exists()


def test_return_is_drafted_from_the_completed_one_of_two_seasons_of_a_year():
    """An edition of 1 December moves the first day of the season to that day."""
    thirds = [[3, 1], [6, 1], [9, 1], [12, 1]]
    kept_by_lask(period_starts=thirds)
    moved = {"season_starts": [12, 1], "summer_starts": [9, 1]}
    Edition.objects.create(
        pool=chess_pool(),
        from_date=date(2025, 12, 1),
        system="lask_1970",
        parameters=moved | {"period_starts": thirds},
    )
    club = ClubFactory()
    accepted(long(of_club(club, 1900), of_club(club, 1850), 2, date(2025, 9, 6)))
    accepted(long(of_club(club, 1900), of_club(club, 1850), 2, SPRING))
    begin_summer(date(2026, 9, 3))

    draft = draft_of(return_of(club))

    assert ReturnProblem.NOT_OVER not in draft.lacks
    assert draft.can_be_sent


def test_closed_club_owes_no_return(clubs):
    ClubReturn.objects.all().delete()
    Club.objects.filter(name="Malmö AS").update(closed_date=date(2026, 1, 1))
    assert ask_for_returns(chess_pool().pk, today=JUNE) == 1


def test_return_is_requested_for_each_season(clubs):
    begin_summer(date(2027, 6, 3))
    requested = ClubReturn.objects.order_by("pk").values_list("club__name", "season")
    assert list(requested) == [
        ("Lunds ASK", 2025),
        ("Malmö AS", 2025),
        ("Lunds ASK", 2026),
        ("Malmö AS", 2026),
    ]


def test_club_owes_a_return_for_each_of_its_ledgers(clubs):
    other = create_pool(
        code="other",
        name="Other",
        system="lask_1970",
        parameters={},
        from_date=date(2020, 9, 1),
    )
    players = list(Player.objects.filter(last_name__in=["Andersson", "Olsson"]))
    for player in players:
        draft = DecisionDraft(
            other.pk, DecisionKind.START, player.pk, date(2025, 1, 1), 1900, "known"
        )
        confirm_decision(make_decision(draft, acting=acting()).pk, acting=acting())
    posted(long(*players, 2, SPRING), pool_id=other.pk)
    compute_pool(other.pk, at=NOON, cause="test")
    assert ask_for_returns(other.pk, today=JUNE) == 2


def test_club_that_began_to_play_in_the_summer_owes_no_return(clubs):
    late = ClubFactory()
    first, second = (of_club(late, 1500, on=date(2026, 6, 5)) for _ in range(2))
    accepted(long(first, second, 2, date(2026, 6, 10)))
    up_to_date()
    assert ask_for_returns(chess_pool().pk, today=date(2026, 6, 20)) == 0


def test_return_covers_main_club_members_of_31_may(clubs):
    ours, _theirs = clubs
    second, third = ClubFactory(), ClubFactory()
    sven, olle, per = (
        Player.objects.get(last_name=name)
        for name in ("Andersson", "Persson", "Olsson")
    )
    MembershipFactory(player=sven, club=second, is_main=False)
    guest = PlayerFactory()
    MembershipFactory(player=guest, club=third)
    MembershipFactory(player=guest, club=ours, is_main=False)
    Membership.objects.filter(player=olle).update(to_date=date(2026, 5, 30))
    Membership.objects.filter(player=per).update(to_date=date(2026, 5, 30))
    MembershipFactory(player=per, club=ours, from_date=date(2026, 5, 31))
    ClubReturn.objects.all().delete()
    ask_for_returns(chess_pool().pk, today=JUNE)
    assert [each.club for each in ClubReturn.objects.all()] == [ours]
    draft = draft_of(return_of(ours))
    # Per's draw cost 3 of 1970, and one game in the season costs 20.
    assert lines_of(draft) == [(1967, 1, -20, 1947, None), (1917, 2, -14, 1903, None)]
    assert draft.unrated == ()


def merged(gone, stays):
    """Let a card lead to another one in the summer, and compute the ledger again."""
    draft = MergeDraft(gone.pk, stays.pk, "One person")
    confirm_merge(propose_merge(draft, acting=acting()).pk, acting=acting())
    up_to_date()


def test_merged_member_stays_in_the_return_under_the_remaining_card(clubs):
    """The remaining card has its copy of the membership from the day of the merge on,
    which is after 31 May.
    """
    ours, _theirs = clubs
    sven = Player.objects.get(last_name="Andersson")
    before = draft_of(return_of(ours))
    remaining = PlayerFactory()
    merged(sven, remaining)
    draft = draft_of(return_of(ours))
    assert lines_of(draft) == lines_of(before)
    assert draft.made.lines[0].player == str(remaining.pk)
    assert (draft.made.games, draft.made.points, draft.lacks) == (1, 3, ())


def test_member_who_left_since_the_merge_is_not_in_the_return(clubs):
    """The membership of the merged card still ends on no day."""
    ours, _theirs = clubs
    sven = Player.objects.get(last_name="Andersson")
    remaining = PlayerFactory()
    in_spring = NOON - timedelta(days=60)
    draft = MergeDraft(sven.pk, remaining.pk, "One person")
    proposal = propose_merge(draft, acting=acting(at=in_spring))
    confirm_merge(proposal.pk, acting=acting(at=in_spring))
    leave_club(remaining.pk, ours.pk, last_date=date(2026, 5, 1), acting=acting())
    up_to_date()
    made = draft_of(return_of(ours)).made
    assert str(remaining.pk) not in [each.player for each in made.lines]


def test_merged_card_of_a_rated_member_is_not_listed_as_unrated(clubs):
    ours, _theirs = clubs
    second = PlayerFactory()
    MembershipFactory(player=second, club=ours)
    merged(second, Player.objects.get(last_name="Andersson"))
    draft = draft_of(return_of(ours))
    assert (draft.unrated, draft.lacks) == ((), ())


def test_own_main_club_of_the_remaining_card_counts_before_that_of_the_merged(clubs):
    ours, theirs = clubs
    second = PlayerFactory()
    MembershipFactory(player=second, club=theirs)
    merged(second, Player.objects.get(last_name="Andersson"))
    assert len(draft_of(return_of(ours)).made.lines) == 2
    draft = draft_of(return_of(theirs))
    assert (len(draft.made.lines), draft.unrated) == (1, ())


def test_club_whose_only_player_is_a_member_by_a_merged_card_owes_a_return(clubs):
    _ours, theirs = clubs
    merged(Player.objects.get(last_name="Olsson"), PlayerFactory())
    ClubReturn.objects.all().delete()
    ask_for_returns(chess_pool().pk, today=JUNE)
    assert len(draft_of(return_of(theirs)).made.lines) == 1


def test_return_has_ratings_deductions_and_games_against_other_clubs(clubs):
    ours, theirs = clubs
    draft = draft_of(return_of(ours))
    # 1917 less 14 and 1836 less 20; the draw with the other club brought 3.
    assert lines_of(draft) == [(1917, 2, -14, 1903, None), (1836, 1, -20, 1816, None)]
    assert (draft.made.total_deduction, draft.made.games, draft.made.points) == (
        -34,
        1,
        3,
    )
    assert (draft.lacks, draft.can_be_sent) == ((), True)
    other = draft_of(return_of(theirs)).made
    assert (other.games, other.points) == (1, -3)


def test_negative_rating_is_returned_unchanged():
    """The text has no floor (point 6)."""
    kept_by_lask()
    club = ClubFactory()
    accepted(long(of_club(club, 5), of_club(club, 3), 2, WINTER))
    begin_summer()
    draft = draft_of(return_of(club))
    # 16 points for a game between equals; a player with one game loses 20.
    assert lines_of(draft) == [(21, 1, -20, 1, None), (-13, 1, -20, -33, None)]
    assert draft.can_be_sent


def test_newcomers_of_the_year_have_their_original_ratings():
    kept_by_lask()
    club = ClubFactory()
    new, old = of_club(club, 1500, on=WINTER), of_club(club, 1600)
    accepted(*(long(new, old, 1, SPRING) for _game in range(6)))
    begin_summer()
    # Six draws between 1500 and 1600: k = 4, 24 points; nothing is deducted.
    originals = {
        line.before: line.original for line in draft_of(return_of(club)).made.lines
    }
    assert originals == {1524: 1500, 1576: None}


def test_game_against_another_club_is_judged_by_clubs_of_its_day():
    kept_by_lask()
    ours, theirs = ClubFactory(), ClubFactory()
    own_player, moved = of_club(ours, 1900), of_club(theirs, 1900)
    for day in (date(2025, 12, 1), SPRING):
        accepted(long(own_player, moved, 2, day))
    Membership.objects.filter(player=moved).update(to_date=date(2025, 12, 31))
    MembershipFactory(player=moved, club=ours, from_date=date(2026, 1, 1))
    begin_summer()
    # Only the game of December was against another club; for the player who has moved
    # since it does not count for this club.
    made = draft_of(return_of(ours)).made
    assert (len(made.lines), made.games, made.points) == (2, 1, 16)


def test_player_joining_during_a_period_belongs_to_the_club_from_that_day():
    kept_by_lask()
    ours, theirs = ClubFactory(), ClubFactory()
    own_player, moved = of_club(ours, 1900), of_club(theirs, 1900)
    for day in (date(2026, 3, 5), date(2026, 3, 20)):
        accepted(long(own_player, moved, 2, day))
    Membership.objects.filter(player=moved).update(to_date=date(2026, 3, 9))
    MembershipFactory(player=moved, club=ours, from_date=date(2026, 3, 10))
    begin_summer()
    made = draft_of(return_of(ours)).made
    assert (len(made.lines), made.games, made.points) == (2, 1, 16)


def test_only_main_clubs_decide_whether_a_game_is_outside():
    """A guest of the club counts as outside; a main member who is a guest elsewhere
    does not.
    """
    kept_by_lask()
    ours, theirs = ClubFactory(), ClubFactory()
    sven, olle = guest(theirs, of=ours), of_club(ours, 1900)
    per, bo = guest(ours, of=theirs), of_club(theirs, 1900)
    accepted(long(sven, bo, 2, SPRING), long(olle, per, 1, SPRING))
    begin_summer()
    made = draft_of(return_of(ours)).made
    # A win is 16 points; a draw of equals is none.
    assert (len(made.lines), made.games, made.points) == (2, 2, 16)


def test_long_idle_player_keeps_the_rating_and_loses_27(clubs):
    ours, _theirs = clubs
    idle = of_club(ours, 1700)
    accepted(long(idle, rated(1700), 1, date(2025, 3, 10)))
    up_to_date()
    # One game in the season before cost 20 points then, none cost 27 now.
    assert (1680, 0, -27, 1653, None) in lines_of(draft_of(return_of(ours)))


def test_unrated_members_and_waiting_reports_are_listed(clubs):
    ours, _theirs = clubs
    newcomer = PlayerFactory()
    MembershipFactory(player=newcomer, club=ours)
    posted(long(rated(1900), rated(1900), 1, SPRING), organiser_id=ours.pk)
    up_to_date()
    draft = draft_of(return_of(ours))
    assert draft.lacks == (ReturnProblem.REPORTS_WAIT, ReturnProblem.UNRATED)
    assert (draft.unrated, len(draft.reports)) == ((newcomer.pk,), 1)
    assert draft.can_be_sent


@pytest.mark.parametrize("stop", [hold_report, return_report])
def test_stopped_reports_of_the_club_are_listed(clubs, stop):
    ours, _theirs = clubs
    game = long(rated(1900), rated(1900), 1, SPRING)
    report = posted(game, organiser_id=ours.pk)
    stop(report.pk, "Who?", acting=acting())
    up_to_date()
    draft = draft_of(return_of(ours))
    assert (draft.lacks, draft.reports) == ((ReturnProblem.REPORTS_STOPPED,), (report,))
    assert draft.can_be_sent


def test_returned_report_is_not_listed_once_it_has_been_sent_again(clubs):
    ours, _theirs = clubs
    game = long(rated(1900), rated(1900), 1, SPRING)
    returned = posted(game, organiser_id=ours.pk, source_number=8)
    return_report(returned.pk, "Who?", acting=acting())
    accepted(game, organiser_id=ours.pk, source_number=8)
    up_to_date()

    draft = draft_of(return_of(ours))

    assert (draft.lacks, draft.reports) == ((), ())


def test_reports_of_other_clubs_and_seasons_are_not_listed(clubs):
    ours, theirs = clubs
    for day, club in ((SPRING, theirs), (date(2026, 6, 2), ours)):
        game = long(rated(1900), rated(1900), 1, day)
        posted(game, organiser_id=club.pk)
    up_to_date()
    draft = draft_of(return_of(ours))
    assert (draft.lacks, draft.reports) == ((), ())


def test_return_with_games_counted_late_can_be_sent():
    """Carried corrections bring the points of the two late wins, 16 + 3 each, but leave
    the period with one game.
    """
    kept_by_lask()
    ours, theirs = ClubFactory(), ClubFactory()
    sven, per = of_club(ours, 1900), of_club(theirs, 1970)
    accepted(long(per, sven, 1, date(2025, 9, 16)), source_number=1)
    Pool.objects.update(carries_from=0)
    published(date(2025, 9, 16))
    late = (long(sven, per, 2, date(2025, 9, day)) for day in (20, 21))
    accepted(*late, source_number=2)
    begin_summer()
    draft = draft_of(return_of(ours))
    assert lines_of(draft) == [(1941, 1, -20, 1921, None)]
    assert (draft.made.games, draft.made.points) == (3, 41)
    assert (draft.lacks, draft.can_be_sent) == ((), True)


def test_return_cannot_be_sent_before_deductions_are_booked():
    kept_by_lask()
    club = ClubFactory()
    accepted(long(of_club(club, 1900), of_club(club, 1850), 2, SPRING))
    up_to_date()
    ask_for_returns(chess_pool().pk, today=JUNE)
    assert draft_of(return_of(club)).lacks == (ReturnProblem.NOT_OVER,)
    with pytest.raises(ReturnNotPossible, match=r"^lacking$"):
        sent(club)


def test_return_cannot_be_sent_before_the_ledger_is_computed(clubs):
    ours, _theirs = clubs
    accepted(long(rated(1900), rated(1900), 1, SPRING))
    draft = draft_of(return_of(ours))
    assert draft.lacks == (ReturnProblem.NOT_COMPUTED,)
    with pytest.raises(ReturnNotPossible, match=r"^lacking$"):
        sent(ours)


def test_sent_return_is_stored_line_by_line(clubs):
    ours, _theirs = clubs
    club_return = sent(ours)
    stored = club_return.lines.order_by("-rating").values_list(
        "before", "games", "deduction", "rating", "original"
    )
    assert list(stored) == [(1917, 2, -14, 1903, None), (1836, 1, -20, 1816, None)]
    assert (club_return.state, club_return.total_deduction, club_return.games, club_return.points) == ("sent", -34, 1, 3)  # fmt: skip


def test_sending_is_refused_if_the_ledger_moved_since_seen(clubs):
    ours, _theirs = clubs
    club_return = return_of(ours)
    seen = draft_of(club_return).number
    accepted(long(rated(1900), rated(1900), 1, SPRING))
    up_to_date()
    with pytest.raises(ReturnNotPossible, match=r"^moved$"):
        send_return(club_return.pk, seen=seen, acting=acting())
    assert return_of(ours).state == "due"


def test_return_is_sent_once_and_received_by_another_user(clubs):
    ours, _theirs = clubs
    sender = officer()
    club_return = sent(ours, sender)
    with pytest.raises(ReturnNotPossible, match=r"^state$"):
        sent(ours)
    with pytest.raises(ReturnNotPossible, match=r"^four_eyes$"):
        receive_return(
            club_return.pk, seen=club_return.posting_number, acting=acting(sender)
        )
    result = receive_return(
        club_return.pk, seen=club_return.posting_number, acting=acting()
    )
    assert result.state == "received"


def test_sender_may_receive_the_return_if_four_eyes_are_waived(clubs, settings):
    settings.FOUR_EYES = False
    sender = officer()
    club_return = sent(clubs[0], sender)
    result = receive_return(
        club_return.pk, seen=club_return.posting_number, acting=acting(sender)
    )
    assert result.state == "received"


def test_return_sent_back_notifies_the_sender_and_can_be_sent_again(clubs):
    ours, _theirs = clubs
    secretary = secretary_of(ours)
    club_return = sent(ours, secretary)
    with pytest.raises(ReturnNotPossible, match=r"^reason$"):
        send_back(club_return.pk, "  ", acting=acting())
    send_back(club_return.pk, "Sven has two games more", acting=acting())
    letter = OutboxMail.objects.get(to=secretary.email)
    assert (letter.to, "Sven has two games more" in letter.body) == (
        secretary.email,
        True,
    )
    again = sent(ours, secretary)
    assert (again.state, again.lines.count()) == ("sent", 2)


def test_sender_with_closed_account_gets_no_letter(clubs):
    secretary = secretary_of(clubs[0])
    club_return = sent(clubs[0], secretary)
    User.objects.filter(pk=secretary.pk).update(**CLOSED)
    assert send_back(club_return.pk, "Once more", acting=acting()).state == "returned"
    assert not OutboxMail.objects.filter(to=secretary.email).exists()


@pytest.mark.parametrize(
    ("broken", "constraint"),
    [
        ({"state": "sent"}, "return_sent_whole"),
        ({"state": "received"}, "return_received_by_somebody"),
        ({"state": "returned", "reason": ""}, "return_sent_back_with_reason"),
    ],
)
def test_database_refuses_an_incomplete_return(clubs, broken, constraint):
    rows = ClubReturn.objects.filter(club=clubs[1])
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        rows.update(**broken)


def test_database_allows_one_return_per_club_and_season(clubs):
    ours, theirs = clubs
    rows = ClubReturn.objects.filter(club=theirs)
    with (
        pytest.raises(IntegrityError, match="return_once_a_season"),
        transaction.atomic(),
    ):
        rows.update(season=2025, club_id=ours.pk)


def test_line_of_a_return_must_add_up(clubs):
    club_return = sent(clubs[0])
    with (
        pytest.raises(IntegrityError, match="return_line_adds_up"),
        transaction.atomic(),
    ):
        club_return.lines.update(rating=1)


# --- late ------------------------------------------------------------------------
def chased(day):
    return chase_returns(today=day, acting=ActionContext(None, NOON))


def test_secretary_of_a_late_club_is_reminded_weekly(clubs):
    ours, _theirs = clubs
    secretary = secretary_of(ours)
    RoleFactory(kind=RoleKind.DEPUTY, club=ours)
    assert [chased(day) for day in (date(2026, 6, 15), LATE, LATE)] == [0, 1, 0]
    letter = OutboxMail.objects.get(to=secretary.email)
    assert (letter.to, letter.subject) == (
        secretary.email,
        "The annual return of Lunds ASK is late",
    )
    assert chased(LATE + timedelta(days=7)) == 1
    assert return_of(ours).chased_times == 2


def test_late_club_is_not_reminded_for_six_days_but_on_the_last_of_summer(
    clubs,
):
    secretary_of(clubs[0])
    last = date(2026, 8, 31)
    days = (LATE, LATE + timedelta(days=6), last, last + timedelta(days=7))

    assert [chased(day) for day in days] == [1, 0, 1, 0]


def test_former_secretary_and_closed_account_are_not_reminded(clubs):
    ours, _theirs = clubs
    secretary = secretary_of(ours)
    RoleFactory(kind=RoleKind.SECRETARY, club=ours, to_date=date(2026, 6, 15))
    RoleFactory(kind=RoleKind.SECRETARY, club=ours, user=UserFactory(**CLOSED))
    assert chased(LATE) == 1
    letters = OutboxMail.objects.filter(
        subject="The annual return of Lunds ASK is late"
    )
    assert list(letters.values_list("to", flat=True)) == [secretary.email]


def test_clock_requests_returns_and_sends_reminders(clubs, monkeypatch):
    secretary = secretary_of(clubs[0])
    ClubReturn.objects.filter(club=clubs[1]).delete()
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: LATE)
    club_returns()
    assert return_of(clubs[1]).state == "due"
    assert OutboxMail.objects.filter(to=secretary.email).count() == 1


def test_club_that_has_sent_its_return_is_not_reminded(clubs):
    ours, _theirs = clubs
    sent(ours, secretary_of(ours))
    assert chased(LATE) == 0


def test_no_reminders_are_sent_after_the_summer(clubs):
    secretary_of(clubs[0])
    assert (chased(date(2026, 8, 31)), chased(date(2026, 9, 1))) == (1, 0)


def test_club_without_a_secretary_is_not_reminded(clubs):
    assert chased(LATE) == 0
    assert return_of(clubs[0]).chased_date is None


def test_letters_are_in_the_federations_not_the_officers_language(clubs, settings):
    settings.LANGUAGE_CODE = "sv"
    secretary = secretary_of(clubs[0])
    with translation.override("en"):
        chased(LATE)
        send_back(sent(clubs[0], secretary).pk, "Once more", acting=acting())
    letters = OutboxMail.objects.filter(to=secretary.email).order_by("pk")
    assert list(letters.values_list("subject", flat=True)) == [
        "Årsuppgiften från Lunds ASK är försenad",
        "Rätta årsuppgiften från Lunds ASK",
    ]


# --- which days, whose and in which state ---------------------------------------------
def test_summer_games_are_in_no_return(clubs):
    ours, _theirs = clubs
    sven, per = (Player.objects.get(last_name=name) for name in ("Andersson", "Olsson"))
    accepted(long(sven, per, 2, date(2026, 6, 10)))
    up_to_date()

    draft = draft_of(return_of(ours))

    assert lines_of(draft) == [(1917, 2, -14, 1903, None), (1836, 1, -20, 1816, None)]
    assert (draft.made.games, draft.made.points) == (1, 3)


def test_player_rated_from_the_first_day_of_the_season_is_a_newcomer():
    kept_by_lask()
    club = ClubFactory()
    new = of_club(club, 1500, on=date(2025, 9, 1))
    known = of_club(club, 1600, on=date(2025, 8, 31))
    accepted(*(long(new, known, 1, SPRING) for _game in range(6)))
    begin_summer()

    # Six draws between 1500 and 1600: k = 4, 24 points; nothing is deducted.
    lines = draft_of(return_of(club)).made.lines
    assert [(each.before, each.original) for each in lines] == [(1576, None), (1524, 1500)]  # fmt: skip


def test_club_without_rated_players_sends_no_return(clubs):
    empty = ClubFactory()
    club_return = ClubReturn.objects.create(
        pool=chess_pool(),
        club=empty,
        season=2025,
        due_date=date(2026, 6, 15),
        chase_until=date(2026, 8, 31),
    )

    draft = draft_of(club_return)

    assert (draft.lacks, draft.can_be_sent) == ((ReturnProblem.NOBODY,), False)
    with pytest.raises(ReturnNotPossible, match=r"^lacking$"):
        sent(empty)


def test_unsettled_reports_are_listed_in_order_without_withdrawn_ones(clubs):
    ours, _theirs = clubs

    def report(hours):
        game = long(rated(1900), rated(1900), 1, SPRING)
        at = NOON + timedelta(hours=hours)
        return posted(game, organiser_id=ours.pk, at=at)

    late, early, withdrawn = report(2), report(1), report(0)
    hold_report(late.pk, "Who?", acting=acting())
    withdraw_report(withdrawn.pk, "Never played", acting=acting())
    up_to_date()

    draft = draft_of(return_of(ours))

    assert [each.pk for each in draft.reports] == [early.pk, late.pk]
    assert draft.lacks == (ReturnProblem.REPORTS_WAIT, ReturnProblem.REPORTS_STOPPED)


def test_reports_of_first_and_last_day_of_the_season_are_listed(clubs):
    ours, _theirs = clubs
    days = (date(2025, 8, 31), date(2025, 9, 1), date(2026, 5, 31), date(2026, 6, 1))
    for day in days:
        game = long(rated(1900), rated(1900), 1, day)
        posted(game, organiser_id=ours.pk, name=str(day))
    up_to_date()

    names = [each.name for each in draft_of(return_of(ours)).reports]

    assert sorted(names) == ["2025-09-01", "2026-05-31"]


def test_return_sent_again_must_be_judged_again(clubs):
    ours, _theirs = clubs
    judge, second = officer(), officer()
    first = sent(ours)
    send_back(first.pk, " One game more ", acting=acting(judge))
    returned = return_of(ours)
    late = of_club(ours, 1700)
    accepted(long(late, rated(1700), 2, SPRING))
    up_to_date()

    again = sent(ours, second)

    assert (returned.decided_by, returned.decided_at, returned.reason) == (
        judge,
        NOON,
        "One game more",
    )
    assert (again.decided_by, again.decided_at, again.sent_by_id) == (
        None,
        None,
        second.pk,
    )
    assert again.posting_number > first.posting_number
    # 1700 wins 16 against an equal and loses 20 for a single game in the season.
    assert list(again.lines.order_by("-rating").values_list("before", "rating")) == [
        (1917, 1903), (1836, 1816), (1716, 1696),
    ]  # fmt: skip
    assert (again.total_deduction, again.games, again.points) == (-54, 2, 19)


def test_return_is_received_as_last_sent(clubs):
    judge = officer()
    club_return = sent(clubs[0])
    with pytest.raises(ReturnNotPossible, match=r"^sent_again$"):
        receive_return(
            club_return.pk, seen=club_return.posting_number - 1, acting=acting(judge)
        )

    result = receive_return(
        club_return.pk, seen=club_return.posting_number, acting=acting(judge)
    )

    assert (result.decided_by_id, result.decided_at) == (judge.pk, NOON)


@pytest.mark.parametrize("come_back", [False, True])
def test_unsent_return_is_neither_received_nor_sent_back(clubs, come_back):
    club_return = return_of(clubs[0])
    if come_back:
        send_back(sent(clubs[0]).pk, "Once more", acting=acting())

    with pytest.raises(ReturnNotPossible, match=r"^state$"):
        receive_return(club_return.pk, seen=0, acting=acting())
    with pytest.raises(ReturnNotPossible, match=r"^state$"):
        send_back(club_return.pk, "Once more", acting=acting())


def test_club_is_reminded_of_a_return_sent_back_but_not_of_a_received_one(clubs):
    ours, theirs = clubs
    secretary_of(ours)
    secretary_of(theirs)
    send_back(sent(ours).pk, "Once more", acting=acting())
    club_return = sent(theirs)
    receive_return(club_return.pk, seen=club_return.posting_number, acting=acting())

    assert chased(LATE) == 1
    counts = [return_of(club).chased_times for club in clubs]
    assert counts == [1, 0]


def test_letter_about_a_return_sent_back_has_season_reason_and_link(clubs, settings):
    settings.OFFICE_ADDRESS = "https://rating.example.org"
    secretary = secretary_of(clubs[0])
    club_return = sent(clubs[0], secretary)

    send_back(club_return.pk, "Sven has two games more", acting=acting())

    letter = OutboxMail.objects.get(to=secretary.email)
    assert (letter.subject, message_of(letter)) == (
        "Please correct the annual return of Lunds ASK",
        "The rating committee has sent back the return of the season that began in 2025."
        "\n\nReason: Sven has two games more\n\nCorrect it and send it again.\n"
        f"\nhttps://rating.example.org/returns/{club_return.pk}/\n",
    )


def test_reminder_has_season_due_day_and_link(clubs, settings):
    settings.OFFICE_ADDRESS = "https://rating.example.org"
    secretary = secretary_of(clubs[0])

    chased(LATE)

    assert message_of(OutboxMail.objects.get(to=secretary.email)) == (
        "The return of the season that began in 2025 was due on 2026-06-15. It "
        "is already drawn up: sign in, look at it under “Waiting for you”, and "
        "send it with one click.\n\n"
        f"https://rating.example.org/returns/{return_of(clubs[0]).pk}/\n"
    )


def test_two_secretaries_are_reminded_by_one_reminder(clubs):
    for _secretary in range(2):
        secretary_of(clubs[0])

    assert chased(LATE) == 2
    assert (return_of(clubs[0]).chased_date, return_of(clubs[0]).chased_times) == (LATE, 1)  # fmt: skip


def test_each_seasons_return_has_the_ratings_of_its_own_31_may(clubs):
    ours, _theirs = clubs
    begin_summer(date(2027, 6, 3))

    drafts = [
        lines_of(draft_of(ClubReturn.objects.get(club=ours, season=season)))
        for season in (2025, 2026)
    ]

    # No player has a game in the second season: 27 less for each.
    assert drafts == [
        [(1917, 2, -14, 1903, None), (1836, 1, -20, 1816, None)],
        [(1903, 0, -27, 1876, None), (1816, 0, -27, 1789, None)],
    ]


def test_reminder_to_each_club_is_repeated_only_after_a_week(clubs):
    ours, theirs = clubs
    secretary_of(ours)
    chased(LATE)
    secretary_of(theirs)
    next_day = LATE + timedelta(days=1)

    assert [chased(next_day), chased(LATE + timedelta(days=7))] == [1, 1]
    assert [return_of(club).chased_date for club in clubs] == [
        LATE + timedelta(days=7),
        next_day,
    ]


def test_player_changing_club_at_season_end_is_in_the_old_clubs_return(
    clubs,
):
    ours, theirs = clubs
    sven = Player.objects.get(last_name="Andersson")
    Membership.objects.filter(player=sven).update(to_date=date(2026, 5, 31))
    MembershipFactory(player=sven, club=theirs, from_date=date(2026, 6, 1))
    assert lines_of(draft_of(return_of(ours))) == [
        (1917, 2, -14, 1903, None),
        (1836, 1, -20, 1816, None),
    ]
    assert lines_of(draft_of(return_of(theirs))) == [(1967, 1, -20, 1947, None)]


@pytest.mark.parametrize("system", ["lask_1970", "ssf_2008"])
def test_ratings_converted_on_1_june_are_returned_as_the_season_left_them(system):
    kept_by_lask()
    Edition.objects.create(
        pool=chess_pool(),
        from_date=date(2026, 6, 1),
        system=system,
        parameters={},
        conversion={"pieces": [{"plus": 100}]},
    )
    ours, theirs = ClubFactory(), ClubFactory()
    accepted(long(of_club(ours, 1900), of_club(theirs, 1850), 2, SPRING))
    begin_summer()

    draft = draft_of(return_of(ours))

    # 1900 wins 14 and loses 20 for a single game; the 100 points follow.
    assert lines_of(draft) == [(1914, 1, -20, 1894, None)]
    assert (draft.lacks, draft.made.total_deduction) == ((), -20)
