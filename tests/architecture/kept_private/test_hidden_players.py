"""A player who hides the name is hidden everywhere: no page, file, fragment, search or
answer for other programs shows the public more than the initials, or nothing.

The addresses come from the URL configuration. Each must have three properties:
- it contains none of the names or numbers of the player,
- a query about the player is answered like one about a player who does not exist,
- its bytes do not depend on the name of the player.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus

import pytest
from django.db import connection, transaction
from django.test import override_settings
from django.urls import get_resolver, reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from federation.domain.merging import merge_players
from federation.domain.players import set_visibility
from federation.enums import Visibility
from federation.models import Player
from ratings.lists.domain.live_list import number_live_list
from ratings.lists.queries.list_pages import Cursor, Order, read_list_page
from ratings.lists.queries.lists import live_entries
from ratings.lists.views.file_layouts import LAYOUTS
from ratings.models import LivePlace
from tests import database
from tests.architecture.every_page.asking import names_of_all_pages
from tests.architecture.every_page.pages import PAGES, Page
from tests.architecture.kept_private.reading import Answer, Reader
from tests.architecture.world import SUMMER, World, build_world
from tests.factories import OFFICE, chess_pool, line
from tests.ratings.rating_lists import accepted, published, rated, up_to_date
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

FIRST_KEY = 7340001
"""The first key of players, large enough to be recognised in any text."""
NOBODY_KEY = 7999999
MOST = 260
READERS = ("nobody", "player", "stranger", "elsewhere")
HIDING = (Visibility.INITIALS, Visibility.HIDDEN)
PLAYER_PARTS = ("rated", "opponent", "entrant")


@dataclass(frozen=True)
class Target:
    """A hidden player, and the facts that no page may show any more."""

    key: int
    first: str
    last: str
    number: str
    fide: int
    born: int

    @property
    def secrets(self) -> tuple[str, ...]:
        spoken = (self.first, self.last, self.first[:6], self.last[:6], self.number)
        return (*spoken, str(self.fide), str(self.born), str(self.key))


@dataclass(frozen=True)
class Case:
    world: World
    targets: tuple[Target, ...]
    bystander: int

    @property
    def secrets(self) -> tuple[str, ...]:
        return tuple({each for target in self.targets for each in target.secrets})


NAMES = (
    ("Qvintus", "Wzorkander"), ("Zygmund", "Qvarforth"), ("Wilhelmus", "Zqvist"),
    ("Xerxander", "Wqvillborg"),
)  # fmt: skip


@pytest.fixture(scope="module")
def case(django_db_setup, django_db_blocker) -> Iterator[Case]:
    quickly = override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]
    )
    apart = f"ALTER SEQUENCE federation_player_id_seq RESTART {FIRST_KEY}"
    with django_db_blocker.unblock(), quickly:
        with database.owner(), connection.cursor() as cursor:
            cursor.execute(apart)
        with transaction.atomic():
            yield _built()
            transaction.set_rollback(True)


def _built() -> Case:
    world = build_world()
    card = rated(1976)
    accepted(line(card, rated(1976), 1, SUMMER), name="Summer Open")
    for _ in range(4):
        accepted(line(rated(1976), rated(1976), 1, SUMMER))
    published(SUMMER)
    entrants = [
        Entry.objects.get(pk=world.rows[name]).player_id
        for name in ("entry", "renju_entry")
    ]
    merge_players(card.pk, world.rows["rated"], on=SUMMER, acting=OFFICE)
    keys = [world.rows["rated"], *entrants, card.pk]
    targets = tuple(
        _named(key, names, place)
        for place, (key, names) in enumerate(zip(keys, NAMES, strict=True))
    )
    up_to_date()
    return Case(world, targets, world.rows["opponent"])


def _named(key: int, names: tuple[str, str], place: int) -> Target:
    target = Target(key, *names, f"88{key}", 99000017 + place, 1891 + place)
    Player.objects.filter(pk=key).update(
        first_name=target.first,
        last_name=target.last,
        national_id=target.number,
        birth_year=target.born,
        fide_id=target.fide,
    )
    return target


@contextmanager
def hidden(case: Case, visibility: Visibility) -> Iterator[None]:
    with transaction.atomic():
        for each in case.targets[:-1]:  # the last one is a card merged into the first
            set_visibility(each.key, visibility, acting=OFFICE)
        yield
        transaction.set_rollback(True)


def public_pages() -> list[Page]:
    return [page for page in PAGES if page.get and "nobody" in page.get]


def starts(case: Case) -> list[str]:
    """Return every public address; those of a player for each of the targets."""
    found = []
    for page in public_pages():
        for rows in _rows(case, page):
            parts = [rows[part] for part in page.parts]
            found.append(reverse(page.name, args=parts))
    found += [reverse("ratings:current_file", args=[layout]) for layout in LAYOUTS] + [
        reverse("ratings:live_file", args=[layout]) for layout in LAYOUTS
    ]
    found += [
        f"/api/v1/players/{key}/ratings/2026-06-15"
        for key in (*(each.key for each in case.targets), case.bystander)
    ]
    return list(dict.fromkeys(found))


def _rows(case: Case, page: Page) -> Iterator[dict[str, object]]:
    rows = case.world.rows
    yield rows
    for part in page.parts:
        if part in PLAYER_PARTS:
            for key in (*(each.key for each in case.targets), case.bystander):
                yield {**rows, "opponent": case.bystander, part: key}


def probes(case: Case) -> list[str]:
    terms_typed = case.targets[0], case.targets[3]
    return [
        each
        for target in terms_typed
        for each in (target.first, target.last[:6], target.number)
    ]


def read(case: Case, role: str = "nobody", **facts: object) -> dict[str, Answer]:
    reader = Reader(case.world, role, **facts)  # type: ignore[arg-type]
    return reader.everything(starts(case), probes(case), most=MOST)


def asks_about(case: Case, path: str) -> bool:
    return any(secret in path for secret in case.secrets)


def leaks_of(case: Case, answers: dict[str, Answer]) -> set[tuple[str, str]]:
    return {
        (path, secret)
        for path, answer in answers.items()
        if not asks_about(case, path)
        for secret in case.secrets
        if answer.names(secret)
    }


def test_addresses_are_those_of_the_url_configuration():
    names = {page.name for page in PAGES}
    assert names == set(names_of_all_pages())
    others = {
        str(each.pattern)
        for each in get_resolver().url_patterns
        if getattr(each, "namespace", None)
        not in ("federation", "ratings", "tournaments")
    }
    own_account = {
        "account/",
        "account/2fa/authenticate/",
        "account/2fa/totp/activate/",
        "account/2fa/totp/deactivate/",
    }
    assert others == {"healthz", "metrics", "i18n/setlang/", "api/", *own_account}


def test_pages_name_a_player_who_is_not_hidden(case):
    secrets_named = {secret for _path, secret in leaks_of(case, read(case))}
    assert secrets_named >= {
        each for target in case.targets[:3] for each in (target.last, target.first)
    }
    assert secrets_named >= {case.targets[0].number, str(case.targets[0].key)}
    assert str(case.targets[1].born) in secrets_named  # in the TRF files


@pytest.mark.parametrize("visibility", HIDING)
def test_hidden_player_is_not_named_on_any_page(case, visibility):
    with hidden(case, visibility):
        answers = read(case)
        assert leaks_of(case, answers) == set()
        assert all(answer.status < 500 for answer in answers.values())


@pytest.mark.parametrize("role", READERS[1:])
def test_hidden_player_is_not_named_to_another_club(case, role):
    reader = Reader(case.world, role)
    with hidden(case, Visibility.HIDDEN):
        answers = {path: reader.ask(path) for path in starts(case)}
        answers |= {path: reader.ask(path) for path in _of_role(case, role)}
    assert leaks_of(case, answers) == set()


def _of_role(case: Case, role: str) -> list[str]:
    """Return the pages that the role may read and the public may not."""
    rows = case.world.rows
    return [
        reverse(page.name, args=[rows[part] for part in page.parts])
        for page in PAGES
        if page.get and role in page.get and "nobody" not in page.get
    ]


@pytest.mark.parametrize("visibility", HIDING)
def test_query_for_a_hidden_player_is_answered_like_one_for_an_unknown_player(
    case, visibility
):
    reader = Reader(case.world)
    with hidden(case, visibility):
        differ = [
            path
            for path, other in _about(case)
            if _same_words(reader.ask(path), path)
            != _same_words(reader.ask(other), other)
        ]
    assert differ == []


def _about(case: Case) -> list[tuple[str, str]]:
    """Return addresses that name a target, each with one that names no player."""
    pairs = []
    for target in case.targets:
        key, other = str(target.key), str(NOBODY_KEY)
        pairs += [
            (path, path.replace(key, other)) for path in starts(case) if key in path
        ]
        pairs += [(f"{path}?q={query}", f"{path}?q={query[::-1]}")
            for query in (target.last, target.number, str(target.fide), key)
            for path in SEARCHED]  # fmt: skip
    return pairs


SEARCHED = (
    "/list/",
    "/list/live/",
    "/players/",
    "/list/list.csv",
    "/tournaments/where/",
)


def _same_words(answer: Answer, path: str) -> tuple[int, bytes]:
    """Return the answer with the query removed from it."""
    body = answer.body
    for word in re.findall(r"[A-Za-z]{6,}$|\d{7,}", path):
        body = body.replace(word.encode(), b"?")
    return answer.status, body


def test_printed_page_is_the_same_at_two_times_of_printing(case):
    reader, key = Reader(case.world), case.world.rows["section"]
    path = reverse("tournaments:print_section", args=[key, "standings"])
    with timezone.override("Asia/Tokyo"):
        elsewhere = reader.ask(path)
    assert elsewhere.body == reader.ask(path).body


@pytest.mark.parametrize("visibility", HIDING)
def test_no_answer_depends_on_the_name_of_a_hidden_player(case, visibility):
    """Nor on the year of birth: wherever it sorts, the answer is the same."""
    reader = Reader(case.world)
    with hidden(case, visibility):
        paths = [*starts(case), *ORDERED]
        bodies = []
        for middle, born in (("aaa", 1881), ("ööö", 2016)):
            for each, names in zip(case.targets, NAMES, strict=True):
                first, last = (name[0] + middle for name in names)
                Player.objects.filter(pk=each.key).update(
                    first_name=first, last_name=last, birth_year=born
                )
            number_live_list(chess_pool().pk, today=SUMMER, force=True)
            bodies.append({path: reader.ask(path).body for path in paths})
    before, after = bodies
    assert [path for path in paths if before[path] != after[path]] == []


ORDERED = [
    f"{path}?{query}"
    for path in ("/list/", "/list/live/", "/list/list.csv", "/list/live/list.csv")
    for query in ("sort=name", "sort=-name", "sort=club", "age=V60", "age=U13")
]


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    names=st.lists(st.text("aåäözkÉ", min_size=1, max_size=4), min_size=6, max_size=6)
)
def test_order_of_hidden_players_does_not_depend_on_their_names(case, names):
    with hidden(case, Visibility.HIDDEN):
        number_live_list(chess_pool().pk, today=SUMMER, force=True)
        was = _by_name(), _by_place()
        for place, each in enumerate(case.targets):
            Player.objects.filter(pk=each.key).update(
                first_name=names[place], last_name=names[place - 1]
            )
        number_live_list(chess_pool().pk, today=SUMMER, force=True)
        assert (_by_name(), _by_place()) == was


def _by_name() -> list[int]:
    entries = live_entries(chess_pool().pk, None, SUMMER)
    return [
        each.player_id
        for each in read_list_page(
            entries, Order("name"), Cursor(), 100, narrowed=False
        ).lines
    ]


def _by_place() -> list[tuple[int, int]]:
    rows = LivePlace.objects.filter(pool_id=chess_pool().pk).order_by("position")
    return list(rows.values_list("position", "player_id"))


def test_cached_page_is_not_confirmed_after_its_player_hides(case):
    reader = Reader(case.world)
    stored_pages = {path: reader.ask(path) for path in starts(case)}
    stored_pages = {
        path: answer for path, answer in stored_pages.items() if answer.etag
    }
    assert stored_pages
    leaks = leaks_of(case, stored_pages)
    with hidden(case, Visibility.HIDDEN):
        again = {
            path: reader.ask(path, **{"If-None-Match": stored_pages[path].etag}).status
            for path, _secret in leaks
        }
    assert again
    assert HTTPStatus.NOT_MODIFIED not in again.values()


def test_pinned_player_who_hides_is_unpinned(case):
    def pinned(key: int) -> Answer:
        cookies = (("pinned", f"p{key}"),)
        return Reader(case.world, cookies=cookies).ask("/list/live/")

    assert pinned(case.targets[0].key).body != pinned(NOBODY_KEY).body
    for visibility in HIDING:
        with hidden(case, visibility):
            assert pinned(case.targets[0].key).body == pinned(NOBODY_KEY).body
