"""Reading a page as its user sees it."""

import re
from html import unescape
from typing import Any


def text(response: Any) -> str:
    """Return the text of a page without markup."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(words).split())


def on_one_line(html: str) -> str:
    """Return the HTML with each line break of the template as one space."""
    return " ".join(html.split())


def rows(response: Any, table: int = 0) -> list[list[str]]:
    """Return the rows of one of the page's tables, cell by cell."""
    body = re.findall(r"<tbody>(.*?)</tbody>", response.content.decode(), re.DOTALL)
    return _cells(body[table])


def foot(response: Any) -> list[list[str]]:
    """Return the rows of the table's footer."""
    body = re.findall(r"<tfoot>(.*?)</tfoot>", response.content.decode(), re.DOTALL)
    return _cells(body[0])


def _cells(body: str) -> list[list[str]]:
    return [
        [
            " ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split())
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    ]
