"""Read a whole tournament from a file of either format."""

from django.utils.translation import gettext_noop as noted

from ratings.files.wording import InvalidField
from ratings.imports.formats.trf.reading import lines_of, looks_like_trf
from tournaments.formats.board_columns import header_in
from tournaments.formats.boards_reading import read_boards
from tournaments.formats.sections_read import SectionRead
from tournaments.formats.trf.boards import read_section


def read_whole(text: str, home: str) -> SectionRead:
    """Read a tournament file of FIDE, or a table of boards; `home` as in
    `read_section`. Raises InvalidField.
    """
    if looks_like_trf(text):
        return read_section(text, home)
    if _is_table(text):
        return read_boards(text)
    try:
        return read_section(text, home)
    except InvalidField as wrong:
        raise InvalidField(
            noted(
                "no tournament file: it has no player line (001), and no line names the"
                " columns round, white, black and result"
            )
        ) from wrong


def _is_table(text: str) -> bool:
    """Return whether one of the first lines names columns of boards."""
    return header_in(lines_of(text.lstrip("\ufeff"))) is not None
