"""Ratings that are levels, in words: `ratings.pages.level_words`."""

from django.utils import translation

from ratings.pages.level_words import level_words, rating_words
from ratings.rules.systems import system


class Belts:
    levels = range(1, 6)

    def level_parts(self, index):
        return index, "belt"

    def level_text(self, index):
        return f"belt {index}"


def test_level_is_shown_in_the_readers_language():
    with translation.override("sv"):
        assert level_words(system("renju"), 12) == "2 dan"


def test_level_of_an_untranslated_grade_is_shown_as_its_system_writes_it():
    assert level_words(Belts(), 4) == rating_words(Belts(), 4.0) == "belt 4"
