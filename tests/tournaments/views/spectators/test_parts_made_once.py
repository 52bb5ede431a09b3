"""A part is made by one request for all: `tournaments.views.spectators.fresh`."""

import threading

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.signals import template_rendered
from django.urls import reverse

from tests.races import together
from tests.tournaments.tournaments_made import section, started, tournament
from tests.worlds import shared
from tournaments.views.spectators import fresh
from tournaments.views.spectators.fresh import place_of

pytestmark = pytest.mark.django_db

PART = "tournaments/spectators/_live_sections.html"
OTHER = "another request's"


@shared
def swiss(club):
    return started_swiss(club)


def started_swiss(club):
    made = section(tournament(club), format="boards", rounds=3, pairing_system="monrad")
    return started(made, size=5)


def part_of(group):
    return reverse("tournaments:live", args=[group.tournament_id])


def lock_of(group):
    return f"{place_of(part_of(group))}-made"


@pytest.fixture
def made():
    """Return a list with an entry for each time that the part is made."""
    found = []

    def note(template, **_facts):
        found.extend([template.name] * (template.name == PART))

    template_rendered.connect(note)
    yield found
    template_rendered.disconnect(note)


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_concurrent_first_visitors_get_a_part_that_was_made_once(club, made):
    address = part_of(started_swiss(club))

    answers = together(*[lambda: Client().get(address)] * 6)

    assert len(made) == 1
    assert len({(each.status_code, each.content) for each in answers}) == 1


def test_first_visitors_wait_for_the_request_that_makes_the_part(client, swiss, made):
    address, lock = part_of(swiss), lock_of(swiss)
    first = client.get(address)
    kept = cache.get(place_of(address))
    cache.delete(place_of(address))
    cache.set(lock, OTHER, 15)

    def finish():
        cache.set(place_of(address), kept, 15)
        cache.delete(lock)

    other = threading.Timer(0.2, finish)
    other.start()
    second = client.get(address)
    other.join()

    assert (second.content, second["ETag"]) == (first.content, first["ETag"])
    assert len(made) == 1


def test_visitor_makes_the_part_if_the_other_request_fails(client, swiss, made):
    cache.set(lock_of(swiss), OTHER, 15)
    other = threading.Timer(0.2, cache.delete, [lock_of(swiss)])
    other.start()

    answer = client.get(part_of(swiss))

    other.join()
    assert (answer.status_code, len(made)) == (200, 1)


def test_only_the_request_that_makes_the_part_removes_its_lock(
    client, swiss, made, monkeypatch
):
    monkeypatch.setattr(fresh, "WAIT_FOR_PART", 0.1)
    cache.set(lock_of(swiss), OTHER, 15)

    client.get(part_of(swiss))
    assert (len(made), cache.get(lock_of(swiss))) == (1, OTHER)

    cache.delete(lock_of(swiss))
    cache.delete(place_of(part_of(swiss)))
    client.get(part_of(swiss))
    assert (len(made), cache.get(lock_of(swiss))) == (2, None)
