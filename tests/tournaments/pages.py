"""The addresses of the tournaments' pages, and their HTML."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse


def url(name: str, *args: Any) -> str:
    return reverse(f"tournaments:{name}", args=args)


def html_of(answer: HttpResponse) -> str:
    """Return the HTML of a page with each line break of the template as one space."""
    return " ".join(answer.content.decode().split())
