"""What Daphne serves: pages over HTTP, live tables over WebSocket."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()  # sets Django up: everything that touches models is imported below this line

from channels.routing import ProtocolTypeRouter, URLRouter

from accounts.routing import websocket_urlpatterns as of_people
from config import daphne_amended
from games.table.routing import websocket_urlpatterns as of_tables
from matchmaking.routing import websocket_urlpatterns as of_queues

daphne_amended.amend()

# Those of the tables come last: they answer every other address, too.
sockets = [*of_people, *of_queues, *of_tables]

# Sockets find out themselves whose they are: a cookie counts only on a page of ours (accounts.sockets).
application = ProtocolTypeRouter({"http": http, "websocket": URLRouter(sockets)})
