from django.apps import AppConfig


class TongConfig(AppConfig):
    name = "games.tong"
    label = "tong"

    def ready(self) -> None:
        from games.kernel.registry import register
        from games.tong import GAME

        register(GAME)
