"""Words for a conversion of ratings, and for the errors in one."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.formats.figures import plain
from ratings.pages.level_words import level_words
from ratings.rules.conversion import Conversion, FormulaPiece
from ratings.rules.protocol import HasLevels

FAULTS: Mapping[str, Promise] = {
    "one_way": gettext_lazy("No piece or row has been filled in."),
    "not_number": gettext_lazy("%(where)s: enter a number."),
    "too_low": gettext_lazy("%(where)s: a number is too low."),
    "too_high": gettext_lazy("%(where)s: a number is too high."),
    "empty_piece": gettext_lazy(
        "%(where)s: no rating falls in it. “Below” has to be more than “From”."
    ),
    "overlaps": gettext_lazy(
        "%(where)s overlaps another piece: a rating there would get two new ones."
    ),
    "gap": gettext_lazy(
        "%(where)s leaves a gap: it begins after the piece before it ends."
    ),
    "twice": gettext_lazy(
        "%(where)s: the old rating is on another row too, so it would get two new ones."
    ),
    "too_many": gettext_lazy("The table has too many rows."),
}


def fault_in_words(path: str, code: str, pieces: Sequence[int]) -> str:
    """Return in words the error and where it is; `pieces` are the numbers of the page's
    rows.
    """
    return str(FAULTS.get(code, code)) % {"where": _where(path, pieces)}


def _where(path: str, pieces: Sequence[int]) -> str:
    found = re.match(r"(pieces|table)\[(\d+)\]", path)
    if found is None:
        return path
    place = int(found[2])
    if found[1] == "table":
        return _("Row %(number)d") % {"number": place + 1}
    number = pieces[place] if place < len(pieces) else place + 1
    return _("Piece %(number)d") % {"number": number}


def lines_of(
    conversion: Conversion,
    before: HasLevels | None = None,
    after: HasLevels | None = None,
) -> list[str]:
    """Describe the conversion in words, a line for each piece; where a system rates by
    levels, with the level before or after it.
    """
    if conversion.table:
        return [_table(conversion, before, after), _rounding(conversion)]
    return [*map(_piece, conversion.pieces), _rounding(conversion)]


def _table(
    conversion: Conversion, before: HasLevels | None, after: HasLevels | None
) -> str:
    rows = ", ".join(
        f"{_rating(old, before)} → {_rating(new, after)}"
        for old, new in conversion.table[:12]
    )
    more = len(conversion.table) - 12
    if more > 0:
        rows += _(" and %(count)d more") % {"count": more}
    if conversion.between == "line":
        return _("By the table, with straight lines between: %(rows)s") % {"rows": rows}
    return _("By the table: %(rows)s") % {"rows": rows}


def _rating(value: float, levels: HasLevels | None) -> str:
    return level_words(levels, value) if levels else number(value)


def _rounding(conversion: Conversion) -> str:
    if conversion.decimals:
        return _("Rounded to %(count)d decimals, halves up.") % {
            "count": conversion.decimals
        }
    return _("Rounded to whole points, halves up.")


def _piece(piece: FormulaPiece) -> str:
    facts = {
        "first": number(piece.first),
        "below": number(piece.below),
        "formula": formula(piece),
    }
    if piece.first is None and piece.below is None:
        return _("Every rating: %(formula)s") % facts
    if piece.first is None:
        return _("Below %(below)s: %(formula)s") % facts
    if piece.below is None:
        return _("From %(first)s: %(formula)s") % facts
    return _("From %(first)s and below %(below)s: %(formula)s") % facts


def formula(piece: FormulaPiece) -> str:
    """Return the piece as a formula: 0.6 · R + 800."""
    if piece.times == 1 and piece.plus == 0:
        return _("as it is")
    if piece.times == 0:
        return number(piece.plus)
    scaled = "R" if piece.times == 1 else f"{number(piece.times)} · R"
    if piece.plus == 0:
        return scaled
    sign = "+" if piece.plus > 0 else "−"
    return f"{scaled} {sign} {number(abs(piece.plus))}"


def number(value: float | None) -> str:
    """Return a number with as many decimals as it has."""
    if value is None or value == int(value):
        return plain(None if value is None else int(value))
    digits = f"{abs(value):.6f}".rstrip("0")
    return ("−" if value < 0 else "") + str(number_format(Decimal(digits)))
