"""Announcements reach another loop, and another connection, through both channel layers of the platform."""

import asyncio
import threading
import time
from typing import Any
from uuid import UUID

import pytest
from channels.layers import channel_layers, get_channel_layer
from django.test import override_settings

from accounts.announcing import wait
from games.table import announcing
from games.table.ids import format_id, uuid7

EMBEDDED = {"BACKEND": "config.layer.ThreadSafeInMemoryChannelLayer"}
LIMIT_S = 5.0


@pytest.fixture(params=["embedded", "redis"])
def layer(request: pytest.FixtureRequest) -> Any:
    settings: dict[str, Any] = EMBEDDED
    if request.param == "redis":
        hosts = [{"address": request.getfixturevalue("redis_url")}]
        settings = {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": hosts}}
    with override_settings(CHANNEL_LAYERS={"default": settings}):
        channel_layers.backends.clear()
        yield get_channel_layer()
    channel_layers.backends.clear()


async def listening(layer: Any, table_id: UUID) -> str:
    channel: str = await layer.new_channel()
    await layer.group_add(announcing.stream(table_id), channel)
    return channel


async def test_what_any_thread_announces_is_heard_on_this_loop(layer: Any) -> None:
    table_id = uuid7()
    channel = await listening(layer, table_id)
    for seq in (5, 6):
        thread = threading.Thread(target=announcing.announce, args=(table_id, seq))
        thread.start()
        message = await asyncio.wait_for(layer.receive(channel), LIMIT_S)
        assert message == {"type": "stream.moved", "stream": f"table.{format_id(table_id)}", "version": seq}
        thread.join()


async def test_and_what_this_loop_announces_itself(layer: Any) -> None:
    table_id = uuid7()
    channel = await listening(layer, table_id)
    announcing.announce(table_id, 7)
    assert (await asyncio.wait_for(layer.receive(channel), LIMIT_S))["version"] == 7


async def test_another_tables_are_not(layer: Any) -> None:
    mine, other = uuid7(), uuid7()
    channel = await listening(layer, mine)
    announcing.announce(other, 1)
    announcing.announce(mine, 2)
    assert (await asyncio.wait_for(layer.receive(channel), LIMIT_S))["version"] == 2


def test_a_layer_that_hangs_holds_nobody_up(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    class Hanging:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            await asyncio.sleep(60)

    monkeypatch.setattr("accounts.announcing.get_channel_layer", lambda: Hanging())
    monkeypatch.setattr("accounts.announcing._LIMIT", 0.2)
    monkeypatch.setattr("accounts.announcing._MOST_WAITING", 20)
    begun = time.monotonic()
    for seq in range(30):
        announcing.announce(uuid7(), seq)
    assert time.monotonic() - begun < 0.2
    wait()
    assert caplog.text.count("was not announced") == 30
