"""Paragraphs are shown with the numbers of the edition in force."""

import re
from datetime import date
from pathlib import Path

import pytest
from django.utils.translation import override

from federation.domain.authorship import ActionContext
from ratings import rules
from ratings.ledger.domain.editions import EditionDraft, adopt_draft
from ratings.pages.views.paragraphs import legend, margin
from ratings.rules.elo.parameters import EloParameters, edition
from ratings.rules.glicko2.parameters import GlickoParameters
from ratings.rules.ssf.parameters import SsfParameters
from ratings.system_words.lookup import words_by_paragraph
from tests.factories import NOON, chess_pool, computed, line, side
from tests.ratings.page_text import text
from tests.ratings.rating_lists import SPRING, accepted, rated, rulebook_game


def says(name, parameters):
    (only,) = legend([name], parameters)
    return only.says


def test_default_numbers_are_shown_as_in_the_rules():
    text_of = SsfParameters()
    assert says("SSF rating, point 4", text_of).startswith("From a base rating of 2200")
    assert says("SSF rating, point 6", text_of) == (
        "Only games played with at least 120 minutes of thinking time for each player"
        " are rated; forfeits and byes are not."
    )
    assert says("SSF rating, point 9", text_of) == (
        "The start rating of a newcomer: by decision, or by age, 1300 from the age of"
        " 15 and 1000 before."
    )
    assert says("SSF rating, point 10", text_of) == (
        "A year without a game costs 50 points, at most 3 times."
    )
    assert says("SSF rating, Below 1200", text_of) == (
        "Where the district has adopted it: a bonus for each game by the rating"
        " brought to it (20 points below 1000, 10 points below 1200), which ends as"
        " soon as that rating has reached 1200, within a period too; below 1200, 60"
        " minutes are enough, and no rating is lower than 800."
    )


def test_numbers_of_an_edition_are_shown_in_their_place():
    other = SsfParameters(
        halving_from=2000, deduction=30, deductions=1, lowest=700, bonus_bands=()
    )
    assert says("SSF rating, point 4", other).startswith("From a base rating of 2000")
    assert says("SSF rating, point 10", other) == (
        "A year without a game costs 30 points, at most 1 time."
    )
    assert says("SSF rating, Below 1200", other) == (
        "Where the district has adopted it: no bonus for games; below 1200, 60 minutes"
        " are enough, and no rating is lower than 700."
    )


def test_fide_paragraphs_have_the_numbers_of_the_edition():
    assert says("FIDE B.02, 8.3.3", EloParameters()) == (
        "K, the first that applies: 40 (aged 18 or under, never at 2300 or "
        "above); 40 (under 30 games, never at 2400 or above); 20 (never at 2400 "
        "or above); 10. In one period K times the games is at most 700."
    )
    old, new = edition("2022"), edition("2025-10")
    name = "FIDE B.02, 7.2.1"
    floors = [says(name, each) for each in (old, new)]
    assert floors == [
        "Nobody has a rating below 1000.",
        "Nobody has a rating below 1400.",
    ]
    assert says("FIDE B.02, 8.2", new).endswith("and 2 draws against 1800.")
    assert says("FIDE B.02, 8.2", old).endswith("against rated opponents.")
    uncapped = EloParameters(cap=None, cap_exempt_from=None)
    assert says("FIDE B.02, 8.3.1", uncapped) == "Every difference counts in full."


def test_players_exempt_from_the_cap_are_named_with_the_edition():
    capped = "A difference of more than 400 points counts as 400."
    assert [
        says("FIDE B.02, 8.3.1", edition(name)).removeprefix(capped)
        for name in ("2022", "2024-03", "2025-10")
    ] == [
        " For the higher-rated player in only one game per tournament.",
        "",
        " For a player rated 2650 or higher, differences count in full.",
    ]


def cited_by_the_rules():
    """Return the paragraphs cited as whole texts in the rules' modules."""
    source = r"SSF rating|FIDE B\.0[12]|LASK|Glicko-2|Om ratingen|Renju"
    for path in sorted(Path(rules.__file__).parent.rglob("*.py")):
        whole_texts = rf'(?<!")"((?:{source})[^"{{}}\n]*[^" ,])"(?!")'
        yield from re.findall(whole_texts, path.read_text())


def test_every_paragraph_cited_by_the_rules_has_a_text():
    cited = set(cited_by_the_rules())
    assert len(cited) > 40
    # The class by rating is on no page beside its rule.
    assert cited - words_by_paragraph().keys() == set()


@pytest.mark.parametrize("name", words_by_paragraph())
def test_every_paragraph_has_a_text_in_its_own_system(name):
    systems = (SsfParameters(), EloParameters(), GlickoParameters())
    assert any(says(name, parameters) for parameters in systems)


def test_paragraph_is_named_in_the_readers_language():
    with override("sv"):
        assert margin(["SSF rating, Below 1200", "SSF rating, point 3"]) == (
            "Under 1200, 3"
        )


def adopt(**parameters):
    draft = EditionDraft(chess_pool().pk, date(2026, 1, 1), "ssf_2008", parameters)
    adopt_draft(draft, acting=ActionContext(None, NOON))


def explained(client, player):
    computed()
    return text(client.get(f"/players/{player.pk}/period/2026-04-30/"))


@pytest.mark.django_db
def test_the_limit_for_halving_takes_effect_in_rating_explanation_and_text(english):
    adopt(halving_from=1900)
    adam, bertil, _report = rulebook_game()
    page = explained(english, adam)
    # SSF rating, Examples: +26, which counts half from this edition's limit on.
    assert "From a base rating of 1900 the change is halved" in page
    assert "1963" in page
    assert "From a base rating of 2200" not in page
    assert explained(english, bertil).count("−13")


@pytest.mark.django_db
def test_floor_and_bonus_take_effect_in_rating_explanation_and_text(english):
    adopt(lowest=985, bonus_bands=[[1000, 7]])
    young, bold = rated(999), rated(990)
    for each in (young, bold):
        accepted(line(side(each, adopts=True), rated(1000), 0, SPRING))
    page = explained(english, young)
    # Point 3: a loss to a player 1 point ahead is -16; with 7 points of bonus 990.
    assert "(7 points below 1000), which ends as soon as that rating" in page
    assert "no rating is lower than 985" in page
    assert " 990 " in page
    # 990 - 16 + 7 is 981.
    assert "981 is below the lowest rating 985" in explained(english, bold)


@pytest.mark.django_db
def test_rating_table_of_an_edition_takes_effect(english):
    adopt(table=[[0, 0], [100, 8], [200, 16]])
    adam, _bertil, _report = rulebook_game()
    page = explained(english, adam)
    # 270 points behind: k = 16, so that a win is worth 32.
    assert "+32" in page
    assert " 1982 " in page
