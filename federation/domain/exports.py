"""Recording who was shown the data held about a person."""

from django.db import transaction

from federation.domain.authorship import ActionContext, written_by
from federation.models import DataExport


@transaction.atomic
def note_data_export(
    player_id: int, *, as_file: bool, acting: ActionContext
) -> DataExport:
    """Record that an administrator was shown what is held about a player."""
    with written_by(acting.person_id):
        return DataExport.objects.create(
            player_id=player_id,
            shown_to_id=acting.person_id,
            at=acting.at,
            as_file=as_file,
        )
