"""GET /api/v1/players/<id>/ratings/<day>: a player's rating on a day, as the player's
page shows it to everyone.
"""

import re
import time
from datetime import date
from http import HTTPStatus
from typing import Annotated, Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from ninja import Router
from pydantic import BaseModel, Field

from federation.client_networks import client_network
from federation.requests import OfficeRequest
from ratings.calculators.api.limits import count_question
from ratings.calculators.api.problems import (
    RequestRefused,
    problems,
    refusal,
    wrong_method,
)
from ratings.calculators.shared_answers import Problems
from ratings.lists.queries.exported import EVERYBODY
from ratings.pages.level_words import level_name
from ratings.pages.views.conditional import kept_by_browsers
from ratings.people.queries.names import Person, person
from ratings.players.queries.players import (
    OnList,
    RatingOn,
    on_lists,
    period_lines,
    rating_on,
)
from ratings.pools.queries.pools import PoolNow, pools_now
from ratings.pools.queries.publications import PublishedLists, publications
from ratings.pools.queries.snapshots import one_snapshot
from ratings.rules.parameters import BadParameters

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LONGEST_NUMBER = 9
Rating = Annotated[float | None, Field(description="Null for somebody without one.")]
Level = Annotated[
    str | None,
    Field(
        description="The rating as a level, such as `3 kyu`; null in a pool whose"
        " ratings are numbers."
    ),
]


class PlayerAnswer(BaseModel):
    id: Annotated[int, Field(description="As in the address of the player's page.")]
    name: Annotated[str, Field(description="As everybody may see it.")]
    number: str


class ListAnswer(BaseModel):
    number: int
    revision: Annotated[int, Field(description="0 is the original.")]
    valid_from: date
    rating: float
    level: Level
    rank: Annotated[int | None, Field(description="Null for somebody not listed.")]


class RatingOnADay(BaseModel):
    player: PlayerAnswer
    pool: str
    day: date
    list_held: Annotated[
        int | None,
        Field(description="Number of the latest list that held; null where none did."),
    ]
    lists: Annotated[
        list[ListAnswer],
        Field(
            description="The list that held, with its revisions, the latest first:"
            " those that have the player."
        ),
    ]
    computed: Annotated[
        Rating, Field(description="By what has been reported and corrected so far.")
    ]
    computed_level: Level


PATH = "/{player_id}/ratings/{day}"
NAME = "rating_on_a_day"
OTHER_METHODS = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

router = Router(tags=["players"])


@router.api_operation(["HEAD"], PATH, include_in_schema=False, url_name=NAME)
@router.get(
    PATH,
    response={
        200: RatingOnADay,
        304: None,
        **dict.fromkeys((404, 422, 429), Problems),
    },
    operation_id=NAME,
    summary="A player's rating on a day: by the lists that held, and by the ledger now",
    url_name=NAME,
)
def answer_day(
    request: OfficeRequest, player_id: str, day: str, pool: str = ""
) -> HttpResponse:
    try:
        count_question(client_network(request), time.time())
        with one_snapshot():
            return _answer(request, player_id, _day(day), pool)
    except RequestRefused as refused:
        return refusal(refused)
    except BadParameters as bad:
        return problems(bad.errors)


@router.api_operation(OTHER_METHODS, PATH, include_in_schema=False)
def wrong_method_of_players(
    request: HttpRequest, player_id: str, day: str
) -> HttpResponse:
    return wrong_method("GET, HEAD")


def _answer(
    request: OfficeRequest, player_id: str, day: date, code: str
) -> HttpResponse:
    who, pool = _person(player_id), _pool(code)
    published = publications(pool.pk)
    depends_on = (pool.pk, pool.posted, pool.computed, len(published.lists))
    return kept_by_browsers(
        request,
        depends_on,
        lambda: JsonResponse(_as_json(who, pool, _found(who, pool, published, day))),
    )


def _found(
    who: Person, pool: PoolNow, published: PublishedLists, day: date
) -> RatingOn:
    official = on_lists(published, who.pk)
    return rating_on(day, published, official, period_lines(pool.pk, who.pk, official))


def _as_json(who: Person, pool: PoolNow, found: RatingOn) -> dict[str, Any]:
    return {
        "player": {"id": who.pk, "name": who.name, "number": who.national_id},
        "pool": pool.code,
        "day": found.day,
        "list_held": found.held.number if found.held else None,
        "lists": [_list(each, pool) for each in found.lists],
        "computed": found.computed,
        "computed_level": level_name(pool.systems.levels_on(found.day), found.computed),
    }


def _list(each: OnList, pool: PoolNow) -> dict[str, Any]:
    about = {
        "number": each.list.number,
        "revision": each.list.revision,
        "valid_from": each.list.valid_from,
    }
    level = level_name(pool.systems.levels_on(each.list.valid_from), each.rating)
    return {**about, "rating": each.rating, "level": level, "rank": each.rank}


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text) if DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None:
        raise BadParameters({"day": "no_such_day"})
    if day > timezone.localdate():
        raise BadParameters({"day": "day_to_come"})
    return day


def _person(text: str) -> Person:
    is_number = text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER
    found = person(int(text), EVERYBODY, timezone.localdate()) if is_number else None
    if found is None:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_player")
    return found


def _pool(code: str) -> PoolNow:
    found = next(
        (each for each in pools_now(timezone.localdate()) if code in ("", each.code)),
        None,
    )
    if found is None:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_pool")
    return found
