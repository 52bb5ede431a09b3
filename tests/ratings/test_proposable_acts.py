from ratings.enums import ProposedKind
from ratings.four_eyes.domain.proposed_acts import PROPOSABLE
from ratings.four_eyes.views.proposed_acts import WORDS


def test_every_kind_of_proposed_act_has_a_handler_and_a_text():
    assert set(PROPOSABLE) == set(WORDS) == set(ProposedKind)
