import shutil

from script.own_files import compile_packages


def test_modules_are_compiled_ahead_where_possible(tmp_path):
    (tmp_path / "one.py").write_text("ONE = 1\n")
    (tmp_path / "wrong.py").write_text("def\n")

    compile_packages([str(tmp_path)])
    assert [each.name for each in tmp_path.glob("__pycache__/one.*")] != []

    shutil.rmtree(tmp_path / "__pycache__")
    (tmp_path / "__pycache__").touch()
    compile_packages([str(tmp_path)])
    assert (tmp_path / "__pycache__").is_file()
