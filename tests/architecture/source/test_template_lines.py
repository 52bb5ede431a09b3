"""A line of a page template fits on a screen, so that changes are visible; and a text
that one tag needs is written in that tag.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
LONGEST = 120
# A tag may not continue on the next line: one with a long text has its own line.
SINGLE_TAG = re.compile(r"\s*(?:{%(?:(?!%}).)*%}|{{(?:(?!}}).)*}})")
NAMED_TEXT = re.compile(r"""{% translate ("[^"]*"|'[^']*') as (\w+) %}""")
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
BRANCH = re.compile(r"{% (end)?(if|elif|else|for|empty(?= %})|with|block)\b")


def is_too_long(line: str) -> bool:
    return len(line) > LONGEST and not SINGLE_TAG.fullmatch(line)


def needless_names(template: str) -> Iterator[str]:
    """Yield the names of texts that could be written in the tag that uses them: there is
    only one, and this alone does not make it longer than a line.
    """
    for named in NAMED_TEXT.finditer(template):
        text, name = named.groups()
        rest = re.split(rf"\b(?:as|asvar) {name} %}}", template[named.end() :])[0]
        using = [tag for tag in TAG.finditer(rest) if uses(tag.group(), name)]
        if len(using) != 1 or leaves_branch(rest[: using[0].start()]):
            continue
        tag = using[0].group()
        inlined = re.sub(rf"(?<=[=:]){name}\b", lambda _, it=text: f"_({it})", tag)
        is_long_anyway = max(len(named.group()), len(tag)) > LONGEST
        if inlined != tag and (is_long_anyway or len(inlined) <= LONGEST):
            yield name


def uses(tag: str, name: str) -> bool:
    return bool(re.search(rf"(?<![\w.\"']){name}\b(?!=)", tag))


def leaves_branch(text: str) -> bool:
    """Return whether a branch that was open before the text ends within it."""
    depth = 0
    for end, word in BRANCH.findall(text):
        closes = bool(end) or word in {"elif", "else", "empty"}
        if closes and not depth:
            return True
        depth += -1 if end else word not in {"elif", "else", "empty"}
    return False


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


def test_text_of_one_tag_is_written_in_it():
    found = [
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for name in needless_names(path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("{% fact label=words %}", ["words"]),
        ("{% fact label=title|default:words %}", ["words"]),
        ("{% if each %}{% fact label=words %}{% endif %}", ["words"]),
        ("{% fact label=words %}{{ words }}", []),
        ("{{ words }}", []),
        ("{% if a %}{% endif %}{% endif %}{% fact label=words %}", []),
        ("{% else %}{% fact label=words %}", []),
        ('{% translate "b" as words %}{% fact label=words %}', ["words"]),
    ],
)
def test_name_of_a_text_is_needed_by_several_tags_or_branches(use, found):
    assert list(needless_names('{% translate "a" as words %}' + use)) == found


def test_name_of_a_text_is_needed_if_the_tag_would_be_too_long():
    text = "a" * (LONGEST // 2)
    template = f'{{% translate "{text}" as words %}}{{% empty title="{text}" text='
    assert list(needless_names(template + "words %}")) == []
