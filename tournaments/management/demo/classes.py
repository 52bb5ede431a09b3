"""The classes of the invented federation: the initial class register, and the
committee's decisions on the results.
"""

from datetime import date

from federation.domain.classes import ClassLine, enter_lines_in_class_register
from tournaments.domain.movements.deciding import confirm_movements, reject_movements
from tournaments.domain.movements.proposing import judge_section
from tournaments.enums import MovementState
from tournaments.management.demo.clock import acting
from tournaments.management.demo.people import DemoPeople
from tournaments.management.demo.setting import DemoSetting
from tournaments.models import ClassMovement, Tournament


def class_by_strength(strength: float) -> str:
    for limit, name in ((2330, "M"), (1930, "I"), (1730, "II")):
        if strength >= limit:
            return name
    return "III"


def enter_classes(cast: DemoPeople, origin: date) -> None:
    """Enter the class register as it was when the demo begins."""
    lines = [
        ClassLine(
            each.player.pk,
            class_by_strength(each.strength),
            origin,
            "Ur det äldre klassregistret",
        )
        for each in cast.people
        if each.joined < origin
    ]
    enter_lines_in_class_register(
        lines, acting=acting(cast.users["regelkommitte"].pk, origin)
    )


def judge(tournament: Tournament) -> None:
    """Compute the class movements, as a worker does."""
    for section in tournament.sections.all():
        judge_section(section.pk)


def settle_classes(setting: DemoSetting, tournament: Tournament, day: date) -> None:
    """Confirm, as the committee, the movements that follow from the rules; reject those
    that the rules leave open, so that the players keep their class.
    """
    context = acting(setting.cast.users["regelkommitte"].pk, day, 19)
    proposals = ClassMovement.objects.filter(
        section__tournament=tournament, state=MovementState.PROPOSED
    )
    open_ones = list(proposals.filter(to_class="").values_list("pk", flat=True))
    reject_movements(open_ones, "Kommittén låter klassen stå.", acting=context)
    settled = proposals.exclude(to_class="").values_list("pk", flat=True)
    confirm_movements(list(settled), acting=context)
