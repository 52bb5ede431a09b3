"""Reading the audit log that the triggers keep."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import Model

from federation.models import User


@dataclass(frozen=True, slots=True)
class Change:
    """When somebody wrote a row, and who: empty for the office's own work."""

    by: str
    at: datetime


def latest_change(model: type[Model], pk: int) -> Change | None:
    event = (
        events_of(model)
        .filter(pgh_obj_id=pk)
        .select_related("pgh_context")
        .order_by("-pgh_id")
        .first()
    )
    if event is None:
        return None
    user_id = author_of(event)
    user = User.objects.filter(pk=user_id).first() if user_id else None
    return Change(by=str(user or ""), at=event.pgh_created_at)


def events_of(model: type[Model]) -> Any:
    return apps.get_model("federation", f"{model.__name__}Event").objects


def author_of(event: Any) -> int | None:
    """The account that the triggers noted; none for commands and workers."""
    noted = event.pgh_context.metadata if event.pgh_context else {}
    user = noted.get("user")
    return int(user) if user else None
