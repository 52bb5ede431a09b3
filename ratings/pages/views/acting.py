"""Who acts on a page, and when."""

from django.utils import timezone

from federation.requests import OfficeRequest
from federation.views.signing import signer
from ratings.pools.domain.postings import ActionContext


def acting_in(request: OfficeRequest) -> ActionContext:
    """Whoever is signed in, now. Raises PermissionDenied where nobody is."""
    return ActionContext(signer(request), timezone.now())
