"""Locking a player's card for an act, which may have been merged since the page was
opened.
"""

from federation.domain.refusal import RegisterRefusal
from federation.models import Player


def lock_card(player_id: int) -> Player:
    """Lock the card until the end of the transaction. Refuses with `merged_card` when
    it leads to another one: what is written on a merged card has no effect.
    """
    card = Player.objects.select_for_update(of=("self",)).get(pk=player_id)
    if card.merged_into_id is not None:
        raise RegisterRefusal("merged_card")
    return card


def lock_remaining_card(player_id: int) -> Player:
    """Lock the card, or the one that remains if it was merged, and return it: for acts
    that are about the person and not about what is on the card.
    """
    card = Player.objects.select_for_update(of=("self",)).get(pk=player_id)
    while card.merged_into_id is not None:
        card = Player.objects.select_for_update(of=("self",)).get(
            pk=card.merged_into_id
        )
    return card
