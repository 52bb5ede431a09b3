from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils.crypto import constant_time_compare
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest

from federation.watching.counting import counts
from federation.watching.figures import office_figures


def metrics(request: HttpRequest) -> HttpResponse:
    """Answer Prometheus, or any client with METRICS_TOKEN; without a token in the
    settings no one.
    """
    if not settings.METRICS_TOKEN:
        raise Http404
    sent = request.headers.get("Authorization", "")
    if not constant_time_compare(sent, f"Bearer {settings.METRICS_TOKEN}"):
        refusal = "say the token: Authorization: Bearer ..."
        headers = {"WWW-Authenticate": "Bearer"}
        return HttpResponse(
            refusal, status=401, headers=headers, content_type="text/plain"
        )
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    found = b"".join(generate_latest(each) for each in (counts(), office_figures()))
    response = HttpResponse(found, content_type=CONTENT_TYPE_PLAIN_0_0_4)
    response["Cache-Control"] = "no-store"
    return response
