"""The tabs above a list that is shown in parts, each with its number of rows."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _

Part = TypeVar("Part", bound=str)


def counted_tabs(
    asks: str,
    words: Mapping[Part, str | Promise],
    counts: Mapping[Part, int],
    current: Part,
) -> list[dict[str, Any]]:
    """Return a tab for each of the `words`, in their order; `asks` is the parameter of
    the address that selects a part.
    """
    return [
        {
            "href": f"?{asks}={part}",
            "label": _("%(part)s (%(count)d)")
            % {"part": words[part], "count": counts[part]},
            "current": part == current,
        }
        for part in words
    ]
