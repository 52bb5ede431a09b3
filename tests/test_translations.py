"""Every text for users exists in Swedish and in English."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType
from django.utils import translation
from polib import POEntry, pofile

from script.checkout import ROOT
from script.translations import (
    BORROWED,
    PO,
    SourceString,
    catalogue,
    clashes,
    compiled,
    gather,
    placeholders,
    strings_of,
)

SWEDISH = re.compile("[åäöÅÄÖ]")
# Its samples are Swedish in both languages, like the names of invented people.
SAMPLES = "templates/federation/_style_"
SPOKEN_ATTRIBUTE = re.compile(
    r'\b(?:title|alt|placeholder|aria-label)="([^"]*[a-zåäö]{2}[^"]*)"'
)


def written(entry: POEntry) -> list[str]:
    """Return the English of an entry: singular and plural if it has both, else one
    text.
    """
    return [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]


def places_for_values(entry: POEntry, english: str) -> list[set[str]]:
    """Return the placeholders that the Swedish may have: those of the English, or also
    the number that the English singular writes as a word.
    """
    return [
        set(placeholders(english)),
        set(placeholders(entry.msgid + entry.msgid_plural)),
    ]


@pytest.fixture(scope="module")
def source() -> dict[SourceString, list[str]]:
    return gather()


@pytest.fixture(scope="module")
def swedish():
    return pofile(str(PO))


def translated(entry: POEntry) -> list[str]:
    """Return the Swedish of an entry: two texts if it has a plural, else one."""
    if entry.msgid_plural:
        return [entry.msgstr_plural.get(number, "") for number in (0, 1)]
    return [entry.msgstr]


def test_every_string_of_the_source_is_in_the_catalogue(source, swedish):
    known = {(entry.msgid, entry.msgctxt or "") for entry in swedish}
    missing = sorted(words.singular for words in source if words.key not in known)
    assert missing == [], "run python -m script.translations, and translate"


def test_catalogue_has_only_strings_of_the_source(source, swedish):
    source_keys = {words.key for words in source}
    unused = [
        entry.msgid
        for entry in swedish
        if (entry.msgid, entry.msgctxt or "") not in source_keys
        and not entry.tcomment.startswith(BORROWED)
    ]
    assert unused == [], "run python -m script.translations"


def test_every_string_is_translated_and_none_is_fuzzy(swedish):
    assert [e.msgid for e in swedish if not all(translated(e))] == []
    assert [e.msgid for e in swedish if e.fuzzy] == []


def test_swedish_has_the_same_placeholders_as_the_english(swedish):
    differing = [
        (english, swedish_words)
        for entry in swedish
        for english, swedish_words in zip(
            written(entry), translated(entry), strict=True
        )
        if set(placeholders(swedish_words)) not in places_for_values(entry, english)
    ]
    assert differing == []


def test_tournament_has_one_swedish_word(swedish):
    """ "Tävling" is the word of the rules for what a player is suspended from; an event
    played elsewhere is a tournament too."""
    translations = {
        entry.msgid: " ".join([entry.msgstr, *entry.msgstr_plural.values()]).lower()
        for entry in swedish
        if "competition" not in entry.msgid.lower()
    }
    assert [words for words, shown in translations.items() if "tävling" in shown] == []


@pytest.mark.parametrize("other", ["Fides ", "walk over", "walk-over"])
def test_term_with_one_swedish_spelling_has_no_other(swedish, other):
    """The spellings are FIDE:s and walkover."""
    texts = (" ".join([each.msgstr, *each.msgstr_plural.values()]) for each in swedish)
    assert [words for words in texts if other in words] == []


def test_rating_text_never_says_rejected(swedish):
    """In Swedish "rata" is to reject: what is rated "räknas för ratingen"."""
    texts = (" ".join([each.msgstr, *each.msgstr_plural.values()]) for each in swedish)
    rejected = re.compile(r"\brata(?:s|t|d|de|des|r)?\b", re.IGNORECASE)
    assert [words for words in texts if rejected.search(words)] == []


@pytest.mark.parametrize("other", [r"\bhäv", r"\breviderad %"])
def test_one_term_has_one_swedish_word(swedish, other):
    """A correction is "upphävd"; a later list of a period has "revidering" and number."""
    texts = (" ".join([each.msgstr, *each.msgstr_plural.values()]) for each in swedish)
    found = re.compile(other, re.IGNORECASE)
    assert [words for words in texts if found.search(words)] == []


OFFICE = (
    "templates/federation/",
    "templates/components/nav_office",
    "templates/ratings/board/",
    "templates/ratings/calculators/api_docs",  # `pool` is a parameter's name
    "templates/ratings/decisions/",
    "templates/ratings/earlier_lists/",
    "templates/ratings/editions/",
    "templates/ratings/engine/",
    "templates/ratings/fide/",
    "templates/ratings/laboratory/",
    "templates/ratings/lists/proposal",
    "templates/ratings/merges/",
    "templates/ratings/returns/",
    "templates/ratings/review/",
    "templates/ratings/uploads/",
    "templates/tournaments/home/_",
    "templates/tournaments/home/desk",
)
"""Templates of pages for officers, administrators and club secretaries."""
OFFICE_WORDS = {
    "en": r"\b(booked|posted|postings?|pools?|kinds?|ledgers?)\b",
    "sv": r"bokför|liggare|\bpool|\bslag\b|\bslaget\b",
}


def test_texts_for_members_have_no_office_jargon(swedish):
    """Public pages use the words of members: results are in and count; nothing is
    booked in a pool.
    """
    found = {}
    for entry in swedish:
        places = [place for place, _line in entry.occurrences]
        if all(each.startswith(OFFICE) for each in places if _is_template(each)):
            continue
        texts = {"en": " ".join(written(entry)), "sv": " ".join(translated(entry))}
        for language, words in OFFICE_WORDS.items():
            shown = re.sub(r"%\(\w+\)s", "", texts[language])
            if match := re.search(words, shown, re.IGNORECASE):
                found[shown] = match.group()
    assert found == {}


def _is_template(place: str) -> bool:
    return place.startswith("templates/")


def test_no_string_is_used_both_with_and_without_a_plural(source):
    assert clashes(source) == []


def test_catalogue_is_unchanged_by_gathering(source, swedish):
    assert PO.read_text(encoding="utf-8") == f"{catalogue(source, swedish)}\n"


def test_compiled_catalogue_is_up_to_date(swedish):
    assert PO.with_suffix(".mo").read_bytes() == compiled(swedish), (
        "run python -m script.translations"
    )


def test_plural_is_chosen_as_in_swedish():
    """Zero is plural: 0 klubbar, 1 klubb, 2 klubbar."""
    with translation.override("sv"):
        plurals = [
            translation.ngettext("%(clubs)s club", "%(clubs)s clubs", clubs)
            % {"clubs": clubs}
            for clubs in (0, 1, 2)
        ]
    assert plurals == ["0 klubbar", "1 klubb", "2 klubbar"]


def test_borrowed_strings_still_exist_in_their_library(swedish):
    """Our Swedish replaces that of a library where it would be unclear."""
    borrowed = {
        (entry.tcomment.removeprefix(BORROWED), entry.msgid)
        for entry in swedish
        if entry.tcomment.startswith(BORROWED)
    }
    library_strings = {
        (library, entry.msgid)
        for library in {library for library, _ in borrowed}
        for entry in pofile(str(catalogue_of(library)))
        if not entry.obsolete
    }
    assert sorted(borrowed - library_strings) == []


def catalogue_of(library: str) -> Path:
    package = Path(find_spec(library).submodule_search_locations[0])
    return package / "locale" / "sv" / "LC_MESSAGES" / "django.po"


def test_english_needs_no_catalogue(source):
    """The source is English; Swedish in it would be shown to English readers."""
    assert [words.singular for words in source if SWEDISH.search(words.singular)] == []
    with translation.override("en"):
        translations = {
            words.singular: translation.gettext(words.singular) for words in source
        }
    assert {ours: shown for ours, shown in translations.items() if ours != shown} == {}


def templates() -> list[str]:
    paths = (path.relative_to(ROOT).as_posix() for path in _template_files())
    return sorted(path for path in paths if not path.startswith(SAMPLES))


def _template_files() -> Iterator[Path]:
    for suffix in ("html", "txt"):
        yield from (ROOT / "templates").rglob(f"*.{suffix}")


def test_no_template_has_text_outside_of_a_translation():
    spoken = {path: list(untranslated_words(ROOT / path)) for path in templates()}
    assert {path: words for path, words in spoken.items() if words} == {}


def untranslated_words(path: Path) -> Iterator[str]:
    text = "".join(_text_outside_translations(path.read_text(encoding="utf-8")))
    yield from SPOKEN_ATTRIBUTE.findall(text)
    # The names of keys and of columns in files are in one language only.
    text = re.sub(r"(?s)<kbd\b.*?</kbd>|<code\b.*?</code>|<[^>]*>|&\w+;", " ", text)
    yield from (line.strip() for line in text.splitlines() if _says_a_word(line))


def _says_a_word(line: str) -> bool:
    return re.search("[A-Za-zåäöÅÄÖ][a-zåäö]", line) is not None


def _text_outside_translations(text: str) -> Iterator[str]:
    inside = False
    for token in Lexer(text).tokenize():
        name = token.contents.partition(" ")[0]
        if token.token_type == TokenType.BLOCK and name.startswith("end"):
            inside = inside and name not in {"endblocktranslate", "endcomment"}
        elif token.token_type == TokenType.BLOCK:
            inside = inside or name in {"blocktranslate", "comment"}
        elif token.token_type == TokenType.TEXT and not inside:
            yield token.contents


def test_strings_are_found_in_code_and_templates_with_plural_and_context(tmp_path):
    code = tmp_path / "code.py"
    code.write_text(
        '_("one") ; ngettext("%d man", "%d men", n) ; pgettext("chess", "draw")\n'
        'gettext(name) ; gettext_lazy("in two "\n "parts")\n'
    )
    page = tmp_path / "page.html"
    page.write_text(
        '  <p title="{% translate "a “title”" %}">It’s\n'
        "{% blocktranslate count n=n trimmed %}\n {{ n }} day\n {% plural %}"
        "\n {{ n }} days\n{% endblocktranslate %}\n"
        '      {% button label=_("Send") %}{% translate "may" context "month" %}'
    )
    assert sorted(strings_of(code)) == [
        SourceString("%d man", plural="%d men"),
        SourceString("draw", context="chess"),
        SourceString("in two parts"),
        SourceString("one"),
    ]
    assert sorted(strings_of(page)) == [
        SourceString("%(n)s day", plural="%(n)s days"),
        SourceString("Send"),
        SourceString("a “title”"),
        SourceString("may", context="month"),
    ]


def test_gathering_keeps_translations_and_drops_unused_strings(source, swedish):
    new, used = SourceString("A string that nobody has said"), SourceString("Board")
    made = catalogue({new: ["here.py"], used: ["there.py"]}, swedish)
    own = [entry for entry in made if not entry.tcomment]
    assert [(entry.msgid, entry.msgstr) for entry in own] == [
        ("A string that nobody has said", ""),
        ("Board", "Bord"),
    ]
