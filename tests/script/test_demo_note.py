from script.demo_note import demo_note

HERE: dict[str, str] = {}
ELSEWHERE = {"DATABASE_URL": "postgresql://office@db/rankbok"}


def test_without_a_note_there_is_no_demo(tmp_path):
    assert not demo_note(tmp_path, HERE).holds


def test_a_demo_that_was_begun_is_one_and_unfinished(tmp_path):
    demo_note(tmp_path, HERE).begin()
    note = demo_note(tmp_path, HERE)
    assert (note.holds, note.unfinished) == (True, True)


def test_a_finished_demo_is_one(tmp_path):
    demo_note(tmp_path, ELSEWHERE).finish()
    note = demo_note(tmp_path, ELSEWHERE)
    assert (note.holds, note.unfinished) == (True, False)


def test_the_demo_of_the_embedded_database_opens_no_other(tmp_path):
    demo_note(tmp_path, HERE).finish()
    assert not demo_note(tmp_path, ELSEWHERE).holds


def test_a_note_that_is_withdrawn_opens_nothing(tmp_path):
    demo_note(tmp_path, HERE).finish()
    demo_note(tmp_path, HERE).withdraw()
    assert not demo_note(tmp_path, HERE).holds


def test_one_database_withdraws_no_note_about_another(tmp_path):
    demo_note(tmp_path, ELSEWHERE).finish()
    demo_note(tmp_path, HERE).withdraw()
    assert demo_note(tmp_path, ELSEWHERE).holds
