"""Treating players of a file as new if they are similar to nobody in the register."""

from django.db import transaction

from federation.domain.authorship import ActionContext
from ratings.enums import MatchChoice
from ratings.models import ImportPlayer
from ratings.uploads.domain.choices import choose_all, open_file
from ratings.uploads.domain.matching import search_again
from ratings.uploads.queries.imports import SIMILAR_TO_NOBODY

MOST_AGAIN = 1_000
"""Names that are searched for again while a user waits for the page, at most."""


@transaction.atomic
def register_the_rest(file_id: int, *, acting: ActionContext) -> int:
    """Choose to register every undecided player who has a name and is similar to nobody
    in the register as it is now, since another file may have added players since this
    one was read; return how many. If there are more than `MOST_AGAIN`, only the exact
    names are compared again. Refuses as `open_file`.
    """
    file = open_file(file_id)
    rest = ImportPlayer.objects.filter(SIMILAR_TO_NOBODY, file=file)
    some = list(rest.order_by("place")[: MOST_AGAIN + 1])
    if len(some) <= MOST_AGAIN:
        search_again(some)
    return choose_all(file, rest.all(), MatchChoice.NEW, acting)
