from script.checkout import LARGEST_LOG, open_log, secret_in


def test_a_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path):
    first = secret_in(tmp_path / "secret.key")
    mode = (tmp_path / "secret.key").stat().st_mode & 0o777
    assert (secret_in(tmp_path / "secret.key"), mode) == (first, 0o600)


def test_a_log_goes_on_where_it_was(tmp_path):
    for line in (b"first\n", b"second\n"):
        with open_log(tmp_path / "web.log") as log:
            log.write(line)
    assert (tmp_path / "web.log").read_bytes() == b"first\nsecond\n"


def test_a_log_that_has_grown_large_is_put_aside(tmp_path):
    with (tmp_path / "web.log").open("wb") as log:
        log.truncate(LARGEST_LOG + 1)
    open_log(tmp_path / "web.log").close()
    assert (tmp_path / "web.log.1").stat().st_size == LARGEST_LOG + 1
