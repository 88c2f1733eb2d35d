"""What Daphne serves: pages over HTTP, live tables over WebSocket."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

http = get_asgi_application()  # sets Django up: everything that touches models is imported below this line

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter

from games.table.routing import websocket_urlpatterns

application = ProtocolTypeRouter({"http": http, "websocket": AuthMiddlewareStack(URLRouter(websocket_urlpatterns))})
