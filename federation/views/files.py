"""Answers that are files."""

from typing import TypeVar

from django.http import HttpResponseBase
from django.utils.http import content_disposition_header

from federation.rules.names import without_unsuitable

Answer = TypeVar("Answer", bound=HttpResponseBase)


def as_file(response: Answer, name: str) -> Answer:
    """Return the answer as a file that browsers keep under that name and never show."""
    disposition = content_disposition_header(
        as_attachment=True, filename=without_unsuitable(name)
    )
    response["Content-Disposition"] = str(disposition)
    response["Cache-Control"] = "no-cache"
    return response
