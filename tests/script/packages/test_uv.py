import pytest

from script.packages.uv import environment_from_pip


def test_uv_uses_the_same_indexes_as_pip():
    listed = """\
:env:.default-timeout='180'
:env:.find-links='/srv/wheels /srv/more'
global.extra-index-url='https://one.example/simple\\nhttps://two.example/simple'
global.find-links='/srv/old'
global.index-url='https://pip:secret@packages.example/simple'
"""
    assert environment_from_pip(listed) == {
        "UV_DEFAULT_INDEX": "https://pip:secret@packages.example/simple",
        "UV_INDEX": "https://one.example/simple https://two.example/simple",
        "UV_FIND_LINKS": "/srv/wheels,/srv/more",
    }


def test_settings_have_the_same_precedence_as_in_pip():
    listed = """\
download.index-url='https://downloads.example'
global.find-links='/srv/global'
global.index-url='https://global.example'
install.index-url='https://install.example'
"""
    assert environment_from_pip(listed) == {
        "UV_DEFAULT_INDEX": "https://install.example",
        "UV_FIND_LINKS": "/srv/global",
    }


def test_uv_gets_no_options_if_pip_has_no_settings():
    assert environment_from_pip("") == {}


@pytest.mark.parametrize(("value", "uv"), [("true", None), ("y", None), ("no", {})])
def test_uv_is_not_used_if_pip_may_not_use_an_index(value, uv):
    assert environment_from_pip(f"global.no-index='{value}'\n") == uv
