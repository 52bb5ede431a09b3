"""Answering what is held about a person."""

from datetime import datetime

from django.db import transaction

from federation.domain.authorship import written_by
from federation.models import DataExport


@transaction.atomic
def note_data_export(
    player_id: int, *, as_file: bool, user_id: int, at: datetime
) -> DataExport:
    """Store that an administrator was shown what is held about a player."""
    with written_by(user_id):
        return DataExport.objects.create(
            player_id=player_id, shown_to_id=user_id, at=at, as_file=as_file
        )
