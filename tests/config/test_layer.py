"""The embedded server's channel layer: workers in threads send, sockets on the web loop receive."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from channels.exceptions import ChannelFull

from config.layer import ThreadSafeInMemoryChannelLayer


def in_thread(work: Callable[[], Coroutine[Any, Any, None]]) -> threading.Thread:
    thread = threading.Thread(target=lambda: asyncio.run(work()))
    thread.start()
    return thread


async def test_a_waiting_receiver_is_woken_at_once_by_another_thread():
    layer = ThreadSafeInMemoryChannelLayer()
    channel = await layer.new_channel()
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.sleep(0.05)
    sent: list[float] = []

    async def send() -> None:
        sent.append(time.monotonic())
        await layer.send(channel, {"type": "news", "v": 1})

    thread = in_thread(send)
    assert await waiting == {"type": "news", "v": 1}
    assert time.monotonic() - sent[0] < 0.2
    thread.join()


async def test_every_message_of_many_threads_reaches_every_member_in_order():
    layer = ThreadSafeInMemoryChannelLayer()
    channels = [await layer.new_channel() for _ in range(20)]
    for channel in channels:
        await layer.group_add("table.x", channel)

    async def collect(channel: str) -> list[tuple[int, int]]:
        messages = [await layer.receive(channel) for _ in range(100)]
        return [(message["sender"], message["number"]) for message in messages]

    async def send(sender: int) -> None:
        for number in range(25):
            await layer.group_send("table.x", {"type": "news", "sender": sender, "number": number})

    collectors = [asyncio.create_task(collect(channel)) for channel in channels]
    threads = [in_thread(partial(send, sender)) for sender in range(4)]
    for received in await asyncio.wait_for(asyncio.gather(*collectors), 20):
        for sender in range(4):
            assert [number for who, number in received if who == sender] == list(range(25))
    for thread in threads:
        thread.join()
    assert not layer._mailboxes


async def test_a_message_sent_before_anybody_listens_is_kept():
    layer = ThreadSafeInMemoryChannelLayer()
    message: dict[str, Any] = {"type": "news", "list": [1]}
    await layer.send("a.channel", message)
    message["list"].append(2)
    assert await layer.receive("a.channel") == {"type": "news", "list": [1]}


async def test_a_full_channel_refuses_and_a_group_goes_on_without_it():
    layer = ThreadSafeInMemoryChannelLayer(capacity=2)
    await layer.group_add("g", "slow")
    await layer.group_add("g", "quick")
    for number in range(3):
        await layer.group_send("g", {"type": "news", "number": number})
        assert (await layer.receive("quick"))["number"] == number
    with pytest.raises(ChannelFull):
        await layer.send("slow", {"type": "news"})
    assert (await layer.receive("slow"))["number"] == 0


async def test_leaving_a_group_ends_the_messages():
    layer = ThreadSafeInMemoryChannelLayer()
    await layer.group_add("g", "a")
    await layer.group_discard("g", "a")
    await layer.group_send("g", {"type": "news"})
    assert not layer._groups
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(layer.receive("a"), 0.05)
    assert not layer._mailboxes, "a receiver that gave up leaves nothing behind"


async def test_a_receiver_that_gives_up_passes_its_letter_on():
    layer = ThreadSafeInMemoryChannelLayer()
    first = asyncio.create_task(layer.receive("a"))
    second = asyncio.create_task(layer.receive("a"))
    await asyncio.sleep(0)
    await layer.send("a", {"type": "news"})
    first.cancel()
    assert await asyncio.wait_for(second, 1) == {"type": "news"}


async def test_messages_nobody_fetches_expire_with_their_membership(monkeypatch):
    layer = ThreadSafeInMemoryChannelLayer(expiry=5)
    await layer.group_add("g", "gone")
    await layer.group_send("g", {"type": "news"})
    later = time.monotonic() + 6
    monkeypatch.setattr("config.layer.time", SimpleNamespace(monotonic=lambda: later))
    await layer.group_send("other", {"type": "news"})
    assert not layer._mailboxes
    assert not layer._groups


def test_a_receiver_whose_loop_has_ended_does_not_swallow_the_wake():
    layer = ThreadSafeInMemoryChannelLayer()
    dead = asyncio.new_event_loop()
    task = dead.create_task(layer.receive("a"))
    dead.run_until_complete(asyncio.sleep(0))
    dead.close()

    async def live() -> Any:
        waiting = asyncio.create_task(layer.receive("a"))
        await asyncio.sleep(0)
        await layer.send("a", {"type": "news"})
        return await asyncio.wait_for(waiting, 1)

    assert asyncio.run(live()) == {"type": "news"}
    task._log_destroy_pending = False  # type: ignore[attr-defined]
