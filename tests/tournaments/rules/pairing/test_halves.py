"""Pairing a group of the Nordic system: what is changed, and in which order (SSF
§14 B 3 h).
"""

from itertools import combinations

from hypothesis import event, given
from hypothesis import strategies as st

from tests.tournaments.rules.pairing import slow
from tournaments.rules.pairing.field import Field, PairingPlayer
from tournaments.rules.pairing.halves import PairedHalves, pair_halves
from tournaments.rules.pairing.meetings import ForbiddenPairs


@st.composite
def groups(draw, most=8):
    """Draw an even group with random earlier meetings."""
    size = 2 * draw(st.integers(1, most // 2))
    pairs = list(combinations(range(1, size + 1), 2))
    half = size // 2
    across = [pair for pair in pairs if (pair[0] <= half) != (pair[1] <= half)]
    met = draw(st.sets(st.sampled_from(across), min_size=len(across) // 2))
    met |= draw(st.sets(st.sampled_from(pairs), max_size=size))
    return tuple(
        PairingPlayer(
            n, n, met={m: 1 for pair in met if n in pair for m in pair if m != n}
        )
        for n in range(1, size + 1)
    )


@given(groups())
def test_smallest_change_is_found(players):
    expected = slow.against_the_lower_half(players)
    halves = pair_halves([p.id for p in players], ForbiddenPairs(Field(2, players)))
    if expected is None:
        event("cannot be paired")
        assert halves is None
        return
    assert halves is not None
    event(f"{len(halves.exchanged) // 2} exchanged of {len(players) // 2}")
    paired = list(zip(halves.upper, halves.partners, strict=True))
    assert paired == [(one.id, other.id) for one, other in expected]


def test_exchange_nearest_to_the_border_is_chosen():
    """1, 2, 3 have met 4, 5, 6 except for 3 and 6: one player of each half must change."""
    met = {(one, other) for one in (1, 2, 3) for other in (4, 5, 6)} - {(3, 6)}
    players = tuple(
        PairingPlayer(
            n, n, met={m: 1 for pair in met if n in pair for m in pair if m != n}
        )
        for n in range(1, 7)
    )
    halves = pair_halves(range(1, 7), ForbiddenPairs(Field(2, players)))
    assert halves is not None
    # 3 meets 6; 1 and 2 remain in the upper half, 4 and 5 in the lower.
    assert halves.exchanged == (2, 4)
    assert halves.upper == (1, 3, 4)
    assert halves.partners == (2, 6, 5)


def test_players_nearest_to_the_border_leave_their_half():
    # In the lower half 3 may only meet 4, and so may 6 in the upper: one player of each
    # half changes. 3 and 4 are at the border; then 1 meets 3, 2 meets 5 and 4 meets 6.
    free = {
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (2, 5),
        (3, 4),
        (4, 5),
        (4, 6),
        (5, 6),
    }
    met = set(combinations(range(1, 7), 2)) - free
    players = tuple(
        PairingPlayer(
            n, n, met={m: 1 for pair in met if n in pair for m in pair if m != n}
        )
        for n in range(1, 7)
    )
    halves = pair_halves(range(1, 7), ForbiddenPairs(Field(2, players)))
    assert halves == PairedHalves((1, 2, 4), (3, 5, 6), (3, 5, 6), (3, 4))
