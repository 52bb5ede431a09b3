"""Second factors as they are stored in the database."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.db import transaction

from federation.sealing import seal, unseal


@transaction.atomic
def seal_second_factors() -> int:
    """Encrypt every second factor with the newest key and return how many there are.
    Raises `federation.sealing.SealUnreadable` when the key of one is missing; nothing
    is changed then.
    """
    factors = Authenticator.objects.select_for_update().order_by("pk")
    for factor in factors:
        factor.data = {
            name: _resealed(name, held) for name, held in factor.data.items()
        }
        factor.save(update_fields=["data"])
    return len(factors)


def _resealed(name: str, held: Any) -> Any:
    if name in {"secret", "seed"}:
        return seal(unseal(held))
    if name == "migrated_codes":
        return [seal(unseal(code)) for code in held]
    return held
