import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]
LONGEST = 1000
UTF_8 = {"utf-8", "utf8"}


def utf_8_only(application: Application) -> Application:
    """Wrap a WSGI application so that a charset other than UTF-8 is dropped from the
    Content-Type of every request. Django would decode the body with any codec that
    Python has, even one that yields no text, and fail before a view could answer.
    """

    def answer(environ: Environ, start_response: Any) -> Iterable[bytes]:
        environ["CONTENT_TYPE"] = without_foreign_charset(
            environ.get("CONTENT_TYPE", "")
        )
        return application(environ, start_response)

    return answer


def without_foreign_charset(content_type: str) -> str:
    """Return the Content-Type without a charset other than UTF-8; "" if it cannot be
    parsed.
    """
    try:
        kind, facts = parse_header_parameters(content_type[:LONGEST])
    except (ValueError, LookupError):
        return ""
    if facts.get("charset", "utf-8").lower() in UTF_8:
        return content_type[:LONGEST]
    boundary = facts.get("boundary", "").replace('"', "")
    return f'{kind}; boundary="{boundary}"' if boundary else kind


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "federation.settings")
application = utf_8_only(get_wsgi_application())
