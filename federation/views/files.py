"""Responses that are files."""

from typing import TypeVar

from django.http import HttpResponseBase
from django.utils.http import content_disposition_header

from federation.rules.names import without_unsuitable

Answer = TypeVar("Answer", bound=HttpResponseBase)


def as_file(response: Answer, name: str) -> Answer:
    """Return the response as a download of that name, which browsers never display."""
    disposition = content_disposition_header(
        as_attachment=True, filename=without_unsuitable(name)
    )
    response["Content-Disposition"] = str(disposition)
    response["Cache-Control"] = "no-cache"
    return response
