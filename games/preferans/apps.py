from django.apps import AppConfig


class PreferansConfig(AppConfig):
    name = "games.preferans"
    label = "preferans"

    def ready(self) -> None:
        from games.kernel.registry import register
        from games.preferans import GAME

        register(GAME)
