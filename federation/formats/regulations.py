"""Paragraphs of regulations as pages show them: SSF § 7.2a, SSF appendix 1 a."""

import re

from django.utils.translation import pgettext

_SIGN = re.compile(r"§ ?(?=\d)")
_APPENDIX = "Bilaga"


def paragraph_text(name: str) -> str:
    """Return a paragraph in the reader's language, with a space after the sign at which
    no line breaks.
    """
    return _SIGN.sub("§\u00a0", name).replace(
        _APPENDIX, pgettext("of the rules", "appendix")
    )
