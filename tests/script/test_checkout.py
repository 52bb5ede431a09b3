from script.checkout import LARGEST_LOG, make_var, open_log, secret_in


def test_secret_is_created_once_and_readable_by_its_owner_only(tmp_path):
    first = secret_in(tmp_path / "secret.key")
    mode = (tmp_path / "secret.key").stat().st_mode & 0o777
    assert (secret_in(tmp_path / "secret.key"), mode) == (first, 0o600)


def test_existing_log_is_continued(tmp_path):
    for line in (b"first\n", b"second\n"):
        with open_log(tmp_path / "web.log") as log:
            log.write(line)
    assert (tmp_path / "web.log").read_bytes() == b"first\nsecond\n"


def test_large_log_is_rotated(tmp_path):
    with (tmp_path / "web.log").open("wb") as log:
        log.truncate(LARGEST_LOG + 1)
    open_log(tmp_path / "web.log").close()
    assert (tmp_path / "web.log.1").stat().st_size == LARGEST_LOG + 1


def test_permissions_left_open_by_an_earlier_version_are_closed(tmp_path):
    (tmp_path / "mail").mkdir(mode=0o755)
    left = [tmp_path / "demo", tmp_path / "mail" / "1.log"]
    for path in left:
        path.write_text("x")
        path.chmod(0o644)
    make_var(tmp_path)
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path / "mail", *left)]
    assert modes == [0o700, 0o600, 0o600]
