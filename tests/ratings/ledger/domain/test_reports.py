"""Judging reports: `ratings.ledger.domain.reports` and the letters that it writes."""

from datetime import date

import pytest
from django.db import transaction
from django.utils import translation

from federation.domain.authorship import ActionContext
from federation.models import OutboxMail, User
from ratings.ledger.domain.drafts import AnsweredWarning
from ratings.ledger.domain.posting import post_report
from ratings.ledger.domain.report_copies import copy_of
from ratings.ledger.domain.reports import (
    ReportNotPossible,
    accept_report,
    accept_reports,
    clear_warnings,
    hold_report,
    recall_report,
    release_report,
    return_report,
    withdraw_report,
)
from ratings.models import Counting, Posting, Report
from tests.factories import (
    CLOSED,
    NOON,
    PlayerFactory,
    UserFactory,
    acting,
    computed,
    line,
    member,
    posted,
    side,
)
from tests.letters import message_of
from tests.races import second_waits, together
from tests.worlds import shared

DAY = date(2026, 2, 1)
WARNINGS = (
    AnsweredWarning("nonmember", ("Ek – Lind",), "joins next week"),
    AnsweredWarning("implausible", ("Ek – Lind",), "he was ill"),
)

pytestmark = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@shared
def officer():
    return UserFactory(name="Olga Officer", email="olga@example.org")


@shared
def sender():
    return UserFactory(name="Sven Sender", email="sven@example.org")


@shared
def report(sender):
    return posted(
        line(member(), member(), 2, DAY),
        by=sender,
        source_kind="league",
        source_number=77,
    )


def next_version(report, score=0):
    """Post the same game with another result, by the same sender."""
    game = report.lines.get()
    return posted(
        line(game.white, game.black, score, DAY, key=game.key),
        by=report.sent_by,
        source_kind=report.source_kind,
        source_number=report.source_number,
    )


def state_of(report):
    return Report.objects.get(pk=report.pk).state


def counting():
    """Return the reports that count now."""
    return {row.report_id for row in Counting.objects.filter(span__endswith=None)}


def refusal(act, *arguments, **named):
    with pytest.raises(ReportNotPossible) as answer:
        act(*arguments, **named)
    return answer.value.code, answer.value.state


# --- accepting -----------------------------------------------------------------
def test_accepting_by_another_user_does_not_change_ratings(report, officer):
    computed()

    accepted = accept_report(report.pk, acting=acting(officer))

    assert (accepted.state, accepted.decided_by, accepted.accepted_at) == (
        "accepted",
        officer,
        NOON,
    )
    assert computed() == 0


def test_the_sender_may_not_accept(report, sender):
    assert refusal(accept_report, report.pk, acting=acting(sender)) == ("four_eyes", "")
    assert state_of(report) == "submitted"


def test_sender_may_accept_if_four_eyes_are_waived(report, sender, settings):
    settings.FOUR_EYES = False

    assert accept_report(report.pk, acting=acting(sender)).state == "accepted"


def test_warnings_must_be_ticked_before_accepting(officer, sender):
    report = posted(line(member(), member(), 2, DAY), by=sender, warnings=WARNINGS)

    assert refusal(accept_report, report.pk, acting=acting(officer)) == (
        "uncleared",
        "",
    )
    assert clear_warnings(report.pk, ["nonmember"], acting=acting(officer)) == 1
    assert refusal(accept_report, report.pk, acting=acting(officer)) == (
        "uncleared",
        "",
    )
    assert (
        clear_warnings(report.pk, ["nonmember", "implausible"], acting=acting(officer))
        == 1
    )
    assert accept_report(report.pk, acting=acting(officer)).state == "accepted"
    assert set(report.warnings.values_list("ticked_by", "ticked_at")) == {
        (officer.pk, NOON)
    }


def test_bulk_accepting_skips_reports_that_cannot_be_accepted(report, officer, sender):
    warned = posted(line(member(), member(), 2, DAY), by=sender, warnings=WARNINGS)
    own = posted(line(member(), member(), 2, DAY), by=officer)

    refused = accept_reports([report.pk, warned.pk, own.pk], acting=acting(officer))

    assert {key: answer.code for key, answer in refused.items()} == {
        warned.pk: "uncleared",
        own.pk: "four_eyes",
    }
    assert [state_of(each) for each in (report, warned, own)] == [
        "accepted",
        "submitted",
        "submitted",
    ]


# --- stopping ------------------------------------------------------------------
def test_held_report_stops_counting_and_stores_the_reason(report, officer):
    held_report = hold_report(report.pk, "  who is Lind? ", acting=acting(officer))

    assert (held_report.state, held_report.reason, counting()) == (
        "held",
        "who is Lind?",
        set(),
    )
    assert [
        (row.act, row.reason)
        for row in Posting.objects.filter(report=report).order_by("number")
    ] == [
        ("submit", ""),
        ("hold", "who is Lind?"),
    ]


def test_the_accepted_version_counts_again_when_its_correction_is_held(report, officer):
    accept_report(report.pk, acting=acting(officer))
    correction = next_version(report)
    assert (state_of(report), counting()) == ("superseded", {correction.pk})

    hold_report(correction.pk, "look", acting=acting(officer))

    assert (state_of(report), counting()) == ("accepted", {report.pk})


def test_version_never_accepted_does_not_count_again(report, officer):
    correction = next_version(report)

    hold_report(correction.pk, "look", acting=acting(officer))

    assert (state_of(report), counting()) == ("superseded", set())


def test_released_correction_replaces_the_accepted_version_again(report, officer):
    accept_report(report.pk, acting=acting(officer))
    correction = next_version(report)
    hold_report(correction.pk, "look", acting=acting(officer))

    released = release_report(correction.pk, acting=acting(officer))

    assert (released.state, released.reason) == ("submitted", "")
    assert (state_of(report), counting()) == ("superseded", {correction.pk})


def test_the_next_version_supersedes_a_held_one_for_good(report, officer):
    hold_report(report.pk, "look", acting=acting(officer))
    newer = next_version(report)

    assert state_of(report) == "superseded"
    assert refusal(release_report, report.pk, acting=acting(officer)) == (
        "state",
        "superseded",
    )
    assert counting() == {newer.pk}


def test_accepted_report_can_be_returned_and_no_longer_counts(report, officer):
    accept_report(report.pk, acting=acting(officer))

    returned = return_report(report.pk, "round 3 is missing", acting=acting(officer))

    assert (returned.state, returned.accepted_at) == ("returned", None)
    assert counting() == set()


def test_a_returned_report_can_be_withdrawn_without_another_posting(report, officer):
    # Without other results the period would be removed with it.
    posted(line(member(), member(), 2, DAY), source_number=78)
    return_report(report.pk, "mend", acting=acting(officer))
    lines = len(Posting.objects.filter(report=report).order_by("number"))

    withdrawn = withdraw_report(report.pk, "never played", acting=acting(officer))

    assert (withdrawn.state, withdrawn.reason) == ("withdrawn", "never played")
    assert len(Posting.objects.filter(report=report).order_by("number")) == lines


def test_sender_may_recall_until_accepted(report, sender, officer):
    recalled = recall_report(report.pk, acting=acting(sender))
    assert (recalled.state, counting()) == ("withdrawn", set())

    newer = next_version(report)
    accept_report(newer.pk, acting=acting(officer))
    assert refusal(recall_report, newer.pk, acting=acting(sender)) == (
        "state",
        "accepted",
    )


def test_report_of_a_source_is_recalled_only_by_the_source(sender):
    tournament_report = posted(
        line(member(), member(), 2, DAY), by=sender
    )  # a tournament's

    assert refusal(recall_report, tournament_report.pk, acting=acting(sender)) == (
        "kept",
        "",
    )
    assert state_of(tournament_report) == "submitted"


@pytest.mark.parametrize("act", [hold_report, return_report, withdraw_report])
@pytest.mark.parametrize("reason", ["", "  \n "])
def test_stopping_a_report_requires_a_reason(report, officer, act, reason):
    assert refusal(act, report.pk, reason, acting=acting(officer)) == ("reason", "")
    assert (state_of(report), counting()) == ("submitted", {report.pk})


# --- states that do not allow it --------------------------------------------------
ACTS = {
    "accept": lambda pk, acting: accept_report(pk, acting=acting),
    "tick": lambda pk, acting: clear_warnings(pk, ["nonmember"], acting=acting),
    "hold": lambda pk, acting: hold_report(pk, "why", acting=acting),
    "release": lambda pk, acting: release_report(pk, acting=acting),
    "return": lambda pk, acting: return_report(pk, "why", acting=acting),
    "recall": lambda pk, acting: recall_report(pk, acting=acting),
    "withdraw": lambda pk, acting: withdraw_report(pk, "why", acting=acting),
}
ALLOWED = {
    "submitted": {"accept", "tick", "hold", "return", "recall", "withdraw"},
    "accepted": {"hold", "return", "withdraw"},
    "held": {"tick", "release", "return", "recall", "withdraw"},
    "returned": {"withdraw"},
    "withdrawn": set(),
    "superseded": set(),
}
BRING = {
    "submitted": (),
    "accepted": ("accept",),
    "held": ("hold",),
    "returned": ("return",),
    "withdrawn": ("withdraw",),
    "superseded": (),
}


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("state", ALLOWED)
def test_each_state_allows_only_its_own_acts(report, officer, state, act):
    for step in BRING[state]:
        ACTS[step](report.pk, acting(officer))
    if state == "superseded":
        next_version(report)
    assert state_of(report) == state

    if act in ALLOWED[state]:
        ACTS[act](report.pk, acting(officer))
    else:
        assert refusal(ACTS[act], report.pk, acting(officer)) == ("state", state)


def test_act_is_refused_if_the_state_has_changed(report, officer):
    accept_report(report.pk, acting=acting(officer))

    assert refusal(
        hold_report, report.pk, "why", acting=acting(officer), seen="submitted"
    ) == ("state", "accepted")
    assert state_of(report) == "accepted"


# --- two at once ----------------------------------------------------------------------
@at_once
def test_second_of_concurrent_accept_and_hold_is_refused(report, officer):
    other = UserFactory()

    answer = second_waits(
        lambda: accept_report(report.pk, acting=acting(officer)),
        lambda: hold_report(report.pk, "why", acting=acting(other), seen="submitted"),
    )

    assert (answer.code, answer.state) == ("state", "accepted")
    assert state_of(report) == "accepted"


@at_once
def test_concurrent_acceptances_accept_once(report, officer):
    other = UserFactory()

    answers = together(
        lambda: accept_report(report.pk, acting=acting(officer)),
        lambda: accept_report(report.pk, acting=acting(other)),
    )

    refused = [each for each in answers if isinstance(each, ReportNotPossible)]
    assert [(each.code, each.state) for each in refused] == [("state", "accepted")]
    assert OutboxMail.objects.count() == 1


@at_once
def test_accepting_a_report_being_corrected_is_refused(report, officer):
    answer = second_waits(
        lambda: next_version(report),
        lambda: accept_report(report.pk, acting=acting(officer)),
    )

    assert (answer.code, answer.state) == ("state", "superseded")


@at_once
def test_report_held_during_recall_stays_recalled(report, officer, sender):
    answer = second_waits(
        lambda: recall_report(report.pk, acting=acting(sender)),
        lambda: hold_report(report.pk, "why", acting=acting(officer)),
    )

    assert (answer.code, answer.state) == ("state", "withdrawn")
    assert counting() == set()


# --- letters ------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("acts", "subject"),
    [
        (["accept"], "Accepted: Club championship"),
        (["hold"], "On hold until it is cleared up: Club championship"),
        (["return"], "Please correct and send again: Club championship"),
        (["withdraw"], "Withdrawn: Club championship"),
        (["hold", "release"], "Counts again: Club championship"),
    ],
)
def test_the_sender_gets_a_letter(report, officer, acts, subject):
    for act in acts:
        ACTS[act](report.pk, acting(officer))

    letter = OutboxMail.objects.order_by("-pk")[0]
    assert (letter.to, letter.subject, letter.written_at) == (
        "sven@example.org",
        subject,
        NOON,
    )


def test_the_letter_gives_the_reason(report, officer):
    return_report(report.pk, "Round 3 is missing.", acting=acting(officer))

    assert message_of(OutboxMail.objects.get()) == (
        "Club championship, version 1, 2026-02-01–2026-02-01: returned.\n\nReason: "
        "Round 3 is missing.\n\nIt does not count for any rating. Correct what is "
        "named above and send the results again: they become the next version of "
        "the same report.\n"
    )


@pytest.mark.parametrize(
    ("kind", "leads"), [("tournament", "tournaments/77/"), ("import", "imports/")]
)
def test_letter_links_to_the_tournament_or_the_files(
    officer, sender, settings, kind, leads
):
    settings.OFFICE_ADDRESS = "https://rating.example.org"
    source = {"source_kind": kind, "source_number": 77}
    report = posted(line(member(), member(), 2, DAY), by=sender, **source)
    return_report(report.pk, "Round 3 is missing.", acting=acting(officer))

    message = message_of(OutboxMail.objects.get())
    assert message.endswith(f"\n\nhttps://rating.example.org/{leads}\n")


def test_letter_is_in_the_federations_not_the_officers_language(
    report, officer, settings
):
    settings.LANGUAGE_CODE = "sv"
    with translation.override("en"):
        accept_report(report.pk, acting=acting(officer))

    assert OutboxMail.objects.get().subject == "Godkänd: Club championship"


def test_sender_gets_no_letter_about_own_act(report, sender):
    recall_report(report.pk, acting=acting(sender))

    assert OutboxMail.objects.count() == 0


def test_closed_account_gets_no_letter(report, officer, sender):
    User.objects.filter(pk=sender.pk).update(**CLOSED)

    accept_report(report.pk, acting=acting(officer))

    assert OutboxMail.objects.count() == 0


def test_rolled_back_act_leaves_no_letter(report, officer):
    def dies():
        with transaction.atomic():
            hold_report(report.pk, "why", acting=acting(officer))
            raise InterruptedError

    with pytest.raises(InterruptedError):
        dies()

    assert (state_of(report), OutboxMail.objects.count()) == ("submitted", 0)


def test_sender_is_notified_that_a_report_cannot_be_computed(sender):
    stranger = PlayerFactory(first_name="Åsa", last_name="Ek")
    known = member(first_name="Bo", last_name="Lind")
    posted(
        line(known, side(stranger, is_member=False), 2, DAY, round=3, board=2),
        by=sender,
    )

    computed()

    report = Report.objects.get()
    letter = OutboxMail.objects.get()
    assert (report.state, report.decided_by_id, letter.to) == (
        "held",
        None,
        "sven@example.org",
    )
    assert "round 3, board 2" in letter.body


# --- several versions ---------------------------------------------------------------
def test_newer_of_two_accepted_versions_counts_again(report, officer):
    accept_report(report.pk, acting=acting(officer))
    second = next_version(report)
    accept_report(second.pk, acting=acting(officer))
    third = next_version(report, 1)

    hold_report(third.pk, "look", acting=acting(officer))

    assert (state_of(report), state_of(second)) == ("superseded", "accepted")
    assert counting() == {second.pk}


def test_accepted_event_of_same_number_but_other_kind_does_not_count_again(
    report, officer, sender
):
    games = [line(member(), member(), 2, DAY) for _version in range(2)]
    facts = {"source_kind": "cup", "source_number": 77, "by": sender}
    accept_report(posted(games[0], **facts).pk, acting=acting(officer))
    newer = posted(games[1], **facts)
    second = next_version(report)

    hold_report(second.pk, "look", acting=acting(officer))

    assert counting() == {newer.pk}


def test_released_report_replaces_no_other_event(report, officer, sender):
    others = [
        posted(line(member(), member(), 2, DAY), by=sender, **facts)
        for facts in (
            {"source_kind": "cup", "source_number": 77},
            {"source_kind": "league", "source_number": 78},
        )
    ]
    hold_report(report.pk, "look", acting=acting(officer))

    release_report(report.pk, acting=acting(officer))

    assert [state_of(each) for each in others] == ["submitted", "submitted"]
    assert counting() == {report.pk, *(each.pk for each in others)}


def test_tick_belongs_to_one_report_and_the_first_officer(officer, sender):
    game = line(member(), member(), 2, DAY)
    one, other = (posted(game, by=sender, warnings=WARNINGS) for _ in range(2))
    clear_warnings(one.pk, ["nonmember"], acting=acting(officer))
    second = UserFactory()

    tick_count = clear_warnings(
        one.pk, ["nonmember", "implausible"], acting=acting(second)
    )

    ticked = dict(one.warnings.values_list("kind", "ticked_by"))
    assert (tick_count, ticked) == (
        1,
        {"nonmember": officer.pk, "implausible": second.pk},
    )
    assert set(other.warnings.values_list("ticked_by", flat=True)) == {None}


def test_sender_may_not_tick_warnings(sender):
    report = posted(line(member(), member(), 2, DAY), by=sender, warnings=WARNINGS)

    answer = refusal(clear_warnings, report.pk, ["nonmember"], acting=acting(sender))

    assert answer == ("four_eyes", "")
    assert set(report.warnings.values_list("ticked_at", flat=True)) == {None}


def test_bulk_accepting_reports_unknown_ids_and_accepts_the_rest(report, officer):
    refused = accept_reports([report.pk + 1000, report.pk], acting=acting(officer))

    assert {key: answer.code for key, answer in refused.items()} == {
        report.pk + 1000: "gone"
    }
    assert state_of(report) == "accepted"


@pytest.mark.parametrize("act", [return_report, withdraw_report])
def test_report_accepted_in_the_meantime_is_not_returned_or_withdrawn(
    report, officer, act
):
    accept_report(report.pk, acting=acting(officer))

    answer = refusal(act, report.pk, "why", acting=acting(officer), seen="submitted")

    assert answer == ("state", "accepted")
    assert (
        act(report.pk, "why", acting=acting(officer), seen="accepted").reason == "why"
    )


def test_release_is_refused_if_the_held_state_seen_has_changed(report, officer):
    hold_report(report.pk, "look", acting=acting(officer))

    answer = refusal(release_report, report.pk, acting=acting(officer), seen="returned")

    assert answer == ("state", "held")
    assert release_report(report.pk, acting=acting(officer), seen="held").reason == ""


def test_released_report_must_be_accepted_again(report, officer):
    accept_report(report.pk, acting=acting(officer))
    hold_report(report.pk, "look", acting=acting(officer))

    released = release_report(report.pk, acting=acting(officer))

    assert (released.state, released.accepted_at) == ("submitted", None)


@pytest.mark.parametrize(
    ("acts", "state_words"),
    [
        (
            ["accept"],
            "accepted.\n\nIt is in the ledger. There is nothing left to do.\n",
        ),
        (
            ["hold"],
            "held.\n\nReason: why\n\nIt does not count for any rating until this is"
            " cleared up. You need not send it again unless the office asks for it.\n",
        ),
        (
            ["hold", "release"],
            "submitted.\n\nIt counts again and is waiting to be accepted. There is "
            "nothing left to do.\n",
        ),
        (
            ["withdraw"],
            "withdrawn.\n\nReason: why\n\nIt no longer counts for any rating.\n",
        ),
    ],
)
def test_each_letter_names_the_version_and_its_state(
    officer, sender, acts, state_words
):
    games = [
        line(member(), member(), 2, DAY),
        line(member(), member(), 2, date(2026, 3, 1), key=2),
    ]
    source = {"source_kind": "league", "source_number": 77}
    posted(*games, by=UserFactory(), **source)
    report = posted(*games, by=sender, name="Spring Match", **source)

    for act in acts:
        ACTS[act](report.pk, acting(officer))

    letter = OutboxMail.objects.order_by("-pk")[0]
    assert (letter.to, message_of(letter)) == (
        "sven@example.org",
        f"Spring Match, version 2, 2026-02-01–2026-03-01: {state_words}",
    )


def test_report_without_sender_is_accepted_without_a_letter(report, officer):
    office = ActionContext(None, NOON)
    unsent = post_report(copy_of(report), acting=office)

    assert accept_report(unsent.pk, acting=acting(officer)).sent_by is None
    assert OutboxMail.objects.count() == 0
