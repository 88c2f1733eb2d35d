"""Channel layers that take every message for a group and deliver none."""

from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer

from config.layer import ThreadSafeInMemoryChannelLayer


class DroppingRedisLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        pass


class DroppingInMemoryLayer(ThreadSafeInMemoryChannelLayer):
    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        pass
