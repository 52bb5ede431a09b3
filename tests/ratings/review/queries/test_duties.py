"""Open matters of a person in the ledger that must be settled before their data is
erased: `ratings.review.queries.duties`.
"""

from datetime import date

import pytest

from federation.queries.persons import PersonNumbers
from ratings.corrections.domain.claims import withdraw_claim
from ratings.decisions.domain.decisions import (
    DecisionDraft,
    confirm_decision,
    make_decision,
    reject_decision,
)
from ratings.enums import ClaimKind, DecisionKind
from ratings.ledger.domain.reports import (
    accept_report,
    hold_report,
    return_report,
    withdraw_report,
)
from ratings.merges.domain.merges import (
    MergeDraft,
    confirm_merge,
    propose_merge,
    reject_merge,
)
from ratings.models import ImportFile, ImportPlayer
from ratings.review.queries.duties import unsettled_in_ledger
from tests.factories import (
    NOON,
    PlayerFactory,
    UserFactory,
    acting,
    chess_pool,
    line,
    member,
    officer,
    posted,
)
from tests.ratings.correction_requests import Match, account_of, filed

pytestmark = pytest.mark.django_db


def duties(*cards, accounts=()):
    person = PersonNumbers(
        tuple(each.pk for each in cards), tuple(each.pk for each in accounts)
    )
    return list(unsettled_in_ledger(person, NOON.date()))


def test_waiting_results_are_duties_of_players_and_sender():
    player, sender = member(), UserFactory()
    day = date(2026, 2, 1)
    reports = [
        posted(line(member(), player, 2, day), by=sender, name=name)
        for name in ("Waits", "Held", "Returned", "Accepted", "Withdrawn")
    ]
    hold_report(reports[1].pk, "why", acting=acting(officer()))
    return_report(reports[2].pk, "why", acting=acting(officer()))
    accept_report(reports[3].pk, acting=acting(officer()))
    withdraw_report(reports[4].pk, "why", acting=acting(officer()))

    waiting = [
        f"Results waiting for the office: {name}"
        for name in ("Waits", "Held", "Returned")
    ]
    assert duties(player) == waiting
    assert duties(accounts=[sender]) == waiting
    assert duties(member(), accounts=[UserFactory()]) == []


def test_returned_version_is_no_duty_once_the_next_one_is_accepted():
    player, sender = member(), UserFactory()
    game = line(member(), player, 2, date(2026, 2, 1))
    returned = posted(game, by=sender, name="First", source_number=8)
    return_report(returned.pk, "A board is missing", acting=acting(officer()))
    later = posted(game, by=sender, name="Second", source_number=8)

    waiting = ["Results waiting for the office: Second"]
    assert (duties(player), duties(accounts=[sender])) == (waiting, waiting)
    accept_report(later.pk, acting=acting(officer()))
    assert (duties(player), duties(accounts=[sender])) == ([], [])


def test_returned_version_is_a_duty_again_after_the_next_is_withdrawn():
    player = member()
    game = line(member(), player, 2, date(2026, 2, 1))
    returned = posted(game, name="First", source_number=8)
    return_report(returned.pk, "A board is missing", acting=acting(officer()))
    later = posted(game, name="Second", source_number=8)
    withdraw_report(later.pk, "Sent by mistake", acting=acting(officer()))

    assert duties(player) == ["Results waiting for the office: First"]


def test_open_request_is_a_duty_of_all_persons_concerned():
    match, newcomer = Match().accepted(), member()
    claim = filed(match, kind=ClaimKind.OPPONENT, black_id=newcomer.pk)
    adam = account_of(match.adam)

    expected = [f"Correction request {claim.pk} is open"]
    for cards in ([match.adam], [match.bertil], [newcomer]):
        assert duties(*cards) == expected
    assert duties(accounts=[adam]) == expected
    assert duties(member()) == []
    withdraw_claim(claim.pk, acting=acting(adam))
    assert duties(match.adam, accounts=[adam]) == []


def test_decision_is_a_duty_until_confirmed():
    player = PlayerFactory()
    draft = DecisionDraft(
        chess_pool().pk, DecisionKind.START, player.pk, date(2026, 2, 1), 1500, "x"
    )
    made = make_decision(draft, acting=acting(officer()))

    assert duties(player) == ["A decision about the rating is waiting to be confirmed"]
    assert duties(PlayerFactory()) == []
    confirm_decision(made.pk, acting=acting(officer()))
    assert duties(player) == []


def test_merge_is_a_duty_of_both_cards_until_confirmed():
    merged_card, remaining_card = PlayerFactory(), PlayerFactory()
    merge = propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, "one man"),
        acting=acting(officer()),
    )

    expected = ["A merge of the player’s cards is waiting to be confirmed"]
    assert (duties(merged_card), duties(remaining_card), duties(PlayerFactory())) == (
        expected,
        expected,
        [],
    )
    confirm_merge(merge.pk, acting=acting(officer()))
    assert (duties(merged_card), duties(remaining_card)) == ([], [])


def test_file_is_a_duty_until_posted_or_discarded():
    player = PlayerFactory()
    for state in ("review", "dropped"):
        file = ImportFile.objects.create(
            pool=chess_pool(),
            name=f"{state}.csv",
            size=1,
            digest=state,
            state=state,
            uploaded_by=officer(),
            uploaded_at=NOON,
        )
        ImportPlayer.objects.create(
            file=file, place=0, last_name="Berg", player=player, choice="player"
        )

    assert duties(player) == ["A file of earlier games is not posted yet: review.csv"]


def test_rejected_proposals_are_no_duties():
    player, other = PlayerFactory(), PlayerFactory()
    draft = DecisionDraft(
        chess_pool().pk, DecisionKind.START, player.pk, date(2026, 2, 1), 1500, "x"
    )
    made = make_decision(draft, acting=acting(officer()))
    merge = propose_merge(
        MergeDraft(player.pk, other.pk, "one man"), acting=acting(officer())
    )
    assert len(duties(player)) == 2

    reject_decision(made.pk, reason="too high", acting=acting(officer()))
    reject_merge(merge.pk, answer="two men", acting=acting(officer()))

    assert (duties(player), duties(other)) == ([], [])


def test_request_is_a_duty_of_the_player_as_whom_it_was_filed():
    match, claimant = Match().accepted(), member()
    claim = filed(match, by=account_of(match.adam))
    claim.claimant = claimant
    claim.save()

    assert duties(claimant) == [f"Correction request {claim.pk} is open"]
