"""A page that answers GET answers HEAD: its methods are given by `require_safe`,
`require_POST` or `reads_and_writes`.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DEFINES = "federation/views/methods.py"
WITHOUT_HEAD = re.compile(r"\brequire_(GET|http_methods)\b|\bmethod [!=]= \"GET\"")


def test_no_page_leaves_head_out():
    pages = [
        path
        for app in ("federation", "ratings", "tournaments")
        for path in sorted((ROOT / app).rglob("*.py"))
    ]
    assert len(pages) > 100
    found = [
        path.relative_to(ROOT).as_posix()
        for path in pages
        if WITHOUT_HEAD.search(path.read_text("utf-8"))
    ]
    assert found == [DEFINES]
