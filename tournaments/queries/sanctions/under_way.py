"""What is being applied for, or is sanctioned."""

from tournaments.models import Sanction, SanctionSection, Section, Tournament
from tournaments.models.sanctions import UNDER_WAY


def is_under_sanction(tournament: Tournament) -> bool:
    """Return whether a sanction of the tournament is applied for or given."""
    asked = Sanction.objects.filter(tournament=tournament, state__in=UNDER_WAY)
    return asked.exists()


def is_section_under_sanction(section: Section) -> bool:
    """Return whether a sanction is applied for or given in which players of the section
    move.
    """
    asked = SanctionSection.objects.filter(section=section)
    return asked.filter(sanction__state__in=UNDER_WAY).exists()
