"""From which list live changes are counted, and the sorting of lists:
`ratings.lists.queries.lists`.
"""

from datetime import date

import pytest

from federation.enums import Visibility
from federation.models import Membership, Player
from federation.permissions import NOBODY, actor_of
from ratings.lists.queries.lists import ListLine, live_entries, published_entries
from ratings.models import ListEntry
from ratings.pools.queries.publications import publications
from tests.factories import (
    ClassMembershipFactory,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    chess_pool,
    line,
    member,
    officer,
)
from tests.ratings.earlier_list_files import brought_in
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db
AUTUMN, WINTER = date(2026, 10, 1), date(2027, 2, 1)
TODAY = date(2026, 6, 15)


def live(today=TODAY):
    newest = publications(chess_pool().pk).newest
    return live_entries(chess_pool().pk, newest, today)


def lines(entries):
    found = [ListLine(*row) for row in entries.rows.values_list(*entries.columns)]
    return {each.player_id: each for each in found}


def sorted_by(entries, column):
    rows = entries.rows.annotate(key=entries.keys[column]).order_by("key", "position")
    return list(rows.values_list("player_id", flat=True))


def test_a_live_change_is_counted_from_the_newest_of_two_lists():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER))
    summer = published(SUMMER)
    accepted(line(adam, bertil, 2, AUTUMN))
    up_to_date()

    found = lines(live())[adam.pk]

    official = ListEntry.objects.get(
        pool_id=summer.pool_id, list_id=summer.pk, player_id=adam.pk
    ).rating
    assert (found.change, found.games) == (found.rating - official, 1)


def test_a_live_change_is_counted_from_the_revision():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    corrected(adam, bertil, 0)
    published(SPRING)
    up_to_date()

    found = lines(live())[adam.pk]

    assert (found.rating, found.change, found.games) == (1944, 0, 0)


def test_games_of_all_periods_since_the_newest_list_are_counted():
    adam, bertil, _report = rulebook_game()
    published(SPRING)
    accepted(line(adam, bertil, 2, SUMMER), line(bertil, adam, 2, SUMMER))
    accepted(line(adam, bertil, 1, AUTUMN))
    up_to_date()

    assert lines(live())[adam.pk].games == 3


def test_change_of_player_missing_from_the_newest_list_is_of_the_newest_step():
    adam, _bertil, _report = rulebook_game()
    published(SPRING)
    late = rated(1950)
    accepted(line(late, rated(2220), 2, SUMMER), line(adam, member(), 1, SUMMER))
    up_to_date()

    found = lines(live())[late.pk]

    assert (found.rating, found.change) == (1976, 26)


def test_live_list_is_sorted_by_the_current_main_club():
    adam, bertil, _report = rulebook_game()
    alfa, beta, omega = (ClubFactory(name=name) for name in ("Alfa", "Beta", "Omega"))
    Membership.objects.all().update(to_date=date(2026, 3, 31))
    MembershipFactory(player=adam, club=omega, from_date=date(2026, 4, 1))
    MembershipFactory(player=adam, club=alfa, is_main=False)
    MembershipFactory(player=bertil, club=beta, from_date=date(2026, 4, 1))
    up_to_date()

    assert sorted_by(live(), "club") == [bertil.pk, adam.pk]


def test_published_list_is_sorted_by_the_clubs_on_it():
    alfa, beta = ClubFactory(name="Alfa"), ClubFactory(name="Beta")
    ada, bo = rated(1500, club=alfa), rated(1500, club=beta)
    accepted(line(ada, bo, 2, SPRING))
    published(SPRING)
    Membership.objects.all().update(to_date=date(2026, 6, 1))
    MembershipFactory(player=ada, club=beta, from_date=date(2026, 6, 2))
    MembershipFactory(player=bo, club=alfa, from_date=date(2026, 6, 2))

    publication = publications(chess_pool().pk).newest

    assert sorted_by(published_entries(publication, TODAY), "club") == [ada.pk, bo.pk]
    assert sorted_by(live(), "club") == [bo.pk, ada.pk]


def test_classes_are_sorted_by_current_class_highest_first():
    adam, bertil, _report = rulebook_game()
    ClassMembershipFactory(player=adam, player_class="III")
    ClassMembershipFactory(player=adam, player_class="I", from_date=TODAY)
    ClassMembershipFactory(player=bertil, player_class="II")
    ClassMembershipFactory(player=bertil, player_class="M", from_date=date(2026, 6, 16))
    up_to_date()

    assert sorted_by(live(), "player_class") == [adam.pk, bertil.pk]
    before = live(today=date(2026, 6, 14))
    assert sorted_by(before, "player_class") == [bertil.pk, adam.pk]


def test_players_without_club_or_class_come_last():
    adam, bertil, _report = rulebook_game()
    Membership.objects.filter(player=bertil).delete()
    ClassMembershipFactory(player=adam, player_class="III")
    up_to_date()

    # Bertil is above Adam by rating.
    columns = ("club", "player_class")
    found = [sorted_by(live(), column) for column in columns]
    assert found == [[adam.pk, bertil.pk]] * len(columns)


def test_change_is_of_the_newest_step_until_a_list_is_published():
    adam, bertil, _report = rulebook_game()
    accepted(line(adam, bertil, 1, SUMMER), line(bertil, adam, 1, SUMMER))
    up_to_date()

    found = lines(live())

    # 1976 – 2207: two draws at 9 each, halved for Bertil.
    assert (found[adam.pk].rating - 1976, found[adam.pk].games) == (
        found[adam.pk].change,
        2,
    )
    assert found[bertil.pk].change == found[bertil.pk].rating - 2207


def test_missing_changes_and_games_of_a_list_sort_as_none(tmp_path):
    players = [
        PlayerFactory(national_id=str(number), last_name=name)
        for number, name in enumerate(("Alm", "Bo", "Cy"), 1)
    ]
    rows = (
        "1985-07-01,1,,,1900,+10,9,,",
        "1985-07-01,2,,,1800,,,,",
        "1985-07-01,3,,,1700,-5,4,,",
    )
    brought_in(tmp_path, *rows)
    publication = publications(chess_pool().pk).newest
    alm, bo, cy = (each.pk for each in players)

    found = [
        sorted_by(published_entries(publication, TODAY), column)
        for column in ("change", "games")
    ]

    assert found == [[cy, bo, alm], [bo, cy, alm]]


def test_names_are_sorted_as_visible_to_the_reader():
    adam, bertil, _report = rulebook_game()
    Player.objects.filter(pk=adam.pk).update(visibility=Visibility.HIDDEN)
    up_to_date()

    entries = [
        live_entries(chess_pool().pk, None, TODAY, reader)
        for reader in (NOBODY, actor_of(officer(), TODAY))
    ]

    assert [sorted_by(each, "name") for each in entries] == [
        [bertil.pk, adam.pk],
        [adam.pk, bertil.pk],
    ]
