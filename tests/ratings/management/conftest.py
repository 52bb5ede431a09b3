from datetime import date

import pytest

from ratings.pools.domain.pools import create_pool
from tests.ratings.management.importing import PLAYERS, CommandRun, Files


@pytest.fixture
def pool(db):
    return create_pool(
        code="long",
        name="Long games",
        system="ssf_2008",
        parameters={},
        from_date=date(1970, 1, 1),
    )


@pytest.fixture
def files(pool, tmp_path):
    """Files of a federation of four players, 1 to 4."""
    made = Files(tmp_path)
    made.write("four.csv", *PLAYERS.splitlines())
    assert (
        CommandRun("import_players", str(tmp_path / "four.csv"), pool="long").status
        == 0
    )
    return made
