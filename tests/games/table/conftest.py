import pytest

from games.table.rooms import rooms_here


@pytest.fixture
async def no_room_outlives_its_test():
    yield
    await rooms_here().close()
