"""Taking those players of a file as new who are like nobody in the register."""

from django.db import transaction

from federation.domain.authorship import ActionContext
from ratings.enums import MatchChoice
from ratings.models import ImportPlayer
from ratings.uploads.domain.choices import choose_all, open_file
from ratings.uploads.domain.matching import look_again
from ratings.uploads.queries.imports import LIKE_NOBODY

MOST_AGAIN = 1_000
"""Names that are searched for once more while somebody waits for the page."""


@transaction.atomic
def take_the_rest_as_new(file_id: int, *, acting: ActionContext) -> int:
    """Choose to register every undecided player who has a name and is like nobody in
    the register as it is now, which another file may have added to since this one was
    read; return how many. Of very many (`MOST_AGAIN`) only the very name is compared
    again. Refuses as `open_file`.
    """
    file = open_file(file_id)
    rest = ImportPlayer.objects.filter(LIKE_NOBODY, file=file)
    some = list(rest.order_by("place")[: MOST_AGAIN + 1])
    if len(some) <= MOST_AGAIN:
        look_again(some)
    return choose_all(file, rest.all(), MatchChoice.NEW, acting)
