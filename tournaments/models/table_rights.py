"""What the running office may do with the tables of tournaments."""

from federation.models.table_rights import HISTORY, LASTING, ORDINARY

TABLES = {
    "tournaments_classmovement": ORDINARY,
    "tournaments_classmovementevent": HISTORY,
    "tournaments_conditionssent": ORDINARY,
    "tournaments_conditionssentevent": HISTORY,
    "tournaments_deadlinereminder": LASTING,
    "tournaments_entry": ORDINARY,
    "tournaments_pairing": ORDINARY,
    "tournaments_round": ORDINARY,
    "tournaments_section": ORDINARY,
    "tournaments_tournament": LASTING,
    "tournaments_tournamentevent": HISTORY,
}
