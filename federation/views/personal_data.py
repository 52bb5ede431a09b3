"""Everything held about a person, to read and as a file: one's own data, or that of a
person who has asked the office for it.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from psycopg.types.range import Range

from federation.domain.exports import note_data_export
from federation.models import Player, User
from federation.permissions import Permission, allow
from federation.queries.personal_data import read_personal_data
from federation.queries.personal_words import printed_sections
from federation.queries.persons import (
    PersonNumbers,
    name_of_person,
    person_of_account,
    person_of_player,
)
from federation.requests import OfficeRequest
from federation.views.files import as_file
from federation.views.signing import acting_in, require_recent_password, signer


class AnyValueEncoder(DjangoJSONEncoder):
    """Encodes days, datetimes and numbers as JSON does; ranges of numbers as text."""

    def default(self, value: Any) -> Any:
        return str(value) if isinstance(value, Range) else super().default(value)


@login_required
@never_cache
@require_safe
def my_data(request: OfficeRequest) -> HttpResponse:
    return _to_read(request, _own(request), reverse("federation:my_data_file"))


@login_required
@never_cache
@require_safe
def my_data_file(request: OfficeRequest) -> HttpResponse:
    return _as_json(request, _own(request))


@login_required
@never_cache
@require_safe
def person_data(request: OfficeRequest, player_id: int) -> HttpResponse:
    file = reverse("federation:person_data_file", args=[player_id])
    return _to_read(request, _of_player(request, player_id), file, player_id)


@login_required
@never_cache
@require_safe
def person_data_file(request: OfficeRequest, player_id: int) -> HttpResponse:
    return _as_json(request, _of_player(request, player_id), player_id)


def _own(request: OfficeRequest) -> PersonNumbers:
    return person_of_account(User.objects.get(pk=signer(request)))


def _of_player(request: OfficeRequest, player_id: int) -> PersonNumbers:
    allow(request.actor, Permission.MANAGE_PERSONAL_DATA)
    get_object_or_404(Player, pk=player_id)
    return person_of_player(player_id)


@require_recent_password()
def _to_read(
    request: OfficeRequest,
    person: PersonNumbers,
    file: str,
    player_id: int | None = None,
) -> HttpResponse:
    held = read_personal_data(person)
    context: dict[str, Any] = {
        "name": name_of_person(person),
        "sections": printed_sections(held),
        "acts": len(held.acts),
        "file": file,
        "made_at": timezone.now(),
    }
    _note(request, player_id, as_file=False)
    return render(request, "federation/personal_data.html", context)


@require_recent_password()
def _as_json(
    request: OfficeRequest, person: PersonNumbers, player_id: int | None = None
) -> HttpResponse:
    data = {"made_at": timezone.now(), **read_personal_data(person).as_data()}
    response = JsonResponse(
        data,
        encoder=AnyValueEncoder,
        json_dumps_params={"indent": 1, "ensure_ascii": False},
    )
    _note(request, player_id, as_file=True)
    number = "-".join(map(str, person.cards or person.accounts))
    return as_file(response, f"rankbok-{number}.json")


def _note(request: OfficeRequest, player_id: int | None, *, as_file: bool) -> None:
    """Record that a user read what is held about another person."""
    if player_id is not None:
        note_data_export(player_id, as_file=as_file, acting=acting_in(request))
