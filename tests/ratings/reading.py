"""Reading a page as its reader does."""

import re
from html import unescape
from typing import Any


def text(response: Any) -> str:
    """The words of a page, without its marks."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(words).split())


def on_one_line(html: str) -> str:
    """The same with one space wherever a template breaks its lines."""
    return " ".join(html.split())


def rows(response: Any, table: int = 0) -> list[list[str]]:
    """The rows of one of the page's tables, cell by cell."""
    body = re.findall(r"<tbody>(.*?)</tbody>", response.content.decode(), re.DOTALL)
    return _cells(body[table])


def foot(response: Any) -> list[list[str]]:
    """The rows under the line of the page's table."""
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
