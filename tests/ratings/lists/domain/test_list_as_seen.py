"""A list says exactly what its approving officer saw, whatever changes in the register
in the meantime: `ratings.lists.domain.publishing`.
"""

from datetime import date, datetime

import pytest
from django.db import connection, transaction
from django.utils import translation

from federation.domain.authorship import ActionContext
from federation.models import Club, Membership, OutboxMail, Player, User
from ratings.ledger.domain.reports import accept_report
from ratings.lists.domain.publishing import (
    ApprovalNotPossible,
    approve_list,
    publish_list,
)
from ratings.lists.queries.listing import proposal_seen
from ratings.models import Approval, ListEntry, Period, RatingList
from tests import database
from tests.factories import (
    CLOSED,
    NOON,
    ClassMembershipFactory,
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    UserFactory,
    computed,
    line,
    member,
    posted,
)
from tests.letters import message_of
from tests.races import second_waits, together
from tests.ratings.rating_lists import open_next_period
from tests.worlds import shared

DAY = date(2026, 2, 1)
AFTER = date(2026, 5, 2)

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@shared
def game():
    """Post and compute an accepted report of one game in January to April."""
    report = posted(line(member(), member(), 2, DAY))
    accept_report(report.pk, acting=ActionContext(None, NOON))
    open_next_period(period())
    computed()
    return report.lines.get()


@shared
def officer():
    return UserFactory(email="rut@example.org")


def period():
    return Period.objects.get(start_date=date(2026, 1, 1))


def approved(officer, seen):
    acting = ActionContext(officer.pk, NOON)
    return approve_list(period().pk, seen=seen, comment="", today=AFTER, acting=acting)


def die(player):
    Player.objects.filter(pk=player.pk).update(status="deceased")


def change_club(player):
    Membership.objects.filter(player=player).update(club=ClubFactory())


def change_district(player):
    clubs = Club.objects.filter(memberships__player=player)
    clubs.update(district=DistrictFactory())


def rise(player):
    ClassMembershipFactory(player=player, player_class="M")


def be_younger(player):
    Player.objects.filter(pk=player.pk).update(birth_year=2015)


def be_a_woman(player):
    Player.objects.filter(pk=player.pk).update(gender="F")


def change_name(player):
    """Change the order of players with equal ratings."""
    Player.objects.filter(pk=player.pk).update(last_name="Öberg")


@pytest.mark.parametrize(
    "change",
    [die, change_club, change_district, rise, be_younger, be_a_woman],
)
def test_change_of_a_line_by_the_register_requires_a_new_look(game, officer, change):
    seen = proposal_seen(period())
    change(game.white)

    with pytest.raises(ApprovalNotPossible) as answer:
        approved(officer, seen)

    assert answer.value.code == "says_other"
    assert approved(officer, proposal_seen(period())).state == "requested"


def test_names_do_not_affect_the_order_among_equals(officer):
    first, second = member(last_name="Alm"), member(last_name="Berg")
    report = posted(line(first, second, 1, DAY))
    accept_report(report.pk, acting=ActionContext(None, NOON))
    computed()
    before = proposal_seen(period())
    change_name(first)

    assert proposal_seen(period()) == before


def test_change_of_data_not_on_the_list_requires_no_new_look(game, officer):
    seen = proposal_seen(period())
    Player.objects.update(country="NOR")

    assert approved(officer, seen).state == "requested"


def test_changed_list_is_not_built_and_the_officer_is_notified(game, officer):
    approval = approved(officer, proposal_seen(period()))
    rise(game.white)

    assert publish_list(approval.pk, at=NOON) is None

    approval.refresh_from_db()
    assert approval.state == "refused"
    assert (RatingList.objects.count(), ListEntry.objects.count()) == (0, 0)
    assert OutboxMail.objects.filter(to="rut@example.org").count() == 1
    again = approved(officer, proposal_seen(period()))
    assert publish_list(again.pk, at=NOON).listed == 2


def test_refusal_letter_is_in_the_federations_language(game, officer, settings):
    settings.LANGUAGE_CODE = "sv"
    approval = approved(officer, proposal_seen(period()))
    rise(game.white)

    with translation.override("en"):
        publish_list(approval.pk, at=NOON)

    subject = OutboxMail.objects.get(to="rut@example.org").subject
    assert subject.startswith("Inte publicerad, titta en gång till: listan 2026-05-01")


def test_officer_with_closed_account_gets_no_letter(game, officer):
    approval = approved(officer, proposal_seen(period()))
    rise(game.white)
    User.objects.filter(pk=officer.pk).update(**CLOSED)

    assert publish_list(approval.pk, at=NOON) is None
    assert not OutboxMail.objects.filter(to="rut@example.org").exists()


# --- with two connections ------------------------------------------------------------
def elsewhere(act):
    """Do an act and commit it on another connection."""
    [answer] = together(act)
    if isinstance(answer, Exception):
        raise answer


@at_once
def test_change_between_viewing_and_approving_is_noticed(game, officer):
    seen = proposal_seen(period())
    elsewhere(lambda: die(game.white))

    with pytest.raises(ApprovalNotPossible) as answer:
        approved(officer, seen)

    assert answer.value.code == "says_other"


@at_once
def test_list_is_not_built_after_an_uncommitted_change_during_approval(game, officer):
    seen = proposal_seen(period())
    with transaction.atomic():
        die(game.white)
        elsewhere(lambda: approved(officer, seen))

    assert publish_list(Approval.objects.get().pk, at=NOON) is None
    assert OutboxMail.objects.filter(to=officer.email).count() == 1


@at_once
def test_list_is_not_built_after_a_change_between_approval_and_building(game, officer):
    approval = approved(officer, proposal_seen(period()))
    elsewhere(lambda: change_club(game.white))

    assert publish_list(approval.pk, at=NOON) is None
    assert RatingList.objects.count() == 0


@at_once
def test_change_during_building_is_not_on_the_list(game, officer):
    approval = approved(officer, proposal_seen(period()))

    def hold_up_the_builder():
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE ratings_ratinglist IN SHARE MODE")
        die(game.white)

    with database.owner():  # the office itself may lock no table
        built = second_waits(
            hold_up_the_builder, lambda: publish_list(approval.pk, at=NOON)
        )

    entries = ListEntry.objects.filter(list_id=built.pk)
    printed = entries.exclude(position=None).count()
    assert (built.listed, printed) == (2, 2)


def test_counts_of_a_list_agree_with_its_lines(game, officer):
    die(game.white)
    approval = approved(officer, proposal_seen(period()))

    built = publish_list(approval.pk, at=datetime(2026, 6, 15, 13, tzinfo=NOON.tzinfo))

    assert (built.listed, built.players, built.games) == (1, 2, 2)


def test_line_has_club_and_class_of_the_lists_first_valid_day(game, officer):
    """1 May 2026 is White's last day in the club; Black left the day before."""
    white, black = game.white, game.black
    club = white.memberships.get().club
    white.memberships.update(to_date=date(2026, 5, 1))
    black.memberships.update(to_date=date(2026, 4, 30))
    MembershipFactory(player=black, is_main=False)
    for first, player_class in ((date(2020, 1, 1), "II"), (date(2026, 5, 2), "I")):
        ClassMembershipFactory(player=white, player_class=player_class, from_date=first)

    made = publish_list(approved(officer, proposal_seen(period())).pk, at=NOON)

    entries = ListEntry.objects.filter(list_id=made.pk).order_by("position")
    assert list(entries.values_list("player_id", "club_id", "player_class")) == [
        (white.pk, club.pk, "II"),
        (black.pk, None, ""),
    ]


@pytest.mark.parametrize(("months", "listed"), [(3, 2), (2, 1)])
def test_former_club_member_is_listed_by_the_day_of_the_last_game(
    game, officer, settings, months, listed
):
    """1 February is three months before 1 May."""
    settings.LISTED_MONTHS = months
    game.white.memberships.update(to_date=date(2026, 4, 30))

    made = publish_list(approved(officer, proposal_seen(period())).pk, at=NOON)

    assert made.listed == listed


def test_refusal_letter_names_list_and_pool_and_links_to_the_proposal(
    game, officer, settings
):
    settings.OFFICE_ADDRESS = "https://rating.example.org"
    approval = approved(officer, proposal_seen(period()))
    rise(game.white)

    publish_list(approval.pk, at=NOON)

    letter = OutboxMail.objects.get(to="rut@example.org")
    pool = period().pool.label
    assert (letter.subject, message_of(letter), letter.written_at) == (
        f"Not published, please look again: list of 2026-05-01, {pool}",
        f"The list of 2026-05-01 for {pool} that you approved was not published:"
        " something on it changed before it was built. Nothing is lost. Look at the"
        " proposal again and approve it as it stands now.\n\n"
        f"https://rating.example.org/approval/{period().pk}/\n",
        NOON,
    )


AGES = {
    2013: "U13", 2012: "U16", 2010: "U16", 2009: "U20", 2006: "U20", 2005: "",
    1967: "", 1966: "V60", None: "",
}  # fmt: skip
"""By year of birth, on a list that is valid from May 2026."""


def test_age_group_is_of_the_year_from_which_the_list_is_valid(officer):
    players = {year: member(birth_year=year) for year in AGES}
    report = posted(
        *(
            line(each, member(), 1, DAY, key=key)
            for key, each in enumerate(players.values())
        )
    )
    accept_report(report.pk, acting=ActionContext(None, NOON))
    open_next_period(period())
    computed()

    made = publish_list(approved(officer, proposal_seen(period())).pk, at=NOON)

    entries = ListEntry.objects.filter(list_id=made.pk)
    groups = dict(entries.values_list("player_id", "age_group"))
    assert {year: groups[each.pk] for year, each in players.items()} == AGES
