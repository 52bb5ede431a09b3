"""The links to other parts of a list: `ratings/pages/_turn.html`."""

import re
from types import SimpleNamespace

from django.template.loader import render_to_string


def test_link_to_another_part_replaces_the_cursor_and_keeps_the_rest(rf):
    turned = SimpleNamespace(
        cursors=SimpleNamespace(before="5.1", after="9.2"),
        before="5.1-1",
        after="9.2-2",
        first=1,
        last=2,
        total=3,
    )
    for before_this in ("after=4", "before=4"):
        request = rf.get(f"/list/?sort=games&{before_this}")
        shown = render_to_string(
            "ratings/pages/_turn.html", {"turned": turned}, request=request
        )
        assert re.findall('href="([^"]+)"', shown) == [
            "?sort=games&amp;before=5.1-1",
            "?sort=games&amp;after=9.2-2",
        ]
