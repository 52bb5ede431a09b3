"""The closed lists of tournaments."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class TournamentState(TextChoices):
    DRAFT = "draft", _("Being prepared")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class PeriodRule(TextChoices):
    BY_DATE = "by_date", _("Each game in the period of its own date")
    FIRST_DAY = "first_day", _("The whole tournament in the period of its first day")


class SectionFormat(TextChoices):
    ROUND_ROBIN = "round_robin", _("Everybody meets everybody")
    DOUBLE_ROUND_ROBIN = "double", _("Everybody meets everybody twice")
    BOARDS = "boards", _("Round by round, board by board (Swiss, Monrad, match)")


ROUND_ROBINS = frozenset({SectionFormat.ROUND_ROBIN, SectionFormat.DOUBLE_ROUND_ROBIN})


class MovementState(TextChoices):
    PROPOSED = "proposed", _("Proposed")
    CONFIRMED = "confirmed", _("Confirmed")
    REJECTED = "rejected", _("Rejected")
