"""A line of a page template fits on a screen, so that changes are visible."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
LONGEST = 120
# A tag may not continue on the next line: one with a long text has its own line.
SINGLE_TAG = re.compile(r"\s*(?:{%(?:(?!%}).)*%}|{{(?:(?!}}).)*}})")


def is_too_long(line: str) -> bool:
    return len(line) > LONGEST and not SINGLE_TAG.fullmatch(line)


def test_no_line_of_a_page_template_is_too_long():
    pages = sorted((ROOT / "templates").rglob("*.html"))
    assert len(pages) > 100
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for path in pages
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if is_too_long(line)
    ]
    assert found == []


def test_single_tag_may_be_as_long_as_its_text():
    text = "a" * LONGEST
    assert not is_too_long("a" * LONGEST)
    assert is_too_long(f"<p>{text}</p>")
    assert not is_too_long(f'  {{% translate "{text}" as words %}}')
    assert is_too_long(f'{{% if words %}}{{% translate "{text}" %}}{{% endif %}}')
