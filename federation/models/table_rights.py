"""The rights of the running office to each table. After each `migrate` exactly these
are granted; a table that is missing here may not even be read.

Each app declares its own tables in a module of this name; those of third-party packages
are declared here.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rights:
    """What the office may do with the rows of a table; if `columns` are named, it may
    update only these.
    """

    kind: str
    privileges: frozenset[str]
    columns: frozenset[str] = frozenset()


HISTORY = Rights("history", frozenset({"SELECT", "INSERT"}))
"""Append-only. A trigger stops the owner too."""
AGING = Rights("aging", HISTORY.privileges)
"""Append-only, until the owner deletes what is past its retention period."""
LASTING = Rights("lasting", HISTORY.privileges | {"UPDATE"})
"""Rows change, and are never deleted."""
ORDINARY = Rights("ordinary", LASTING.privileges | {"DELETE"})
DERIVED = Rights("derived", ORDINARY.privileges)
"""Computed, and can be recomputed."""
READ = Rights("read", frozenset({"SELECT"}))
"""Changed by the owner's commands only."""


def append_only_except(*columns: str) -> Rights:
    """Return rights to history of which only these columns change, and whose rows are
    never deleted: a trigger stops the owner too.
    """
    return Rights("kept", HISTORY.privileges, frozenset(columns))


TABLES = {
    "federation_accountevent": AGING,
    "federation_accounteventevent": HISTORY,
    "federation_notduplicates": LASTING,
    "federation_notduplicatesevent": HISTORY,
    # Written by `script/backup`, as the owner.
    "federation_backup": READ,
    "federation_classmembership": append_only_except(
        "taken_back_by_id", "taken_back_at"
    ),
    "federation_classmembershipevent": HISTORY,
    "federation_club": LASTING,
    "federation_clubevent": HISTORY,
    "federation_dataexport": HISTORY,
    "federation_dataexportevent": HISTORY,
    "federation_district": LASTING,
    "federation_districtevent": HISTORY,
    # A trigger checks when it may be confirmed, and for which day.
    "federation_erasure": append_only_except(
        "by_one",
        "confirmed_by_id",
        "confirmed_at",
        "due_at",
        "closed_by_id",
        "closed_at",
    ),
    "federation_erasureevent": HISTORY,
    "federation_invitation": LASTING,
    "federation_invitationevent": HISTORY,
    "federation_joiningrequest": ORDINARY,
    "federation_joiningrequestevent": HISTORY,
    "federation_membership": ORDINARY,
    "federation_membershipevent": HISTORY,
    "federation_outboxmail": ORDINARY,
    "federation_player": LASTING,
    "federation_playerevent": HISTORY,
    "federation_resemblance": DERIVED,
    "federation_role": ORDINARY,
    "federation_roleevent": HISTORY,
    "federation_suspension": ORDINARY,
    "federation_suspensionevent": HISTORY,
    "federation_taskfailure": ORDINARY,
    "federation_trycount": ORDINARY,
    "federation_user": LASTING,
    "federation_userevent": HISTORY,
    "account_emailaddress": ORDINARY,
    "account_emailconfirmation": ORDINARY,
    "auth_group": READ,
    "auth_group_permissions": READ,
    "auth_permission": READ,
    "django_content_type": READ,
    "django_migrations": READ,
    "django_session": ORDINARY,
    "mfa_authenticator": ORDINARY,
    # The metadata of an act's request grows while the request is processed.
    "pghistory_context": append_only_except("metadata", "updated_at"),
}
