from http import HTTPStatus

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from redis.exceptions import RedisError

from federation.watching.alive import valkey_at

WELL = "ok"
NO_DATABASE = "the database does not answer"
NO_VALKEY = (
    "ok, but Valkey does not answer: pages are made each time, workers get no messages"
)


def healthz(request: HttpRequest) -> HttpResponse:
    """Answer when the web process is up and reaches its database. Without Valkey it
    works, only slower: restarting it would not help.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return _plain_text(NO_DATABASE, HTTPStatus.SERVICE_UNAVAILABLE)
    try:
        valkey_at(settings.REDIS_URL).ping()
    except (RedisError, OSError):
        return _plain_text(NO_VALKEY)
    return _plain_text(WELL)


def _plain_text(words: str, status: int = HTTPStatus.OK) -> HttpResponse:
    return HttpResponse(words, status=status, content_type="text/plain")
