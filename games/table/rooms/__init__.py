"""The live side of tables: one room a table and process, from which sockets and streams are served.

room = await rooms_here().open(table_id)
await room.join(subscriber, v=41)
await room.submit({"type": "play_card", "card": "TC"}, person="Ab3...", command_id="7f", decision=41)
"""

from games.table.rooms.registry import Rooms, rooms_here
from games.table.rooms.room import Room
from games.table.rooms.subscriber import Closed, Subscriber

__all__ = ["Closed", "Room", "Rooms", "Subscriber", "rooms_here"]
