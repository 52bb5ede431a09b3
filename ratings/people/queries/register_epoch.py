"""A mark that changes with every change of the register that a list shows: names and
who may see them, clubs, memberships, classes.
"""

from typing import Any

from django.db import connection

from federation.models import ClassMembership, Club, District, Membership, Player

_KEPT = (Player, Club, District, Membership, ClassMembership)


def register_epoch() -> str:
    """Return the mark. It is made from the last keys of the audit log, which are quick
    to read.
    """
    kept: tuple[Any, ...] = _KEPT
    tables = [model.pgh_event_model._meta.db_table for model in kept]  # noqa: SLF001
    newest = ", ".join(f"(SELECT max(pgh_id) FROM {table})" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {newest}")
        return "-".join(str(each or 0) for each in cursor.fetchone())
