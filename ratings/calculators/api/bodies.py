"""Read the body of a request: JSON in UTF-8, of a reasonable size; anything else is
refused.
"""

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest

from ratings.calculators.api.problems import RequestRefused

LARGEST = 2 * 1024 * 1024
"""Bytes. Ten thousand games fit, so that a sender of that many is refused for the
number of games and not for the number of bytes.
"""
LONGEST_NUMBER = 300
"""Digits: a longer number is outside the range of every number in a question."""
JSON = "application/json"


def read_json(request: HttpRequest) -> Any:
    """Return the parsed JSON of the body; raises RequestRefused if it is not valid.

    Stricter than `json.loads`: no object may have a name twice, since one of the two
    values would be dropped silently. NaN, Infinity and numbers that are too large are
    left to the code that reads the value, which refuses them with their path.
    """
    if request.content_type != JSON:
        raise RequestRefused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not_json_type")
    if _length(request) > LARGEST:
        raise RequestRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large")
    try:
        text = request.body.decode("utf-8-sig")
        return json.loads(
            text,
            parse_float=_number,
            parse_int=_whole,
            object_pairs_hook=_names_once,
        )
    except UnicodeDecodeError:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "not_utf8") from None
    except RecursionError:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "too_deep") from None
    except ValueError:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "not_json") from None


def _length(request: HttpRequest) -> int:
    # Django reads a length that is not a number as 0, and then nothing of the body.
    length = request.META.get("CONTENT_LENGTH") or ""
    return int(length) if length.isdecimal() else 0


def _number(text: str) -> float:
    """Return the number of a text; 1950.0 is a whole number, since JSON has only one
    kind of number.
    """
    number = float(text)
    return int(number) if number.is_integer() else number


def _whole(text: str) -> float:
    return int(text) if len(text) <= LONGEST_NUMBER else float(text)


def _names_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "repeated_name")
    return found
