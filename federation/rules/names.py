"""Names as they are stored, and the characters that no name may contain: those that make
a text markup, invisible ones, and those that reverse the direction of the text.
"""

import re
import unicodedata

_RANGES = (
    (0x0001, 0x001F),  # control characters; no text in PostgreSQL holds NUL
    (0x003C, 0x003C),  # <
    (0x003E, 0x003E),  # >
    (0x007F, 0x009F),  # delete and further control characters
    (0x00AD, 0x00AD),  # soft hyphen
    (0x061C, 0x061C),  # Arabic letter mark
    (0x180E, 0x180E),  # Mongolian vowel separator
    (0x200B, 0x200F),  # without width; marks of direction
    (0x2028, 0x202E),  # separators of lines; embedding and overriding of direction
    (0x2060, 0x206F),  # invisible operators; isolating of direction
    (0xFEFF, 0xFEFF),  # byte order mark
    (0xFFF9, 0xFFFB),  # annotations
    (0xE0000, 0xE007F),  # tags
)
UNSUITABLE = "[" + "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in _RANGES) + "]"
"""A regular expression for one such character, the same for Python and PostgreSQL."""

_UNSUITABLE = re.compile(UNSUITABLE.replace("[", "[\\x00", 1))


def unsuitable_character(text: str) -> str:
    """Return the first character that no name may contain, in readable form: itself, or
    its number such as U+202E if it is invisible. Return "" if there is none.
    """
    found = _UNSUITABLE.search(text)
    if found is None:
        return ""
    return found[0] if found[0] in "<>" else f"U+{ord(found[0]):04X}"


def in_one_form(text: str) -> str:
    """Return the text on one line with single spaces, and each accented letter as one
    character: some programs write Å as A and a ring.
    """
    return unicodedata.normalize("NFC", " ".join(text.split()))


def without_unsuitable(text: str) -> str:
    """Return the text with an underscore in the place of each character that no name
    may contain.
    """
    return _UNSUITABLE.sub("_", text)
