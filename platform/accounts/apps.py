from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    label = "accounts"

    def ready(self) -> None:
        from channels.layers import get_channel_layer

        from accounts import receivers

        receivers.connect()
        # Made now: two threads that ask for it first at the same time would each get one of their own, and whoever
        # listens on the one would hear nothing that is said on the other.
        get_channel_layer()
