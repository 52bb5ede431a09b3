"""Two cards side by side, line by line: `ratings.merges.views.card_lines`."""

from datetime import date

import pytest

from ratings.merges.queries.merges import played_card
from ratings.merges.views.card_lines import card_lines
from tests.factories import (
    NOON,
    ClassMembershipFactory,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
    chess_pool,
    line,
    member,
)
from tests.ratings.rating_lists import accepted, decided, up_to_date

pytestmark = pytest.mark.django_db


def test_card_data_is_shown_side_by_side_with_contradictions_marked():
    clubs = [ClubFactory(name=name) for name in ("Alfa", "Beta")]
    one = PlayerFactory(
        national_id="111", birth_year=1980, gender="m", title="IM", country="SWE"
    )
    other = PlayerFactory(
        national_id="222", birth_year=1981, gender="f", title="FM", country="NOR"
    )
    one.fide_id = 1_700_007
    one.save()
    days = date(2010, 1, 1), date(2015, 6, 30)
    MembershipFactory(player=one, club=clubs[0], from_date=days[0], to_date=days[1])
    MembershipFactory(player=one, club=clubs[1], from_date=date(2015, 7, 1))
    ClassMembershipFactory(player=one, player_class="I")
    UserFactory(player=other, email="she@example.org")
    decided(one, 1500)
    for player, day in ((one, date(2024, 3, 1)), (other, date(2025, 4, 1))):
        accepted(line(player, member(), 1, day))
    up_to_date()

    cards = [played_card(player, NOON.date()) for player in (one, other)]
    shown = [
        (each.label, list(each.one), list(each.other), each.differs)
        for each in card_lines(*cards)
    ]

    label = chess_pool().label
    ratings = [f"{label}: {card.ratings[0].rating:g}" for card in cards]
    assert shown == [
        ("Player number", ["111"], ["222"], False),
        ("FIDE number", ["1700007"], [], False),
        ("Year of birth", ["1980"], ["1981"], True),
        ("Gender", ["Man"], ["Woman"], True),
        ("Title", ["IM"], ["FM"], True),
        ("Country", ["SWE"], ["NOR"], True),
        ("Status", ["Active"], ["Active"], False),
        ("Clubs", ["Beta 2015-07-01–", "Alfa 2010-01-01–2015-06-30"], [], False),
        ("Class", ["I"], [], False),
        ("Account", [], ["she@example.org"], False),
        ("Start rating by decision", [f"{label}: 1500"], [], False),
        ("Rating now", ratings[:1], ratings[1:], False),
        ("First and last game", ["2024-03-01 – 2024-03-01"], ["2025-04-01 – 2025-04-01"], False),
        ("Games in 2025", ["0"], ["1"], False),
        ("Games in 2024", ["1"], ["0"], False),
    ]  # fmt: skip
