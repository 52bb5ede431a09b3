"""The three books of what pages show, and in which of them a statement of SQL writes.

Apps import in one direction, so that a page of the ratings can show nothing of a
tournament: each app is a book, and a page depends on its own and those below. The
register is a book of its own, since a name that is hidden in it has to disappear at
once.
"""

import re
from enum import StrEnum
from functools import lru_cache


class Book(StrEnum):
    REGISTER = "register"
    RATINGS = "ratings"
    TOURNAMENTS = "tournaments"


BOOKS_OF_APP = {
    "federation": (),
    "ratings": (Book.RATINGS,),
    "tournaments": (Book.RATINGS, Book.TOURNAMENTS),
}
"""The books that the pages of each app show, besides the register, which every page
shows.
"""

_BOOK_OF_PREFIX = {
    "federation": Book.REGISTER,
    "ratings": Book.RATINGS,
    "tournaments": Book.TOURNAMENTS,
}
NEVER_SHOWN = frozenset({
    # accounts, letters and counts of attempts
    "federation_user", "federation_role", "federation_invitation",
    "federation_outboxmail", "federation_taskfailure", "federation_trycount",
    "federation_accountevent", "federation_dataexport", "federation_joiningrequest",
    "federation_resemblance", "federation_notduplicates",
    # what the office notes about its own work, and files before they are posted
    "ratings_run", "ratings_sweep", "ratings_placingrequest",
    "ratings_importfile", "ratings_importblock", "ratings_importpart",
    "ratings_importfinding", "ratings_columnchoice", "ratings_importplayer",
    "ratings_importclub", "ratings_importfault", "ratings_fideuploadpiece",
    "tournaments_deadlinereminder", "tournaments_phonecode",
})  # fmt: skip
"""Tables whose content is never shown to anonymous visitors: the office writes in some
of them every ten seconds.
"""
WRITING_FUNCTIONS = {
    "erase_person": frozenset(Book),
    "drop_newcomer": frozenset({Book.REGISTER}),
    "ratings_add_pool": frozenset({Book.RATINGS}),
}
"""Functions of the database that write in books, recognised where they are called."""

_TABLE = r'"?(?:public"?\."?)?(\w+)"?'
_WRITTEN = re.compile(
    r"\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|COPY)\s+(?:ONLY\s+)?"
    + _TABLE,
    re.IGNORECASE,
)
_EMPTIED = re.compile(r"\bTRUNCATE\s+([^;]*)", re.IGNORECASE)
_CALLED = re.compile(rf"\b({'|'.join(WRITING_FUNCTIONS)})\s*\(", re.IGNORECASE)
_NAME = re.compile(r"\w+")
NOTHING: frozenset[Book] = frozenset()


@lru_cache(maxsize=4096)
def books_written(statement: str) -> frozenset[Book]:
    """Return the books in which a statement may write. One too many only makes a page
    again; forms that the office never uses (`DO`, dynamic SQL) are not recognised.
    """
    tables = _WRITTEN.findall(statement)
    for names in _EMPTIED.findall(statement):
        tables += _NAME.findall(names)
    found = {
        _BOOK_OF_PREFIX[prefix] for prefix in map(_prefix_of_shown, tables) if prefix
    }
    for name in _CALLED.findall(statement):
        found |= WRITING_FUNCTIONS[name.lower()]
    return frozenset(found) or NOTHING


def _prefix_of_shown(table: str) -> str:
    """Return the app of a table, "" for one whose content is not shown."""
    name = table.lower()
    prefix, _, rest = name.partition("_")
    is_shown = rest and prefix in _BOOK_OF_PREFIX and name not in NEVER_SHOWN
    return prefix if is_shown else ""
