"""The reason that an import notes, in the reader's language."""

from django.utils import translation

from federation.formats.import_reasons import reason_in_words, reason_of_import


def test_import_reason_is_shown_in_swedish():
    stored = reason_of_import("ratingtal.csv")

    assert stored == "Imported from ratingtal.csv"
    with translation.override("sv"):
        assert reason_in_words(stored) == "Importerad från ratingtal.csv"
        assert reason_in_words("Known strength.") == "Known strength."
