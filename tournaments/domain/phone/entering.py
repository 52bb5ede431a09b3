"""Entering a result with a phone code."""

from datetime import datetime

from django.db import transaction

from federation.domain.authorship import ActionContext
from tournaments.domain.locking import lock_pairing
from tournaments.domain.refusals import TournamentRefusal
from tournaments.domain.result_history.changes import Sending, is_sent_again
from tournaments.domain.results import ResultWish, enter_wish
from tournaments.enums import ResultWay
from tournaments.models import Pairing, PhoneCode
from tournaments.queries.phone.permits import permit_of


@transaction.atomic
def enter_by_phone(
    code_id: int, wish: ResultWish, *, key: str, at: datetime
) -> Pairing:
    """Store a board's result, if the code still allows it.

    A `key` that has been written is recognised even after the code has expired, since
    the answer to the first submission may have been lost. Refuses as
    `PhonePermit.refuses` says, else as `enter_wish`.
    """
    board = lock_pairing(wish.pairing_id)
    sending = Sending(ResultWay.PHONE, code_id, key)
    if is_sent_again(board, sending):
        return board
    code = PhoneCode.objects.select_related("section").filter(pk=code_id).first()
    if code is None:
        raise TournamentRefusal("phone_unknown")
    if code.section_id == board.section_id:
        code.section = board.section
    permit = permit_of(code, at)
    if wish.result not in permit.results:
        raise TournamentRefusal("result", result=wish.result[:20])
    refused = permit.refuses(board)
    if refused:
        raise TournamentRefusal(refused)
    code.last_used_at = at
    code.save(update_fields=["last_used_at"])
    return enter_wish(wish, acting=ActionContext(None, at), sending=sending)
