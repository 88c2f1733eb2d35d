"""Two corrections to Daphne, so that a server that stops can say so to whom it serves.

Close codes: Daphne hands every code to Autobahn's `sendClose`, which takes 1000 and 3000 to 4999 and raises for all
others, so that a browser would see a line that broke. RFC 6455 and its registry have 1011 (it broke) and 1012 (it
restarts) for servers to say.

Stopping: on SIGTERM Daphne cancels the applications of all its connections, but raises at the first that has none,
such as a request that became a socket within the last second, and then cancels nothing. It also cancels a single one
that takes too long to end, which is no stop: so a stop is told to the sockets.
"""

import sys
from typing import Any, Final

from accounts.close_codes import BROKEN, RESTARTS
from accounts.personal_socket import server_stops

SERVERS_OWN: Final = (BROKEN, RESTARTS)


def amend() -> None:
    """If Daphne is what serves us; other servers need none of this."""
    sockets: Any = sys.modules.get("daphne.ws_protocol")
    server: Any = sys.modules.get("daphne.server")
    if sockets is None or server is None or hasattr(server.Server, "amended"):
        return
    close, stop = sockets.WebSocketProtocol.serverClose, server.Server.kill_all_applications

    def close_as_told(self: Any, code: int | None = None) -> None:
        if code in SERVERS_OWN:
            self.sendCloseFrame(code=code, isReply=False)
        else:
            close(self, code)

    def stop_all(self: Any) -> Any:
        server_stops()
        for protocol, details in list(self.connections.items()):
            if "application_instance" not in details:
                del self.connections[protocol]
        return stop(self)

    sockets.WebSocketProtocol.serverClose = close_as_told
    server.Server.kill_all_applications = stop_all
    server.Server.amended = True
