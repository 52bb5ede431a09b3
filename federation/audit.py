"""Who changed what in the register, kept by triggers in the database."""

from collections.abc import Callable
from typing import TypeVar

import pghistory
import pgtrigger
from django.db import models

AnyModel = TypeVar("AnyModel", bound=models.Model)


def audited(
    exclude: list[str] | None = None,
) -> Callable[[type[AnyModel]], type[AnyModel]]:
    """Keeps every version of a row, with who and from which page."""
    track: Callable[[type[AnyModel]], type[AnyModel]] = pghistory.track(
        pghistory.InsertEvent(),
        pghistory.UpdateEvent(),
        pghistory.DeleteEvent(),
        exclude=exclude or [],
    )
    return track


append_only = pgtrigger.Trigger(
    name="append_only",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Update | pgtrigger.Delete,
    func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;",
)
