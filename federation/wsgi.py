import os
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.utils.http import parse_header_parameters

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]
LONGEST = 1000
UTF_8 = {"utf-8", "utf8"}


def speaking_utf_8(application: Application) -> Application:
    """Everything here is written in UTF-8. A request that names another charset
    would be read by any codec that Python has, also by those that make no text,
    and fail before a page could answer: what it names is dropped.
    """

    def answer(environ: Environ, start_response: Any) -> Iterable[bytes]:
        environ["CONTENT_TYPE"] = in_utf_8(environ.get("CONTENT_TYPE", ""))
        return application(environ, start_response)

    return answer


def in_utf_8(content_type: str) -> str:
    """The header without a charset other than UTF-8; one that cannot be read is
    dropped.
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
application = speaking_utf_8(get_wsgi_application())
