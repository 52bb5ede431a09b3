"""Paragraphs of regulations in the reader's language."""

import pytest
from django.utils.translation import override

from federation.formats.regulations import paragraph_text


@pytest.mark.parametrize(
    ("name", "english", "swedish"),
    [
        ("SSF §7.7; §7.3b", "SSF §\u00a07.7; §\u00a07.3b", None),
        ("SSF § 10", "SSF §\u00a010", None),
        ("SSF Bilaga 1 a", "SSF appendix 1 a", "SSF Bilaga 1 a"),
        ("FIDE B.02, 8.2", "FIDE B.02, 8.2", None),
    ],
)
def test_paragraph_has_one_form_in_each_language(name, english, swedish):
    with override("en"):
        assert paragraph_text(name) == english
    with override("sv"):
        assert paragraph_text(name) == (swedish or english)
