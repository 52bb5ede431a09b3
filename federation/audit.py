"""Who changed what in the register, recorded by triggers in the database."""

from collections.abc import Callable
from typing import TypeVar

import pghistory
import pgtrigger
from django.db import models

AnyModel = TypeVar("AnyModel", bound=models.Model)


append_only = pgtrigger.Trigger(
    name="append_only",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Update | pgtrigger.Delete | pgtrigger.Truncate,
    func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;",
)
audit_trail = pgtrigger.Trigger(
    name="append_only",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Update | pgtrigger.Delete | pgtrigger.Truncate,
    func=(
        "IF TG_OP = 'TRUNCATE'"
        " OR current_setting('rankbok.erasing', true) IS DISTINCT FROM 'on'"
        " THEN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END IF; RETURN NULL;"
    ),
)
"""A function of the owner that erases a person sets `rankbok.erasing`. The office may
set it too, without effect: it has no right to update or delete these rows.
"""
never_deleted = pgtrigger.Trigger(
    name="never_deleted",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Delete | pgtrigger.Truncate,
    func="RAISE EXCEPTION 'no row of % is ever deleted', TG_TABLE_NAME;",
)


def audited(
    exclude: list[str] | None = None, fields: list[str] | None = None
) -> Callable[[type[AnyModel]], type[AnyModel]]:
    """Store every version of a row permanently, with its author and the page it was
    changed on. With `fields`, store only these: for rows that also count the progress
    of their work.
    """

    def track(model: type[AnyModel]) -> type[AnyModel]:
        tracked: Callable[[type[AnyModel]], type[AnyModel]] = pghistory.track(
            pghistory.InsertEvent(),
            pghistory.UpdateEvent(),
            pghistory.DeleteEvent(),
            fields=fields,
            exclude=exclude or [],
            meta={"triggers": [audit_trail]},
            model_name=f"{model.__name__}Event",
        )
        return tracked(model)

    return track


def audited_when_made(model: type[AnyModel]) -> type[AnyModel]:
    """Store who created a row, for a row that never changes."""
    track: Callable[[type[AnyModel]], type[AnyModel]] = pghistory.track(
        pghistory.InsertEvent(label="noted"), meta={"triggers": [audit_trail]}
    )
    return track(model)


never_changed = pgtrigger.Trigger(
    name="never_changed",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func="RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME;",
)
