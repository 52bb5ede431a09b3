"""Two versions of a report, compared game by game: `ratings.ledger.queries.versions`."""

from dataclasses import replace
from datetime import date

import pytest

from federation.enums import Visibility
from federation.permissions import NOBODY, actor_of
from ratings.ledger.queries.versions import compare, games_of
from tests.factories import PlayerFactory, line, member, officer, posted, side
from tests.worlds import shared

pytestmark = pytest.mark.django_db
DAY = date(2026, 2, 1)


@shared
def three():
    return [member(first_name=name, last_name="Ek") for name in ("Ada", "Bo", "Cy")]


def version(*lines, number=77, **facts):
    return posted(*lines, source_number=number, start_date=DAY, end_date=DAY, **facts)


def compared(old, new):
    shown = [games_of(each, NOBODY, DAY) for each in (new, old)]
    return compare(*shown, old)


def test_added_removed_and_changed_games_are_listed_and_others_counted(three):
    ada, bo, cy = three
    stays, goes = line(ada, bo, 2, DAY, key=1), line(ada, cy, 2, DAY, key=2, board=2)
    changes = line(bo, cy, 2, DAY, key=3, board=3)
    comes = line(cy, ada, 1, DAY, key=4, board=4)
    first = version(stays, goes, changes)
    found = compared(first, version(stays, replace(changes, score=0), comes))
    assert [
        (each.kind, each.shown.game.key, each.parts) for each in found.differences
    ] == [("changed", 3, ("score",)), ("added", 4, ()), ("removed", 2, ())]
    assert (found.added, found.removed, found.changed, found.same) == (1, 1, 1, 1)
    assert found.against == first
    changed = found.differences[0]
    assert (changed.old.result, changed.new.result) == ("1–0", "0–1")


def test_empty_lines_are_ignored(three):
    ada, bo, cy = three
    game, other = line(ada, bo, 2, DAY, key=1), line(bo, cy, 2, DAY, key=3)
    empty = line(ada, cy, 1, DAY, key=2, played=False)
    facts = {"method": "concentrated"}
    first = version(game, other, empty, **facts)
    second = version(game.emptied(), other, empty, **facts)
    third = version(game, other, replace(empty, score=2), **facts)

    found = [compared(first, second), compared(second, third)]

    differences = [
        [(e.kind, e.shown.game.key) for e in each.differences] for each in found
    ]
    assert differences == [[("removed", 1)], [("added", 1), ("added", 2)]]
    assert [each.same for each in found] == [1, 1]


@pytest.mark.parametrize(
    ("what", "facts"),
    [
        ("score", {"score": 1}),
        ("day", {"played_date": date(2026, 2, 2)}),
        ("place", {"round": 2}),
        ("place", {"board": 2}),
        ("played", {"played": False}),
        ("minutes", {"minutes": 60}),
        ("period", {"booked_on": date(2026, 2, 2)}),
        ("period", {"base_on": date(2026, 1, 31)}),
    ],
)
def test_each_differing_field_of_a_game_is_named(three, what, facts):
    before = line(three[0], three[1], 2, DAY, key=1)
    found = compared(version(before), version(replace(before, **facts)))
    (only,) = found.differences
    assert only.parts == (what,)
    assert (only.place_differs, only.players_differ) == (
        what in ("place", "day"),
        False,
    )


@pytest.mark.parametrize(
    "facts",
    [
        {"is_member": False, "outside": 1500, "outside_kind": "fide"},
        {"birth_year": 1970},
        {"adopts": True},
    ],
)
@pytest.mark.parametrize("colour", ["white", "black"])
def test_differing_fields_of_both_players_are_named(three, colour, facts):
    before = line(three[0], three[1], 2, DAY, key=1)
    after = replace(before, **{colour: replace(getattr(before, colour), **facts)})
    (only,) = compared(version(before), version(after)).differences
    assert only.parts == ("facts",)


def test_replaced_player_is_named_without_dependent_fields(three):
    before = line(three[0], three[1], 2, DAY, key=1)
    young = side(PlayerFactory(birth_year=2015), is_member=False)
    (only,) = compared(
        version(before), version(replace(before, black=young))
    ).differences
    assert (only.parts, only.players_differ) == (("players",), True)


def test_games_are_in_order_of_play_with_names_visible_to_the_reader(
    three,
):
    ada, bo, cy = three
    type(cy).objects.filter(pk=cy.pk).update(visibility=Visibility.HIDDEN)
    report = version(
        line(cy, bo, 1, DAY, key=1, round=2),
        line(ada, bo, 0, DAY, key=2, board=2),
        line(bo, ada, 2, DAY, key=3, board=1, played=False),
    )
    games = games_of(report, NOBODY, DAY)
    assert [(each.white.name, each.black.name, each.result) for each in games[:2]] == [
        ("Bo Ek", "Ada Ek", "+ –"),
        ("Ada Ek", "Bo Ek", "0–1"),
    ]
    assert "Cy" not in games[2].white.name
    assert games_of(report, actor_of(officer(), DAY), DAY)[2].white.name == "Cy Ek"


def test_special_facts_of_a_game_are_noted_on_their_side(three):
    ada, bo, _cy = three
    guest = side(ada, is_member=False, outside=2105, outside_kind="fide")
    report = version(
        line(guest, bo, 2, DAY, key=1),
        line(bo, side(ada, is_member=False), 2, DAY, key=2, board=2, played=False),
        line(ada, bo, 2, DAY, key=3, board=3),
    )
    first, second, third = games_of(report, NOBODY, DAY)
    assert first.notes == ["Ada Ek: FIDE rating 2105"]
    assert second.notes == ["not played: not rated", "Ada Ek: from outside"]
    assert third.notes == []


def test_changed_first_day_of_the_event_is_named_for_every_game(three):
    game = line(three[0], three[1], 2, DAY, key=1)
    facts = {"source_number": 77, "end_date": DAY}
    old = posted(game, start_date=DAY, **facts)
    new = posted(game, start_date=date(2026, 1, 31), **facts)

    (only,) = compared(old, new).differences

    assert (only.kind, only.parts) == ("changed", ("event",))


def test_black_player_from_outside_is_noted_with_the_own_rating(three):
    ada, bo, _cy = three
    guest = side(bo, is_member=False, outside=1850, outside_kind="fide")
    both = line(side(ada, is_member=False), guest, 1, DAY, key=1, played=False)

    (only,) = games_of(version(both), NOBODY, DAY)

    assert (only.notes, only.result) == (
        ["not played: not rated", "Ada Ek: from outside", "Bo Ek: FIDE rating 1850"],
        "– –",
    )


def test_removed_game_is_shown_as_it_was(three):
    ada, bo, cy = three
    stays, goes = line(ada, bo, 2, DAY, key=1), line(ada, cy, 0, DAY, key=2, board=2)

    (only,) = compared(version(stays, goes), version(stays)).differences

    assert (only.new, only.shown.black.name, only.shown.result) == (
        None,
        "Cy Ek",
        "0–1",
    )
