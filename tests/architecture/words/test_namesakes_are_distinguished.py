"""Namesakes are distinguished wherever a name is shown: no template prints a bare name
outside of a heading, unless the distinguishing facts are beside it.
"""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parents[3] / "templates"
HEADINGS = (
    r"{% block title %}.*?{% endblock %}",
    r"{% page_head .*?%}",
    r"<caption.*?</caption>",
    r"{% blocktranslate [^%]*asvar title\b.*?%}",
    r"{% with number=player\.number\|stringformat:\"d\. \" %}{% page_head .*?%}",
)
BARE = re.compile(
    r"[\w.]*\b(?:person|opponent|claimant|known|player|who|white|black|one|other)\.name\b"
    r"|[\w.]+\.(?:public_name|full_name)\b|\bline\.name\b"
)
EXPRESSION = re.compile(r"{{.*?}}|{%.*?%}", re.DOTALL)
BESIDE = {
    "federation/joining.html": "number, year of birth and club stand beside it",
    "federation/letters/invitation.txt": "a letter to the player",
    "federation/members/member.html": "the page is about the player",
    "federation/my_account.html": "the reader, with the number",
    "federation/members/new_member.html": "year of birth and club stand beside it",
    "ratings/decisions/decision_players.html": "year, club and number stand beside it",
    "ratings/earlier_lists/earlier_lists_file.html": "the number stands beside it",
    "ratings/fide/fide_differences.html": "year of birth and FIDE's facts beside it",
    "ratings/merges/compare_players.html": "the numbers stand beside it",
    "ratings/merges/merges.html": "years, clubs and numbers stand beside them",
    "ratings/players/against.html": "the page is about these two, with their clubs",
    "ratings/players/player.html": "the chart on the page about the player",
    "ratings/uploads/_import_players.html": "year, club and number stand beside it",
    "tournaments/results/_conflict.html": "the numbers in the section stand before them",
    "tournaments/player_lists/_pasted_choice.html": "year of birth and club stand beside it",
    "tournaments/player_lists/_new_member_who.html": "year, club and number beside it",
    "tournaments/planning/_suggestions.html": "year of birth and club stand beside it",
    "tournaments/planning/newcomer.html": "year of birth and club stand beside it",
}
"""Templates that print a bare name, and why."""


def bare_names(text: str) -> list[str]:
    """Return the names that a template prints without additions, except in headings."""
    for heading in HEADINGS:
        text = re.sub(heading, "", text, flags=re.DOTALL)
    shown = (each.group() for each in EXPRESSION.finditer(text))
    return [name for each in shown for name in BARE.findall(each)]


def test_no_template_prints_a_bare_name_that_may_be_ambiguous():
    found = {
        str(path.relative_to(TEMPLATES)): names
        for path in sorted(TEMPLATES.rglob("*.*"))
        if (names := bare_names(path.read_text("utf-8")))
    }
    assert {name: found[name] for name in found.keys() - BESIDE.keys()} == {}
    assert BESIDE.keys() - found.keys() == set()


def test_names_outside_of_headings_are_found():
    text = """{% block title %}{{ person.name }}{% endblock %}
    {% page_head title=person.name %}<p>{{ row.person.name }}</p>
    {% blocktranslate with name=each.player.full_name %}{{ name }}{% endblocktranslate %}
    {{ board.white.distinct_name }}"""
    assert bare_names(text) == ["row.person.name", "each.player.full_name"]
