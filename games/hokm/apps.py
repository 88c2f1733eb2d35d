from django.apps import AppConfig


class HokmConfig(AppConfig):
    name = "games.hokm"
    label = "hokm"

    def ready(self) -> None:
        from games.hokm import GAME
        from games.kernel.registry import register

        register(GAME)
