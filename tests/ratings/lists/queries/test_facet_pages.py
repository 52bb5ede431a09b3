"""Every order, direction, filter and page of a published list, from its facets, against
the same rows sorted by a plain ORDER BY: `ratings.lists.queries.facet_pages`.
"""

from datetime import UTC, date, datetime
from itertools import product
from types import SimpleNamespace

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from federation.enums import Gender, PlayerClass, RoleKind, Visibility
from federation.models import Player
from federation.permissions import Actor, HeldRole
from ratings.lists.domain.facets import store_facets
from ratings.lists.filters import ListFilters
from ratings.lists.queries import name_pages, name_walk
from ratings.lists.queries.clubs_and_districts import read_clubs_and_districts
from ratings.lists.queries.facets import PublishedFacets
from ratings.lists.queries.list_pages import Order
from ratings.lists.queries.lists import published_entries
from ratings.models import ListEntry, Period, RatingList
from ratings.pools.queries.publications import publications
from tests.factories import ClubFactory, MembershipFactory, PlayerFactory, chess_pool
from tests.ratings.lists.plain_order import check_pages

pytestmark = pytest.mark.django_db

TODAY = date(2026, 6, 15)
NOW = datetime(2026, 6, 15, tzinfo=UTC)
COLUMNS = ("rank", "rating", "name", "club", "player_class", "change", "games")
NAMES = ("Åberg", "Aberg", "Ärla", "Öst", "ek", "Ek", "Zorn", "Ekman", "É")
CLUBS = ("Lund", "Ängby", "lund", "Öland")
"""Two of them are equal in sorting."""


def players(*, least, most):
    return st.lists(
        st.fixed_dictionaries(
            {
                "name": st.sampled_from(NAMES),
                "visibility": st.sampled_from(Visibility.values),
                "gender": st.sampled_from(Gender.values),
                "rating": st.sampled_from((1200.0, 1200.5, 1500.0, 1800.0)),
                "change": st.sampled_from((None, -2.5, -1.0, 0.0, 1.0, 30.0)),
                "games": st.sampled_from((None, 0, 1, 7)),
                "club": st.sampled_from((*range(len(CLUBS)), None)),
                "player_class": st.sampled_from(("", *PlayerClass.values)),
                "age_group": st.sampled_from(("", "U13", "V60")),
                "is_listed": st.sampled_from((True, True, True, False)),
            }
        ),
        min_size=least,
        max_size=most,
    )


FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "q": st.sampled_from(("ek", "åb", "zrn", "nobody at all")),
        "club": st.integers(0, len(CLUBS) - 1),
        "district": st.integers(0, len(CLUBS) - 1),
        "player_class": st.sampled_from(PlayerClass.values),
        "age": st.sampled_from(("U13", "U16", "V60")),
        "gender": st.sampled_from((Gender.FEMALE.value, Gender.MALE.value)),
    },
)


class Made:
    """A published list of these players, and the clubs of which they are members."""

    def __init__(self, drawn):
        self.clubs = [ClubFactory(name=name) for name in CLUBS]
        self.cards = [
            PlayerFactory(
                last_name=each["name"],
                first_name="A",
                gender=each["gender"],
                visibility=each["visibility"],
            )
            for each in drawn
        ]
        for card, each in zip(self.cards, drawn, strict=True):
            if each["club"] is not None:
                club = self.clubs[each["club"]]
                MembershipFactory(player=card, club=club, from_date=date(2020, 1, 1))
        self.list = _published(drawn)
        ListEntry.objects.bulk_create(self._entries(drawn))
        store_facets(self.list)

    def _entries(self, drawn):
        by_rating = sorted(
            zip(self.cards, drawn, strict=True), key=lambda each: -each[1]["rating"]
        )
        listed = [each for each in by_rating if each[1]["is_listed"]]
        ratings = [facts["rating"] for _card, facts in listed]
        for card, facts in by_rating:
            place = next((n for n, each in enumerate(listed) if each[0] == card), None)
            club = None if facts["club"] is None else self.clubs[facts["club"]]
            yield ListEntry(
                pool_id=self.list.pool_id,
                list_id=self.list.pk,
                player_id=card.pk,
                position=None if place is None else place + 1,
                rank=None if place is None else ratings.index(facts["rating"]) + 1,
                rating=facts["rating"],
                change=facts["change"],
                games=facts["games"],
                club_id=club and club.pk,
                district_id=club and club.district_id,
                player_class=facts["player_class"],
                age_group=facts["age_group"],
                gender=facts["gender"],
            )

    def filled_form(self, drawn):
        return with_clubs(drawn, self.clubs)


def with_clubs(drawn, clubs):
    """Return the filters with the ids of the clubs and districts created."""
    form = dict(drawn)
    if "club" in form:
        form["club"] = str(clubs[form["club"]].pk)
    if "district" in form:
        form["district"] = clubs[form["district"]].district.code
    return form


def _published(drawn):
    pool = chess_pool()
    period = Period.objects.create(
        pool=pool, start_date=date(2026, 1, 1), end_date=date(2026, 4, 30), posted=0
    )
    return RatingList.objects.create(
        pool=pool,
        period=period,
        number=1,
        valid_from=date(2026, 5, 1),
        posting_number=0,
        approved_at=NOW,
        published_at=NOW,
        listed=sum(each["is_listed"] for each in drawn),
        players=0,
        games=0,
        input_digest="",
    )


def readers_of(cards):
    """Return an anonymous visitor, an officer and a player."""
    yield Actor()
    yield Actor(user_id=1, roles=(HeldRole(RoleKind.RATING_OFFICER),))
    yield Actor(user_id=3, player_id=cards[0].pk if cards else None)


def readers(made):
    """Return the readers above and a secretary."""
    yield from readers_of(made.cards)
    club = HeldRole(RoleKind.SECRETARY, club_id=made.clubs[0].pk)
    yield Actor(user_id=2, roles=(club,))


def check(made, reader, form, order, size):
    publication = publications(made.list.pool_id).newest
    entries = published_entries(publication, TODAY, reader)
    request = SimpleNamespace(actor=reader, today=TODAY)
    filters = ListFilters(
        form, queryset=entries.rows, request=request, places=read_clubs_and_districts()
    )
    facets = PublishedFacets(made.list.pool_id, made.list.pk)
    check_pages(entries, facets, filters, order, size)
    assert filters.selection().is_whole == (not form)


CHANGES = st.lists(
    st.tuples(
        st.integers(0, 13), st.sampled_from(NAMES), st.sampled_from(Visibility.values)
    ),
    max_size=4,
)
"""Changes of the register after publication: which player, the new name, and who sees
it.
"""


@settings(
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    max_examples=10,
    suppress_health_check=list(HealthCheck),
)
@given(
    drawn=players(least=8, most=14) | players(least=0, most=1),
    form=FILTERS,
    changes=CHANGES,
    size=st.integers(2, 5),
    reads_as=st.integers(0, 3),
)
def test_every_page_equals_that_of_a_plain_order_by(
    drawn, form, changes, size, reads_as
):
    with transaction.atomic(), pytest.MonkeyPatch.context() as patched:
        patched.setattr(name_walk, "FIRST_LOOK", 2)
        made = Made(drawn)
        for number, name, visibility in changes:
            if number < len(made.cards):
                card = Player.objects.filter(pk=made.cards[number].pk)
                card.update(last_name=name, visibility=visibility)
        reader = list(readers(made))[reads_as]
        for column, descending in product(COLUMNS, (False, True)):
            order = Order(column, descending=descending)
            # By name: along the register, or sorted if few are requested.
            patched.setattr(name_pages, "SORTED_AT_ONCE", 4 * (size % 2))
            check(made, reader, {}, order, size)
            check(made, reader, made.filled_form(form), order, size)
        transaction.set_rollback(True)


@pytest.mark.parametrize("descending", [False, True])
def test_players_of_clubs_equal_in_sorting_are_mixed(descending):
    facts = {
        "name": "Ek",
        "visibility": Visibility.PUBLIC,
        "gender": Gender.FEMALE.value,
        "change": 0.0,
        "games": 1,
        "player_class": "",
        "age_group": "",
        "is_listed": True,
    }
    ratings_and_clubs = (
        (1900.0, 0),
        (1800.0, 2),
        (1700.0, 0),
        (1600.0, 1),
        (1500.0, 2),
    )
    made = Made([{**facts, "rating": at, "club": of} for at, of in ratings_and_clubs])
    check(made, Actor(), {}, Order("club", descending=descending), 2)
