"""Fields for the reason of an act, which say who will read it.

Every field of a form that requests a reason is one of these, and every column that
stores one is named in `tests/architecture/kept_private/reasons.py` with its readers.
"""

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 2000
Words = Any
"""A text, perhaps one that is translated when it is shown."""


class ReasonField(forms.CharField):
    """A reason of some lines. `readers` is the sentence under the field that says who
    reads it; it is not public unless the sentence says so. With one row it is a single
    line.
    """

    is_public = False

    def __init__(
        self,
        *,
        readers: Words,
        help_text: Words = "",
        rows: int = 3,
        max_length: int = LONGEST_REASON,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            max_length=max_length,
            widget=forms.Textarea(attrs={"rows": rows})
            if rows > 1
            else forms.TextInput(),
            help_text=format_lazy("{} {}", help_text, readers)
            if help_text
            else readers,
            **kwargs,
        )
        self.readers = readers


class PublicReason(ReasonField):
    """A reason that everyone may read; the full reason is for those concerned."""

    is_public = True

    def __init__(self, **kwargs: Any) -> None:
        given = {
            "label": _("What everybody may read"),
            "required": False,
            "rows": 2,
        }
        super().__init__(**{**given, **kwargs})
