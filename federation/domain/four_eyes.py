"""Four eyes: an act names its line of `federation.agreements`, and the person who
agrees is checked to be another person than those who have already agreed to it or
started it.
"""

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import ParamSpec, TypeVar

import pghistory
from django.conf import settings

from federation.agreements import AGREEMENTS, Matter
from federation.domain.refusal import RefusalFactory
from federation.models import Player, User

P = ParamSpec("P")
R = TypeVar("R")
Act = Callable[P, R]
WAIVED = "one person: four eyes are waived"
"""What the audit log records for an act that one person carried out alone."""


class AgreementPart(StrEnum):
    """What an act does in its matter: it `starts` it, `agrees` to it, `closes` it
    without carrying it out, `carries_out` what was agreed, or is enough `alone`.
    """

    STARTS = "starts"
    AGREES = "agrees"
    CLOSES = "closes"
    CARRIES_OUT = "carries_out"
    ALONE = "alone"


@dataclass(frozen=True, slots=True)
class RegisteredAct:
    """An act of `domain` by its dotted name, with its line of the table."""

    name: str
    matter: Matter
    part: AgreementPart


ACTS: list[RegisteredAct] = []
_checked: ContextVar[frozenset[Matter] | None] = ContextVar("checked", default=None)


class SecondPersonNotCheckedError(AssertionError):
    """Raised when an act that needs a second person has not checked who carries it out."""


def starts(*matters: Matter) -> Callable[[Act[P, R]], Act[P, R]]:
    """Mark an act that records what another person has to agree to."""
    return _registering(AgreementPart.STARTS, matters)


def closes(*matters: Matter) -> Callable[[Act[P, R]], Act[P, R]]:
    """Mark an act that rejects or withdraws what waits for agreement."""
    return _registering(AgreementPart.CLOSES, matters)


def carries_out(
    *matters: Matter,
) -> Callable[[Act[P, R]], Act[P, R]]:
    """Mark an act that carries out what two have agreed to: other acts call it, no page
    does.
    """
    return _registering(AgreementPart.CARRIES_OUT, matters)


def alone(*matters: Matter) -> Callable[[Act[P, R]], Act[P, R]]:
    """Mark an act for which one person is enough, as its line of the table explains."""
    for matter in matters:
        if AGREEMENTS[matter].needs_two:
            raise ValueError(matter)
    return _registering(AgreementPart.ALONE, matters)


def agrees(*matters: Matter) -> Callable[[Act[P, R]], Act[P, R]]:
    """Mark an act by which the second person agrees. Apply it inside the transaction:
    an act that has not called `refuse_same_person` is rolled back with
    SecondPersonNotCheckedError.
    """

    def decorate(act: Act[P, R]) -> Act[P, R]:
        for matter in matters:
            if not AGREEMENTS[matter].needs_two:
                raise ValueError(matter)
            _register(act, matter, AgreementPart.AGREES)

        @wraps(act)
        def checking(*given: P.args, **named: P.kwargs) -> R:
            before = _checked.set(frozenset())
            try:
                answer = act(*given, **named)
                if not (_checked.get() or frozenset()) & set(matters):
                    raise SecondPersonNotCheckedError(matters)
            finally:
                _checked.reset(before)
            return answer

        return checking

    return decorate


def refuse_same_person(
    matter: Matter,
    behind: Iterable[int | None],
    user_id: int | None,
    refusal: RefusalFactory,
) -> bool:
    """Refuse with `four_eyes` when the person who agrees is one of the accounts in
    `behind`, with any account of theirs. If the federation has waived that, return
    whether one person did both, and note it in the audit log. Only allowed inside
    `agrees`.
    """
    checked = _checked.get()
    if checked is None:
        raise SecondPersonNotCheckedError(matter)
    _checked.set(checked | {matter})
    others = {each for each in behind if each is not None}
    if user_id is None or not is_one_of(user_id, others):
        return False
    if settings.FOUR_EYES:
        raise refusal("four_eyes")
    pghistory.context(waived=WAIVED)
    return True


def is_one_of(user_id: int, others: Iterable[int]) -> bool:
    """Return whether the account is one of the others, or ever belonged to the same
    player as one of them; two cards that were merged are one player's.
    """
    others = set(others)
    if user_id in others:
        return True
    both = others | {user_id}
    were = User.pgh_event_model.objects.filter(  # type: ignore[attr-defined]
        pgh_obj__in=both, player__isnull=False
    )
    are = User.objects.filter(pk__in=both, player__isnull=False)
    links = were.values_list("pgh_obj", "player").union(are.values_list("pk", "player"))
    persons = {(user, _person(player)) for user, player in links}
    own = {person for user, person in persons if user == user_id}
    return any(person in own for user, person in persons if user != user_id)


def accounts_of_player(player_id: int) -> set[int]:
    """Return the accounts that are or ever were linked to the player, through any of
    the player's cards.
    """
    cards = {_person(player_id)}
    while more := set(
        Player.objects.filter(merged_into__in=cards)
        .exclude(pk__in=cards)
        .values_list("pk", flat=True)
    ):
        cards |= more
    are = User.objects.filter(player__in=cards).values_list("pk")
    were = User.pgh_event_model.objects.filter(player__in=cards)  # type: ignore[attr-defined]
    return {user for (user,) in were.values_list("pgh_obj").union(are)}


def _person(player_id: int) -> int:
    """Return the card to which a player's card leads, through all merges."""
    merged = Player.objects.filter(pk=player_id).values_list("merged_into", flat=True)
    into = merged.first()
    return player_id if into is None else _person(into)


def _registering(
    part: AgreementPart, matters: tuple[Matter, ...]
) -> Callable[[Act[P, R]], Act[P, R]]:
    def decorate(act: Act[P, R]) -> Act[P, R]:
        for matter in matters:
            _register(act, matter, part)
        return act

    return decorate


def _register(act: Callable[..., object], matter: Matter, part: AgreementPart) -> None:
    ACTS.append(RegisteredAct(f"{act.__module__}.{act.__qualname__}", matter, part))
