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


def audited_when_made(model: type[AnyModel]) -> type[AnyModel]:
    """Keeps the making of a row that never changes."""
    track: Callable[[type[AnyModel]], type[AnyModel]] = pghistory.track(
        pghistory.InsertEvent(label="noted")
    )
    return track(model)


never_changed = pgtrigger.Trigger(
    name="never_changed",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Update,
    func="RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME;",
)
append_only = pgtrigger.Trigger(
    name="append_only",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Update | pgtrigger.Delete,
    func="RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;",
)
audit_trail = pgtrigger.Trigger(
    name="append_only",
    level=pgtrigger.Statement,
    when=pgtrigger.Before,
    operation=pgtrigger.Update | pgtrigger.Delete,
    func=(
        "IF current_setting('rankbok.erasing', true) IS DISTINCT FROM 'on'"
        " THEN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END IF; RETURN NULL;"
    ),
)
"""Append-only but for the functions of the database that erase a person or what is too
old: they alone SET `rankbok.erasing`, and only while they run.
"""
