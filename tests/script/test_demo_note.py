from script.demo_note import demo_note

HERE: dict[str, str] = {}
ELSEWHERE = {"DATABASE_URL": "postgresql://office@db/rankbok"}


def test_no_note_means_no_demo(tmp_path):
    assert not demo_note(tmp_path, HERE).holds


def test_begun_demo_is_one_and_unfinished(tmp_path):
    demo_note(tmp_path, HERE).begin()
    note = demo_note(tmp_path, HERE)
    assert (note.holds, note.unfinished) == (True, True)


def test_finished_demo_is_recognised(tmp_path):
    demo_note(tmp_path, ELSEWHERE).finish()
    note = demo_note(tmp_path, ELSEWHERE)
    assert (note.holds, note.unfinished) == (True, False)


def test_note_of_the_embedded_database_is_valid_for_no_other(tmp_path):
    demo_note(tmp_path, HERE).finish()
    assert not demo_note(tmp_path, ELSEWHERE).holds


def test_withdrawn_note_is_not_valid(tmp_path):
    demo_note(tmp_path, HERE).finish()
    demo_note(tmp_path, HERE).withdraw()
    assert not demo_note(tmp_path, HERE).holds


def test_note_about_another_database_is_not_withdrawn(tmp_path):
    demo_note(tmp_path, ELSEWHERE).finish()
    demo_note(tmp_path, HERE).withdraw()
    assert demo_note(tmp_path, ELSEWHERE).holds
