"""Small SVG drawings with attributes only, without styles, which the content security
policy forbids.
"""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from federation.formats.figures import Number, rating_text

WIDTH, HEIGHT, EDGE = 80, 20, 2


def sparkline(values: Sequence[Number | None]) -> SafeString:
    """Return a sparkline of ratings, oldest first; with a gap for each missing value."""
    known = [float(value) for value in values if value is not None]
    if len(known) < 2:  # noqa: PLR2004 (a line needs two points)
        return SafeString("")
    spots = _spots(values, min(known), max(known))
    lines = mark_safe("".join(_lines(spots)))  # noqa: S308 (numbers)
    x, y = next(spot for spot in reversed(spots) if spot)
    return format_html(
        '<svg class="spark" viewBox="0 0 {} {}" role="img" aria-label="{}">{}'
        '<circle cx="{}" cy="{}" r="2"/></svg>',
        WIDTH,
        HEIGHT,
        _("From %(first)s to %(last)s")
        % {"first": rating_text(known[0]), "last": rating_text(known[-1])},
        lines,
        x,
        y,
    )


Spot = tuple[str, str] | None


def _spots(values: Sequence[Number | None], low: float, high: float) -> list[Spot]:
    step = (WIDTH - 2 * EDGE) / (len(values) - 1)
    scale = (HEIGHT - 2 * EDGE) / ((high - low) or 1)
    return [
        None
        if value is None
        else (
            f"{EDGE + i * step:.1f}",
            f"{HEIGHT - EDGE - (float(value) - low) * scale:.1f}",
        )
        for i, value in enumerate(values)
    ]


def _lines(spots: list[Spot]) -> list[str]:
    runs: list[list[str]] = [[]]
    for spot in spots:
        if spot is None:
            runs.append([])
        else:
            runs[-1].append(",".join(spot))
    return [f'<polyline points="{" ".join(run)}"/>' for run in runs if len(run) > 1]
