"""The words for pairing systems and for their reasons."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_lazy as _

from tournaments.enums import SectionPairing
from tournaments.queries.wording import Words
from tournaments.rules.pairing.paired import ColourReason, PassedOver, WhyNot

SYSTEM_NAMES: Mapping[str, Words] = MappingProxyType(
    {
        SectionPairing.MONRAD: _("Monrad"),
        SectionPairing.NORDIC: _("the Nordic system"),
        SectionPairing.DUTCH_2026: _("FIDE’s Dutch system"),
    }
)
COLOUR_REASONS: Mapping[ColourReason, Words] = MappingProxyType(
    {
        ColourReason.LOWER_PLACED: _("White to the lower placed"),
        ColourReason.FEWER_WHITES: _("White to the one who has had it less often"),
        ColourReason.STRONGER_IN_EVEN_ROUND: _(
            "as often White: the stronger has it in an even round"
        ),
        ColourReason.WEAKER_IN_ODD_ROUND: _(
            "as often White: the weaker has it in an odd round"
        ),
        ColourReason.BOTH_WISHES: _("both get the colour that is due to them"),
        ColourReason.STRONGER_WISH: _("the one to whom the colour is more due gets it"),
        ColourReason.ALTERNATED: _(
            "the same is due to both: the other colours than when they last differed"
        ),
        ColourReason.WISH_OF_HIGHER: _(
            "the same is due to both: the higher placed gets it"
        ),
        ColourReason.FIRST_COLOUR: _(
            "no colour is due: by the number, from the colour that was drawn"
        ),
        ColourReason.ANOTHER_RULE: _(
            "by a rule that the pairing program does not name"
        ),
    }
)
_WHY_NOT: Mapping[WhyNot, Words] = MappingProxyType(
    {
        WhyNot.MET: _("met in round %(round)s"),
        WhyNot.KEPT_APART: _("are not to meet"),
        WhyNot.REST_CANNOT_BE_PAIRED: _("the rest could not be paired then"),
        WhyNot.HAD_BYE: _("had the bye in round %(round)s"),
        WhyNot.WON_WITHOUT_PLAY: _("had a full point without play in round %(round)s"),
        WhyNot.SAME_COLOUR: _("both must get the same colour"),
        WhyNot.RULES_KEPT_LESS: _("another pairing is better by C4–C21"),
    }
)


def passed_over_words(passed: PassedOver) -> str:
    return str(_WHY_NOT[passed.why]) % {"round": passed.round}
