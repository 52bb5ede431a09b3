"""What a sanction is applied for or given for."""

from tournaments.models import Sanction, SanctionSection, Section, Tournament
from tournaments.models.sanctions import UNDER_WAY


def is_under_sanction(tournament: Tournament) -> bool:
    """Return whether a sanction of the tournament is applied for or given."""
    sanctions = Sanction.objects.filter(tournament=tournament, state__in=UNDER_WAY)
    return sanctions.exists()


def is_section_under_sanction(section: Section) -> bool:
    """Return whether a sanction for class movements in this section is applied for or
    given.
    """
    sections = SanctionSection.objects.filter(section=section)
    return sections.filter(sanction__state__in=UNDER_WAY).exists()
