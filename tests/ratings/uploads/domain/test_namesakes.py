"""Players of one name in a tournament file, without distinguishing data."""

import pytest

from federation.domain.authorship import ActionContext
from ratings.enums import FileFindingKind, FindingAnswer, MatchChoice
from ratings.models import ImportPlayer
from ratings.uploads.domain.choices import PlayerChoice, choose
from ratings.uploads.domain.gathering import merged_namesakes
from tests.factories import NOON, officer
from tests.ratings.imports.formats.trf.files import player, tournament
from tests.ratings.uploads.bringing import answered, found, reviewed, worked_on
from tests.ratings.uploads.domain.test_mixed_zips import archive

pytestmark = pytest.mark.django_db

TWO_PAIRS = tournament(
    player(1, "Ek, Ada", (2, "w", "1")),
    player(2, "Al, Bo", (1, "b", "0")),
    player(3, "Ek, Ada", (4, "w", "1")),
    player(4, "Al, Bo", (3, "b", "0")),
)


def test_two_pairs_of_namesakes_become_two_players():
    file = reviewed(TWO_PAIRS.encode(), "club.trf")

    answered(file, FileFindingKind.NAMESAKES, FindingAnswer.MENDED)

    name = {p.place: p.first_name for p in ImportPlayer.objects.filter(file=file)}
    joined = merged_namesakes(file)
    assert len(joined) == 2
    assert all(name[place] == name[first] for place, first in joined.items())


def test_refused_file_of_a_zip_does_not_affect_the_others():
    nameless = TWO_PAIRS.replace("012 Club Open", "012 ").encode()
    files = {"a/r.trf": nameless, "b/r.trf": nameless}

    file = reviewed(archive(**files), "two.zip")

    assert (file.state, file.games) == ("review", 2)


def test_namesake_without_games_raises_no_question():
    text = tournament(
        player(1, "Ek, Ada", None),
        player(2, "Al, Bo", (3, "b", "0"), born="1951/01/02"),
        player(3, "Ek, Ada", (2, "w", "1")),
    )

    file = reviewed(text.encode(), "club.trf")

    assert (found(file), file.waiting_games) == ([], 1)
    who = ImportPlayer.objects.get(file=file, last_name="Ek")
    acting = ActionContext(officer().pk, NOON)
    choose(file.pk, {who.place: PlayerChoice(MatchChoice.NEW)}, acting=acting)
    bo = ImportPlayer.objects.get(file=file, last_name="Al")
    choose(file.pk, {bo.place: PlayerChoice(MatchChoice.NEW)}, acting=acting)
    assert worked_on(file).new_games == 1


def test_question_about_three_namesakes_names_those_with_games():
    text = tournament(
        player(1, "Ek, Ada", None, None),
        player(2, "Al, Bo", (3, "b", "0"), (4, "w", "1"), born="1951/01/02"),
        player(3, "Ek, Ada", (2, "w", "1"), None),
        player(4, "Ek, Ada", None, (2, "b", "0")),
    )
    file = reviewed(text.encode(), "club.trf")
    assert [message for *_rest, message in found(file)] == [
        "start numbers 3, 4 have one name, and neither number nor year of birth"
        " tells them apart"
    ]

    file = answered(file, FileFindingKind.NAMESAKES, FindingAnswer.MENDED)

    for name in ("Ek", "Al"):
        who = ImportPlayer.objects.filter(file=file, last_name=name).order_by("place")
        acting = ActionContext(officer().pk, NOON)
        choose(file.pk, {who[0].place: PlayerChoice(MatchChoice.NEW)}, acting=acting)
    assert worked_on(file).new_games == 2


@pytest.mark.parametrize(
    ("other", "question_count"), [("12345678902", 0), ("12345678901", 1), ("", 1)]
)
def test_overlong_fide_number_distinguishes_namesakes(other, question_count):
    text = tournament(
        player(1, "Ek, Ada", (2, "w", "1"), fide_id="12345678901"),
        player(2, "Al, Bo", (1, "b", "0"), (3, "w", "0"), born="1951/01/02"),
        player(3, "Ek, Ada", None, (2, "b", "1"), fide_id=other),
    )

    file = reviewed(text.encode(), "club.trf")

    kinds = [kind for _event, kind, *_said in found(file)]
    assert kinds.count(FileFindingKind.NAMESAKES) == question_count
    assert ImportPlayer.objects.filter(file=file, last_name="Ek").count() == 2
