"""Reading the body of a request: JSON in UTF-8, of a reasonable size, or a refusal."""

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest

from ratings.calculators.api.problems import RequestRefused

LARGEST = 2 * 1024 * 1024
"""Bytes: ten thousand games have room, so that whoever sends so many is told of the
number of games and not of bytes."""
LONGEST_NUMBER = 300
"""Digits: what has more is beyond every number that is asked for."""
JSON = "application/json"


def read_json(request: HttpRequest) -> Any:
    """Return the body as `json.loads` gives it; Refused where it is none.

    Stricter than `json.loads`: no object may have a name twice, since one of the two
    values would be dropped silently. NaN, Infinity and what is too large for a number
    are left to whoever reads the value, who refuses them with their path.
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
    # What is no number Django reads as 0, and nothing of the body with it.
    length = request.META.get("CONTENT_LENGTH") or ""
    return int(length) if length.isdecimal() else 0


def _number(text: str) -> float:
    """1950.0 is a whole number, since JSON has numbers of one kind only."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _whole(text: str) -> float:
    return int(text) if len(text) <= LONGEST_NUMBER else float(text)


def _names_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "repeated_name")
    return found
