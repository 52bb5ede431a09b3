"""Giving, opening and revoking phone codes."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import salted_hmac

from federation.domain.authorship import ActionContext
from tournaments.domain.locking import lock_section
from tournaments.domain.refusals import TournamentRefusal
from tournaments.enums import PhoneCodeKind, TournamentState
from tournaments.models import PhoneCode
from tournaments.queries.phone.permits import PhonePermit, permit_of

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Digits and letters, without those that are easily confused."""
LENGTH = 10
LONGEST = timedelta(days=366)
MOST_OPEN = 100
"""How many codes of a section may be valid at once."""


@dataclass(frozen=True, slots=True)
class PhoneCodeDraft:
    """What a phone code allows.

    Whom it is for, for which boards (all if none are named), until when, and whether
    for a helper or a deputy.
    """

    label: str
    expires_at: datetime
    first_board: int | None = None
    last_board: int | None = None
    kind: PhoneCodeKind = PhoneCodeKind.HELPER


@dataclass(frozen=True, slots=True)
class PhoneCodeGiven:
    """A code, and its plain text, which is stored nowhere."""

    code: PhoneCode
    plain: str


def make_plain_code() -> str:
    """Return a code that cannot be guessed, in two groups."""
    signs = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
    return f"{signs[: LENGTH // 2]}-{signs[LENGTH // 2 :]}"


def plain_code_of(
    key: str, section_id: int, draft: PhoneCodeDraft, person_id: int
) -> str:
    """Return the code of one submission of a form, derived from the form's key.

    The same submission gives the same code. It cannot be guessed without the office's
    secret.
    """
    seed = f"{key} {section_id} {person_id} {draft}"
    mixed = salted_hmac("tournaments.phone_code_of_key", seed, algorithm="sha256")
    signs = "".join(SIGNS[byte % len(SIGNS)] for byte in mixed.digest()[:LENGTH])
    return f"{signs[: LENGTH // 2]}-{signs[LENGTH // 2 :]}"


def digest_of(typed: str) -> str:
    """Return the stored digest of a code, ignoring spacing and case."""
    plain = "".join(sign for sign in typed.upper() if sign.isalnum())
    return salted_hmac("tournaments.phone_code", plain, algorithm="sha256").hexdigest()


@transaction.atomic
def give_phone_code(
    section_id: int,
    draft: PhoneCodeDraft,
    *,
    acting: ActionContext,
    plain: str = "",
) -> PhoneCodeGiven:
    """Create a code for a section that is being played; a `plain` one that the section
    has already is returned as it is.

    Refusals: `not_started`, `phone_until` if it would expire at once or after more than
    a year, `phone_boards` for boards in the wrong order or only one of the two,
    `phone_many` if too many codes are valid already.
    """
    section = lock_section(section_id, TournamentState.RUNNING)
    if not section.started_at:
        raise TournamentRefusal("not_started")
    existing = section.phone_codes.filter(digest=digest_of(plain)).first()
    if existing:
        return PhoneCodeGiven(existing, plain)
    if not acting.at < draft.expires_at <= acting.at + LONGEST:
        raise TournamentRefusal("phone_until")
    if not _in_order(draft):
        raise TournamentRefusal("phone_boards")
    if section.phone_codes.open_at(acting.at).count() >= MOST_OPEN:
        raise TournamentRefusal("phone_many", most=MOST_OPEN)
    plain = plain or make_plain_code()
    code = PhoneCode.objects.create(
        section=section,
        digest=digest_of(plain),
        label=draft.label,
        kind=draft.kind,
        first_board=draft.first_board,
        last_board=draft.last_board,
        expires_at=draft.expires_at,
        made_by_id=acting.person_id,
        made_at=acting.at,
    )
    return PhoneCodeGiven(code, plain)


def _in_order(draft: PhoneCodeDraft) -> bool:
    if draft.first_board is None or draft.last_board is None:
        return draft.first_board is None and draft.last_board is None
    return 1 <= draft.first_board <= draft.last_board


@transaction.atomic
def revoke_phone_code(code_id: int, *, acting: ActionContext) -> PhoneCode:
    """Revoke a code; what was entered with it stays. Refusals: `gone`, or
    `phone_revoked` if it is revoked already.
    """
    found = PhoneCode.objects.filter(pk=code_id).first()
    if found is None:
        raise TournamentRefusal("gone")
    # The tournament's lock: entering a result by the code takes it too.
    lock_section(found.section_id)
    code = PhoneCode.objects.get(pk=code_id)
    if code.revoked_at is not None:
        raise TournamentRefusal("phone_revoked")
    code.revoked_by_id, code.revoked_at = acting.person_id, acting.at
    code.save(update_fields=["revoked_by", "revoked_at"])
    return code


@transaction.atomic
def open_phone_code(typed: str, *, at: datetime) -> PhonePermit:
    """Return what a typed code allows. Refusal: `phone_unknown`, or the reason why it
    is not valid now.
    """
    rows = PhoneCode.objects.select_related("section__tournament")
    code = rows.filter(digest=digest_of(typed)).first()
    if code is None:
        raise TournamentRefusal("phone_unknown")
    permit = permit_of(code, at)
    if permit.closed:
        raise TournamentRefusal(permit.closed)
    PhoneCode.objects.filter(pk=code.pk).update(last_used_at=at)
    return permit
