"""Uploaded files, read as text."""

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from ratings.files.spreadsheets import SheetTooLarge, is_workbook, write_first_sheet
from ratings.files.text_files import NotATable, examine

MOST_BYTES_OF_A_SIGN = 4
_LINE_END = re.compile("\r\n?")


class TextField(forms.CharField):
    """A text of several lines. Browsers send line ends as two characters; here each is
    one, so that the length and the numbers of lines are those of the file.
    """

    def to_python(self, value: Any) -> str:
        return with_plain_ends(super().to_python(value) or "")


def editable_text(attrs: Mapping[str, Any]) -> forms.Textarea:
    """Return a text area in which the user can correct the text of a file line by line."""
    return forms.Textarea(
        attrs={"class": "file-text", "wrap": "off", "spellcheck": "false", **attrs}
    )


def without_earlier_text(data: Any, files: Any) -> Any:
    """Return the form data; if a new file was uploaded, without the text of the earlier
    one.
    """
    is_new = bool(data) and bool(files) and files.get("file") is not None
    return with_text(data, "") if is_new else data


def with_text(data: Mapping[str, Any], text: str) -> dict[str, Any]:
    """Return the form data with another text."""
    return {name: data.get(name) for name in data} | {"text": text}


def with_plain_ends(text: str) -> str:
    """Return the same lines, each ended by a single character."""
    return _LINE_END.sub("\n", text)


def text_of_file(file: "UploadedFile[bytes]", most: int) -> str:
    """Return the text of a file, at most `most` characters; of an Excel workbook its
    first sheet as CSV. Raises ValidationError if the file is neither, or is longer.
    """
    text = with_plain_ends(_text(file, most))
    if len(text) > most:
        raise _too_long(most)
    return text.removeprefix("\ufeff")


def _text(file: "UploadedFile[bytes]", most: int) -> str:
    with NamedTemporaryFile() as uploaded, NamedTemporaryFile() as sheet:
        for chunk in file.chunks():
            uploaded.write(chunk)
        uploaded.flush()
        path, called = Path(uploaded.name), file.name or ""
        try:
            if is_workbook(path):
                to = Path(sheet.name)
                write_first_sheet(path, called, to, most * MOST_BYTES_OF_A_SIGN)
                path = to
            with examine(path, called).open() as text:
                return text.read()
        except SheetTooLarge as refused:
            raise _too_long(most) from refused
        except NotATable as refused:
            reason = refused.message
            raise ValidationError(_(reason.text) % reason.facts) from refused


def _too_long(most: int) -> ValidationError:
    return ValidationError(
        _("The text of the file is too long: at most %(most)d characters.")
        % {"most": most}
    )
