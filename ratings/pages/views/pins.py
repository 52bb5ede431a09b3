"""The players and clubs that the reader has pinned, stored in a cookie of the reader's
browser and marked on every list.
"""

import re
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

COOKIE = "pinned"
MOST = 12
YEAR = 365 * 24 * 3600
_PIN = re.compile(r"[pc][1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Pins:
    """The reader's pins; `names` as in the cookie: p12 is player 12, c3 is club 3; the
    oldest first.
    """

    names: tuple[str, ...]

    @property
    def players(self) -> frozenset[int]:
        return self._of("p")

    @property
    def clubs(self) -> frozenset[int]:
        return self._of("c")

    def _of(self, kind: str) -> frozenset[int]:
        return frozenset(int(name[1:]) for name in self.names if name[0] == kind)

    def turned(self, name: str) -> "Pins":
        """Return the pins with this pin added if it was missing, or removed if it was
        there.
        """
        if name in self.names:
            return Pins(tuple(each for each in self.names if each != name))
        return Pins((*self.names, name)[-MOST:])


def pins_of(request: HttpRequest) -> Pins:
    """Return the pins in the cookie; anything else in it is ignored."""
    names = request.COOKIES.get(COOKIE, "").split(".")
    return Pins(tuple(name for name in names if _PIN.fullmatch(name))[-MOST:])


# Public pages have no CSRF token; a forged request can only add or remove a pin.
@csrf_exempt
@require_POST
def pin(request: HttpRequest) -> HttpResponse:
    """Pin or unpin a player or club, and go back."""
    pins, name = pins_of(request), request.POST.get("name", "")
    if _PIN.fullmatch(name):
        pins = pins.turned(name)
    response = HttpResponseRedirect(_way_back(request))
    response.set_cookie(
        COOKIE,
        ".".join(pins.names),
        max_age=YEAR,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def _way_back(request: HttpRequest) -> str:
    next_url = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(next_url, {request.get_host()}):
        return next_url
    return "/list/"
